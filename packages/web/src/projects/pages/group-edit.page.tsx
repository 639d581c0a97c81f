import type { GroupEditPageData } from '@tributary/contract/projects/page.ts';
import { plural } from '../../lib/format.ts';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisibilityField } from '../places/visibility-field.tsx';
import { Danger } from '../settings/danger-zone.tsx';

export default function GroupEditPage() {
  const { data } = usePage<GroupEditPageData>();
  const { group, contents } = data;
  const navigate = useNavigate();
  const path = `/api/v4/groups/${group.id}`;
  const form = useForm({
    initial: {
      name: group.name,
      path: group.path,
      description: group.description,
      visibility: group.visibility as string,
    },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(values.path.trim() === '' && { path: 'Enter the last part of the address.' }),
    }),
    onSubmit: async (values) => {
      const saved = await api.put<{ full_path: string }>(path, { body: values });
      await navigate(`/groups/${saved.full_path}/-/edit`, { replace: true });
    },
  });
  return (
    <PageBody>
      <PageHeader title="Group settings" meta={group.fullPath} />
      <form {...form.props} className="flex max-w-160 flex-col gap-5">
        <FormError form={form} />
        <TextField label="Name" required {...form.text('name')} />
        <TextField label="Path" required hint="Old addresses lead to the new ones." {...form.text('path')} />
        <TextArea label="Description" {...form.text('description')} minRows={2} />
        <VisibilityField choices={data.visibilities} {...form.text('visibility')} />
        <div>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.isDirty}>
            Save changes
          </Button>
        </div>
      </form>
      {data.can.delete && (
        <Section title="Remove" className="pt-8">
          <Danger
            title="Delete group"
            hint={`${plural(contents.projects, 'project')} and ${plural(contents.subgroups, 'subgroup')} go with it, repositories included.`}
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
              await navigate('/');
            }}
          />
        </Section>
      )}
    </PageBody>
  );
}
