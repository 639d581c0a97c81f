import type { AccessEntryView } from '@tributary/contract/projects/repository-page.ts';
import type { UserChip } from '@tributary/contract/projects/repository-views.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { userChip } from '../../views/commit-views.ts';
import { levelText } from '../rules/level-text.ts';
import type { AccessEntry } from '../rules/protection-rule.ts';
import { findGroups, type NamedGroup } from '../store.ts';

export type Names = { users: ReadonlyMap<number, UserChip>; groups: ReadonlyMap<number, NamedGroup> };

/** Users and groups that rules name; two queries for all. */
export async function namesOf(ctx: Context, entries: readonly AccessEntry[]): Promise<Names> {
  const users = await listUsersByIds(
    ctx,
    entries.flatMap((entry) => entry.userId ?? []),
  );
  const groups = await findGroups(
    ctx.db,
    entries.flatMap((entry) => entry.groupId ?? []),
  );
  return {
    users: new Map(users.map((user) => [user.id, userChip(user)])),
    groups: new Map(groups.map((group) => [group.id, group])),
  };
}

export function describeEntry(entry: AccessEntry, names: Names): string {
  if (entry.userId !== null) return names.users.get(entry.userId)?.name ?? 'Deleted user';
  if (entry.groupId !== null) return names.groups.get(entry.groupId)?.name ?? 'Deleted group';
  return levelText(entry.level ?? 0);
}

export function entryView(entry: AccessEntry, names: Names): AccessEntryView {
  return {
    id: entry.id,
    level: entry.level,
    user: entry.userId === null ? null : (names.users.get(entry.userId) ?? null),
    group: entry.groupId === null ? null : (names.groups.get(entry.groupId) ?? null),
    description: describeEntry(entry, names),
  };
}
