import type {
  EnvironmentSettingsPageData,
  ProtectedEnvironmentView,
} from '@tributary/contract/environments/protection.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { changesFrom, choiceOf, toChanges } from '../../repositories/model/access-choice.ts';
import { orTyped } from '../../repositories/refs/ref-options.tsx';
import { Combobox, type ComboboxOption, loadFrom } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { deployerOptions, entryOption } from './deployer-options.tsx';

type Owner = EnvironmentSettingsPageData['owner'];
const COUNTS = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

const protectionsPath = ({ kind, id }: Owner): string => `/api/v4/${kind}s/${id}/protected_environments`;
export const protectionPath = (owner: Owner, name: string): string =>
  `${protectionsPath(owner)}/${encodeURIComponent(name)}`;

type Approver = { option: ComboboxOption; required: string };

function approversOf(protection: ProtectedEnvironmentView | null): Approver[] {
  return (protection?.approvals ?? []).map((rule) => ({ option: entryOption(rule), required: String(rule.required) }));
}

/** What to send so that the rules become these: added, changed and removed ones. */
function ruleChanges(protection: ProtectedEnvironmentView | null, approvers: readonly Approver[]) {
  const before = new Map((protection?.approvals ?? []).map((rule) => [choiceOf(rule), rule]));
  return [
    ...approvers.flatMap(({ option, required }) => {
      const rule = before.get(option.id);
      if (rule)
        return rule.required === Number(required) ? [] : [{ id: rule.id, required_approvals: Number(required) }];
      return toChanges([option.id]).map((entry) => ({ ...entry, required_approvals: Number(required) }));
    }),
    ...[...before]
      .filter(([choice]) => approvers.every(({ option }) => option.id !== choice))
      .map(([, { id }]) => ({ id, _destroy: true })),
  ];
}

function Approvers({
  value,
  onChange,
  options,
}: {
  value: readonly Approver[];
  onChange: (value: Approver[]) => void;
  options: readonly ComboboxOption[];
}) {
  return (
    <>
      <Combobox
        label="Approvers"
        multiple
        value={value.map(({ option }) => option)}
        onValueChange={(chosen) =>
          onChange(
            chosen.map((option) => value.find((each) => each.option.id === option.id) ?? { option, required: '1' }),
          )
        }
        load={loadFrom(options)}
        placeholder="No approval needed"
      />
      {value.map(({ option, required }) => (
        <Select
          key={option.id}
          label={`Required approvals: ${option.text}`}
          options={COUNTS}
          value={required}
          onValueChange={(count) =>
            onChange(value.map((each) => (each.option.id === option.id ? { ...each, required: count } : each)))
          }
        />
      ))}
    </>
  );
}

type Props = { data: EnvironmentSettingsPageData; protection: ProtectedEnvironmentView | null; onClose: () => void };

/** Protects an environment or a tier, or changes who deploys to it and who approves. */
export function ProtectionDialog({ data, protection, onClose }: Props) {
  const isProject = data.owner.kind === 'project';
  const [name, setName] = useState<ComboboxOption[]>([]);
  const [deployers, setDeployers] = useState<ComboboxOption[]>(
    protection?.deploy.map(entryOption) ?? [{ id: 'level:40', text: 'Maintainers' }],
  );
  const [approvers, setApprovers] = useState(approversOf(protection));
  const options = deployerOptions(data);
  const form = useForm({
    initial: { name: '', deploy_access_levels: '' },
    validate: () => ({
      ...(protection === null && name.length === 0 && { name: 'Select an environment or tier.' }),
      ...(deployers.length === 0 && { deploy_access_levels: 'Select at least one role, group or user.' }),
    }),
    onSubmit: async () => {
      const ids = deployers.map(({ id }) => id);
      const rules = { approval_rules: ruleChanges(protection, approvers) };
      await (protection
        ? api.put(protectionPath(data.owner, protection.name), {
            body: { ...rules, deploy_access_levels: changesFrom(protection.deploy, ids) },
          })
        : api.post(protectionsPath(data.owner), {
            body: { ...rules, name: name[0]?.text ?? '', deploy_access_levels: toChanges(ids) },
          }));
      await reloadPage();
      onClose();
    },
  });
  const names = loadFrom(data.names.map((text) => ({ id: text, text })));
  return (
    <FormDialog
      title={
        protection ? `Edit protection of ${protection.name}` : isProject ? 'Protect an environment' : 'Protect a tier'
      }
      form={form}
      action={protection ? 'Save changes' : 'Protect'}
      onClose={onClose}
    >
      {protection === null && (
        <Combobox
          label={isProject ? 'Environment' : 'Tier'}
          value={name}
          onValueChange={setName}
          load={isProject ? orTyped(names) : names}
          placeholder={isProject ? 'Select an environment or enter a name' : 'Select a tier'}
          clearable={false}
          error={form.errors['name']}
          required
        />
      )}
      <Combobox
        label="Allowed to deploy"
        multiple
        value={deployers}
        onValueChange={setDeployers}
        load={loadFrom(options)}
        placeholder="Select roles, groups or users"
        clearable={false}
        error={form.errors['deploy_access_levels']}
        required
      />
      <Approvers value={approvers} onChange={setApprovers} options={options} />
    </FormDialog>
  );
}
