import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { crc32 } from 'node:zlib';
import { type Context, transact } from '../../../platform/context.ts';
import type { JobRow } from '../../store/job-store.ts';
import { heldAtEnd, maskSecrets } from '../rules/mask-secrets.ts';
import {
  type Appended,
  appendChunk,
  createTrace,
  type Growth,
  insertChunk,
  listChunks,
  lockRunningJob,
  lockTrace,
  markDebug,
  replaceChunk,
  setTraceSize,
} from '../store/trace-store.ts';

/** A longer log is cut; the job goes on. */
const MAX_LOG_BYTES = 100 * 1024 * 1024;
const CUT = '\nThe log is longer than {limit} bytes. The rest is not stored.\n';

/** Where a log ends, and its last bytes as they are stored: a masked value may go on in the next piece. */
export type LogEnd = Appended & { tail: Buffer };
export type LogPiece = { start: number; data: Buffer; isDebug?: boolean };
/** `end` is undefined where nothing is known that the next piece could be appended to. */
export type AppendOutcome = { isAppended: boolean; receivedBytes: number; end: LogEnd | undefined };

/**
 * Adds a piece to the log of a running job, only where the log ends: what is sent again, or too far, changes nothing and
 * learns how long the log is. Secrets are masked also where they cross the border of two pieces.
 */
export function appendTrace(
  ctx: Context,
  job: Pick<JobRow, 'id'>,
  piece: LogPiece,
  secrets: readonly Buffer[],
): Promise<AppendOutcome> {
  return transact(ctx, async (inner) => {
    const isRunning = await lockRunningJob(inner.db, job.id);
    let row = await lockTrace(inner.db, job.id);
    if (!row) {
      await createTrace(inner.db, job.id);
      row = await lockTrace(inner.db, job.id);
    }
    if (!row) throw new Error('a log was not created');
    const before: Appended = {
      receivedBytes: row.received_bytes,
      storedBytes: row.stored_bytes,
      checksum: row.checksum,
    };
    if (!isRunning || row.object_name !== null || piece.start !== before.receivedBytes) {
      return { isAppended: false, receivedBytes: before.receivedBytes, end: undefined };
    }
    if (piece.isDebug && !row.is_debug) await markDebug(inner.db, job.id);
    const receivedBytes = before.receivedBytes + piece.data.length;
    if (piece.data.length === 0) return { isAppended: true, receivedBytes, end: undefined };
    const stored = storedPart(before, piece.data);
    const tail = await maskInto(inner, job.id, before.storedBytes, stored, secrets);
    if (stored.length > 0) await insertChunk(inner.db, job.id, before.storedBytes, stored);
    const after = grown(before, piece.data, stored.length);
    await setTraceSize(inner.db, job.id, { ...after, heldBytes: heldAtEnd(tail, secrets) });
    return { isAppended: true, receivedBytes, end: { ...after, tail } };
  });
}

/**
 * The same in one statement, for a piece that begins where this process knows the log to end. Undefined where that is not
 * enough: nothing is changed then.
 */
export async function appendKnown(
  ctx: Pick<Context, 'db'>,
  job: { id: number; tokenDigest: Buffer },
  { end, data }: { end: LogEnd; data: Buffer },
  secrets: readonly Buffer[],
): Promise<{ status: CiStatus; end: LogEnd } | undefined> {
  const isWithin = end.storedBytes === end.receivedBytes && end.storedBytes + data.length <= MAX_LOG_BYTES;
  if (data.length === 0 || !isWithin) return undefined;
  const reach = reachOf(secrets);
  if (maskSecrets(Buffer.concat([end.tail, data.subarray(0, reach)]), secrets)) return undefined;
  const stored = Buffer.from(data);
  maskSecrets(stored, secrets);
  const tail = tailOf([end.tail, stored], reach);
  const after = grown(end, data, stored.length);
  const growth: Growth = { ...after, heldBytes: heldAtEnd(tail, secrets) };
  const status = await appendChunk(ctx.db, job, { before: end, after: growth, data: stored });
  return status && { status, end: { ...after, tail } };
}

const reachOf = (secrets: readonly Buffer[]): number => Math.max(0, (secrets[0]?.length ?? 0) - 1);

/** The last bytes, as a copy: the pieces themselves are not kept in memory. */
function tailOf(pieces: readonly Buffer[], reach: number): Buffer {
  const last = pieces.at(-1) ?? Buffer.alloc(0);
  const all = last.length >= reach ? last : Buffer.concat(pieces);
  return Buffer.from(all.subarray(Math.max(0, all.length - reach)));
}

function grown({ receivedBytes, storedBytes, checksum }: Appended, sent: Buffer, storedLength: number): Appended {
  return {
    receivedBytes: receivedBytes + sent.length,
    storedBytes: storedBytes + storedLength,
    checksum: crc32(sent, checksum),
  };
}

function storedPart({ receivedBytes, storedBytes }: Appended, data: Buffer): Buffer {
  // The note that it was cut is in it already.
  if (storedBytes !== receivedBytes) return Buffer.alloc(0);
  const space = MAX_LOG_BYTES - storedBytes;
  if (data.length <= space) return Buffer.from(data);
  return Buffer.concat([data.subarray(0, space), Buffer.from(CUT.replace('{limit}', String(MAX_LOG_BYTES)))]);
}

/** Masks what is new, and what of a secret stands at the end of the pieces before it. Gives the end of the log. */
async function maskInto(
  { db }: Context,
  jobId: number,
  border: number,
  data: Buffer,
  secrets: readonly Buffer[],
): Promise<Buffer> {
  const reach = reachOf(secrets);
  if (reach === 0) return Buffer.alloc(0);
  const chunks = border > 0 ? await listChunks(db, jobId, Math.max(0, border - reach), reach) : [];
  const head = data.subarray(0, reach);
  const joined = Buffer.concat([...chunks.map((chunk) => chunk.data), head]);
  if (chunks.length > 0 && maskSecrets(joined, secrets)) {
    let at = 0;
    for (const chunk of chunks) {
      await replaceChunk(db, jobId, chunk.start_byte, joined.subarray(at, (at += chunk.data.length)));
    }
    joined.copy(head, 0, at);
  }
  maskSecrets(data, secrets);
  return tailOf([joined.subarray(0, joined.length - head.length), data], reach);
}
