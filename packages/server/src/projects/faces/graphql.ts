import { fail } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder, GraphqlContext } from '../../faces/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../faces/graphql/connection.ts';
import { toGlobalId } from '../../faces/graphql/global-id.ts';
import { orNull } from '../../faces/graphql/or-null.ts';
import { authorize, isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getNamespaceAccess, getProjectAccess } from '../access/index.ts';
import { listProjects } from '../lifecycle/reads/list-projects.ts';
import { getProjectView, type ProjectView } from '../lifecycle/reads/project-views.ts';
import { getNamespaceView, type NamespaceView } from '../namespaces/reads/namespace-views.ts';

declare module '../../faces/graphql/builder.ts' {
  interface GraphqlObjects {
    Namespace: NamespaceView;
    Group: NamespaceView;
    Project: ProjectView;
    ProjectConnection: Connection<ProjectView>;
    ProjectPermissions: ProjectView;
    PushRules: ProjectView;
  }
}

async function findProject(asked: GraphqlContext, fullPath: string): Promise<ProjectView | null> {
  const { ctx } = asked;
  const access = await orNull(asked, () => getProjectAccess(ctx, fullPath));
  if (!access) return null;
  authorize(ctx.actor, 'read_project', access.policy);
  return getProjectView(ctx, access.project.id);
}

async function findGroup(asked: GraphqlContext, fullPath: string): Promise<NamespaceView | null> {
  const { ctx } = asked;
  const access = await orNull(asked, async () => {
    const found = await getNamespaceAccess(ctx, fullPath);
    return found.namespace.kind === 'group' ? found : fail('not_found', { resource: 'Group' });
  });
  if (!access) return null;
  authorize(ctx.actor, 'read_group', access.policy);
  return getNamespaceView(ctx, access.namespace.id);
}

function subjectOf(view: ProjectView, feature: 'merge_requests' | 'repository') {
  const { project, level } = view;
  const policy = {
    resource: 'Project',
    visibility: project.visibility,
    level,
    isArchived: project.archived_at !== null,
  };
  return featureOf({ project, level, policy }, feature);
}

function addNamespaceTypes(builder: GraphqlBuilder): void {
  builder.objectType('Namespace', {
    description: 'Where a project lies: a group or a person’s own namespace.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (view) => toGlobalId('Namespace', view.id) }),
      name: t.exposeString('name', { nullable: false }),
      path: t.exposeString('path', { nullable: false }),
      fullName: t.exposeString('fullName', { nullable: false }),
      fullPath: t.id({ nullable: false, resolve: (view) => view.fullPath }),
      visibility: t.exposeString('visibility', { nullable: true }),
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
      projects: t.field({
        type: 'ProjectConnection',
        nullable: false,
        args: { first: t.arg.int(), after: t.arg.string(), search: t.arg.string() },
        resolve: (view, { search, ...args }, { ctx }) =>
          pagedConnection(args, (request) =>
            listProjects(
              ctx,
              { namespaceId: view.id, ...(search && { search }) },
              { ...request, orderBy: 'id', descending: true },
            ),
          ),
      }),
    }),
  });
}

function addProjectTypes(builder: GraphqlBuilder): void {
  builder.objectType('ProjectPermissions', {
    fields: (t) => ({
      readMergeRequest: t.boolean({
        nullable: false,
        resolve: (view, _args, { ctx }) =>
          isAllowed(ctx.actor, 'read_merge_request', subjectOf(view, 'merge_requests')),
      }),
      createMergeRequestIn: t.boolean({ nullable: false, resolve: (view) => view.can.createMergeRequest }),
      downloadCode: t.boolean({ nullable: false, resolve: (view) => view.can.readCode }),
      pushCode: t.boolean({
        nullable: false,
        resolve: (view, _args, { ctx }) => isAllowed(ctx.actor, 'push_code', subjectOf(view, 'repository')),
      }),
    }),
  });
  builder.objectType('PushRules', {
    description: 'What a push must keep to beside the protection of branches.',
    fields: (t) => ({
      rejectUnsignedCommits: t.boolean({
        nullable: false,
        description: 'False: signatures are shown, and no push is refused for the want of one.',
        resolve: () => false,
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
      archived: t.boolean({ nullable: true, resolve: (view) => view.project.archived_at !== null }),
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
        description: 'Always null: there is no SSH door.',
        resolve: () => null,
      }),
      userPermissions: t.field({ type: 'ProjectPermissions', nullable: false, resolve: (view) => view }),
      pushRules: t.field({ type: 'PushRules', nullable: true, resolve: (view) => view }),
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

/** `project`, `projects` and `group`. */
export function extendWithProjects(builder: GraphqlBuilder): void {
  addNamespaceTypes(builder);
  addProjectTypes(builder);
  builder.queryFields((t) => ({
    project: t.field({
      type: 'Project',
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, asked) => findProject(asked, fullPath),
    }),
    group: t.field({
      type: 'Group',
      nullable: true,
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, asked) => findGroup(asked, fullPath),
    }),
    projects: t.field({
      type: 'ProjectConnection',
      nullable: true,
      args: { search: t.arg.string(), membership: t.arg.boolean(), first: t.arg.int(), after: t.arg.string() },
      resolve: (_root, { search, membership, ...args }, { ctx }) =>
        pagedConnection(args, (request) =>
          listProjects(
            ctx,
            { ...(search && { search }), ...(membership && { membership }) },
            { ...request, orderBy: 'id', descending: true },
          ),
        ),
    }),
  }));
}
