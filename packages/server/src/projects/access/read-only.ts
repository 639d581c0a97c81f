import type { ReadOnlyReason } from '@tributary/contract/projects/page.ts';
import type { Context } from '../../platform/context.ts';
import { deletionDay } from './deletion-confirmation.ts';
import { type ReadOnlyGroup, readOnlyGroups, traversalIdsOf } from './read-only-store.ts';
import type { NamespaceRow, ProjectRow } from './store.ts';

type State = { archived_at: Date | null; marked_for_deletion_at: Date | null };

async function reasonOf(ctx: Context, own: State, above: readonly ReadOnlyGroup[]): Promise<ReadOnlyReason> {
  const states: (State & { group?: ReadOnlyGroup })[] = [own, ...above.map((group) => ({ ...group, group }))];
  // What will be gone matters more than what only rests.
  const found = states.find((state) => state.marked_for_deletion_at) ?? states.find((state) => state.archived_at);
  if (!found) return null;
  const group = found.group ? { name: found.group.name, fullPath: found.group.full_path } : null;
  return found.marked_for_deletion_at
    ? { kind: 'deletion', group, deletedOn: await deletionDay(ctx, found.marked_for_deletion_at) }
    : { kind: 'archived', group, deletedOn: null };
}

/** Why nobody can change the project: its own state, or that of a group above it. */
export async function projectReadOnlyReason(ctx: Context, project: ProjectRow): Promise<ReadOnlyReason> {
  if (!project.is_read_only) return null;
  const ids = project.is_group_read_only ? await traversalIdsOf(ctx.db, project.namespace_id) : [];
  return reasonOf(ctx, project, await readOnlyGroups(ctx.db, ids));
}

/** As projectReadOnlyReason, for a group. */
export async function groupReadOnlyReason(ctx: Context, group: NamespaceRow): Promise<ReadOnlyReason> {
  if (!group.is_read_only) return null;
  const above = group.traversal_ids.filter((id) => id !== group.id);
  return reasonOf(ctx, group, await readOnlyGroups(ctx.db, above));
}
