import type { EditableRule, PageBranch } from '@tributary/contract/approvals/page.ts';
import { useState } from 'react';
import { api } from '../../lib/http.ts';
import { searchUsers, userOption } from '../../planning/sidebar/find-options.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ruleProblems } from './rule-problems.ts';

const ALL = 'all';
const PROTECTED = 'protected';
const SEVERAL = 'several';

type RestGroup = { id: number; name: string; full_path: string };

const groupOption = (group: { id: number; name: string; fullPath: string }): ComboboxOption => ({
  id: String(group.id),
  text: group.name,
  detail: group.fullPath,
});

async function searchGroups(query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const groups = await api.get<RestGroup[]>('/api/v4/groups', { query: { search: query, per_page: 20 }, signal });
  return groups.map(({ full_path: fullPath, ...group }) => groupOption({ ...group, fullPath }));
}

function branchOf(rule: EditableRule | null): string {
  if (!rule) return ALL;
  if (rule.appliesToAllProtectedBranches) return PROTECTED;
  if (rule.branchIds.length > 1) return SEVERAL;
  return rule.branchIds[0] === undefined ? ALL : String(rule.branchIds[0]);
}

const namesOf = (rule: EditableRule | null, branches: readonly PageBranch[]): string =>
  branches
    .filter(({ id }) => rule?.branchIds.includes(id))
    .map(({ name }) => name)
    .join(', ');

export type RuleDialogProps = {
  /** Null: a new one. */
  rule: EditableRule | null;
  projectId: number;
  rulesPath: string;
  /** Null where rules are not limited to branches: in a merge request. */
  branches: readonly PageBranch[] | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
};

/** A rule of a project or a merge request. */
export function RuleDialog({ rule, projectId, rulesPath, branches, onClose, onSaved }: RuleDialogProps) {
  const isAny = rule?.type === 'any_approver';
  const [users, setUsers] = useState<ComboboxOption[]>((rule?.users ?? []).map((user) => userOption(user)));
  const [groups, setGroups] = useState<ComboboxOption[]>((rule?.groups ?? []).map((group) => groupOption(group)));
  const branchOptions = [
    { value: ALL, label: 'All branches' },
    { value: PROTECTED, label: 'All protected branches' },
    ...(branches ?? []).map((branch) => ({ value: String(branch.id), label: branch.name })),
    ...(branchOf(rule) === SEVERAL ? [{ value: SEVERAL, label: namesOf(rule, branches ?? []) }] : []),
  ];
  const hidden = rule?.hasHiddenGroups ? 1 : 0;
  const form = useForm({
    initial: {
      name: rule?.name ?? '',
      approvals_required: String(rule?.approvalsRequired ?? 1),
      approvers: '',
      protected_branch_ids: branchOf(rule),
    },
    validate: (values) => {
      const problems = ruleProblems(
        {
          name: values.name,
          required: values.approvals_required,
          approvers: users.length + groups.length + hidden,
          branch: branches === null ? undefined : values.protected_branch_ids,
        },
        { isAny, least: rule?.least ?? 0, branches: branchOptions.map((option) => option.value) },
      );
      return {
        ...(problems.name !== undefined && { name: problems.name }),
        ...(problems.required !== undefined && { approvals_required: problems.required }),
        ...(problems.approvers !== undefined && { approvers: problems.approvers }),
        ...(problems.branch !== undefined && { protected_branch_ids: problems.branch }),
      };
    },
    onSubmit: async (values) => {
      const branch = values.protected_branch_ids;
      const body = {
        ...(!isAny && {
          name: values.name.trim(),
          user_ids: users.map((user) => Number(user.id)),
          group_ids: groups.map((group) => Number(group.id)),
        }),
        approvals_required: Number(values.approvals_required),
        // Several are chosen with the API; they stay as they are.
        ...(branches !== null &&
          branch !== SEVERAL && {
            applies_to_all_protected_branches: branch === PROTECTED,
            protected_branch_ids: branch === ALL || branch === PROTECTED ? [] : [Number(branch)],
          }),
      };
      await (rule ? api.put(`${rulesPath}/${rule.id}`, { body }) : api.post(rulesPath, { body }));
      await onSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      title={rule ? 'Edit approval rule' : 'Add approval rule'}
      form={form}
      action={rule ? 'Save rule' : 'Add rule'}
      onClose={onClose}
    >
      {!isAny && <TextField label="Rule name" {...form.text('name')} />}
      {branches !== null && (
        <Select label="Target branch" options={branchOptions} {...form.text('protected_branch_ids')} />
      )}
      <TextField
        label="Approvals required"
        inputMode="numeric"
        className="max-w-40"
        {...form.text('approvals_required')}
      />
      {!isAny && (
        <>
          <Combobox
            label="Users"
            multiple
            value={users}
            onValueChange={setUsers}
            load={(query, signal) => searchUsers(projectId, query, signal)}
            placeholder="Select users"
            error={form.errors['approvers']}
          />
          <Combobox
            label="Groups"
            multiple
            value={groups}
            onValueChange={setGroups}
            load={searchGroups}
            placeholder="Select groups"
          />
        </>
      )}
    </FormDialog>
  );
}
