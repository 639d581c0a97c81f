import { pathFromName } from '@tributary/contract/projects/names.ts';
import type { ProjectNewPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DescriptionField, useDescription } from '../containers/description-field.tsx';
import { visibilityWithin } from '../containers/visibility-choice.ts';
import { VisibilityField } from '../containers/visibility-field.tsx';

export default function ProjectNewPage() {
  const { data } = usePage<ProjectNewPageData>();
  const navigate = useNavigate();
  const first = data.namespaceId ?? data.namespaces[0]?.id ?? 0;
  const [isPathTyped, setPathTyped] = useState(false);
  const description = useDescription('Project:new');
  const form = useForm({
    initial: { name: '', path: '', namespaceId: String(first), visibility: 'private', readme: false },
    fieldNames: { namespace: 'namespaceId', namespace_id: 'namespaceId' },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(values.path.trim() === '' && { path: 'Enter a path.' }),
    }),
    onSubmit: async (values) => {
      const made = await api.post<{ path_with_namespace: string }>('/api/v4/projects', {
        body: {
          name: values.name,
          path: values.path,
          namespace_id: Number(values.namespaceId),
          description: description.text,
          visibility: values.visibility,
          initialize_with_readme: values.readme,
        },
      });
      description.sent();
      await navigate(`/${made.path_with_namespace}`);
    },
  });
  const namespace = data.namespaces.find((each) => String(each.id) === form.values.namespaceId);
  const { onValueChange: _unused, ...name } = form.text('name');
  const path = form.text('path');
  return (
    <PageBody>
      <PageHeader title="New project" meta="A project contains a repository, issues and merge requests." />
      <form {...form.props} className="flex max-w-160 flex-col gap-5">
        <FormError form={form} />
        <TextField
          {...name}
          label="Name"
          required
          autoFocus
          onValueChange={(text) => form.set({ name: text, ...(!isPathTyped && { path: pathFromName(text) }) })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Namespace"
            {...form.text('namespaceId')}
            onValueChange={(id) => {
              const choices = data.namespaces.find((each) => String(each.id) === id)?.visibilities ?? [];
              form.set({ namespaceId: id, visibility: visibilityWithin(choices, form.values.visibility) });
            }}
            options={data.namespaces.map((each) => ({ value: String(each.id), label: each.fullPath }))}
          />
          <TextField
            {...path}
            label="Path"
            required
            spellCheck={false}
            autoCapitalize="none"
            hint={
              <span className="wrap-anywhere">{`${data.baseUrl}/${namespace?.fullPath ?? ''}/${form.values.path}`}</span>
            }
            onValueChange={(text) => {
              setPathTyped(true);
              path.onValueChange(text);
            }}
          />
        </div>
        <DescriptionField description={description} />
        <VisibilityField choices={namespace?.visibilities ?? []} {...form.text('visibility')} />
        <Checkbox
          label="Initialize repository with a README"
          hint="Leave this off to push an existing repository."
          {...form.check('readme')}
        />
        <div className="border-t pt-4">
          <Button type="submit" variant="primary" busy={form.busy}>
            Create project
          </Button>
        </div>
      </form>
    </PageBody>
  );
}
