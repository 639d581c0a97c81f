import type { ProjectEditPageData } from '@tributary/contract/projects/page.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DescriptionField, useDescription } from '../containers/description-field.tsx';
import { VisibilityField } from '../containers/visibility-field.tsx';
import { useSettings } from './use-settings.ts';

const FEATURE_OPTIONS = [
  { value: 'enabled', label: 'Everyone with access' },
  { value: 'private', label: 'Only project members' },
  { value: 'disabled', label: 'Disabled' },
];

export function GeneralForm({ data }: { data: ProjectEditPageData }) {
  const { project, can } = data;
  const description = useDescription(`Project:${project.id}:settings`, project.description);
  const form = useSettings(
    project.id,
    {
      name: project.name,
      topics: project.topics.join(', '),
      visibility: project.visibility as string,
      request_access_enabled: project.requestAccessEnabled,
    },
    ({ topics, visibility, ...values }) => ({
      ...values,
      description: description.text,
      topics: topics
        .split(',')
        .map((topic) => topic.trim())
        .filter((topic) => topic !== ''),
      ...(can.changeVisibility && { visibility }),
    }),
    description.sent,
  );
  return (
    <Section title="General">
      <form {...form.props} className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <TextField label="Name" required {...form.text('name')} />
        <DescriptionField description={description} />
        <TextField label="Topics" hint="Separated by commas." {...form.text('topics')} />
        {can.changeVisibility && <VisibilityField choices={data.visibilities} {...form.text('visibility')} />}
        <Checkbox label="Users can request access" {...form.check('request_access_enabled')} />
        <div>
          <SaveButton ready={form.isDirty || description.isKept} busy={form.busy}>
            Save changes
          </SaveButton>
        </div>
      </form>
    </Section>
  );
}

export function FeaturesForm({ data }: { data: ProjectEditPageData }) {
  const { project } = data;
  const form = useSettings(project.id, {
    repository_access_level: project.repositoryAccessLevel as string,
    issues_access_level: project.issuesAccessLevel as string,
    merge_requests_access_level: project.mergeRequestsAccessLevel as string,
    forking_access_level: project.forkingAccessLevel as string,
  });
  return (
    <Section title="Features" text="Choose who can use each feature of this project.">
      <form {...form.props} className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <Select label="Repository" options={FEATURE_OPTIONS} {...form.text('repository_access_level')} />
        <Select label="Issues" options={FEATURE_OPTIONS} {...form.text('issues_access_level')} />
        <Select label="Merge requests" options={FEATURE_OPTIONS} {...form.text('merge_requests_access_level')} />
        <Select label="Forks" options={FEATURE_OPTIONS} {...form.text('forking_access_level')} />
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save features
          </SaveButton>
        </div>
      </form>
    </Section>
  );
}

export function TemplatesForm({ data }: { data: ProjectEditPageData }) {
  const { project } = data;
  const form = useSettings(project.id, {
    issues_template: project.issuesTemplate,
    merge_requests_template: project.mergeRequestsTemplate,
  });
  return (
    <Section title="Description templates" text="New issues and merge requests start with these descriptions.">
      <form {...form.props} className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <TextArea label="Template for issues" hint="Markdown." code {...form.text('issues_template')} />
        <TextArea label="Template for merge requests" hint="Markdown." code {...form.text('merge_requests_template')} />
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save templates
          </SaveButton>
        </div>
      </form>
    </Section>
  );
}
