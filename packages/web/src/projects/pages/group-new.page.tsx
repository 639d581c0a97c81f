import { pathFromName } from '@tributary/contract/projects/names.ts';
import type { GroupNewPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DescriptionField, useDescription } from '../containers/description-field.tsx';
import { visibilityWithin } from '../containers/visibility-choice.ts';
import { VisibilityField } from '../containers/visibility-field.tsx';

const NONE = 'none';

export default function GroupNewPage() {
  const { data } = usePage<GroupNewPageData>();
  const navigate = useNavigate();
  const [isPathTyped, setPathTyped] = useState(false);
  const description = useDescription('Group:new');
  const form = useForm({
    initial: {
      name: '',
      path: '',
      parentId: String(data.parentId ?? (data.topRefusal === null ? NONE : (data.parents[0]?.id ?? NONE))),
      visibility: 'private',
    },
    fieldNames: { parent: 'parentId', parent_id: 'parentId' },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(values.path.trim() === '' && { path: 'Enter a path.' }),
    }),
    onSubmit: async (values) => {
      const made = await api.post<{ full_path: string }>('/api/v4/groups', {
        body: {
          name: values.name,
          path: values.path,
          description: description.text,
          visibility: values.visibility,
          ...(values.parentId !== NONE && { parent_id: Number(values.parentId) }),
        },
      });
      description.sent();
      await navigate(`/${made.full_path}`);
    },
  });
  const parent = data.parents.find((each) => String(each.id) === form.values.parentId);
  const { onValueChange: _unused, ...name } = form.text('name');
  const path = form.text('path');
  const above = parent ? `${parent.fullPath}/` : '';
  return (
    <PageBody>
      <PageHeader title="New group" meta="Use a group to manage projects and their members together." />
      <form {...form.props} className="flex max-w-160 flex-col gap-5">
        <FormError form={form} />
        {data.topRefusal !== null && <Banner>{data.topRefusal}</Banner>}
        <TextField
          {...name}
          label="Name"
          required
          autoFocus
          onValueChange={(text) => form.set({ name: text, ...(!isPathTyped && { path: pathFromName(text) }) })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Parent group"
            {...form.text('parentId')}
            onValueChange={(id) => {
              const choices = data.parents.find((each) => String(each.id) === id)?.visibilities ?? data.visibilities;
              form.set({ parentId: id, visibility: visibilityWithin(choices, form.values.visibility) });
            }}
            options={[
              ...(data.topRefusal === null ? [{ value: NONE, label: 'None' }] : []),
              ...data.parents.map((each) => ({ value: String(each.id), label: each.fullPath })),
            ]}
          />
          <TextField
            {...path}
            label="Path"
            required
            spellCheck={false}
            autoCapitalize="none"
            hint={<span className="wrap-anywhere">{`${data.baseUrl}/${above}${form.values.path}`}</span>}
            onValueChange={(text) => {
              setPathTyped(true);
              path.onValueChange(text);
            }}
          />
        </div>
        <DescriptionField description={description} />
        <VisibilityField choices={parent?.visibilities ?? data.visibilities} {...form.text('visibility')} />
        <div className="border-t pt-4">
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            disabled={data.topRefusal !== null && data.parents.length === 0}
          >
            Create group
          </Button>
        </div>
      </form>
    </PageBody>
  );
}
