import type { CiSettingsPageData, VariableCard } from '@tributary/contract/ci/variables.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const TYPES = [
  { value: 'env_var', label: 'Variable' },
  { value: 'file', label: 'File' },
];
const VISIBLE = { value: 'visible', label: 'Visible in job logs' };
const MASKED = { value: 'masked', label: 'Masked in job logs' };
const HIDDEN = { value: 'hidden', label: 'Masked in job logs and hidden in settings' };

export const variablesPath = ({ kind, id }: CiSettingsPageData['place']): string =>
  kind === 'instance' ? '/api/v4/admin/ci/variables' : `/api/v4/${kind}s/${id}/variables`;

/** The address of one variable; there may be others with the same key for other environments. */
export function variablePath(place: CiSettingsPageData['place'], { key, environmentScope }: VariableCard): string {
  if (place.kind === 'instance') return `${variablesPath(place)}/${encodeURIComponent(key)}`;
  const filter = `filter[environment_scope]=${encodeURIComponent(environmentScope)}`;
  return `${variablesPath(place)}/${encodeURIComponent(key)}?${filter}`;
}

/** Variables of the instance cannot be hidden, and are for all environments. */
function visibilitiesOf(variable: VariableCard | null, isOfInstance: boolean) {
  if (isOfInstance) return [VISIBLE, MASKED];
  if (variable === null) return [VISIBLE, MASKED, HIDDEN];
  return variable.isHidden ? [HIDDEN] : [VISIBLE, MASKED];
}

type Props = { place: CiSettingsPageData['place']; variable: VariableCard | null; onClose: () => void };

/** Adds a variable, or changes one. The value of a hidden one stays when nothing is entered. */
export function VariableDialog({ place, variable, onClose }: Props) {
  const isOfInstance = place.kind === 'instance';
  const form = useForm({
    initial: {
      key: variable?.key ?? '',
      value: variable?.value ?? '',
      type: variable?.type ?? 'env_var',
      visibility: variable?.isHidden ? 'hidden' : variable?.isMasked ? 'masked' : 'visible',
      environmentScope: variable?.environmentScope ?? '*',
      description: variable?.description ?? '',
      isProtected: variable?.isProtected ?? true,
      expands: !(variable?.isRaw ?? false),
    },
    fieldNames: { masked: 'visibility', environment_scope: 'environmentScope', variable_type: 'type' },
    onSubmit: async ({ key, value, type, visibility, environmentScope, description, isProtected, expands }) => {
      const body = {
        ...(variable?.isHidden && value === '' ? {} : { value }),
        variable_type: type,
        protected: isProtected,
        raw: !expands,
        ...(!isOfInstance && { environment_scope: environmentScope.trim() === '' ? '*' : environmentScope.trim() }),
        description: description.trim() === '' ? null : description.trim(),
        masked: visibility !== 'visible',
      };
      await (variable
        ? api.put(variablePath(place, variable), { body })
        : api.post(variablesPath(place), {
            body: { ...body, key: key.trim(), ...(!isOfInstance && { masked_and_hidden: visibility === 'hidden' }) },
          }));
      await reloadPage();
      onClose();
    },
  });
  return (
    <FormDialog
      title={variable ? `Edit ${variable.key}` : 'Add variable'}
      form={form}
      action={variable ? 'Save changes' : 'Add variable'}
      isReady={form.isDirty}
      onClose={onClose}
    >
      <TextField
        label="Key"
        required
        readOnly={variable !== null}
        hint="Letters, digits and underscores."
        {...form.text('key')}
      />
      <TextArea
        label="Value"
        code
        minRows={2}
        maxRows={10}
        hint={variable?.isHidden ? 'Leave blank to keep the hidden value.' : undefined}
        {...form.text('value')}
      />
      <Select label="Type" options={TYPES} {...form.text('type')} />
      <Select
        label="Visibility"
        options={visibilitiesOf(variable, isOfInstance)}
        hint="A masked value has at least 8 characters, on one line and without spaces."
        {...form.text('visibility')}
      />
      {!isOfInstance && (
        <TextField
          label="Environments"
          hint="Name of an environment. Use * to match any text."
          {...form.text('environmentScope')}
        />
      )}
      <TextField label="Description" {...form.text('description')} />
      <Checkbox
        label="Protect variable"
        hint="Only pipelines on protected branches and tags get it."
        {...form.check('isProtected')}
      />
      <Checkbox
        label="Expand variable reference"
        hint="$NAME in the value stands for another variable."
        {...form.check('expands')}
      />
    </FormDialog>
  );
}
