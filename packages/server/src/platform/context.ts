import type { Actor } from './actor.ts';
import type { AnswersFirst } from './answers-first.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Db, inTransaction, type Tx } from './db/database.ts';
import type { Jobs } from './jobs.ts';
import { type LastSteps, runLastSteps } from './last-steps.ts';
import type { Logger } from './log.ts';
import type { RealtimeHub } from './realtime/hub.ts';
import type { CacheVersions } from './cache/cache-versions.ts';
import { closeRequestCache, type RequestCache } from './cache/request-cache.ts';
import type { RepositoryStore } from './repositories.ts';
import type { Secrets } from './secrets.ts';
import type { SshAccess } from './ssh/ssh-access.ts';
import type { ObjectStorage } from './storage/object-storage.ts';

/** What a process offers to everything that runs in it. */
export type Platform = {
  config: Config;
  clock: Clock;
  log: Logger;
  db: Db;
  jobs: Jobs;
  answers: AnswersFirst;
  realtime: RealtimeHub;
  marks: CacheVersions;
  storage: ObjectStorage;
  secrets: Secrets;
  repositories: RepositoryStore;
  /** How git is reached over SSH; undefined when it is off. */
  ssh: SshAccess | undefined;
};

/** One request, job or command: who acts, and the database or transaction it acts in. */
export type Context = Omit<Platform, 'db'> & {
  db: Db | Tx;
  actor: Actor;
  requestId: string;
  ip: string | undefined;
  /** Only in requests that read: what may be believed from memory. */
  recall?: RequestCache | undefined;
  /** Only in requests: proves again who acts, for what goes on long after; fails when the proof does not hold any more. */
  proveActor?: (() => Promise<Actor>) | undefined;
  /** Only in requests: whether something of it is saved already, whatever fails after that. */
  progress?: { hasCommitted: boolean } | undefined;
  /** Only in transactions. */
  lastSteps?: LastSteps | undefined;
};

export function contextFor(
  platform: Platform,
  actor: Actor,
  request: { id: string; ip?: string | undefined } = { id: 'internal' },
): Context {
  return { ...platform, actor, requestId: request.id, ip: request.ip };
}

/** Runs the work with a context whose database is one transaction; joins the transaction it is already in. */
export async function transact<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  closeRequestCache(ctx);
  if (ctx.db.isTransaction) return work({ ...ctx, recall: undefined });
  const result = await inTransaction(ctx.db, async (tx) => {
    const lastSteps: LastSteps = [];
    const done = await work({ ...ctx, db: tx, recall: undefined, lastSteps });
    await runLastSteps(lastSteps);
    return done;
  });
  if (ctx.progress) ctx.progress.hasCommitted = true;
  return result;
}

/**
 * Reads that do not need each other, asked for at the same time; one after the other in a transaction, which has one
 * connection. A failure is met where the answer is taken.
 */
export function concurrently<T>(ctx: Pick<Context, 'db'>, read: () => Promise<T>): () => Promise<T> {
  if (ctx.db.isTransaction) return read;
  const reading = read();
  reading.catch(() => undefined);
  return () => reading;
}
