import {
  type ApprovalRuleView,
  DEPLOY_LEVELS,
  type EnvironmentSettingsPageData,
  type ProtectedEnvironmentView,
} from '@tributary/contract/environments/protection.ts';
import { TIERS } from '@tributary/contract/environments/status.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import {
  type AccessNames,
  accessNames,
  describeEntry,
  entryView,
  findGroups,
  levelText,
} from '../../../repositories/index.ts';
import { allowsOwnApproval } from '../../approvals/store/approval-store.ts';
import { freezeStates, toFreezePeriodCard } from '../../freezes/reads/freeze-state.ts';
import { nameable } from '../operations/checked-entries.ts';
import type { EnvironmentProtection } from '../rules/protection.ts';
import {
  listProtections,
  type ProtectionOwner,
  protectionsAbove,
  unprotectedNames,
} from '../store/protection-store.ts';

export type NamedProtection = {
  protection: EnvironmentProtection;
  nameOf: (entry: EnvironmentProtection['deploy'][number]) => string;
};

const namesIn = (ctx: Context, protections: readonly EnvironmentProtection[]): Promise<AccessNames> =>
  accessNames(
    ctx,
    protections.flatMap(({ deploy, approval }) => [...deploy, ...approval]),
  );

/** Protections with the names of those they name; two queries for all. */
export async function nameProtections(
  ctx: Context,
  protections: readonly EnvironmentProtection[],
): Promise<NamedProtection[]> {
  const names = await namesIn(ctx, protections);
  return protections.map((protection) => ({ protection, nameOf: (entry) => describeEntry(entry, names) }));
}

export async function listNamedProtections(ctx: Context, owner: ProtectionOwner): Promise<NamedProtection[]> {
  return nameProtections(ctx, await listProtections(ctx.db, owner));
}

function toView(protection: EnvironmentProtection, names: AccessNames): ProtectedEnvironmentView {
  return {
    name: protection.name,
    deploy: protection.deploy.map((entry) => entryView(entry, names)),
    approvals: protection.approval.map((rule): ApprovalRuleView => ({
      ...entryView(rule, names),
      required: rule.required,
    })),
    requiredApprovals: protection.requiredApprovals,
  };
}

const MAX_NAMES = 500;

async function freeNames(ctx: Context, owner: ProtectionOwner, taken: readonly string[]): Promise<string[]> {
  if ('projectId' in owner) return unprotectedNames(ctx.db, owner.projectId, MAX_NAMES);
  return TIERS.filter((tier) => !taken.includes(tier));
}

/** What the settings of a project or group show of protected environments. */
export async function viewProtections(
  ctx: Context,
  owner: ProtectionOwner,
  namespaceId: number,
): Promise<Omit<EnvironmentSettingsPageData, 'owner' | 'can' | 'settingsPath'>> {
  const [own, all, named] = await Promise.all([
    listProtections(ctx.db, owner),
    protectionsAbove(ctx.db, namespaceId),
    nameable(ctx, owner),
  ]);
  const above = all.filter(({ protection }) => !own.some(({ id }) => id === protection.id));
  const [names, people, groups] = await Promise.all([
    namesIn(ctx, [...own, ...above.map(({ protection }) => protection)]),
    listUsersByIds(ctx, named.users),
    findGroups(ctx.db, named.groups),
  ]);
  return {
    protections: own.map((protection) => toView(protection, names)),
    inherited: above.map(({ protection, groupPath }) => ({ ...toView(protection, names), groupPath })),
    names: await freeNames(
      ctx,
      owner,
      own.map(({ name }) => name),
    ),
    levels: DEPLOY_LEVELS.map((value) => ({ value, text: levelText(value) })),
    people: people.map(({ id, username, name, avatarUrl }) => ({
      id,
      username,
      name,
      avatarUrl,
      href: `/${username}`,
    })),
    groups,
    freezes: 'projectId' in owner ? (await freezeStates(ctx, owner.projectId)).map(toFreezePeriodCard) : null,
    allowsOwnApproval: 'projectId' in owner ? await allowsOwnApproval(ctx.db, owner.projectId) : null,
  };
}
