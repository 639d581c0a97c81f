import type { GroupEditPageData } from '@tributary/contract/projects/page.ts';
import { joinWords, plural } from '../../lib/format.ts';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisibilityField } from '../places/visibility-field.tsx';
import { Danger } from '../settings/danger-zone.tsx';
import { PictureSection } from '../settings/picture-section.tsx';
import { PathForm } from '../settings/path-form.tsx';

function GeneralForm({ data }: { data: GroupEditPageData }) {
  const { group } = data;
  const form = useForm({
    initial: { name: group.name, description: group.description, visibility: group.visibility as string },
    validate: (values) => (values.name.trim() === '' ? { name: 'Enter a name.' } : {}),
    onSubmit: async (values) => {
      await api.put(`/api/v4/groups/${group.id}`, { body: values });
      await reloadPage();
    },
  });
  return (
    <Section title="General">
      <form {...form.props} className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <TextField label="Name" required {...form.text('name')} />
        <TextArea label="Description" {...form.text('description')} minRows={2} />
        <VisibilityField choices={data.visibilities} {...form.text('visibility')} />
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Save changes
          </SaveButton>
        </div>
      </form>
    </Section>
  );
}

/** What goes with the group, in words. */
function contentsText({ projects, subgroups }: GroupEditPageData['contents']): string {
  const parts = [
    projects > 0 ? plural(projects, 'project') : '',
    subgroups > 0 ? plural(subgroups, 'subgroup') : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'There is nothing in it.';
  return `${joinWords(parts)} ${projects + subgroups === 1 ? 'goes' : 'go'} with it, repositories included.`;
}

function Advanced({ data }: { data: GroupEditPageData }) {
  const { group } = data;
  const navigate = useNavigate();
  const path = `/api/v4/groups/${group.id}`;
  return (
    <Section title="Advanced">
      <PathForm
        key={group.path}
        path={group.path}
        prefix={`${data.baseUrl}/${group.fullPath.slice(0, -group.path.length)}`}
        hint="Addresses of everything in the group change; the old ones lead to the new ones."
        onSave={async (next) => {
          const saved = await api.put<{ full_path: string }>(path, { body: { path: next } });
          await navigate(`/groups/${saved.full_path}/-/edit`, { replace: true });
        }}
      />
      {data.can.delete && (
        <Danger
          title="Delete group"
          hint={contentsText(data.contents)}
          action="Delete group"
          danger
          question={{
            title: `Delete ${group.fullPath}?`,
            text: 'Its projects, their repositories and merge requests are removed. This cannot be undone.',
            action: 'Delete group',
            danger: true,
            typeToConfirm: group.fullPath,
          }}
          run={async () => {
            await api.delete(path);
            await navigate('/', { replace: true });
          }}
        />
      )}
    </Section>
  );
}

export default function GroupEditPage() {
  const { data } = usePage<GroupEditPageData>();
  return (
    <PageBody>
      <PageHeader title="Group settings" meta={data.group.fullPath} />
      <GeneralForm data={data} />
      <PictureSection place={data.group} kind="group" />
      <Advanced data={data} />
    </PageBody>
  );
}
