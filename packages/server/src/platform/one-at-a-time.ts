import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from './actor.ts';
import type { Context } from './context.ts';
import { type Db, sql } from './db/database.ts';
import type { IdempotentRequest } from './done-once.ts';

/** So long a claim outlives the process that made it. */
const HELD_MS = 10_000;
const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

type Claim = { actor_id: number; act: string; idempotency_key: string; holder: string };

/**
 * For actions that `doOnce` cannot hold in one transaction, as git takes part in them: of requests with one key the second
 * waits until the first is over, however that ended, and then looks for itself what came of it. Occupies no connection.
 */
export async function oneAtATime<T>(ctx: Context, { act, key }: IdempotentRequest, deed: () => Promise<T>): Promise<T> {
  const id = actorId(ctx.actor);
  const { db } = ctx;
  if (id === undefined || key === undefined || db.isTransaction) return deed();
  const claim = { actor_id: id, act, idempotency_key: key, holder: randomUUID() };
  for (let waitedMs = 0; !(await take(db, claim)); waitedMs += PAUSE_MS) {
    if (waitedMs >= PATIENCE_MS) throw new AppError('git_unavailable');
    await sleep(PAUSE_MS);
  }
  const renewal = setInterval(() => {
    take(db, claim).catch(() => undefined);
  }, HELD_MS / 4);
  try {
    return await deed();
  } finally {
    clearInterval(renewal);
    // It runs out by itself, and what was done is done.
    await letGo(db, claim).catch((error: unknown) => ctx.log.warn({ err: error }, 'a claim on a request is left'));
  }
}

/** True when it is ours for a while: new, ours already, or left by one that died. */
async function take(db: Db, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    insert into requests_under_way as held (actor_id, act, idempotency_key, holder, held_until)
    values (${claim.actor_id}, ${claim.act}, ${claim.idempotency_key}, ${claim.holder},
      now() + ${HELD_MS} * interval '1 millisecond')
    on conflict (actor_id, act, idempotency_key)
      do update set holder = excluded.holder, held_until = excluded.held_until
      where held.holder = excluded.holder or held.held_until < now()
    returning 1`.execute(db);
  return rows.length > 0;
}

async function letGo(db: Db, { actor_id: id, act, idempotency_key: key, holder }: Claim): Promise<void> {
  await db
    .deleteFrom('requests_under_way')
    .where('actor_id', '=', id)
    .where('act', '=', act)
    .where('idempotency_key', '=', key)
    .where('holder', '=', holder)
    .execute();
}
