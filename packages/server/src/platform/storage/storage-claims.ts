import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';

const FOLDER = 'claims';
/** The clocks of a bucket may go ahead of ours. */
const AHEAD_MS = 3_600_000;

const objectOf = (token: string) => `${FOLDER}/${token}`;

/**
 * Writes into the storage that this instance keeps its files there, and answers who else does so, by the names of what they
 * wrote. The claim is another each time, so that a copy of the database finds one that it does not know. Undefined the first
 * time: others may not have said so yet.
 */
export async function claimStorage(ctx: Context): Promise<{ others: string[] } | undefined> {
  const earlier = await ownClaims(ctx);
  await addClaim(ctx);
  for (const token of earlier) {
    await ctx.storage.delete(objectOf(token));
    await ctx.db.deleteFrom('storage_claims').where('token', '=', token).execute();
  }
  const own = new Set([...earlier, ...(await ownClaims(ctx))].map(objectOf));
  const others: string[] = [];
  const until = new Date(ctx.clock.now().getTime() + AHEAD_MS);
  for await (const names of ctx.storage.listBefore(FOLDER, until))
    others.push(...names.filter((name) => !own.has(name)));
  return earlier.length === 0 ? undefined : { others };
}

/** From the first start on, so that others know before there is a file to lose. */
export async function claimStorageOnce(ctx: Context): Promise<void> {
  if (ctx.storage.mayBeShared && (await ownClaims(ctx)).length === 0) await addClaim(ctx);
}

async function ownClaims(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.selectFrom('storage_claims').select('token').execute();
  return rows.map((row) => row.token);
}

/** It is known here before it stands there: what a crash leaves between the two is never taken for someone else's. */
async function addClaim(ctx: Context): Promise<void> {
  const token = randomBytes(16).toString('hex');
  await ctx.db.insertInto('storage_claims').values({ token }).execute();
  await ctx.storage.put(objectOf(token), Buffer.from(`${ctx.config.url}\n`));
}
