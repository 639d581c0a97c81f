import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import type { ApprovalRuleInput } from '@tributary/contract/environments/protection.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../../projects/index.ts';
import { groupsOfProject, pushersOf } from '../../../repositories/index.ts';
import type { ApprovalRule, DeployAccess } from '../rules/protection.ts';
import {
  type AccessChanges,
  developersOfGroup,
  groupsWithin,
  type ProtectionOwner,
} from '../store/protection-store.ts';

const MAX_USERS = 10_000;

/** Users and groups that rules of a project or group can name. */
export async function nameable(ctx: Context, owner: ProtectionOwner): Promise<{ users: number[]; groups: number[] }> {
  const today = todayOf(ctx);
  if ('projectId' in owner) {
    const [users, groups] = await Promise.all([
      pushersOf(ctx.db, owner.projectId, today, MAX_USERS),
      groupsOfProject(ctx.db, owner.projectId, today),
    ]);
    return { users, groups };
  }
  const [users, groups] = await Promise.all([
    developersOfGroup(ctx.db, owner.namespaceId, today, MAX_USERS),
    groupsWithin(ctx.db, owner.namespaceId),
  ]);
  return { users, groups };
}

type Named = Awaited<ReturnType<typeof nameable>>;

/** A new entry, which names exactly one role, user or group. */
function newEntry(input: ApprovalRuleInput, { users, groups }: Named, field: string): Omit<ApprovalRule, 'id'> {
  const { access_level: level, user_id: userId, group_id: groupId } = input;
  if ([level, userId, groupId].filter((each) => each !== undefined).length !== 1) {
    failFields({ [field]: ['must name exactly one of access_level, user_id and group_id'] });
  }
  const isKnown =
    (userId === undefined || users.includes(userId)) && (groupId === undefined || groups.includes(groupId));
  if (!isKnown) throw new AppError('deployer_unknown');
  return {
    level: level ?? null,
    userId: userId ?? null,
    groupId: groupId ?? null,
    inheritance: input.group_inheritance_type ?? 0,
    required: input.required_approvals ?? 1,
  };
}

type Wanted = { kind: AccessChanges['kind']; inputs: readonly ApprovalRuleInput[]; field: string };

/** What is to be written so that the entries become what was sent: entries with an id are changed or removed, others added. */
export async function accessChanges(
  ctx: Context,
  owner: ProtectionOwner,
  before: readonly (DeployAccess | ApprovalRule)[],
  { kind, inputs, field }: Wanted,
): Promise<AccessChanges> {
  const named = await nameable(ctx, owner);
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const changes = {
    kind,
    added: [] as Omit<ApprovalRule, 'id'>[],
    changed: [] as ApprovalRule[],
    removed: [] as number[],
  };
  for (const input of inputs) {
    if (input.id === undefined) {
      if (!input._destroy) changes.added.push(newEntry(input, named, field));
      continue;
    }
    const entry = known.get(input.id);
    if (!entry) throw new AppError('not_found', { resource: 'Access level' });
    if (input._destroy) {
      changes.removed.push(entry.id);
      continue;
    }
    const names = [input.access_level, input.user_id, input.group_id].some((each) => each !== undefined);
    const required = 'required' in entry ? entry.required : 1;
    const { level, userId, groupId } = names ? newEntry(input, named, field) : entry;
    changes.changed.push({
      id: entry.id,
      level,
      userId,
      groupId,
      inheritance: input.group_inheritance_type ?? entry.inheritance,
      required: input.required_approvals ?? required,
    });
  }
  return changes;
}
