import { refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../../platform/audit.ts';
import { emit } from '../../../platform/events.ts';
import { addJob } from '../../../platform/jobs.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, type NamespaceAccess } from '../../access/project-access.ts';
import { countInside, lockNamespace, markTreeForRemoval } from '../namespace-store.ts';
import { removeGroupJob } from '../remove-group.ts';

export type DeleteGroupInput = {
  groupId: number;
  /** The group's full path once more; needed when projects or subgroups go with it. */
  confirmation?: string | undefined;
};

type Loaded = NamespaceAccess & { contents: { projects: number; subgroups: number } };

/** Hides a group with all that is in it at once; a job removes the rows and repositories. */
export const deleteGroup = defineOperation<DeleteGroupInput, Loaded, void>({
  name: 'group.delete',
  load: async (ctx, input) => {
    const access = await getNamespaceAccess(ctx, input.groupId);
    return { ...access, contents: await countInside(ctx.db, access.namespace.id) };
  },
  check: (ctx, { namespace, policy, contents }, input) => {
    if (namespace.kind !== 'group') return refuse('not_found', { resource: 'Group' });
    const denied = can(ctx.actor, 'delete_group', policy);
    if (denied) return denied;
    const isConfirmed = input.confirmation?.toLowerCase() === namespace.full_path.toLowerCase();
    if (contents.projects + contents.subgroups > 0 && !isConfirmed) return refuse('group_not_empty', contents);
    return null;
  },
  run: async (ctx, { namespace, contents }) => {
    await lockNamespace(ctx.db, namespace.id);
    await markTreeForRemoval(ctx.db, namespace.id, ctx.clock.now());
    await addJob(ctx, removeGroupJob, { groupId: namespace.id }, { key: `remove-group:${namespace.id}` });
    await emit(ctx, 'group.deleted', { groupId: namespace.id, fullPath: namespace.full_path });
    await audit(
      ctx,
      'group.deleted',
      { type: 'group', id: namespace.id },
      { full_path: namespace.full_path, ...contents },
    );
  },
});
