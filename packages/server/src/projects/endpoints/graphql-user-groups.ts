import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type ConnectionArgs, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { INSTANCE, isAllowed } from '../../platform/policy/policy.ts';
import { countGroupsOf } from '../namespaces/reads/groups-of-user.ts';
import { type GroupFilter, listNamespaces, personalNamespacesOf } from '../namespaces/reads/list-namespaces.ts';
import type { NamespaceView } from '../namespaces/reads/namespace-views.ts';

const personalOf = inOneGo<number, NamespaceView | null>(async (ctx, userIds) => {
  const found = await personalNamespacesOf(ctx, userIds);
  return userIds.map((id) => found.get(id) ?? null);
});

export function groupsBy(ctx: Context, filter: GroupFilter, args: ConnectionArgs) {
  return pagedConnection(args, (request) => listNamespaces(ctx, { kind: 'group', ...filter }, request));
}

/** The role that each needs. */
const SCOPES = { CREATE_PROJECTS: 30, TRANSFER_PROJECTS: 40, IMPORT_PROJECTS: 40 } as const;

/** Null where the user hides what they do, and for those who may not know. */
const groupCountOf = (ctx: Context, user: UserView) =>
  actorId(ctx.actor) === user.id || isAllowed(ctx.actor, 'read_administration', INSTANCE)
    ? countGroupsOf(ctx, user.id)
    : null;

/** The groups of a user, and their personal namespace. */
export function addUserGroups(builder: GraphqlBuilder): void {
  const scope = builder.enumType('GroupPermission', {
    values: Object.keys(SCOPES) as (keyof typeof SCOPES)[],
  });
  builder.interfaceFields('User', (t) => ({
    groups: t.field({
      type: 'GroupConnection',
      nullable: true,
      description: 'Groups the user is a member of. Visible to the user.',
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        search: t.arg.string(),
        permissionScope: t.arg({ type: scope, description: 'Only groups in which the user can do this.' }),
      },
      resolve: (user, { search, permissionScope, ...args }, { ctx }) => {
        if (actorId(ctx.actor) !== user.id) return null;
        const within = permissionScope ? { minLevel: SCOPES[permissionScope], readOnly: false } : { minLevel: 10 };
        return groupsBy(ctx, { ...within, ...(search && { search, searchFullPath: true }) }, args);
      },
    }),
    namespace: t.field({
      type: 'Namespace',
      nullable: true,
      description: 'The personal namespace, if you can see it.',
      resolve: (user, _args, { ctx }) => personalOf(ctx, user.id),
    }),
    groupCount: t.int({
      nullable: true,
      description: 'Groups the user is a member of. Visible to the user and administrators.',
      resolve: (user, _args, { ctx }) => groupCountOf(ctx, user),
    }),
  }));
}
