import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { AccessEntryInput } from '@tributary/contract/projects/repository-inputs.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../../projects/index.ts';
import type { RuleOwner } from '../rules/protection-rule.ts';
import { groupsOfGroup, groupsOfProject, type NewAccess, pushersOf, pushersOfGroup } from '../store.ts';

const MAX_PEOPLE = 10_000;

/** Names one who may: a level, a user who may push, or a group that has to do with the project or group. */
export async function checkedAccess(
  ctx: Context,
  owner: RuleOwner,
  entries: readonly AccessEntryInput[],
): Promise<NewAccess[]> {
  const wanted = entries.filter((entry) => !entry._destroy);
  const people = wanted.some((entry) => entry.user_id !== undefined)
    ? new Set(await (owner.kind === 'project' ? pushersOf : pushersOfGroup)(ctx.db, owner.id, todayOf(ctx), MAX_PEOPLE))
    : new Set<number>();
  const groups = wanted.some((entry) => entry.group_id !== undefined)
    ? new Set(await (owner.kind === 'project' ? groupsOfProject : groupsOfGroup)(ctx.db, owner.id, todayOf(ctx)))
    : new Set<number>();
  return wanted.map((entry) => {
    const named = [entry.access_level, entry.user_id, entry.group_id].filter((each) => each !== undefined);
    if (named.length !== 1)
      throw new AppError('bad_parameter', { name: 'allowed_to_push, allowed_to_merge or allowed_to_create' });
    if (entry.user_id !== undefined && !people.has(entry.user_id)) throw new AppError('protection_person_unknown');
    if (entry.group_id !== undefined && !groups.has(entry.group_id)) throw new AppError('protection_person_unknown');
    return { level: entry.access_level, userId: entry.user_id, groupId: entry.group_id };
  });
}

/** A level, or those who are named; maintainers when nobody is. */
export async function entriesFor(
  ctx: Context,
  owner: RuleOwner,
  level: number | undefined,
  listed: readonly AccessEntryInput[] | undefined,
): Promise<NewAccess[]> {
  const named = listed ? await checkedAccess(ctx, owner, listed) : [];
  if (level !== undefined) return [{ level }, ...named];
  return named.length > 0 ? named : [{ level: 40 }];
}
