import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  isCommitReachable,
  isObjectReachable,
  MERGE_REQUEST_PREFIX,
  type ResolvedRevision,
  resolveRevision,
  splitRefAndPath,
  VISIBLE_REF_PREFIXES,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../access/project-access.ts';
import { repositoryOf } from './repository-access.ts';

/** Refs move, so that something is reachable is believed for a moment only. */
const BELIEVED_MS = 20_000;
const MAX_BELIEVED = 5_000;
const believedUntil = new Map<string, number>();

/** Refs whose history the actor may read: branches, tags, and merge requests where they may see those. */
function prefixesFor(ctx: Context, access: ProjectAccess): readonly string[] {
  const seesRequests = isAllowed(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'));
  return seesRequests ? [...VISIBLE_REF_PREFIXES, MERGE_REQUEST_PREFIX] : VISIBLE_REF_PREFIXES;
}

async function believed(key: string, ask: () => Promise<boolean>): Promise<boolean> {
  const now = performance.now();
  if ((believedUntil.get(key) ?? 0) > now) return true;
  if (!(await ask())) return false;
  believedUntil.set(key, now + BELIEVED_MS);
  if (believedUntil.size > MAX_BELIEVED) believedUntil.delete(believedUntil.keys().next().value ?? key);
  return true;
}

/**
 * A stored object may belong to a refused push, a deleted branch or another fork: an id alone opens nothing that no visible
 * ref leads to. Throws not_found, the same as for ids of nothing.
 */
export async function assertVisibleCommit(ctx: Context, access: ProjectAccess, sha: string): Promise<void> {
  const repo = repositoryOf(ctx, access);
  const prefixes = prefixesFor(ctx, access);
  const key = `${repo}:${prefixes.length}:${sha}`;
  if (!(await believed(key, () => isCommitReachable(repo, sha, prefixes)))) {
    throw new AppError('not_found', { resource: 'Commit' });
  }
}

/** The same for a blob or tree by its id. */
export async function assertVisibleObject(ctx: Context, access: ProjectAccess, oid: string): Promise<void> {
  const repo = repositoryOf(ctx, access);
  const refPrefixes = prefixesFor(ctx, access);
  const key = `${repo}:${refPrefixes.length}:${oid}`;
  if (!(await believed(key, () => isObjectReachable(repo, oid, { refPrefixes })))) {
    throw new AppError('not_found', { resource: 'Blob' });
  }
}

/** A branch, tag or visible commit by what a person or client typed; undefined when there is none. */
export async function findRevision(
  ctx: Context,
  access: ProjectAccess,
  name: string,
): Promise<ResolvedRevision | undefined> {
  const found = await resolveRevision(repositoryOf(ctx, access), name);
  if (found?.kind === 'sha') await assertVisibleCommit(ctx, access, found.commitSha);
  return found;
}

/** As findRevision; throws not_found with the noun that clients expect. */
export async function getRevision(
  ctx: Context,
  access: ProjectAccess,
  name: string,
  resource = 'Reference',
): Promise<ResolvedRevision> {
  const found = await findRevision(ctx, access, name);
  if (!found) throw new AppError('not_found', { resource });
  return found;
}

export type RefAndPath = { rev: ResolvedRevision; path: string };

/** Splits `<ref>/<path>` of a page address by the refs that exist. */
export async function getRefAndPath(ctx: Context, access: ProjectAccess, text: string): Promise<RefAndPath> {
  const split = await splitRefAndPath(repositoryOf(ctx, access), text);
  if (!split) throw new AppError('not_found', { resource: 'Reference' });
  if (split.ref.kind === 'sha') await assertVisibleCommit(ctx, access, split.ref.commitSha);
  return { rev: split.ref, path: split.path };
}
