import type { EditableRule, PageBranch } from '@tributary/contract/approvals/page.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { RuleDialog } from './rule-dialog.tsx';

export type RuleListProps = {
  rules: readonly EditableRule[];
  projectId: number;
  rulesPath: string;
  branches: readonly PageBranch[] | null;
  canChange: boolean;
  onSaved: () => Promise<void>;
};

function branchText(rule: EditableRule, branches: readonly PageBranch[]): string {
  if (rule.appliesToAllProtectedBranches) return 'All protected branches';
  const names = branches.filter((branch) => rule.branchIds.includes(branch.id)).map((branch) => branch.name);
  return names.length === 0 ? 'All branches' : names.join(', ');
}

function Approvers({ rule }: { rule: EditableRule }) {
  if (rule.type === 'any_approver') return <>Any eligible user</>;
  return (
    <>
      <AvatarStack people={rule.users} label="Users" />
      {rule.groups.map((group) => (
        <span key={group.id}>{group.fullPath}</span>
      ))}
      {rule.hasHiddenGroups && <span>Groups that you cannot see</span>}
    </>
  );
}

/** Approval rules with the form to add and change them. */
export function RuleList({ rules, projectId, rulesPath, branches, canChange, onSaved }: RuleListProps) {
  /** Null: none; `new`: one that is added. */
  const [edited, setEdited] = useState<EditableRule | 'new' | null>(null);
  const remove = async (rule: EditableRule) => {
    const isSure = await confirm({
      title: `Remove the rule ${rule.name}?`,
      text: 'Merge requests no longer need these approvals.',
      action: 'Remove rule',
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.delete(`${rulesPath}/${rule.id}`);
      await onSaved();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {rules.length === 0 ? (
        <p className="text-fg-muted">No approval rules. Approvals are optional.</p>
      ) : (
        <ul aria-label="Approval rules" className="rounded-md border bg-raised">
          {rules.map((rule) => (
            <li
              key={rule.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-3 py-2 first:border-t-0"
            >
              <span className="min-w-40 flex-1 font-medium break-words">
                {rule.type === 'any_approver' ? 'All eligible users' : rule.name}
                {branches !== null && (
                  <span className="block text-sm font-normal text-fg-muted">{branchText(rule, branches)}</span>
                )}
              </span>
              <span className="flex flex-wrap items-center gap-2 text-sm text-fg-muted">
                <Approvers rule={rule} />
              </span>
              <span className="whitespace-nowrap">{plural(rule.approvalsRequired, 'approval')}</span>
              {canChange && (
                <span className="flex gap-1">
                  <IconButton icon={Pencil} label={`Edit ${rule.name}`} onClick={() => setEdited(rule)} />
                  {(branches !== null || !rule.isOfProject) && (
                    <IconButton icon={Trash2} label={`Remove ${rule.name}`} onClick={() => void remove(rule)} />
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <div>
          <Button icon={Plus} onClick={() => setEdited('new')}>
            Add approval rule
          </Button>
        </div>
      )}
      {edited !== null && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          projectId={projectId}
          rulesPath={rulesPath}
          branches={branches}
          onClose={() => setEdited(null)}
          onSaved={onSaved}
        />
      )}
    </div>
  );
}
