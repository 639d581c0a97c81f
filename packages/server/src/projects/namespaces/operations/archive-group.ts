import { refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import { emit, publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import { refreshReadOnly } from '../../access/read-only-store.ts';
import { changeGroupGates } from '../../merge-gates/index.ts';
import { lockNamespace, updateNamespace } from '../namespace-store.ts';

export type ArchiveGroupInput = { groupId: number; archived: boolean };

/** An archived group is read-only with all its subgroups and projects; what is archived by itself stays so afterwards. */
export const archiveGroup = defineOperation<ArchiveGroupInput, NamespaceAccess, void>({
  name: 'group.archive',
  waitsForMerges: true,
  load: (ctx, input) => getNamespaceAccess(ctx, input.groupId),
  check: (ctx, { namespace, policy }) => {
    if (namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    return can(ctx.actor, 'archive_group', policy);
  },
  run: async (ctx, { namespace }, { archived }) => {
    if ((namespace.archived_at !== null) === archived) return;
    await changeGroupGates(ctx, namespace.id, 'settings');
    const group = await lockNamespace(ctx.db, namespace.id);
    if (!group || group.deleting_since !== null) return;
    await updateNamespace(ctx.db, group.id, { archived_at: archived ? ctx.clock.now() : null });
    await refreshReadOnly(ctx.db, group.id);
    await emit(ctx, 'group.updated', { groupId: group.id, changed: ['archived'] });
    await publish(ctx, `group:${group.id}`, 'access_changed', { id: group.id });
    await audit(ctx, archived ? 'group.archived' : 'group.unarchived', { type: 'group', id: group.id });
  },
});
