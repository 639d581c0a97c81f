import { audit } from '../../../platform/audit.ts';
import { emit } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { refuse } from '@tributary/contract/errors/app-error.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import { type DeletionConfirmation, wrongPath } from '../../access/deletion-confirmation.ts';
import { releasedPath } from '../../access/released-path.ts';
import { countInside, lockNamespace, markTreeForRemoval, releaseTreeNames } from '../namespace-store.ts';
import { removeGroupJob } from '../remove-group.ts';

export type DeleteGroupInput = DeletionConfirmation & { groupId: number };

/** Hides a group with all that is in it at once, and frees the names; a job removes the rows and repositories. */
export const deleteGroup = defineOperation<DeleteGroupInput, NamespaceAccess, void>({
  name: 'group.delete',
  load: (ctx, input) => getNamespaceAccess(ctx, input.groupId),
  check: (ctx, { namespace, policy }, input) => {
    if (namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    return can(ctx.actor, 'delete_group', policy) ?? wrongPath(input, namespace.full_path);
  },
  run: async (ctx, { namespace }) => {
    const row = await lockNamespace(ctx.db, namespace.id);
    if (!row || row.deleting_since !== null) return;
    const contents = await countInside(ctx.db, row.id);
    await markTreeForRemoval(ctx.db, row.id, ctx.clock.now());
    await releaseTreeNames(ctx.db, row, releasedPath(row));
    await addJob(ctx, removeGroupJob, { groupId: row.id }, { key: `remove-group:${row.id}` });
    await emit(ctx, 'group.deleted', { groupId: row.id, fullPath: row.full_path, name: row.name });
    await audit(ctx, 'group.deleted', { type: 'group', id: row.id }, { full_path: row.full_path, ...contents });
  },
});
