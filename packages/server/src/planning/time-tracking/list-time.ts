import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { viewerOf } from '../shared/viewer.ts';
import { type IsReadable, listReadableTimeEntries, type TimeEntry, type TimeEntryOrder } from './time-store.ts';

export type { IsReadable };

const readable = new Map<string, IsReadable>();

/** Things of this type can have time spent on them; called once for each when the program starts. */
export function defineTimeTracked(type: string, isReadable: IsReadable): void {
  readable.set(type, isReadable);
}

export type TimeEntriesRequest = {
  projectId?: number | undefined;
  /** Also of the groups below it. */
  groupId?: number | undefined;
  username?: string | undefined;
  from?: Date | undefined;
  /** Not with this moment itself. */
  until?: Date | undefined;
  order: TimeEntryOrder;
  offset: number;
  limit: number;
};

/** What was spent on things that the actor may read; the sum is that of all, not only of those on the page. */
export async function listTime(
  ctx: Context,
  { username, ...request }: TimeEntriesRequest,
): Promise<{ entries: TimeEntry[]; count: number; totalSeconds: number }> {
  if (request.from && request.until && request.from >= request.until)
    throw new AppError('bad_parameter', { name: 'end' });
  const [user] = username === undefined ? [] : await listUsersByNames(ctx, [username]);
  if (username !== undefined && !user) return { entries: [], count: 0, totalSeconds: 0 };
  return listReadableTimeEntries(ctx.db, viewerOf(ctx), readable, { ...request, userId: user?.id });
}
