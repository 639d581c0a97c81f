import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { connectionWindow, toConnection } from '../../../endpoints/graphql/connection.ts';
import { parseNumericId } from '../../../endpoints/graphql/global-id.ts';
import type { Context } from '../../../platform/context.ts';
import { listTime, type TimeEntriesRequest } from '../list-time.ts';

const DAY_MS = 24 * 60 * 60_000;
const ORDERS = { SPENT_AT: 'spent_at', TIME_SPENT: 'seconds', CREATED: 'created_at' } as const;
const WORDS = Object.keys(ORDERS) as (keyof typeof ORDERS)[];
type TimelogSort = `${keyof typeof ORDERS}_${'ASC' | 'DESC'}`;
const SORTS = WORDS.flatMap((word): TimelogSort[] => [`${word}_ASC`, `${word}_DESC`]);

type Given<T> = T | null | undefined;
type TimelogArguments = {
  startDate?: Given<Date>;
  endDate?: Given<Date>;
  startTime?: Given<Date>;
  endTime?: Given<Date>;
  sort?: Given<TimelogSort>;
  first?: Given<number>;
  after?: Given<string>;
};

const startOfDay = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);

/** Dates are whole days in UTC, the last one included; a date or a time may be given, not both. */
function rangeOf({
  startDate,
  startTime,
  endDate,
  endTime,
}: TimelogArguments): Pick<TimeEntriesRequest, 'from' | 'until'> {
  if (startDate && startTime) throw new AppError('bad_parameter', { name: 'startDate' });
  if (endDate && endTime) throw new AppError('bad_parameter', { name: 'endDate' });
  const from = startDate ? startOfDay(startDate) : (startTime ?? undefined);
  const until = endDate
    ? new Date(startOfDay(endDate).getTime() + DAY_MS)
    : endTime
      ? new Date(endTime.getTime() + 1)
      : undefined;
  return { from, until };
}

async function timelogs(
  ctx: Context,
  within: Pick<TimeEntriesRequest, 'projectId' | 'groupId' | 'username'>,
  given: TimelogArguments,
) {
  const sort = given.sort ?? 'SPENT_AT_ASC';
  const direction = sort.endsWith('_ASC') ? ('asc' as const) : ('desc' as const);
  const word = WORDS.find((each) => `${each}_${direction.toUpperCase()}` === sort) ?? 'SPENT_AT';
  const window = connectionWindow(given);
  const found = await listTime(ctx, {
    ...within,
    ...rangeOf(given),
    ...window,
    order: { by: ORDERS[word], direction },
  });
  const { totalSeconds } = found;
  return { ...toConnection(found.entries, window.offset, found.count), totalSeconds };
}

/** `timelogs` of everything, of a project, of a group and of a user, as far as the reader may see what they are about. */
export function addTimelogLists(builder: GraphqlBuilder): void {
  const sort = builder.enumType('TimelogSort', { values: SORTS });
  const args = builder.args((t) => ({
    startDate: t.field({ type: 'Time', description: 'Spent on or after this date.' }),
    endDate: t.field({ type: 'Time', description: 'Spent on or before this date.' }),
    startTime: t.field({ type: 'Time', description: 'Spent at or after this time.' }),
    endTime: t.field({ type: 'Time', description: 'Spent at or before this time.' }),
    sort: t.field({ type: sort, defaultValue: 'SPENT_AT_ASC' }),
    first: t.int(),
    after: t.string(),
  }));
  builder.queryField('timelogs', (t) =>
    t.field({
      type: 'TimelogConnection',
      nullable: true,
      description: 'Time logs of issues and merge requests you can see.',
      args: {
        ...args,
        projectId: t.arg({ type: 'ProjectID' }),
        groupId: t.arg({ type: 'GroupID', description: 'Includes subgroups.' }),
        username: t.arg.string(),
      },
      resolve: (_root, { projectId, groupId, username, ...given }, { ctx }) =>
        timelogs(
          ctx,
          {
            projectId: projectId ? parseNumericId(projectId, 'Project') : undefined,
            groupId: groupId ? parseNumericId(groupId, 'Group') : undefined,
            username: username ?? undefined,
          },
          given,
        ),
    }),
  );
  builder.objectField('Project', 'timelogs', (t) =>
    t.field({
      type: 'TimelogConnection',
      nullable: true,
      args: { ...args, username: t.arg.string() },
      resolve: ({ project }, { username, ...given }, { ctx }) =>
        timelogs(ctx, { projectId: project.id, username: username ?? undefined }, given),
    }),
  );
  builder.objectField('Group', 'timelogs', (t) =>
    t.field({
      type: 'TimelogConnection',
      nullable: false,
      description: 'Includes subgroups.',
      args: { ...args, username: t.arg.string() },
      resolve: ({ id }, { username, ...given }, { ctx }) =>
        timelogs(ctx, { groupId: id, username: username ?? undefined }, given),
    }),
  );
  builder.interfaceField('User', 'timelogs', (t) =>
    t.field({
      type: 'TimelogConnection',
      nullable: true,
      args,
      resolve: ({ username }, given, { ctx }) => timelogs(ctx, { username }, given),
    }),
  );
}
