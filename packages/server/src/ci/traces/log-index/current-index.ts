import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context } from '../../../platform/context.ts';
import type { RealtimeHub } from '../../../platform/realtime/hub.ts';
import { readTracePart } from '../reads/read-trace.ts';
import { findLogIndex, saveLogIndex } from '../store/log-index-store.ts';
import { findTrace } from '../store/trace-store.ts';
import { LogIndex } from './log-index.ts';

const STEP_BYTES = 1024 * 1024;
/** What one request looks at: a reader has the first lines at once, and asks for the rest. */
const REQUEST_BYTES = 8 * STEP_BYTES;
/** The index of a shorter log is computed in the time that it takes to read one. */
const STORED_FROM_BYTES = 256 * 1024;
const MAX_CACHED = 50;

type Cached = { index: LogIndex; objectName: string | null; lastTurn: Promise<unknown> };
type Reading = Pick<Context, 'db' | 'storage' | 'realtime'>;

const cacheOf = new WeakMap<RealtimeHub, Map<number, Cached>>();

/** Those of this process that were used last. */
function cachedIndex({ realtime }: Reading, jobId: number): Cached {
  const all = cacheOf.get(realtime) ?? new Map<number, Cached>();
  cacheOf.set(realtime, all);
  const found = all.get(jobId) ?? { index: new LogIndex(), objectName: null, lastTurn: Promise.resolve() };
  all.delete(jobId);
  all.set(jobId, found);
  const [oldest] = all.keys();
  if (all.size > MAX_CACHED && oldest !== undefined) all.delete(oldest);
  return found;
}

const unzip = promisify(gunzip);
const zip = promisify(gzip);

async function grow(ctx: Reading, jobId: number, cached: Cached, isEnded: boolean, maxBytes: number): Promise<boolean> {
  const trace = await findTrace(ctx.db, jobId);
  const size = trace?.visible_bytes ?? 0;
  if (cached.index.at > size) cached.index = new LogIndex();
  if (trace?.object_name != null && cached.index.at === 0) {
    const stored = await findLogIndex(ctx.db, jobId);
    const read = stored && LogIndex.fromJson((await unzip(stored)).toString('utf8'), size);
    if (read) cached.index = read;
  }
  const { index } = cached;
  const until = Math.min(size, index.at + maxBytes);
  while (index.at < until) {
    const bytes = await readTracePart(ctx, jobId, { start: index.at, length: Math.min(STEP_BYTES, until - index.at) });
    // It was erased meanwhile.
    if (bytes.length === 0) break;
    index.push(bytes);
  }
  const isAll = index.at >= size;
  if (isAll && isEnded && !index.isComplete) {
    index.complete();
    if (trace?.object_name != null && size >= STORED_FROM_BYTES) {
      await saveLogIndex(ctx.db, jobId, await zip(index.toJson()));
    }
  }
  return isAll;
}

/**
 * The index of a log as far as one request computes it. `isEnded`: nothing will be added to the log. `isAll`: no more of it is
 * there now.
 */
export async function currentIndex(
  ctx: Reading,
  jobId: number,
  { isEnded, maxBytes = REQUEST_BYTES }: { isEnded: boolean; maxBytes?: number },
): Promise<{ index: LogIndex; isAll: boolean }> {
  const cached = cachedIndex(ctx, jobId);
  // Readers of one log take turns: each goes on where the one before ended.
  const turn = cached.lastTurn.then(() => grow(ctx, jobId, cached, isEnded, maxBytes));
  cached.lastTurn = turn.catch(() => undefined);
  const isAll = await turn;
  return { index: cached.index, isAll };
}
