import type { ForkNewPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useState } from 'react';
import { useNavigate } from '../app/navigation.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Combobox, type ComboboxOption, loadFrom } from '../ui/combobox.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { RadioGroup } from '../ui/radio-group.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DescriptionField, useDescription } from '../projects/containers/description-field.tsx';
import { forkProject } from './commands.ts';

const visibilityTexts = {
  private: { label: 'Private', hint: 'Only members can see it.' },
  internal: { label: 'Internal', hint: 'Everyone who is signed in can see it.' },
  public: { label: 'Public', hint: 'Everyone can see it.' },
} as const;

const WIDTHS = ['private', 'internal', 'public'] as const;

function namespaceOptions(data: ForkNewPageData): ComboboxOption[] {
  return data.namespaces
    .filter((namespace) => namespace.existing === null)
    .map((namespace) => ({
      id: String(namespace.id),
      text: namespace.fullPath,
      detail: namespace.kind === 'user' ? 'you' : namespace.name,
      visual: <Avatar name={namespace.name} id={namespace.id} size={16} square={namespace.kind === 'group'} />,
    }));
}

/** Neither wider than the source nor than the place it goes to. */
function visibilitiesIn(data: ForkNewPageData, namespaceId: string): ForkNewPageData['visibilities'] {
  const namespace = data.namespaces.find((each) => String(each.id) === namespaceId);
  const limit = namespace?.kind === 'group' ? WIDTHS.indexOf(namespace.visibility) : WIDTHS.length;
  return data.visibilities.filter((visibility) => WIDTHS.indexOf(visibility) <= limit);
}

/** Where the copy goes and who may see it. The project page then shows how far it is. */
export function ForkForm({ data }: { data: ForkNewPageData }) {
  const navigate = useNavigate();
  const options = namespaceOptions(data);
  const [namespace, setNamespace] = useState<ComboboxOption[]>(options.slice(0, 1));
  const namespaceId = namespace[0]?.id ?? '';
  const visibilities = visibilitiesIn(data, namespaceId);
  const description = useDescription(`Project:${data.source.id}:fork`, data.source.description);
  const { defaultBranch } = data;
  const form = useForm({
    initial: {
      isSingle: false,
      name: data.source.name,
      path: data.source.fullPath.split('/').at(-1) ?? '',
      visibility: visibilities.includes(data.source.visibility)
        ? data.source.visibility
        : (visibilities.at(-1) ?? 'private'),
    },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name.' }),
      ...(values.path.trim() === '' && { path: 'Enter a path.' }),
    }),
    onSubmit: async (values) => {
      const made = await forkProject(data.source.id, {
        namespaceId: Number(namespaceId),
        name: values.name.trim(),
        path: values.path.trim(),
        description: description.text,
        visibility: values.visibility,
        branches: values.isSingle ? (defaultBranch ?? '') : '',
      });
      description.sent();
      await navigate(repositoryPaths.project(made.path_with_namespace));
    },
  });
  return (
    <form {...form.props} className="flex max-w-130 flex-col gap-4">
      <FormError form={form} />
      <Combobox
        label="Namespace"
        value={namespace}
        onValueChange={setNamespace}
        load={loadFrom(options)}
        required
        placeholder="Select a namespace"
        clearable={false}
      />
      <TextField label="Name" {...form.text('name')} required />
      <TextField
        label="Path"
        {...form.text('path')}
        required
        inputClassName="font-mono"
        hint={<bdi className="break-all">{`${namespace[0]?.text ?? '…'}/${form.values.path}`}</bdi>}
      />
      <DescriptionField description={description} />
      <RadioGroup
        label="Visibility"
        {...form.text('visibility')}
        options={visibilities.map((value) => ({ value, ...visibilityTexts[value] }))}
      />
      {defaultBranch !== null && (
        <Checkbox
          label={`Copy only the ${defaultBranch} branch`}
          hint="Tags are not copied."
          {...form.check('isSingle')}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy} disabled={namespaceId === ''}>
          Fork project
        </Button>
        <Button asChild>
          <a href={repositoryPaths.project(data.source.fullPath)}>Cancel</a>
        </Button>
      </div>
    </form>
  );
}
