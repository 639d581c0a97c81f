import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { addMetadata } from './graphql-metadata.ts';
import { addProfile } from './graphql-profile.ts';
import { addStatus } from './graphql-status.ts';
import { addPreferences } from './graphql-preferences.ts';
import { findUser, findUserByUsername, listUsersByNames } from '../reads/find-users.ts';
import { listUsers } from '../reads/list-users.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlInterfaces {
    User: UserView;
  }
  interface GraphqlObjects {
    UserCore: UserView;
    UserConnection: Connection<UserView>;
  }
}

async function currentUser(ctx: Context): Promise<UserView | null> {
  const id = actorId(ctx.actor);
  if (id === undefined) return null;
  authorize(ctx.actor, 'use_account', INSTANCE);
  return (await findUser(ctx, id)) ?? null;
}

function addUserTypes(builder: GraphqlBuilder): void {
  builder.interfaceType('User', {
    description: 'A user, with public information.',
    resolveType: () => 'UserCore',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (user) => toGlobalId('User', user.id) }),
      username: t.exposeString('username', { nullable: false }),
      name: t.exposeString('name', { nullable: false }),
      state: t.exposeString('state', { nullable: false }),
      publicEmail: t.exposeString('publicEmail', { nullable: true }),
      avatarUrl: t.exposeString('avatarUrl', { nullable: true }),
      webPath: t.string({ nullable: false, resolve: (user) => `/${user.username}` }),
      webUrl: t.string({ nullable: false, resolve: (user, _args, { ctx }) => `${ctx.config.url}/${user.username}` }),
    }),
  });
  builder.objectType('UserCore', {
    description: 'A user, with basic information only.',
    interfaces: ['User'],
  });
  builder.objectType('UserConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['User'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

/** `currentUser`, `user` and `users`. */
export function extendWithAccounts(builder: GraphqlBuilder): void {
  addUserTypes(builder);
  addProfile(builder);
  addMetadata(builder);
  addPreferences(builder);
  addStatus(builder);
  builder.queryFields((t) => ({
    currentUser: t.field({ type: 'User', nullable: true, resolve: (_root, _args, { ctx }) => currentUser(ctx) }),
    user: t.field({
      type: 'User',
      nullable: true,
      args: { username: t.arg.string({ required: true }) },
      resolve: async (_root, { username }, { ctx }) => {
        authorize(ctx.actor, 'read_users', INSTANCE);
        return (await findUserByUsername(ctx, username)) ?? null;
      },
    }),
    users: t.field({
      type: 'UserConnection',
      nullable: true,
      args: {
        search: t.arg.string(),
        usernames: t.arg.stringList(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: (_root, { search, usernames, ...args }, { ctx }) => {
        if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated');
        authorize(ctx.actor, 'read_users', INSTANCE);
        if (usernames) {
          return pagedConnection(args, async (request) => slicePage(await listUsersByNames(ctx, usernames), request));
        }
        return pagedConnection(args, async (request) => {
          const filter = { orderBy: 'id' as const, sort: 'desc' as const, ...(search && { search }) };
          const page = await listUsers(ctx, filter, request);
          return { ...page, items: page.items.map((details) => details.view) };
        });
      },
    }),
  }));
}
