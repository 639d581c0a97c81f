import { Readable } from 'node:stream';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { findTrace, listChunks } from '../store/trace-store.ts';

const STEP_BYTES = 1024 * 1024;

async function* chunksOf(ctx: Pick<Context, 'db'>, jobId: number, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const chunks = await listChunks(ctx.db, jobId, at, STEP_BYTES);
    for (const { start_byte: start, data } of chunks) {
      if (start + data.length <= at) continue;
      if (start >= size) return;
      // What is held back of the last one stays where it is.
      yield data.subarray(at - start, size - start);
      at = start + data.length;
    }
    if (chunks.length === 0) return;
  }
}

const DEVELOPER = 30;

/** A log that shows the values of variables is for developers. Throws for others. */
export async function requireReadable(ctx: Context, access: ProjectAccess, jobId: number): Promise<void> {
  if (!(await mayReadTrace(ctx, access, jobId))) throw new AppError('forbidden');
}

export async function mayReadTrace(ctx: Context, access: ProjectAccess, jobId: number): Promise<boolean> {
  if (access.level >= DEVELOPER || (ctx.actor.kind === 'user' && ctx.actor.isAdmin)) return true;
  return (await findTrace(ctx.db, jobId))?.is_debug !== true;
}

export type OpenTrace = { stream: Readable; sizeBytes: number };

/** The log of a job as it stands now; undefined where there is none. */
export async function openTrace(ctx: Pick<Context, 'db' | 'storage'>, jobId: number): Promise<OpenTrace | undefined> {
  const row = await findTrace(ctx.db, jobId);
  if (!row) return undefined;
  if (row.object_name !== null) return ctx.storage.open(row.object_name);
  const sizeBytes = row.visible_bytes;
  return { stream: Readable.from(chunksOf(ctx, jobId, sizeBytes), { objectMode: false }), sizeBytes };
}

/** A part of the log. */
export async function readTracePart(
  ctx: Pick<Context, 'db' | 'storage'>,
  jobId: number,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const row = await findTrace(ctx.db, jobId);
  if (!row) return Buffer.alloc(0);
  const most = Math.max(0, Math.min(length, row.visible_bytes - start));
  if (most === 0) return Buffer.alloc(0);
  if (row.object_name !== null) {
    return (await ctx.storage.getRange(row.object_name, start, most)) ?? Buffer.alloc(0);
  }
  const chunks = await listChunks(ctx.db, jobId, start, most + STEP_BYTES);
  const first = chunks[0]?.start_byte ?? 0;
  return Buffer.concat(chunks.map(({ data }) => data)).subarray(start - first, start - first + most);
}

const COVERAGE_BYTES = 4 * STEP_BYTES;

/** The end of the log, where measurements stand. */
export async function traceTail(ctx: Pick<Context, 'db' | 'storage'>, jobId: number): Promise<string> {
  const row = await findTrace(ctx.db, jobId);
  const start = Math.max(0, (row?.visible_bytes ?? 0) - COVERAGE_BYTES);
  return (await readTracePart(ctx, jobId, { start, length: COVERAGE_BYTES })).toString('utf8');
}
