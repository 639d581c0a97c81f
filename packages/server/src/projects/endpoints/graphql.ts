import { AppError } from '@tributary/contract/errors/app-error.ts';
import { hidesProfile } from '../../accounts/index.ts';
import type { GraphqlBuilder, GraphqlContext } from '../../endpoints/graphql/builder.ts';
import { type Connection, type ConnectionArgs, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import type { Context } from '../../platform/context.ts';
import { authorize, isAllowed } from '../../platform/policy/policy.ts';
import { getProjectAccess } from '../access/index.ts';
import { listProjects, type ProjectFilter } from '../lifecycle/reads/list-projects.ts';
import { getProjectView, type ProjectView } from '../lifecycle/reads/project-views.ts';
import { addCiCdSettings } from './graphql-ci-cd-settings.ts';
import { addGroupSettings } from './graphql-group-settings.ts';
import { addMembers } from './graphql-members.ts';
import { addNamespaces } from './graphql-namespaces.ts';
import { addProjectFields, policyOf, subjectOf } from './graphql-project-fields.ts';
import { projectOrder } from './graphql-project-order.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Project: ProjectView;
    ProjectConnection: Connection<ProjectView>;
    ProjectPermissions: ProjectView;
  }
}

async function findProject(asked: GraphqlContext, fullPath: string): Promise<ProjectView | null> {
  const { ctx } = asked;
  const access = await orNull(asked, () => getProjectAccess(ctx, fullPath));
  if (!access) return null;
  authorize(ctx.actor, 'read_project', access.policy);
  return getProjectView(ctx, access.project.id);
}

function addProjectTypes(builder: GraphqlBuilder): void {
  builder.objectType('ProjectPermissions', {
    fields: (t) => ({
      readMergeRequest: t.boolean({
        nullable: false,
        resolve: (view, _args, { ctx }) =>
          isAllowed(ctx.actor, 'read_merge_request', subjectOf(view, 'merge_requests')),
      }),
      adminProject: t.boolean({
        nullable: false,
        description: 'Can change the settings.',
        resolve: (view, _args, { ctx }) => isAllowed(ctx.actor, 'update_project', policyOf(view)),
      }),
      createSnippet: t.boolean({
        nullable: false,
        description: 'Always false. Snippets are not available.',
        resolve: () => false,
      }),
      createMergeRequestIn: t.boolean({ nullable: false, resolve: (view) => view.can.createMergeRequest }),
      downloadCode: t.boolean({ nullable: false, resolve: (view) => view.can.readCode }),
      pushCode: t.boolean({
        nullable: false,
        resolve: (view, _args, { ctx }) => isAllowed(ctx.actor, 'push_code', subjectOf(view, 'repository')),
      }),
    }),
  });
  builder.objectType('Project', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (view) => toGlobalId('Project', view.project.id) }),
      name: t.string({ nullable: false, resolve: (view) => view.project.name }),
      path: t.string({ nullable: false, resolve: (view) => view.project.path }),
      fullPath: t.id({ nullable: false, resolve: (view) => view.project.full_path }),
      nameWithNamespace: t.exposeString('nameWithNamespace', { nullable: false }),
      description: t.string({ nullable: true, resolve: (view) => view.project.description }),
      visibility: t.string({ nullable: true, resolve: (view) => view.project.visibility }),
      archived: t.boolean({ nullable: true, resolve: (view) => view.project.is_read_only }),
      avatarUrl: t.exposeString('avatarUrl', { nullable: true }),
      starCount: t.int({ nullable: false, resolve: (view) => view.project.star_count }),
      forksCount: t.int({ nullable: false, resolve: (view) => view.project.forks_count }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: (view) => view.project.created_at }),
      lastActivityAt: t.field({ type: 'Time', nullable: true, resolve: (view) => view.project.last_activity_at }),
      topics: t.stringList({ nullable: true, resolve: (view) => view.project.topics }),
      namespace: t.field({ type: 'Namespace', nullable: true, resolve: (view) => view.namespace }),
      webUrl: t.string({
        nullable: true,
        resolve: (view, _args, { ctx }) => `${ctx.config.url}/${view.project.full_path}`,
      }),
      httpUrlToRepo: t.string({
        nullable: true,
        resolve: (view, _args, { ctx }) => `${ctx.config.url}/${view.project.full_path}.git`,
      }),
      sshUrlToRepo: t.string({
        nullable: true,
        description: 'Null where the instance serves no SSH.',
        resolve: (view, _args, { ctx }) => ctx.ssh?.cloneUrl(view.project.full_path) ?? null,
      }),
      userPermissions: t.field({ type: 'ProjectPermissions', nullable: false, resolve: (view) => view }),
    }),
  });
  builder.objectType('ProjectConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Project'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

type Given<T> = T | null | undefined;
type Listed = ConnectionArgs & {
  search?: Given<string>;
  searchNamespaces?: Given<boolean>;
  membership?: Given<boolean>;
  ids?: Given<readonly string[]>;
  fullPaths?: Given<readonly string[]>;
  sort?: Given<string>;
};

const MAX_PATHS = 50;

function orderOf(sort: string) {
  const text = sort.toLowerCase();
  if (!Object.hasOwn(projectOrder.byText, text)) throw new AppError('bad_parameter', { name: 'sort' });
  return projectOrder.byText[text];
}

function listed(ctx: Context, given: Listed, place: ProjectFilter = {}) {
  const { search, searchNamespaces, membership, ids, fullPaths, sort, ...args } = given;
  if ((fullPaths?.length ?? 0) > MAX_PATHS) throw new AppError('bad_parameter', { name: 'fullPaths' });
  const filter: ProjectFilter = {
    ...(search && { search }),
    ...(searchNamespaces && { searchNamespaces }),
    ...(membership && { membership }),
    ...(ids && { ids: ids.map((id) => parseNumericId(id, 'Project')) }),
    ...(fullPaths && { fullPaths: [...fullPaths] }),
    ...place,
  };
  const order = { ...projectOrder.usual, ...(sort && orderOf(sort)) };
  return pagedConnection(args, (request) => listProjects(ctx, filter, { ...request, ...order }));
}

/** `project`, `projects`, `group`, `groups`, `namespace` and the members of both. */
export function extendWithProjects(builder: GraphqlBuilder): void {
  addProjectTypes(builder);
  addNamespaces(builder);
  addGroupSettings(builder);
  addMembers(builder);
  addProjectFields(builder);
  addCiCdSettings(builder);
  const list = builder.args((t) => ({
    search: t.string(),
    searchNamespaces: t.boolean({ description: 'Also searches the names of parent groups.' }),
    ids: t.field({ type: ['ID'] }),
    sort: t.string({ description: `One of ${Object.keys(projectOrder.byText).join(', ')}.` }),
    first: t.int(),
    after: t.string(),
  }));
  builder.interfaceField('User', 'starredProjects', (t) =>
    t.field({
      type: 'ProjectConnection',
      nullable: true,
      args: { search: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
      resolve: async (user, given, { ctx }) =>
        (await hidesProfile(ctx, user.id)) ? null : listed(ctx, given, { starredBy: user.id }),
    }),
  );
  builder.queryFields((t) => ({
    project: t.field({
      type: 'Project',
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, asked) => findProject(asked, fullPath),
    }),
    projects: t.field({
      type: 'ProjectConnection',
      nullable: true,
      args: { ...list, fullPaths: t.arg.stringList(), membership: t.arg.boolean() },
      resolve: (_root, given, { ctx }) => listed(ctx, given),
    }),
  }));
}
