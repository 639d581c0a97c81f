import { listRunnersInput } from '@tributary/contract/ci/runners.ts';
import { mapPage, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, type ConnectionArgs, pagedConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { orNull } from '../../../endpoints/graphql/or-null.ts';
import type { Context } from '../../../platform/context.ts';
import { authorize, can, INSTANCE } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../../projects/index.ts';
import {
  getManagers,
  listAllRunners,
  listGroupRunners,
  listProjectRunners,
  type ManagerView,
  type RunnerView,
  viewRunners,
} from '../reads/list-runners.ts';
import { runnerType } from '../rules/runner-status.ts';
import { getOwnedRunner, getRunnerAccess } from '../runner-access.ts';
import { conditionsOf } from './rest-runners.ts';

/** `token` is known once, when the runner was created. */
export type GraphqlRunner = RunnerView & { token?: string };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    CiRunner: GraphqlRunner;
    CiRunnerConnection: Connection<GraphqlRunner>;
    CiRunnerManager: ManagerView;
    CiRunnerManagerConnection: { nodes: ManagerView[] };
  }
}

const TYPES = ['INSTANCE_TYPE', 'GROUP_TYPE', 'PROJECT_TYPE'] as const;
const STATUSES = ['ONLINE', 'OFFLINE', 'STALE', 'NEVER_CONTACTED'] as const;
const ACCESS_LEVELS = ['NOT_PROTECTED', 'REF_PROTECTED'] as const;

const upper = <T extends string>(text: string): Uppercase<T> => text.toUpperCase() as Uppercase<T>;

export function addRunnerEnums(builder: GraphqlBuilder) {
  return {
    type: builder.enumType('CiRunnerType', { values: TYPES }),
    status: builder.enumType('CiRunnerStatus', { values: STATUSES }),
    accessLevel: builder.enumType('CiRunnerAccessLevel', { values: ACCESS_LEVELS }),
    execution: builder.enumType('CiRunnerJobExecutionStatus', { values: ['IDLE', 'ACTIVE'] as const }),
  };
}
export type RunnerEnums = ReturnType<typeof addRunnerEnums>;

function addManager(builder: GraphqlBuilder, enums: RunnerEnums): void {
  builder.objectType('CiRunnerManager', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ manager }) => toGlobalId('Ci::RunnerManager', manager.id) }),
      systemId: t.string({ nullable: false, resolve: ({ manager }) => manager.system_id }),
      version: t.string({ nullable: true, resolve: ({ manager }) => manager.version }),
      revision: t.string({ nullable: true, resolve: ({ manager }) => manager.revision }),
      platformName: t.string({ nullable: true, resolve: ({ manager }) => manager.platform }),
      architectureName: t.string({ nullable: true, resolve: ({ manager }) => manager.architecture }),
      executorName: t.string({ nullable: true, resolve: ({ manager }) => manager.executor }),
      ipAddress: t.string({ nullable: true, resolve: ({ manager }) => manager.ip_address }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ manager }) => manager.created_at }),
      contactedAt: t.field({ type: 'Time', nullable: true, resolve: ({ manager }) => manager.contacted_at }),
      status: t.field({ type: enums.status, nullable: false, resolve: ({ status }) => upper<typeof status>(status) }),
    }),
  });
  builder.objectType('CiRunnerManagerConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CiRunnerManager'], resolve: ({ nodes }) => nodes }),
      count: t.int({ nullable: false, resolve: ({ nodes }) => nodes.length }),
    }),
  });
}

function addRunner(builder: GraphqlBuilder, enums: RunnerEnums): void {
  builder.objectType('CiRunner', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ runner }) => toGlobalId('Ci::Runner', runner.id) }),
      shortSha: t.string({ nullable: true, resolve: ({ runner }) => runner.short_token }),
      description: t.string({ nullable: true, resolve: ({ runner }) => runner.description }),
      maintenanceNote: t.string({
        nullable: true,
        description: 'Only for those who may change the runner.',
        resolve: async ({ runner }, _args, { ctx }) => {
          const { policy } = await getOwnedRunner(ctx, runner.id);
          return can(ctx.actor, 'admin_runner', policy) === null ? runner.maintenance_note : null;
        },
      }),
      runnerType: t.field({
        type: enums.type,
        nullable: false,
        resolve: ({ runner }) => upper<ReturnType<typeof runnerType>>(runnerType(runner.kind)),
      }),
      status: t.field({ type: enums.status, nullable: false, resolve: ({ status }) => upper<typeof status>(status) }),
      jobExecutionStatus: t.field({
        type: enums.execution,
        nullable: true,
        resolve: ({ isBusy }) => (isBusy ? ('ACTIVE' as const) : ('IDLE' as const)),
      }),
      accessLevel: t.field({
        type: enums.accessLevel,
        nullable: false,
        resolve: ({ runner }) => upper<typeof runner.access_level>(runner.access_level),
      }),
      active: t.boolean({ nullable: false, resolve: ({ runner }) => !runner.is_paused }),
      paused: t.boolean({ nullable: false, resolve: ({ runner }) => runner.is_paused }),
      locked: t.boolean({ nullable: true, resolve: ({ runner }) => runner.is_locked }),
      runUntagged: t.boolean({ nullable: false, resolve: ({ runner }) => runner.runs_untagged }),
      tagList: t.stringList({ nullable: true, resolve: ({ runner }) => runner.tags }),
      maximumTimeout: t.int({ nullable: true, resolve: ({ runner }) => runner.maximum_timeout_seconds }),
      contactedAt: t.field({ type: 'Time', nullable: true, resolve: ({ runner }) => runner.contacted_at }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ runner }) => runner.created_at }),
      createdBy: t.field({ type: 'User', nullable: true, resolve: ({ creator }) => creator }),
      ephemeralAuthenticationToken: t.string({
        nullable: true,
        description: 'The token of a runner that this request created.',
        resolve: ({ token }) => token ?? null,
      }),
      managers: t.field({
        type: 'CiRunnerManagerConnection',
        nullable: true,
        resolve: async ({ runner }, _args, { ctx }) => ({ nodes: await getManagers(ctx, runner.id) }),
      }),
    }),
  });
  builder.objectType('CiRunnerConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CiRunner'], resolve: ({ nodes }) => nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: ({ pageInfo }) => pageInfo }),
    }),
  });
}

type Filters = {
  type?: (typeof TYPES)[number] | null | undefined;
  status?: (typeof STATUSES)[number] | null | undefined;
  paused?: boolean | null | undefined;
  tagList?: string[] | null | undefined;
};
type Args = Filters & ConnectionArgs;

const conditions = ({ type, status, paused, tagList }: Filters) =>
  conditionsOf(
    listRunnersInput.parse({
      ...(type && { type: type.toLowerCase() }),
      ...(status && { status: status.toLowerCase() }),
      ...(paused != null && { paused }),
      ...(tagList && { tag_list: tagList }),
    }),
  );

export async function viewRunner(ctx: Context, id: number): Promise<RunnerView | null> {
  const { runner } = await getRunnerAccess(ctx, id);
  const [view] = await viewRunners(ctx, [runner]);
  return view ?? null;
}

type List = (request: PageRequest, found: ReturnType<typeof conditions>) => ReturnType<typeof listAllRunners>;

const connection = ({ first, after, ...filters }: Args, list: List) =>
  pagedConnection({ first, after }, async (request) =>
    mapPage(await list(request, conditions(filters)), (view) => view),
  );

/** Runners of the instance, of projects and of groups. */
export function addRunners(builder: GraphqlBuilder): RunnerEnums {
  const enums = addRunnerEnums(builder);
  addManager(builder, enums);
  addRunner(builder, enums);
  builder.queryField('runner', (t) =>
    t.field({
      type: 'CiRunner',
      nullable: true,
      args: { id: t.arg({ type: 'CiRunnerID', required: true }) },
      resolve: (_root, { id }, context) =>
        orNull(context, async () => viewRunner(context.ctx, parseNumericId(id, 'Ci::Runner'))),
    }),
  );
  builder.queryField('runners', (t) =>
    t.field({
      type: 'CiRunnerConnection',
      nullable: true,
      description: 'All runners, for administrators.',
      args: {
        type: t.arg({ type: enums.type }),
        status: t.arg({ type: enums.status }),
        paused: t.arg.boolean(),
        tagList: t.arg.stringList(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: (_root, args, { ctx }) => {
        authorize(ctx.actor, 'list_all_runners', INSTANCE);
        return connection(args, (request, found) => listAllRunners(ctx, found, request));
      },
    }),
  );
  builder.objectField('Project', 'runners', (t) =>
    t.field({
      type: 'CiRunnerConnection',
      nullable: true,
      args: {
        type: t.arg({ type: enums.type }),
        status: t.arg({ type: enums.status }),
        paused: t.arg.boolean(),
        tagList: t.arg.stringList(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: async ({ project }, args, { ctx }) => {
        const access = await getProjectAccess(ctx, project.id);
        if (can(ctx.actor, 'read_project_runners', access.policy)) return null;
        return connection(args, (request, found) => listProjectRunners(ctx, access.project, found, request));
      },
    }),
  );
  builder.objectField('Group', 'runners', (t) =>
    t.field({
      type: 'CiRunnerConnection',
      nullable: true,
      args: {
        type: t.arg({ type: enums.type }),
        status: t.arg({ type: enums.status }),
        paused: t.arg.boolean(),
        tagList: t.arg.stringList(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: async ({ id }, args, { ctx }) => {
        const { policy } = await getNamespaceAccess(ctx, id);
        if (can(ctx.actor, 'read_group_runners', policy)) return null;
        return connection(args, (request, found) => listGroupRunners(ctx, id, found, request));
      },
    }),
  );
  return enums;
}
