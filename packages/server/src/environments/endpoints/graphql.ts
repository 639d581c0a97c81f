import {
  DEPLOYMENT_STATUSES,
  type DeploymentStatus,
  ENVIRONMENT_STATES,
  TIERS,
} from '@tributary/contract/environments/status.ts';
import { mapPage, type Page, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, type ConnectionArgs, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addApprovalMutation } from '../approvals/endpoints/graphql.ts';
import { mayReadEnvironments } from '../environment-access.ts';
import { listDeployments, newestDeployment } from '../reads/deployments.ts';
import { listEnvironments } from '../reads/environments.ts';
import { environmentPath } from '../render/to-page.ts';
import type { DeploymentRow } from '../store/deployment-store.ts';
import type { EnvironmentRow } from '../store/environment-store.ts';

type GraphqlEnvironment = EnvironmentRow & { fullPath: string };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Deployment: DeploymentRow;
    DeploymentConnection: Connection<DeploymentRow>;
    Environment: GraphqlEnvironment;
    EnvironmentConnection: Connection<GraphqlEnvironment>;
  }
}

const upper = <T extends string>(text: T) => text.toUpperCase() as Uppercase<T>;
const STATUS_OF = new Map(DEPLOYMENT_STATUSES.map((status) => [upper(status), status]));

async function environmentsOf(
  ctx: Context,
  projectId: number,
  asked: Parameters<typeof listEnvironments>[2],
  args: ConnectionArgs,
) {
  const access = await getProjectAccess(ctx, projectId);
  if (!mayReadEnvironments(ctx, access)) return null;
  const fullPath = access.project.full_path;
  const read = async (request: PageRequest): Promise<Page<GraphqlEnvironment>> =>
    mapPage(await listEnvironments(ctx, projectId, asked, request), (row) => ({ ...row, fullPath }));
  return pagedConnection(args, read);
}

function addDeployments(builder: GraphqlBuilder) {
  const status = builder.enumType('DeploymentStatus', { values: DEPLOYMENT_STATUSES.map(upper) });
  builder.objectType('Deployment', {
    description: 'A deployment to an environment.',
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: ({ id }) => toGlobalId('Deployment', id) }),
      iid: t.id({ nullable: true, resolve: ({ iid }) => String(iid) }),
      ref: t.exposeString('ref', { nullable: true }),
      tag: t.boolean({ nullable: true, resolve: (row) => row.is_tag }),
      sha: t.exposeString('sha', { nullable: true }),
      status: t.field({ type: status, nullable: true, resolve: (row) => upper(row.status) }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.updated_at }),
      finishedAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.finished_at }),
      triggerer: t.field({
        type: 'User',
        nullable: true,
        resolve: async (row, _args, { ctx }) =>
          row.user_id === null ? null : ((await listUsersByIds(ctx, [row.user_id]))[0] ?? null),
      }),
    }),
  });
  builder.objectType('DeploymentConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Deployment'], resolve: (connection) => connection.nodes }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  return status;
}

function addEnvironments(builder: GraphqlBuilder): void {
  const status = addDeployments(builder);
  const tier = builder.enumType('DeploymentTier', { values: TIERS.map(upper) });
  builder.objectType('Environment', {
    description: 'A place that code is deployed to.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Environment', id) }),
      name: t.exposeString('name', { nullable: false }),
      slug: t.exposeString('slug', { nullable: true }),
      state: t.string({ nullable: false, resolve: (row) => row.state }),
      tier: t.field({ type: tier, nullable: true, resolve: (row) => upper(row.tier) }),
      description: t.exposeString('description', { nullable: true }),
      externalUrl: t.string({ nullable: true, resolve: (row) => row.external_url }),
      path: t.string({ nullable: false, resolve: ({ fullPath, id }) => environmentPath(fullPath, id) }),
      autoStopAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.auto_stop_at }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: (row) => row.updated_at }),
      lastDeployment: t.field({
        type: 'Deployment',
        nullable: true,
        args: { status: t.arg({ type: status, required: true }) },
        resolve: async ({ id }, args, { ctx }) => (await newestDeployment(ctx, id, STATUS_OF.get(args.status))) ?? null,
      }),
      deployments: t.field({
        type: 'DeploymentConnection',
        nullable: true,
        args: { statuses: t.arg({ type: [status] }), first: t.arg.int(), after: t.arg.string() },
        resolve: ({ id, project_id: projectId }, { statuses, first, after }, { ctx }) =>
          pagedConnection({ first, after }, (request) => {
            const wanted = statuses?.flatMap((each): DeploymentStatus[] => {
              const known = STATUS_OF.get(each);
              return known ? [known] : [];
            });
            return listDeployments(ctx, { projectId, environmentId: id, statuses: wanted }, request);
          }),
      }),
    }),
  });
  builder.objectType('EnvironmentConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Environment'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

/** Environments of projects. */
export function extendWithEnvironments(builder: GraphqlBuilder): void {
  addEnvironments(builder);
  addApprovalMutation(builder);
  builder.objectFields('Project', (t) => ({
    environments: t.field({
      type: 'EnvironmentConnection',
      nullable: true,
      args: {
        name: t.arg.string(),
        search: t.arg.string(),
        states: t.arg.stringList(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: ({ project }, { name, search, states, first, after }, { ctx }) => {
        const wanted = states?.flatMap((text) => ENVIRONMENT_STATES.find((state) => state === text) ?? []);
        const asked = { name: name ?? undefined, search: search ?? undefined, states: wanted };
        return environmentsOf(ctx, project.id, asked, { first, after });
      },
    }),
    environment: t.field({
      type: 'Environment',
      nullable: true,
      args: { name: t.arg.string({ required: true }) },
      resolve: async ({ project }, { name }, { ctx }) =>
        (await environmentsOf(ctx, project.id, { name }, { first: 1 }))?.nodes[0] ?? null,
    }),
  }));
}
