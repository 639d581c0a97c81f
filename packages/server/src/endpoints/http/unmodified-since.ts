import { AppError } from '@tributary/contract/errors/app-error.ts';

/** What `If-Unmodified-Since` says; undefined without it, or when it is no date, as HTTP has it. */
function readSince(header: string | string[] | undefined): number | undefined {
  const time = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  // An HTTP date has whole seconds: a change within that second is one its sender has seen.
  return time % 1_000 === 0 ? time + 999 : time;
}

/** Refuses what changed after the moment that the client saw it; `changedAt` is asked only when there is one. */
export async function checkUnmodified(
  header: string | string[] | undefined,
  changedAt: () => Date | undefined | Promise<Date | undefined>,
): Promise<void> {
  const since = readSince(header);
  if (since === undefined) return;
  const changed = await changedAt();
  if (changed && changed.getTime() > since) throw new AppError('changed_since', {}, { status: 412 });
}
