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
import { can, type PolicySubject } from '../../../platform/policy/policy.ts';
import {
  changeGates,
  changeGroupGates,
  getNamespaceAccess,
  getProjectAccess,
  namespaceById,
  publishToGroupProjects,
} from '../../../projects/index.ts';
import { accessTexts } from '../rules/level-text.ts';
import type { ProtectionRule, RuleOwner } from '../rules/protection-rule.ts';
import {
  clearAccess,
  deleteAccess,
  deleteRule,
  insertAccess,
  insertRule,
  listEffectiveRules,
  listRules,
  setForcePush,
  setNeedsCodeOwners,
} from '../store.ts';
import { checkedAccess, entriesFor } from './checked-access.ts';

const MAX_NAME = 255;

type Home = { owner: RuleOwner; policy: PolicySubject };

async function loadHome(ctx: Context, owner: RuleOwner): Promise<Home> {
  if (owner.kind === 'project') return { owner, policy: (await getProjectAccess(ctx, owner.id)).policy };
  const { namespace, policy } = await getNamespaceAccess(ctx, owner.id);
  if (namespace.kind !== 'group') throw new AppError('not_found', { resource: 'Group' });
  return { owner, policy };
}

function refusal(ctx: Context, { owner, policy }: Home): Refusal | null {
  return can(ctx.actor, owner.kind === 'project' ? 'admin_protected_refs' : 'admin_group_protected_refs', policy);
}

/** Holds merges off where the rule counts; before any row is read. */
async function changeGatesOf(ctx: Context, owner: RuleOwner): Promise<void> {
  if (owner.kind === 'project') return changeGates(ctx, owner.id, 'protection');
  return changeGroupGates(ctx, owner.id, 'protection');
}

/** A rule of the project or group itself. */
export async function getRule(ctx: Context, owner: RuleOwner, name: string): Promise<ProtectionRule> {
  const rule = (await listRules(ctx.db, owner)).find((each) => each.name === name);
  if (!rule) throw new AppError('not_found', { resource: 'Protected Branch' });
  return rule;
}

/** The rule that a change is about. One that a project inherits is changed where it is kept. */
async function getOwnRule(ctx: Context, owner: RuleOwner, name: string): Promise<ProtectionRule> {
  const rule = (await listRules(ctx.db, owner)).find((each) => each.name === name);
  if (rule || owner.kind === 'group') return rule ?? getRule(ctx, owner, name);
  const inherited = (await listEffectiveRules(ctx.db, owner.id)).find((each) => each.name === name);
  if (!inherited) return getRule(ctx, owner, name);
  const group = await namespaceById(ctx.db, inherited.owner.id);
  throw new AppError('protection_inherited', { name, group: group?.full_path ?? '', groupId: inherited.owner.id });
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

async function record(ctx: Context, action: 'created' | 'updated' | 'deleted', rule: ProtectionRule): Promise<void> {
  const { kind, id } = rule.owner;
  await audit(ctx, `protected_branch.${action}`, { type: kind, id }, summaryOf(rule));
  if (kind === 'group') return publishToGroupProjects(ctx, id, 'protection_changed');
  return publish(ctx, `project:${id}`, 'protection_changed', { projectId: id });
}

export const protectBranch = defineOperation<ProtectBranchInput & { owner: RuleOwner }, Home, ProtectionRule>({
  name: 'protected_branch.create',
  waitsForMerges: true,
  load: (ctx, input) => loadHome(ctx, input.owner),
  check: (ctx, home) => refusal(ctx, home),
  run: async (ctx, { owner }, input) => {
    const name = input.name.trim();
    if (name === '' || name.length > MAX_NAME) throw new AppError('protection_name_invalid');
    await changeGatesOf(ctx, owner);
    const rules = await listRules(ctx.db, owner);
    if (rules.some((rule) => rule.name === name)) throw new AppError('protection_exists', { name });
    await insertRule(ctx.db, {
      owner,
      name,
      allowForcePush: input.allow_force_push,
      needsCodeOwners: input.code_owner_approval_required,
      push: await entriesFor(ctx, owner, input.push_access_level, input.allowed_to_push),
      merge: await entriesFor(ctx, owner, input.merge_access_level, input.allowed_to_merge),
    });
    const rule = await getRule(ctx, owner, name);
    await record(ctx, 'created', rule);
    return rule;
  },
});

type Update = UpdateProtectedBranchInput & { owner: RuleOwner; name: string };

export const updateProtectedBranch = defineOperation<Update, Home, ProtectionRule>({
  name: 'protected_branch.update',
  waitsForMerges: true,
  load: (ctx, input) => loadHome(ctx, input.owner),
  check: (ctx, home) => refusal(ctx, home),
  run: async (ctx, { owner }, input) => {
    await changeGatesOf(ctx, owner);
    const rule = await getOwnRule(ctx, owner, input.name);
    if (input.allow_force_push !== undefined) await setForcePush(ctx.db, rule.id, input.allow_force_push);
    if (input.code_owner_approval_required !== undefined) {
      await setNeedsCodeOwners(ctx.db, rule.id, input.code_owner_approval_required);
    }
    if (input.allowed_to_push) await changeAccess(ctx, rule, 'push', input.allowed_to_push);
    if (input.allowed_to_merge) await changeAccess(ctx, rule, 'merge', input.allowed_to_merge);
    const changed = await getRule(ctx, owner, input.name);
    await record(ctx, 'updated', changed);
    return changed;
  },
});

/** Entries without an id are added, those with `_destroy` go. Nobody left means "no one". */
async function changeAccess(
  ctx: Context,
  rule: ProtectionRule,
  kind: 'push' | 'merge',
  entries: readonly AccessEntryInput[],
): Promise<void> {
  const removed = entries.flatMap((entry) => (entry._destroy && entry.id !== undefined ? [entry.id] : []));
  await deleteAccess(ctx.db, rule.id, removed);
  // An entry with an id is replaced by what is sent with it.
  const replaced = entries.flatMap((entry) => (!entry._destroy && entry.id !== undefined ? [entry.id] : []));
  await deleteAccess(ctx.db, rule.id, replaced);
  await insertAccess(ctx.db, rule.id, kind, await checkedAccess(ctx, rule.owner, entries));
  const left = (await getRule(ctx, rule.owner, rule.name))[kind];
  if (left.length > 0) return;
  await clearAccess(ctx.db, rule.id, kind);
  await insertAccess(ctx.db, rule.id, kind, [{ level: 0 }]);
}

export const unprotectBranch = defineOperation<{ owner: RuleOwner; name: string }, Home, void>({
  name: 'protected_branch.delete',
  waitsForMerges: true,
  load: (ctx, input) => loadHome(ctx, input.owner),
  check: (ctx, home) => refusal(ctx, home),
  run: async (ctx, { owner }, input) => {
    await changeGatesOf(ctx, owner);
    const rule = await getOwnRule(ctx, owner, input.name);
    await deleteRule(ctx.db, rule.id);
    await record(ctx, 'deleted', rule);
  },
});
