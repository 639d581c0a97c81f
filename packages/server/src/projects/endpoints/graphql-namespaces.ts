import { fail } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder, GraphqlContext } from '../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import { authorize, isAllowed, INSTANCE } from '../../platform/policy/policy.ts';
import { getNamespaceAccess } from '../access/index.ts';
import { listProjects } from '../lifecycle/reads/list-projects.ts';
import { listNamespaces } from '../namespaces/reads/list-namespaces.ts';
import { getNamespaceView, type NamespaceView } from '../namespaces/reads/namespace-views.ts';
import { addUserGroups, groupsBy } from './graphql-user-groups.ts';
import { projectOrder, type ProjectOrderWord } from './graphql-project-order.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Namespace: NamespaceView;
    NamespaceConnection: Connection<NamespaceView>;
    Group: NamespaceView;
    GroupConnection: Connection<NamespaceView>;
    GroupPermissions: NamespaceView;
  }
}

/** The namespace of this path as the reader meets it; null when there is none, or not for them. */
async function findNamespace(
  asked: GraphqlContext,
  fullPath: string,
  kinds: readonly NamespaceView['kind'][],
): Promise<NamespaceView | null> {
  const { ctx } = asked;
  const access = await orNull(asked, async () => {
    const found = await getNamespaceAccess(ctx, fullPath);
    return kinds.includes(found.namespace.kind) ? found : fail('not_found', { resource: 'Group' });
  });
  if (!access) return null;
  authorize(ctx.actor, 'read_group', access.policy);
  return getNamespaceView(ctx, access.namespace.id);
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Namespace', {
    description: 'The namespace of a project: a group or a user’s personal namespace.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (view) => toGlobalId('Namespace', view.id) }),
      name: t.exposeString('name', { nullable: false }),
      path: t.exposeString('path', { nullable: false }),
      fullName: t.exposeString('fullName', { nullable: false }),
      fullPath: t.id({ nullable: false, resolve: (view) => view.fullPath }),
      description: t.exposeString('description', { nullable: true }),
      visibility: t.exposeString('visibility', { nullable: true }),
    }),
  });
  builder.objectType('GroupPermissions', {
    fields: (t) => ({
      readGroup: t.boolean({ nullable: false, resolve: () => true }),
      createProjects: t.boolean({
        nullable: false,
        resolve: (view, _args, { ctx }) => isAllowed(ctx.actor, 'create_project_in_group', policyOf(view)),
      }),
    }),
  });
  builder.objectType('Group', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (view) => toGlobalId('Group', view.id) }),
      name: t.exposeString('name', { nullable: false }),
      path: t.exposeString('path', { nullable: false }),
      fullName: t.exposeString('fullName', { nullable: false }),
      fullPath: t.id({ nullable: false, resolve: (view) => view.fullPath }),
      description: t.exposeString('description', { nullable: true }),
      visibility: t.exposeString('visibility', { nullable: true }),
      avatarUrl: t.exposeString('avatarUrl', { nullable: true }),
      webUrl: t.string({
        nullable: false,
        resolve: (view, _args, { ctx }) => `${ctx.config.url}/groups/${view.fullPath}`,
      }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: (view) => view.createdAt }),
      requestAccessEnabled: t.exposeBoolean('canRequestAccess', { nullable: true }),
      mentionsDisabled: t.exposeBoolean('areMentionsDisabled', { nullable: true }),
      userPermissions: t.field({ type: 'GroupPermissions', nullable: false, resolve: (view) => view }),
    }),
  });
  for (const name of ['Namespace', 'Group'] as const) {
    builder.objectType(`${name}Connection`, {
      fields: (t) => ({
        nodes: t.field({ type: [name], resolve: (connection) => connection.nodes }),
        count: t.exposeInt('count', { nullable: false }),
        pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
      }),
    });
  }
}

const policyOf = ({ visibility, level, isReadOnly }: NamespaceView) => ({
  resource: 'Group',
  visibility,
  level,
  isArchived: isReadOnly,
});

/** Groups above others of one answer, as far as the reader may see them. */
const groupOf = inOneGo<number, NamespaceView | null>(async (ctx, ids) => {
  const wanted = [...new Set(ids)];
  const page = await listNamespaces(ctx, { kind: 'group', ids: wanted }, { page: 1, perPage: wanted.length });
  const byId = new Map(page.items.map((view) => [view.id, view]));
  return ids.map((id) => byId.get(id) ?? null);
});

function addGroupFields(builder: GraphqlBuilder): void {
  const sort = builder.enumType('NamespaceProjectSort', {
    values: Object.keys(projectOrder.byWord) as ProjectOrderWord[],
  });
  builder.objectFields('Group', (t) => ({
    parent: t.field({
      type: 'Group',
      nullable: true,
      resolve: ({ parentId }, _args, { ctx }) => (parentId === null ? null : groupOf(ctx, parentId)),
    }),
    descendantGroups: t.field({
      type: 'GroupConnection',
      nullable: true,
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        search: t.arg.string(),
        owned: t.arg.boolean(),
        includeParentDescendants: t.arg.boolean({ defaultValue: true, description: 'Includes all descendants.' }),
      },
      resolve: ({ id }, { search, owned, includeParentDescendants, ...args }, { ctx }) =>
        groupsBy(
          ctx,
          {
            ...(includeParentDescendants === false ? { parentId: id } : { belowId: id }),
            ...(search && { search }),
            ...(owned && { minLevel: 50 }),
          },
          args,
        ),
    }),
    projects: t.field({
      type: 'ProjectConnection',
      nullable: false,
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        search: t.arg.string(),
        includeSubgroups: t.arg.boolean({ defaultValue: false }),
        includeArchived: t.arg.boolean({ defaultValue: true }),
        ids: t.arg({ type: ['ID'] }),
        sort: t.arg({ type: sort }),
      },
      resolve: (view, { search, includeSubgroups, includeArchived, ids, sort: order, ...args }, { ctx }) =>
        pagedConnection(args, (request) =>
          listProjects(
            ctx,
            {
              ...(includeSubgroups ? { belowNamespaceId: view.id } : { namespaceId: view.id }),
              ...(search && { search }),
              ...(ids && { ids: ids.map((id) => parseNumericId(id, 'Project')) }),
              ...(includeArchived === false && { archived: false }),
            },
            { ...request, ...projectOrder.usual, ...(order && projectOrder.byWord[order]) },
          ),
        ),
    }),
  }));
}

/** `group`, `groups`, `namespace` and the groups of a user. */
export function addNamespaces(builder: GraphqlBuilder): void {
  addTypes(builder);
  addGroupFields(builder);
  addUserGroups(builder);
  builder.queryFields((t) => ({
    group: t.field({
      type: 'Group',
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, asked) => findNamespace(asked, fullPath, ['group']),
    }),
    namespace: t.field({
      type: 'Namespace',
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, asked) => findNamespace(asked, fullPath, ['group', 'user']),
    }),
    groups: t.field({
      type: 'GroupConnection',
      nullable: true,
      description: 'Groups you can see.',
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        search: t.arg.string(),
        ids: t.arg({ type: ['ID'] }),
        topLevelOnly: t.arg.boolean(),
        ownedOnly: t.arg.boolean(),
        allAvailable: t.arg.boolean({ defaultValue: true, description: 'Includes groups you are not a member of.' }),
      },
      resolve: (_root, { search, ids, topLevelOnly, ownedOnly, allAvailable, ...args }, { ctx }) => {
        authorize(ctx.actor, 'browse', INSTANCE);
        const minLevel = ownedOnly ? 50 : allAvailable === false ? 10 : undefined;
        return groupsBy(
          ctx,
          {
            minLevel,
            ...(search && { search }),
            ...(ids && { ids: ids.map((id) => parseNumericId(id, 'Group', 'Namespace')) }),
            ...(topLevelOnly && { parentId: null }),
          },
          args,
        );
      },
    }),
  }));
}
