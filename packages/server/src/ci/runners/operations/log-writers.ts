import type { CiStatus } from '@tributary/contract/ci/status.ts';
import { timingSafeEqual } from 'node:crypto';
import { findActingUser } from '../../../accounts/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { RealtimeHub } from '../../../platform/realtime/hub.ts';
import type { JobRow } from '../../store/job-store.ts';
import { appendKnown, appendTrace, type LogEnd, type LogPiece } from '../../traces/operations/append-trace.ts';
import { secretsOf } from '../../traces/rules/mask-secrets.ts';
import { chosenVariables } from '../reads/job-variables.ts';
import { touchJob } from '../store/job-token-store.ts';

/** What this process knows of a job whose log it writes: a log comes in many pieces. */
type Writer = {
  tokenDigest: Buffer;
  userId: number | null;
  userSeenAt: number;
  secrets: Buffer[];
  end?: LogEnd | undefined;
};

const MAX_WRITERS = 1_000;
/** A job of a blocked user ends within this time. */
const USER_SEEN_MS = 2_000;

const writersOf = new WeakMap<RealtimeHub, Map<number, Writer>>();

function writers({ realtime }: Pick<Context, 'realtime'>): Map<number, Writer> {
  const known = writersOf.get(realtime) ?? new Map<number, Writer>();
  writersOf.set(realtime, known);
  return known;
}

/** Of a job that has ended nothing is kept. */
export const forgetWriter = (ctx: Pick<Context, 'realtime'>, jobId: number): void => void writers(ctx).delete(jobId);

async function writerOf(ctx: Context, job: JobRow, token: string): Promise<Writer> {
  const all = writers(ctx);
  const tokenDigest = ctx.secrets.digest(token);
  const known = all.get(job.id);
  if (known?.tokenDigest.equals(tokenDigest)) return known;
  // Whoever the job belongs to and whatever has become of its runner, its secrets are masked.
  const values = (await chosenVariables(ctx, job)).filter(({ isMasked }) => isMasked).map(({ value }) => value);
  const writer = { tokenDigest, userId: job.user_id, userSeenAt: 0, secrets: secretsOf([token, ...values]) };
  const [oldest] = all.keys();
  if (all.size >= MAX_WRITERS && oldest !== undefined) all.delete(oldest);
  all.set(job.id, writer);
  return writer;
}

export type Written = { isAppended: boolean; receivedBytes: number };

/** Adds a piece to the log of a job whose token was proven. A canceled job may still write: its runner is ending it. */
export async function writeTrace(ctx: Context, job: JobRow, token: string, piece: LogPiece): Promise<Written> {
  const writer = await writerOf(ctx, job, token);
  const { end, ...outcome } = await appendTrace({ ...ctx, actor: SYSTEM }, job, piece, writer.secrets);
  writer.end = end;
  writer.userSeenAt = performance.now();
  await touchJob(ctx.db, job.id);
  return outcome;
}

/** The ordinary case in one statement: the piece goes on where this process ended. Undefined: it is to be looked at closely. */
export async function writeNextPiece(
  ctx: Context,
  jobId: number,
  token: string | undefined,
  piece: { start: number; data: Buffer },
): Promise<{ status: CiStatus; receivedBytes: number } | undefined> {
  const writer = writers(ctx).get(jobId);
  const end = writer?.end;
  if (!writer || end?.receivedBytes !== piece.start) return undefined;
  if (!timingSafeEqual(writer.tokenDigest, ctx.secrets.digest(token ?? ''))) return undefined;
  if (performance.now() - writer.userSeenAt > USER_SEEN_MS) {
    if (writer.userId === null || !(await findActingUser(ctx, writer.userId))) return undefined;
    writer.userSeenAt = performance.now();
  }
  const job = { id: jobId, tokenDigest: writer.tokenDigest };
  const written = await appendKnown(ctx, job, { end, data: piece.data }, writer.secrets);
  if (written) writer.end = written.end;
  return written && { status: written.status, receivedBytes: written.end.receivedBytes };
}
