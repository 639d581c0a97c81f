import type { Context } from '../../../platform/context.ts';
import { findTrace } from '../store/trace-store.ts';
import { readTracePart } from './read-trace.ts';

/** How many bytes at the end begin a character that is not complete. */
function tornBytes(data: Buffer): number {
  for (let back = 1; back <= Math.min(3, data.length); back++) {
    const byte = data[data.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

export type TraceText = { text: string; nextOffset: number; sizeBytes: number };

/** A part of the log as text. A character at the end that is not complete yet belongs to the next part. */
export async function readTraceText(
  ctx: Pick<Context, 'db' | 'storage'>,
  jobId: number,
  { offset, length, isEnded }: { offset: number; length: number; isEnded: boolean },
): Promise<TraceText> {
  const sizeBytes = (await findTrace(ctx.db, jobId))?.visible_bytes ?? 0;
  const start = Math.min(offset, sizeBytes);
  const data = await readTracePart(ctx, jobId, { start, length: Math.min(length, sizeBytes - start) });
  const isLast = isEnded && start + data.length >= sizeBytes;
  const whole = isLast ? data : data.subarray(0, data.length - tornBytes(data));
  return { text: whole.toString('utf8'), nextOffset: start + whole.length, sizeBytes };
}

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
