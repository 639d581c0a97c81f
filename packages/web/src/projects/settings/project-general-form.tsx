import type { ProjectEditPageData } from '@tributary/contract/projects/page.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DescriptionField, useDescription } from '../containers/description-field.tsx';
import { VisibilityField } from '../containers/visibility-field.tsx';

const FEATURE_OPTIONS = [
  { value: 'enabled', label: 'Everyone with access' },
  { value: 'private', label: 'Only project members' },
  { value: 'disabled', label: 'Disabled' },
];

const MERGE_METHODS = [
  { value: 'merge', label: 'Merge commit' },
  { value: 'rebase_merge', label: 'Merge commit with semi-linear history' },
  { value: 'ff', label: 'Fast-forward merge' },
];

const SUGGESTION_HINT =
  'Leave blank for the default message. Variables: %{suggestions_count}, %{files_count}, %{file_paths}, %{branch_name}, %{project_path}, %{project_name}, %{username}, %{user_full_name}, %{co_authored_by}.';

const SQUASH_OPTIONS = [
  { value: 'never', label: 'Do not allow' },
  { value: 'default_off', label: 'Allow' },
  { value: 'default_on', label: 'Encourage' },
  { value: 'always', label: 'Require' },
];

/** Saves one part of the settings with its own button, so that a mistake in one holds up no other. */
function useSettings<V extends Record<string, string | boolean>>(
  projectId: number,
  initial: V,
  toBody: (values: V) => Record<string, unknown> = (values) => values,
  onSaved?: () => void,
) {
  return useForm<V>({
    asksBeforeLeaving: true,
    initial,
    onSubmit: async (values) => {
      await api.put(`/api/v4/projects/${projectId}`, { body: toBody(values) });
      await reloadPage();
      onSaved?.();
    },
  });
}

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

export function MergingForm({ data }: { data: ProjectEditPageData }) {
  const { project } = data;
  const initial = {
    merge_method: project.mergeMethod as string,
    squash_option: project.squashOption as string,
    remove_source_branch_after_merge: project.removeSourceBranchAfterMerge,
    only_allow_merge_if_all_discussions_are_resolved: project.onlyAllowMergeIfAllDiscussionsAreResolved,
    only_allow_merge_if_all_status_checks_passed: project.onlyAllowMergeIfAllStatusChecksPassed,
    jira_url: project.jiraUrl,
    jira_project_keys: project.jiraProjectKeys,
    prevent_merge_without_jira_issue: project.preventMergeWithoutJiraIssue,
    only_allow_merge_if_pipeline_succeeds: project.onlyAllowMergeIfPipelineSucceeds,
    allow_merge_on_skipped_pipeline: project.allowMergeOnSkippedPipeline,
    resolve_outdated_diff_discussions: project.resolveOutdatedDiffDiscussions,
    merge_pipelines_enabled: project.mergePipelinesEnabled,
    merge_trains_enabled: project.mergeTrainsEnabled,
    merge_trains_skip_train_allowed: project.mergeTrainsSkipTrainAllowed,
    suggestion_commit_message: project.suggestionCommitMessage,
    merge_request_title_regex: project.titleRegex,
    merge_request_title_regex_description: project.titleRegexDescription,
  };
  const form = useSettings(project.id, initial, (values) => ({
    ...values,
    // There are no trains without pipelines of merged results.
    merge_trains_enabled: values.merge_pipelines_enabled && values.merge_trains_enabled,
  }));
  return (
    <Section title="Merge requests" text="How changes are merged into the target branch.">
      <form {...form.props} className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <Select label="Merge method" options={MERGE_METHODS} {...form.text('merge_method')} />
        <Select label="Squash commits when merging" options={SQUASH_OPTIONS} {...form.text('squash_option')} />
        <Checkbox label="Delete the source branch by default" {...form.check('remove_source_branch_after_merge')} />
        <Checkbox
          label="Pipelines must succeed"
          hint="Merge requests can be merged only when the latest pipeline of their head succeeded."
          {...form.check('only_allow_merge_if_pipeline_succeeds')}
        />
        <Checkbox
          label="Skipped pipelines are considered successful"
          disabled={!form.values.only_allow_merge_if_pipeline_succeeds}
          {...form.check('allow_merge_on_skipped_pipeline')}
        />
        <Checkbox
          label="All threads must be resolved"
          {...form.check('only_allow_merge_if_all_discussions_are_resolved')}
        />
        <Checkbox
          label="Status checks must succeed"
          hint="Merge requests can't be merged if any status checks failed or are still pending."
          {...form.check('only_allow_merge_if_all_status_checks_passed')}
        />
        <Checkbox
          label="Resolve outdated diff threads automatically"
          {...form.check('resolve_outdated_diff_discussions')}
        />
        <Checkbox
          label="Enable merged results pipelines"
          hint="Merge request pipelines run on the result of merging the source branch into the target branch."
          {...form.check('merge_pipelines_enabled')}
        />
        <Checkbox
          label="Enable merge trains"
          hint="Merge requests are merged in order, each tested together with those ahead of it. Needs merged results pipelines."
          disabled={!form.values.merge_pipelines_enabled}
          {...form.check('merge_trains_enabled')}
        />
        <Checkbox
          label="Allow skipping the merge train"
          hint="Developers can merge immediately as well. Maintainers always can. The merge requests in the train are then tested again."
          disabled={!form.values.merge_trains_enabled || !form.values.merge_pipelines_enabled}
          {...form.check('merge_trains_skip_train_allowed')}
        />
        <TextField
          label="Commit message for applied suggestions"
          hint={SUGGESTION_HINT}
          {...form.text('suggestion_commit_message')}
        />
        <TextField
          label="Jira URL"
          hint="Where your Jira issues are. Leave blank if you do not use Jira."
          inputMode="url"
          placeholder="https://jira.example.com"
          {...form.text('jira_url')}
        />
        <TextField
          label="Jira project keys"
          hint="For example ABC, OPS. Leave blank to accept the keys of all Jira projects."
          {...form.text('jira_project_keys')}
        />
        <Checkbox
          label="Require an associated issue from Jira"
          hint="Merge requests can be merged only if their title or description mentions a Jira issue key."
          {...form.check('prevent_merge_without_jira_issue')}
        />
        <TextField
          label="Title pattern"
          hint="A regular expression (RE2). Merge requests with titles that do not match cannot be merged. Leave blank to allow any title."
          inputClassName="font-mono"
          maxLength={255}
          {...form.text('merge_request_title_regex')}
        />
        <TextField
          label="Title example"
          hint="Tells authors which titles are allowed. Required if you set a pattern."
          maxLength={255}
          {...form.text('merge_request_title_regex_description')}
        />
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save merge settings
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
