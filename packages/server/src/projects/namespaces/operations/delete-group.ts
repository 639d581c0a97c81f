import type { AuditAction } from '@tributary/contract/core/audit-actions.ts';
import { refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { emit, publish } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import {
  type DeletionInput,
  deletionRefusal,
  isRestored,
  waitsForDeletion,
} from '../../access/deletion-confirmation.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import { refreshReadOnly } from '../../access/read-only-store.ts';
import { releasedPath } from '../../access/released-path.ts';
import {
  countInside,
  lockNamespace,
  markTreeForRemoval,
  type NamespaceRow,
  releaseTreeNames,
  updateNamespace,
} from '../namespace-store.ts';
import { removeGroupJob } from '../remove-group.ts';

export type DeleteGroupInput = DeletionInput & { groupId: number };

/**
 * Marks the group for deletion, which makes it and all that is in it read-only until it is restored or the period of the
 * instance is over. Without a period, or at its end, hides all of it at once and frees the names; a job removes the rows
 * and repositories.
 */
export const deleteGroup = defineOperation<DeleteGroupInput, NamespaceAccess, void>({
  name: 'group.delete',
  load: (ctx, input) => getNamespaceAccess(ctx, input.groupId),
  check: async (ctx, { namespace, policy }, input) => {
    if (namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    return can(ctx.actor, 'delete_group', policy) ?? (await deletionRefusal(ctx, namespace, input));
  },
  run: async (ctx, { namespace }, input) => {
    const row = await lockNamespace(ctx.db, namespace.id);
    if (!row || row.deleting_since !== null || isRestored(row, input)) return;
    if (await waitsForDeletion(ctx, input)) await markForDeletion(ctx, row);
    else await hideAndRemove(ctx, row);
  },
});

async function markForDeletion(ctx: Context, row: NamespaceRow): Promise<void> {
  if (row.marked_for_deletion_at === null) await setMark(ctx, row, ctx.clock.now(), 'group.marked_for_deletion');
}

async function setMark(ctx: Context, row: NamespaceRow, markedAt: Date | null, action: AuditAction): Promise<void> {
  await updateNamespace(ctx.db, row.id, { marked_for_deletion_at: markedAt });
  await refreshReadOnly(ctx.db, row.id);
  await emit(ctx, 'group.updated', { groupId: row.id, changed: ['marked_for_deletion_at'] });
  await publish(ctx, `group:${row.id}`, 'access_changed', { id: row.id });
  await audit(ctx, action, { type: 'group', id: row.id });
}

async function hideAndRemove(ctx: Context, row: NamespaceRow): Promise<void> {
  const contents = await countInside(ctx.db, row.id);
  await markTreeForRemoval(ctx.db, row.id, ctx.clock.now());
  await releaseTreeNames(ctx.db, row, releasedPath(row));
  await addJob(ctx, removeGroupJob, { groupId: row.id }, { key: `remove-group:${row.id}` });
  const { full_path: fullPath, name, parent_id: parentId } = row;
  await emit(ctx, 'group.deleted', { groupId: row.id, fullPath, name, parentId });
  await audit(ctx, 'group.deleted', { type: 'group', id: row.id }, { full_path: fullPath, ...contents });
}

/** Takes the mark away again. What is marked or archived by itself stays so. */
export const restoreGroup = defineOperation<{ groupId: number }, NamespaceAccess, void>({
  name: 'group.restore',
  load: (ctx, input) => getNamespaceAccess(ctx, input.groupId),
  check: (ctx, { namespace, policy }) =>
    can(ctx.actor, 'delete_group', policy) ??
    (namespace.marked_for_deletion_at === null ? refuse('not_marked_for_deletion') : null),
  run: async (ctx, { namespace }) => {
    const row = await lockNamespace(ctx.db, namespace.id);
    if (!row || row.marked_for_deletion_at === null || row.deleting_since !== null) return;
    await setMark(ctx, row, null, 'group.restored');
  },
});
