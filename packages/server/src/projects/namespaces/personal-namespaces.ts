import {
  defineDeletionCheck,
  defineNameCheck,
  defineWithoutProjects,
  onUserCreated,
  onUsernameChanged,
} from '../../accounts/index.ts';
import { describeConstraint } from '../../platform/db/database-errors.ts';
import { todayOf } from '../access/project-access.ts';
import { takesPartInNoProject } from '../access/visible-store.ts';
import {
  insertNamespace,
  isPathTaken,
  lockNamespace,
  moveNamespaceTree,
  personalNamespaceOf,
  soleOwnedGroups,
  treeContents,
  updateNamespace,
} from './namespace-store.ts';

const TAKEN = 'has already been taken';
describeConstraint('namespaces_full_path_key', { code: 'validation_failed', field: 'path', message: TAKEN });
describeConstraint('projects_full_path_key', { code: 'validation_failed', field: 'path', message: TAKEN });

/** Every person has a namespace of their own for their projects, named like them. */
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
});

onUsernameChanged(async (ctx, user) => {
  const found = await personalNamespaceOf(ctx.db, user.id);
  const namespace = found && (await lockNamespace(ctx.db, found.id));
  if (!namespace) return;
  await moveNamespaceTree(ctx.db, namespace, user.username);
  await updateNamespace(ctx.db, namespace.id, { path: user.username, name: user.username });
});

/** People and groups share the root of addresses; a person's own namespace is compared among people. */
defineNameCheck(async (ctx, name) => isPathTaken(ctx.db, name));

defineWithoutProjects(takesPartInNoProject);

/** Who owns projects, or is the last owner of a group, has to hand them over before the account can go. */
defineDeletionCheck(async (ctx, userId) => {
  const namespace = await personalNamespaceOf(ctx.db, userId);
  const contents = namespace && (await treeContents(ctx.db, namespace.id));
  if (contents && contents.projectIds.length > 0) return true;
  return (await soleOwnedGroups(ctx.db, userId, todayOf(ctx))).length > 0;
});
