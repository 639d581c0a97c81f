import { setTimeout as sleep } from 'node:timers/promises';
import { readPatchId } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { updateVersion, type VersionRow } from '../store/versions.ts';

/** What is not known by then is left out of this answer, goes on and is there for the next one. */
const PATIENCE_MS = 2_000;
/** Each takes two git processes. */
const AT_ONCE = 2;
/** What waits goes on when nobody asks any more: beyond so many a version is left out at once. */
const MAX_WAITING = 200;
/** One that changes nothing or takes too long does so again: it is not tried at every question. */
const UNNAMED_MS = 3_600_000;
const MAX_UNNAMED = 10_000;

/** Until when versions are not tried again, by id; the oldest first. */
const unnamed = new Map<number, number>();
const working = new Map<number, Promise<string | null>>();
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Names of what versions change, by id of the version; the same for those that change the same. They are kept with the
 * version: nothing but a question needs them, so no push pays for them.
 */
export async function patchIdsOf(
  ctx: Context,
  row: Pick<MergeRequestRow, 'target_project_id'>,
  versions: readonly VersionRow[],
  patienceMs = PATIENCE_MS,
): Promise<ReadonlyMap<number, string>> {
  const known = new Map(versions.flatMap(({ id, patch_id: name }) => (name === null ? [] : [[id, name] as const])));
  const unknown = versions.filter(({ patch_id: name, state }) => name === null && state !== 'empty');
  if (unknown.length === 0) return known;
  const work = unknown.map(async (version) => {
    const name = await patchIdOf(ctx, row.target_project_id, version);
    if (name !== null) known.set(version.id, name);
  });
  const patience = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([Promise.all(work), late]);
  patience.abort();
  return new Map(known);
}

async function patchIdOf(ctx: Context, projectId: number, version: VersionRow): Promise<string | null> {
  const begun = working.get(version.id);
  if (begun) return begun;
  const now = ctx.clock.now().getTime();
  if ((unnamed.get(version.id) ?? 0) > now || waiting.length >= MAX_WAITING) return null;
  const found = namePatch(ctx, projectId, version).finally(() => working.delete(version.id));
  working.set(version.id, found);
  const name = await found;
  if (name === null) rememberUnnamed(version.id, now + UNNAMED_MS);
  return name;
}

function rememberUnnamed(id: number, until: number): void {
  unnamed.delete(id);
  unnamed.set(id, until);
  for (const oldest of unnamed.keys()) {
    if (unnamed.size <= MAX_UNNAMED) return;
    unnamed.delete(oldest);
  }
}

/** Never fails: the answer is of use without the name. */
async function namePatch(ctx: Context, projectId: number, version: VersionRow): Promise<string | null> {
  await turn();
  try {
    const ends = { from: version.base_sha, to: version.head_sha };
    const name = await readPatchId(ctx.repositories.directory(projectId), ends);
    if (name !== null) await updateVersion(ctx.db, version.id, { patch_id: name });
    return name;
  } catch (error) {
    ctx.log.warn({ err: error, versionId: version.id }, 'a patch was not named');
    return null;
  } finally {
    giveTurn();
  }
}

async function turn(): Promise<void> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

/** To whoever waits for it, else it is free. */
function giveTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
