import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type GraphqlPipeline, viewPipelines } from '../../../ci/index.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { answerMutation } from '../../../endpoints/graphql/mutation.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import {
  cancelAutoMerge,
  lastCarOf,
  listTrainCars,
  requestOfCar,
  type TrainCarView,
  trainBranches,
} from '../../../merging/index.ts';
import { present } from './found.ts';

type Train = { access: ProjectAccess; targetBranch: string; scope: 'active' | 'complete' };

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    MergeTrain: Train;
    MergeTrainConnection: Connection<Train>;
    MergeTrainCar: TrainCarView & { index: number | null };
    MergeTrainCarConnection: Connection<TrainCarView & { index: number | null }>;
    MergeTrainsDeleteCarPayload: { errors: string[] };
  }
}

const upper = (state: TrainCarView['car']['state']) => state.toUpperCase();

function addCar(builder: GraphqlBuilder): void {
  builder.objectType('MergeTrainCar', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ car }) => toGlobalId('MergeTrains::Car', car.id) }),
      mergeRequest: t.field({
        type: 'MergeRequest',
        nullable: true,
        resolve: ({ row }, _args, { ctx }) => present(ctx, row.id),
      }),
      user: t.field({ type: 'User', nullable: true, resolve: ({ user }) => user }),
      pipeline: t.field({
        type: 'Pipeline',
        nullable: true,
        resolve: async ({ pipeline, access }, _args, { ctx }): Promise<GraphqlPipeline | null> => {
          const [view] = pipeline ? await viewPipelines(ctx, [pipeline]) : [];
          return view ? { ...view, fullPath: access.project.full_path } : null;
        },
      }),
      index: t.int({
        nullable: true,
        description: 'Number of merge requests ahead of it. Null if it left the train.',
        resolve: ({ index }) => index,
      }),
      status: t.string({
        nullable: false,
        description: 'IDLE, STALE, FRESH, MERGING, MERGED, SKIP_MERGED or REMOVED.',
        resolve: ({ car }) => upper(car.state),
      }),
      removalReason: t.string({
        nullable: true,
        description: 'Why it left the train without being merged.',
        resolve: ({ car }) => (car.state === 'removed' ? car.reason : null),
      }),
      targetBranch: t.string({ nullable: false, resolve: ({ car }) => car.target_branch }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ car }) => car.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ car }) => car.updated_at }),
      mergedAt: t.field({
        type: 'Time',
        nullable: true,
        resolve: ({ car }) => (car.state === 'removed' ? null : car.ended_at),
      }),
      duration: t.int({
        nullable: true,
        description: 'Seconds in the train.',
        resolve: ({ car }) => car.ended_at && Math.round((car.ended_at.getTime() - car.created_at.getTime()) / 1_000),
      }),
    }),
  });
  builder.objectType('MergeTrainCarConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['MergeTrainCar'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

function addTrain(builder: GraphqlBuilder): void {
  const status = builder.enumType('MergeTrainStatus', {
    values: { ACTIVE: { value: 'active' }, COMPLETED: { value: 'complete' } } as const,
  });
  builder.objectType('MergeTrain', {
    fields: (t) => ({
      targetBranch: t.exposeString('targetBranch', { nullable: false }),
      cars: t.field({
        type: 'MergeTrainCarConnection',
        nullable: false,
        args: { activityStatus: t.arg({ type: status }), first: t.arg.int(), after: t.arg.string() },
        resolve: ({ access, targetBranch, scope: ofTrain }, { activityStatus, ...window }, { ctx }) =>
          pagedConnection(window, async ({ page, perPage }) => {
            const scope = activityStatus ?? ofTrain;
            const sort = scope === 'active' ? ('asc' as const) : ('desc' as const);
            const found = await listTrainCars(ctx, access, { targetBranch, scope }, { page, perPage, sort });
            const before = (page - 1) * perPage;
            const items = found.items.map((view, at) => ({ ...view, index: scope === 'active' ? before + at : null }));
            return { ...found, items };
          }),
      }),
    }),
  });
  builder.objectType('MergeTrainConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['MergeTrain'], resolve: (connection) => connection.nodes }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectField('Project', 'mergeTrains', (t) =>
    t.field({
      type: 'MergeTrainConnection',
      nullable: true,
      args: {
        status: t.arg({ type: status }),
        targetBranches: t.arg.stringList(),
        first: t.arg.int(),
        after: t.arg.string(),
      },
      resolve: async ({ project }, { status: wanted, targetBranches, ...window }, { ctx }) => {
        const access = await getProjectAccess(ctx, project.id);
        if (!isAllowed(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'))) return null;
        const scope = wanted ?? 'active';
        const branches = await trainBranches(ctx, access, scope);
        const named = branches.filter((name) => targetBranches?.includes(name) ?? true);
        return sliceConnection(named.map((targetBranch) => ({ access, targetBranch, scope })), window); // prettier-ignore
      },
    }),
  );
}

/** Merge trains of projects, and the place of a merge request in its train. */
export function addTrainFields(builder: GraphqlBuilder): void {
  addCar(builder);
  addTrain(builder);
  builder.objectField('MergeRequest', 'mergeTrainCar', (t) =>
    t.field({
      type: 'MergeTrainCar',
      nullable: true,
      description: 'Its car in a merge train, or the last one that it had.',
      resolve: async ({ view, widget }, _args, { ctx }) => {
        const access = await getProjectAccess(ctx, view.project.id);
        const car = await lastCarOf(ctx, { row: view.row, access });
        return car ? { ...car, index: (await widget()).merge_train_index } : null;
      },
    }),
  );
  builder.objectType('MergeTrainsDeleteCarPayload', {
    fields: (t) => ({ errors: t.exposeStringList('errors', { nullable: false }) }),
  });
  const input = builder.inputType('MergeTrainsDeleteCarInput', {
    fields: (t) => ({
      carId: t.field({ type: 'MergeTrainsCarID', required: true }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('mergeTrainsDeleteCar', (t) =>
    t.field({
      type: 'MergeTrainsDeleteCarPayload',
      nullable: true,
      description: 'Removes a merge request from its merge train.',
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: { carId } }, { ctx }) =>
        answerMutation({}, async () => {
          const mergeRequestId = await requestOfCar(ctx, parseNumericId(carId, 'MergeTrains::Car'));
          if (mergeRequestId === undefined) throw new AppError('not_found', { resource: 'Merge train car' });
          await cancelAutoMerge(ctx, { mergeRequestId });
          return {};
        }),
    }),
  );
}
