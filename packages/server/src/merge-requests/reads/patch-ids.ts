import { setTimeout as sleep } from 'node:timers/promises';
import { isGitError, readPatchId } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { updateVersion, type VersionRow } from '../store/versions.ts';

/** What is not known by then is left out of this answer, goes on and is there for the next one. */
const PATIENCE_MS = 2_000;
/** Each takes two git processes. */
const AT_ONCE = 2;

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
  for (const each of work) each.catch((error: unknown) => ctx.log.warn({ err: error }, 'a patch was not named'));
  return new Map(known);
}

function patchIdOf(ctx: Context, projectId: number, version: VersionRow): Promise<string | null> {
  const found = working.get(version.id) ?? namePatch(ctx, projectId, version).finally(() => working.delete(version.id));
  working.set(version.id, found);
  return found;
}

async function namePatch(ctx: Context, projectId: number, version: VersionRow): Promise<string | null> {
  await turn();
  try {
    const ends = { from: version.base_sha, to: version.head_sha };
    const name = await readPatchId(ctx.repositories.directory(projectId), ends);
    if (name !== null) await updateVersion(ctx.db, version.id, { patch_id: name });
    return name;
  } catch (error) {
    if (!isGitError(error)) throw error;
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
