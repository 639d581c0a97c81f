import type { Extensions } from '../../platform/extensions.ts';
import {
  defineContributions,
  defineDeletionCheck,
  defineNameCheck,
  defineWithoutProjects,
  onUserCreated,
  onUsernameChanged,
} from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import { todayOf } from '../access/project-access.ts';
import { takesPartInNoProject } from '../access/visible-store.ts';
import { deleteProject } from '../lifecycle/operations/delete-project.ts';
import { projectById } from '../lifecycle/project-store.ts';
import { removeProject } from '../lifecycle/remove-project.ts';
import {
  insertNamespace,
  isPathTaken,
  lockNamespace,
  moveNamespaceTree,
  namespaceById,
  personalNamespaceOf,
  soleOwnedGroups,
  treeContents,
  updateNamespace,
} from './namespace-store.ts';
import { deleteGroup } from './operations/delete-group.ts';
import { removeGroup } from './remove-group.ts';

const TAKEN = 'has already been taken';

async function personalProjects(ctx: Context, userId: number): Promise<number[]> {
  const namespace = await personalNamespaceOf(ctx.db, userId);
  return namespace ? (await treeContents(ctx.db, namespace.id)).projectIds : [];
}

export const namespacesPersonalNamespaces: Extensions = [
  describeConstraint('namespaces_full_path_key', { code: 'validation_failed', field: 'path', message: TAKEN }),
  describeConstraint('projects_full_path_key', { code: 'validation_failed', field: 'path', message: TAKEN }),
  /** Every user has a namespace of their own for their projects, named like them. */
  onUserCreated(async (ctx, user) => {
    await insertNamespace(ctx.db, {
      kind: 'user',
      parent_id: null,
      owner_id: user.id,
      name: user.username,
      path: user.username,
      full_path: user.username,
      visibility: 'public',
      created_by_id: user.id,
    });
  }),
  onUsernameChanged(async (ctx, user) => {
    const found = await personalNamespaceOf(ctx.db, user.id);
    const namespace = found && (await lockNamespace(ctx.db, found.id));
    if (!namespace) return;
    await moveNamespaceTree(ctx.db, namespace, user.username);
    await updateNamespace(ctx.db, namespace.id, { path: user.username, name: user.username });
  }),
  /** Users and groups share the root of addresses; a user's own namespace is compared among users. */
  defineNameCheck(async (ctx, name) => isPathTaken(ctx.db, name)),
  defineWithoutProjects(takesPartInNoProject),
  /** Who owns projects, or is the last owner of a group, has to hand them over before the account can go. */
  defineDeletionCheck(async (ctx, userId) => {
    if ((await personalProjects(ctx, userId)).length > 0) return true;
    return (await soleOwnedGroups(ctx.db, userId, todayOf(ctx))).length > 0;
  }),
  // Both are gone for good before the account is: their rows name its namespace and its roles.
  defineContributions({
    list: async (ctx, userId, afterId) => (await personalProjects(ctx, userId)).filter((id) => id > afterId),
    remove: async (ctx, projectId) => {
      const project = await projectById(ctx.db, projectId);
      if (project?.deleting_since === null) await deleteProject(ctx, { projectId, isImmediate: true });
      await removeProject(ctx, projectId);
    },
  }),
  defineContributions({
    list: async (ctx, userId, afterId) =>
      (await soleOwnedGroups(ctx.db, userId, todayOf(ctx))).filter((id) => id > afterId).toSorted((a, b) => a - b),
    remove: async (ctx, groupId) => {
      const group = await namespaceById(ctx.db, groupId);
      if (group?.deleting_since === null) await deleteGroup(ctx, { groupId, isImmediate: true });
      await removeGroup(ctx, groupId);
    },
  }),
];
