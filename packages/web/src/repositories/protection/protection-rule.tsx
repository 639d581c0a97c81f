import type { BranchProtectionData, ProtectedBranchView } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AccessField } from './access-field.tsx';
import { unprotectBranch, updateProtection } from '../commands.ts';
import { type AccessChoice, changesFrom, choiceOf } from '../model/access-choice.ts';

type Props = { rule: ProtectedBranchView; data: BranchProtectionData };

/** Shows the change at once and takes it back with the reason when it fails. */
function useRule({ rule, data }: Props) {
  const [pending, setPending] = useState<
    Partial<Record<'push' | 'merge', AccessChoice[]>> & { force?: boolean; owners?: boolean }
  >({});
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (change: typeof pending, work: () => Promise<unknown>): Promise<void> => {
    setPending(change);
    setProblem(null);
    try {
      await work();
      await reloadPage();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setPending({});
  };
  const setAccess = (kind: 'push' | 'merge', choices: AccessChoice[]): void => {
    const entries = kind === 'push' ? rule.pushLevels : rule.mergeLevels;
    const changes = changesFrom(entries, choices);
    if (choices.length === 0) setProblem('Select at least one role or user. Select “No one” to block everyone.');
    else if (changes.length > 0) {
      const field = kind === 'push' ? 'allowed_to_push' : 'allowed_to_merge';
      void attempt({ [kind]: choices }, () => updateProtection(data.api, rule.name, { [field]: changes }));
    }
  };
  return {
    push: pending.push ?? rule.pushLevels.map(choiceOf),
    merge: pending.merge ?? rule.mergeLevels.map(choiceOf),
    isForceAllowed: pending.force ?? rule.allowForcePush,
    needsOwners: pending.owners ?? rule.needsCodeOwners,
    isBusy: Object.keys(pending).length > 0,
    problem,
    setAccess,
    setForce: (force: boolean) =>
      void attempt({ force }, () => updateProtection(data.api, rule.name, { allow_force_push: force })),
    setOwners: (owners: boolean) =>
      void attempt({ owners }, () => updateProtection(data.api, rule.name, { code_owner_approval_required: owners })),
    remove: () => attempt({ force: rule.allowForcePush }, () => unprotectBranch(data.api, rule.name)),
  };
}

function Name({ rule, data }: Props) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {rule.isWildcard || data.project === null ? (
        <bdi className="font-mono text-code font-medium break-all">{rule.name}</bdi>
      ) : (
        <a
          href={repositoryPaths.tree(data.project.fullPath, rule.name)}
          className="font-mono text-code font-medium break-all hover:text-accent-fg hover:underline"
        >
          <bdi>{rule.name}</bdi>
        </a>
      )}
      {rule.isDefault && <Badge tone="accent">Default</Badge>}
      {rule.isInherited && <Badge>{data.project ? 'Group' : 'Parent group'}</Badge>}
      {rule.matchingBranches !== null && (
        <span className="text-sm text-fg-muted">
          {rule.isWildcard
            ? plural(rule.matchingBranches, 'matching branch', 'matching branches')
            : rule.matchingBranches === 0 && 'does not exist'}
        </span>
      )}
    </div>
  );
}

/** One rule, changed in place. */
export function ProtectionRule({ rule, data }: Props) {
  const confirm = useConfirm();
  const state = useRule({ rule, data });
  const canChange = data.can.manage && !rule.isInherited;
  const isLocked = !canChange || state.isBusy;
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Remove protection from ${rule.name}?`,
      text: data.project
        ? 'Everyone with the Developer role can then push to it, force push to it and delete it.'
        : 'The rule no longer applies to the projects in this group. The rules of the projects stay.',
      action: 'Remove protection',
      danger: true,
    });
    if (isSure) await state.remove();
  };
  return (
    <li className="flex flex-col gap-3 border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Name rule={rule} data={data} />
        {canChange && (
          <Button size="sm" onClick={() => void remove()}>
            Unprotect
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-4">
        <AccessField
          label="Allowed to merge"
          data={data}
          entries={rule.mergeLevels}
          value={state.merge}
          onValueChange={(choices) => state.setAccess('merge', choices)}
          disabled={isLocked}
        />
        <AccessField
          label="Allowed to push"
          data={data}
          entries={rule.pushLevels}
          value={state.push}
          onValueChange={(choices) => state.setAccess('push', choices)}
          disabled={isLocked}
        />
        <div className="flex flex-col gap-2 sm:pt-6">
          <Switch
            label="Allow force push"
            checked={state.isForceAllowed}
            onCheckedChange={state.setForce}
            disabled={!canChange}
            busy={state.isBusy}
          />
          <Switch
            label="Code owner approval"
            checked={state.needsOwners}
            onCheckedChange={state.setOwners}
            disabled={!canChange}
            busy={state.isBusy}
          />
        </div>
      </div>
      {state.problem !== null && (
        <p role="alert" className="text-sm text-failed">
          {state.problem}
        </p>
      )}
    </li>
  );
}
