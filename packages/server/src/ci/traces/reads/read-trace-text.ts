import type { Context } from '../../../platform/context.ts';
import { findTrace } from '../store/trace-store.ts';
import { readTracePart } from './read-trace.ts';

/** The last lines of a log, for a glance at why a job failed. */
export async function lastLines(
  ctx: Pick<Context, 'db' | 'storage'>,
  jobId: number,
  { lines, maxBytes }: { lines: number; maxBytes: number },
): Promise<string> {
  const sizeBytes = (await findTrace(ctx.db, jobId))?.visible_bytes ?? 0;
  const start = Math.max(0, sizeBytes - maxBytes);
  const text = (await readTracePart(ctx, jobId, { start, length: maxBytes })).toString('utf8');
  const all = text.trimEnd().split('\n');
  // The first line is torn where the part does not begin with the log.
  if (start > 0 && all.length > 1) all.shift();
  return all.slice(-lines).join('\n');
}
