import { crc32 } from 'node:zlib';
import { type Context, transact } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import type { JobRow } from '../../store/job-store.ts';
import { maskSecrets } from '../rules/mask-secrets.ts';
import {
  type Appended,
  createTrace,
  insertChunk,
  listChunks,
  lockTrace,
  markDebug,
  replaceChunk,
  setTraceSize,
} from '../store/trace-store.ts';

/** A longer log is cut; the job goes on. */
const MAX_LOG_BYTES = 100 * 1024 * 1024;
const CUT = '\nThe log is longer than {limit} bytes. The rest is not stored.\n';

export type AppendOutcome = { isAppended: boolean; receivedBytes: number };

/**
 * Adds a piece to the log of a running job, only where the log ends: what is sent again, or too far, changes nothing and
 * learns how long the log is. Secrets are masked also where they cross the border of two pieces.
 */
export function appendTrace(
  ctx: Context,
  job: Pick<JobRow, 'id' | 'project_id'>,
  piece: { start: number; data: Buffer; isDebug?: boolean },
  secrets: readonly Buffer[],
): Promise<AppendOutcome> {
  return transact(ctx, async (inner) => {
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
    const isSealed = row.object_name !== null;
    if (isSealed || piece.start !== before.receivedBytes) {
      return { isAppended: false, receivedBytes: before.receivedBytes };
    }
    if (piece.isDebug && !row.is_debug) await markDebug(inner.db, job.id);
    const receivedBytes = before.receivedBytes + piece.data.length;
    if (piece.data.length === 0) return { isAppended: true, receivedBytes };
    const stored = storedPart(before, piece.data);
    if (stored.length > 0) {
      await maskInto(inner, job.id, before.storedBytes, stored, secrets);
      await insertChunk(inner.db, job.id, before.storedBytes, stored);
    }
    const checksum = crc32(piece.data, before.checksum);
    await setTraceSize(inner.db, job.id, { receivedBytes, storedBytes: before.storedBytes + stored.length, checksum });
    await publish(inner, `project:${job.project_id}`, 'job.log', { id: job.id });
    return { isAppended: true, receivedBytes };
  });
}

function storedPart({ receivedBytes, storedBytes }: Appended, data: Buffer): Buffer {
  // The note that it was cut is in it already.
  if (storedBytes !== receivedBytes) return Buffer.alloc(0);
  const space = MAX_LOG_BYTES - storedBytes;
  if (data.length <= space) return Buffer.from(data);
  return Buffer.concat([data.subarray(0, space), Buffer.from(CUT.replace('{limit}', String(MAX_LOG_BYTES)))]);
}

/** Masks what is new, and what of a secret stands at the end of the pieces before it. */
async function maskInto(
  { db }: Context,
  jobId: number,
  border: number,
  data: Buffer,
  secrets: readonly Buffer[],
): Promise<void> {
  const reach = (secrets[0]?.length ?? 0) - 1;
  if (reach <= 0) return;
  if (border > 0) {
    const chunks = await listChunks(db, jobId, Math.max(0, border - reach), Number.MAX_SAFE_INTEGER);
    const head = data.subarray(0, reach);
    const joined = Buffer.concat([...chunks.map((chunk) => chunk.data), head]);
    if (maskSecrets(joined, secrets)) {
      let at = 0;
      for (const chunk of chunks) {
        await replaceChunk(db, jobId, chunk.start_byte, joined.subarray(at, (at += chunk.data.length)));
      }
      joined.copy(head, 0, at);
    }
  }
  maskSecrets(data, secrets);
}
