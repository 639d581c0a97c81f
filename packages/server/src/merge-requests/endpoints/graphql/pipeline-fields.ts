import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';

const STATUSES = [
  'CREATED',
  'WAITING_FOR_RESOURCE',
  'PREPARING',
  'WAITING_FOR_CALLBACK',
  'PENDING',
  'RUNNING',
  'FAILED',
  'SUCCESS',
  'CANCELED',
  'CANCELING',
  'SKIPPED',
  'MANUAL',
  'SCHEDULED',
] as const;

type Status = Record<'group' | 'icon' | 'label' | 'name' | 'text' | 'tooltip', string> & {
  id: string;
  detailsPath: string | null;
};
type Job = { id: number; name: string; status: string; allowFailure: boolean; detailedStatus: Status };
type Pipeline = {
  id: number;
  iid: number;
  status: (typeof STATUSES)[number];
  detailedStatus: Status;
  sha: string;
  ref: string;
  path: string;
  source: string;
  user: UserView | null;
  durationSeconds: number | null;
  coverage: number | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  jobs: Job[];
};

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    DetailedStatus: Status;
    CiJob: Job;
    CiJobConnection: Connection<Job>;
    Pipeline: Pipeline;
    PipelineConnection: Connection<Pipeline>;
  }
}

const OVER: readonly string[] = ['FAILED', 'SUCCESS', 'CANCELED', 'SKIPPED'];
const WAITING: readonly string[] = ['MANUAL', 'SCHEDULED'];
const isOver = ({ status }: Pipeline) => OVER.includes(status);
const isActive = ({ status }: Pipeline) => !OVER.includes(status) && !WAITING.includes(status);

function addTypes(builder: GraphqlBuilder) {
  const status = builder.enumType('PipelineStatusEnum', { values: STATUSES });
  builder.objectType('DetailedStatus', {
    fields: (t) => ({
      id: t.exposeString('id', { nullable: false }),
      group: t.exposeString('group', { nullable: true }),
      icon: t.exposeString('icon', { nullable: true }),
      label: t.exposeString('label', { nullable: true }),
      name: t.exposeString('name', { nullable: true }),
      text: t.exposeString('text', { nullable: true }),
      tooltip: t.exposeString('tooltip', { nullable: true }),
      detailsPath: t.exposeString('detailsPath', { nullable: true }),
      hasDetails: t.boolean({ nullable: true, resolve: ({ detailsPath }) => detailsPath !== null }),
    }),
  });
  builder.objectType('CiJob', {
    fields: (t) => ({
      id: t.id({ nullable: true, resolve: ({ id }) => toGlobalId('Ci::Build', id) }),
      name: t.exposeString('name', { nullable: true }),
      status: t.exposeString('status', { nullable: true }),
      allowFailure: t.exposeBoolean('allowFailure', { nullable: false }),
      detailedStatus: t.field({ type: 'DetailedStatus', nullable: true, resolve: (job) => job.detailedStatus }),
    }),
  });
  builder.objectType('CiJobConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['CiJob'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('Pipeline', {
    description: 'A CI pipeline of a commit.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Ci::Pipeline', id) }),
      iid: t.string({ nullable: false, resolve: ({ iid }) => String(iid) }),
      status: t.field({ type: status, nullable: false, resolve: (pipeline) => pipeline.status }),
      detailedStatus: t.field({ type: 'DetailedStatus', nullable: false, resolve: (each) => each.detailedStatus }),
      sha: t.exposeString('sha', { nullable: true }),
      ref: t.exposeString('ref', { nullable: true }),
      path: t.exposeString('path', { nullable: true }),
      source: t.exposeString('source', { nullable: true }),
      active: t.boolean({ nullable: false, resolve: isActive }),
      complete: t.boolean({ nullable: false, resolve: isOver }),
      user: t.field({ type: 'User', nullable: true, resolve: (pipeline) => pipeline.user }),
      jobs: t.field({
        type: 'CiJobConnection',
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ jobs }, args) => sliceConnection(jobs, args),
      }),
      duration: t.int({ nullable: true, resolve: ({ durationSeconds }) => durationSeconds }),
      coverage: t.exposeFloat('coverage', { nullable: true }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ updatedAt }) => updatedAt }),
      startedAt: t.field({ type: 'Time', nullable: true, resolve: ({ startedAt }) => startedAt }),
      finishedAt: t.field({ type: 'Time', nullable: true, resolve: ({ finishedAt }) => finishedAt }),
    }),
  });
  builder.objectType('PipelineConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Pipeline'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  return status;
}

/** Pipelines of a merge request: there are none, as nothing here runs any. */
export function addPipelineFields(builder: GraphqlBuilder): void {
  const status = addTypes(builder);
  builder.objectFields('MergeRequest', (t) => ({
    hasCi: t.boolean({ nullable: false, resolve: () => false }),
    hasSecurityReports: t.boolean({ nullable: false, resolve: () => false }),
    headPipeline: t.field({ type: 'Pipeline', nullable: true, resolve: () => null }),
    pipelines: t.field({
      type: 'PipelineConnection',
      nullable: true,
      args: {
        status: t.arg({ type: status }),
        ref: t.arg.string(),
        sha: t.arg.string(),
        source: t.arg.string(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: (_request, { first, after }) => sliceConnection<Pipeline>([], { first, after }),
    }),
  }));
}
