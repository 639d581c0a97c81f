import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type {
  AccessEntryInput,
  ProtectBranchInput,
  UpdateProtectedBranchInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../access/project-access.ts';
import { changeGates } from '../../merge-gates/index.ts';
import { accessTexts } from '../rules/level-text.ts';
import type { ProtectionRule } from '../rules/protection-rule.ts';
import {
  clearAccess,
  deleteAccess,
  deleteRule,
  insertAccess,
  insertRule,
  listRules,
  setForcePush,
  setNeedsCodeOwners,
} from '../store.ts';
import { checkedAccess, entriesFor } from './checked-access.ts';

const MAX_NAME = 255;

function refusal(ctx: Context, access: ProjectAccess): Refusal | null {
  return can(ctx.actor, 'admin_protected_refs', access.policy);
}

export async function getRule(ctx: Context, projectId: number, name: string): Promise<ProtectionRule> {
  const rule = (await listRules(ctx.db, projectId)).find((each) => each.name === name);
  if (!rule) throw new AppError('not_found', { resource: 'Protected Branch' });
  return rule;
}

/** What a change of a rule is recorded as: sentences, not numbers. */
function summaryOf(rule: ProtectionRule): Record<string, unknown> {
  const { name, push, merge, allowForcePush, needsCodeOwners } = rule;
  return {
    name,
    push: accessTexts(push),
    merge: accessTexts(merge),
    allow_force_push: allowForcePush,
    code_owner_approval_required: needsCodeOwners,
  };
}

async function record(ctx: Context, projectId: number, action: string, rule: ProtectionRule): Promise<void> {
  await audit(ctx, `protected_branch.${action}`, { type: 'project', id: projectId }, summaryOf(rule));
  await publish(ctx, `project:${projectId}`, 'protection_changed', { projectId });
}

export const protectBranch = defineOperation<ProtectBranchInput & { projectId: number }, ProjectAccess, ProtectionRule>(
  {
    name: 'protected_branch.create',
    waitsForMerges: true,
    load: (ctx, input) => getProjectAccess(ctx, input.projectId),
    check: (ctx, access) => refusal(ctx, access),
    run: async (ctx, access, input) => {
      const name = input.name.trim();
      if (name === '' || name.length > MAX_NAME) throw new AppError('protection_name_invalid');
      const projectId = access.project.id;
      await changeGates(ctx, projectId, 'protection');
      const rules = await listRules(ctx.db, projectId);
      if (rules.some((rule) => rule.name === name)) throw new AppError('protection_exists', { name });
      await insertRule(ctx.db, {
        projectId,
        name,
        allowForcePush: input.allow_force_push,
        needsCodeOwners: input.code_owner_approval_required,
        push: await entriesFor(ctx, projectId, input.push_access_level, input.allowed_to_push),
        merge: await entriesFor(ctx, projectId, input.merge_access_level, input.allowed_to_merge),
      });
      const rule = await getRule(ctx, projectId, name);
      await record(ctx, projectId, 'created', rule);
      return rule;
    },
  },
);

type Update = UpdateProtectedBranchInput & { projectId: number; name: string };

export const updateProtectedBranch = defineOperation<Update, ProjectAccess, ProtectionRule>({
  name: 'protected_branch.update',
  waitsForMerges: true,
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access) => refusal(ctx, access),
  run: async (ctx, access, input) => {
    const projectId = access.project.id;
    await changeGates(ctx, projectId, 'protection');
    const rule = await getRule(ctx, projectId, input.name);
    if (input.allow_force_push !== undefined) await setForcePush(ctx.db, rule.id, input.allow_force_push);
    if (input.code_owner_approval_required !== undefined) {
      await setNeedsCodeOwners(ctx.db, rule.id, input.code_owner_approval_required);
    }
    if (input.allowed_to_push) await changeAccess(ctx, projectId, rule, 'push', input.allowed_to_push);
    if (input.allowed_to_merge) await changeAccess(ctx, projectId, rule, 'merge', input.allowed_to_merge);
    const changed = await getRule(ctx, projectId, input.name);
    await record(ctx, projectId, 'updated', changed);
    return changed;
  },
});

/** Entries without an id are added, those with `_destroy` go. Nobody left means "no one". */
async function changeAccess(
  ctx: Context,
  projectId: number,
  rule: ProtectionRule,
  kind: 'push' | 'merge',
  entries: readonly AccessEntryInput[],
): Promise<void> {
  const removed = entries.flatMap((entry) => (entry._destroy && entry.id !== undefined ? [entry.id] : []));
  await deleteAccess(ctx.db, rule.id, removed);
  // An entry with an id is replaced by what is sent with it.
  const replaced = entries.flatMap((entry) => (!entry._destroy && entry.id !== undefined ? [entry.id] : []));
  await deleteAccess(ctx.db, rule.id, replaced);
  await insertAccess(ctx.db, rule.id, kind, await checkedAccess(ctx, projectId, entries));
  const left = (await getRule(ctx, projectId, rule.name))[kind];
  if (left.length > 0) return;
  await clearAccess(ctx.db, rule.id, kind);
  await insertAccess(ctx.db, rule.id, kind, [{ level: 0 }]);
}

export const unprotectBranch = defineOperation<{ projectId: number; name: string }, ProjectAccess, void>({
  name: 'protected_branch.delete',
  waitsForMerges: true,
  load: (ctx, input) => getProjectAccess(ctx, input.projectId),
  check: (ctx, access) => refusal(ctx, access),
  run: async (ctx, access, input) => {
    await changeGates(ctx, access.project.id, 'protection');
    const rule = await getRule(ctx, access.project.id, input.name);
    await deleteRule(ctx.db, access.project.id, rule.id);
    await record(ctx, access.project.id, 'deleted', rule);
  },
});
