import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import type { GraphqlBuilder, ParentOf } from '../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId, toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import { keyOfField } from '../../../endpoints/graphql/key-of-field.ts';
import { answerMutation, type MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectView, type ProjectView } from '../../../projects/index.ts';
import { addTimelogLists } from './graphql-timelog-lists.ts';
import { defineTimeTracked, type IsReadable } from '../list-time.ts';
import { findTimeEntry, newestTimeEntry, type TimeChange, type TimeEntry, timeEntriesOf } from '../track-time.ts';

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Timelog: TimeEntry;
    TimelogConnection: Connection<TimeEntry> & { totalSeconds: number };
    TimelogPayload: MutationAnswer<{ timelog: TimeEntry }>;
  }
}

/** Changes the time of one thing, as over REST; throws not_found when the actor may not see it. */
type ChangeTime = (ctx: Context, id: number, change: TimeChange) => Promise<unknown>;

const changers = new Map<string, ChangeTime>();

const spenderOf = inOneGo<number, UserView | null>(async (ctx, ids) => {
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  return ids.map((id) => users.get(id) ?? null);
});

type TimeTracked<Name extends 'Issue' | 'MergeRequest'> = {
  idOf: (parent: ParentOf<Name>) => number;
  change: ChangeTime;
  isReadable: IsReadable;
};

const projectOf = inOneGo<number, ProjectView>(async (ctx, ids) => {
  const found = new Map([...new Set(ids)].map((id) => [id, getProjectView(ctx, id)]));
  return ids.map((id) => found.get(id) ?? getProjectView(ctx, id));
});

/** `timelogs` of things of one kind, which the reader may see. */
export function addTimelogsOf<Name extends 'Issue' | 'MergeRequest'>(
  builder: GraphqlBuilder,
  name: Name,
  { idOf, change, isReadable }: TimeTracked<Name>,
): void {
  changers.set(name, change);
  defineTimeTracked(name, isReadable);
  const entriesOf = inOneGo<number, TimeEntry[]>(async (ctx, ids) => {
    const found = Map.groupBy(await timeEntriesOf(ctx, name, ids), (entry) => entry.noteable_id);
    return ids.map((id) => found.get(id) ?? []);
  });
  builder.objectField(name, 'timelogs', (t) =>
    t.field({
      type: 'TimelogConnection',
      nullable: false,
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (parent, args, { ctx }) => {
        const entries = await entriesOf(ctx, idOf(parent));
        const totalSeconds = entries.reduce((sum, { seconds }) => sum + seconds, 0);
        return { ...sliceConnection(entries, args), totalSeconds };
      },
    }),
  );
}

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('Timelog', {
    description: 'Time a user spent on an item. Negative if time was subtracted.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Timelog', id) }),
      timeSpent: t.int({ nullable: false, description: 'In seconds.', resolve: ({ seconds }) => seconds }),
      spentAt: t.field({ type: 'Time', nullable: true, resolve: (entry) => entry.spent_at }),
      summary: t.exposeString('summary', { nullable: true }),
      project: t.field({
        type: 'Project',
        nullable: false,
        resolve: (entry, _args, { ctx }) => projectOf(ctx, entry.project_id),
      }),
      user: t.field({
        type: 'User',
        nullable: true,
        resolve: (entry, _args, { ctx }) => (entry.user_id === null ? null : spenderOf(ctx, entry.user_id)),
      }),
    }),
  });
  builder.objectType('TimelogConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Timelog'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      totalSpentTime: t.field({
        type: 'BigInt',
        nullable: false,
        description: 'Total in seconds of all time logs, not only of this page.',
        resolve: ({ totalSeconds }) => totalSeconds,
      }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('TimelogPayload', {
    fields: (t) => ({
      timelog: t.field({ type: 'Timelog', nullable: true, resolve: ({ timelog }) => timelog }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

async function spend(
  ctx: Context,
  given: { issuableId: string; timeSpent: string; summary: string; spentAt?: Date | null | undefined },
  key: { idempotencyKey?: string },
): Promise<{ timelog: TimeEntry | null }> {
  const model = [...changers.keys()].find((each) => given.issuableId.startsWith(`gid://gitlab/${each}/`));
  const change = model && changers.get(model);
  if (!model || !change) throw new AppError('not_found', { resource: 'Issuable' });
  const id = parseNumericId(given.issuableId, model);
  const { timeSpent: duration, summary } = given;
  await change(ctx, id, { kind: 'spend', duration, summary, spentAt: given.spentAt ?? undefined, ...key });
  return { timelog: (await newestTimeEntry(ctx, model, id)) ?? null };
}

async function takeBack(ctx: Context, id: number): Promise<{ timelog: TimeEntry }> {
  const timelog = await findTimeEntry(ctx, id);
  const change = timelog && changers.get(timelog.noteable_type);
  if (!timelog || !change) throw new AppError('not_found', { resource: 'Timelog' });
  await change(ctx, timelog.noteable_id, { kind: 'remove_entry', entryId: id });
  return { timelog };
}

/** What was spent on issues and merge requests, with `timelogCreate` and `timelogDelete`. */
export function addTimelogs(builder: GraphqlBuilder): void {
  addTypes(builder);
  addTimelogLists(builder);
  const create = builder.inputType('TimelogCreateInput', {
    fields: (t) => ({
      issuableId: t.field({ type: 'IssuableID', required: true }),
      timeSpent: t.string({ required: true, description: 'Such as 1h 30m.' }),
      summary: t.string({ required: true }),
      spentAt: t.field({ type: 'Time' }),
      clientMutationId: t.string(),
    }),
  });
  const remove = builder.inputType('TimelogDeleteInput', {
    fields: (t) => ({ id: t.field({ type: 'TimelogID', required: true }), clientMutationId: t.string() }),
  });
  builder.mutationFields((t) => ({
    timelogCreate: t.field({
      type: 'TimelogPayload',
      nullable: true,
      args: { input: t.arg({ type: create, required: true }) },
      resolve: (_root, { input }, { ctx, idempotencyKey }, { path }) =>
        answerMutation<{ timelog: TimeEntry | null }>({ timelog: null }, () =>
          spend(ctx, input, keyOfField(idempotencyKey, path.key)),
        ),
    }),
    timelogDelete: t.field({
      type: 'TimelogPayload',
      nullable: true,
      description: 'Requires permission to track time on the item.',
      args: { input: t.arg({ type: remove, required: true }) },
      resolve: (_root, { input: { id } }, { ctx }) =>
        answerMutation({ timelog: null }, () => takeBack(ctx, parseNumericId(id, 'Timelog'))),
    }),
  }));
}
