import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  branchRef,
  isCommitReachable,
  isObjectReachable,
  readRef,
  reachableCommits,
  MERGE_REQUEST_PREFIX,
  type ResolvedRevision,
  resolveRevision,
  splitRefAndPath,
  VISIBLE_REF_PREFIXES,
} from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { isAllowed } from '../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../projects/index.ts';
import { versionCommits } from './commit-registry.ts';

/** Refs move, so that something is reachable is believed for a moment only, and not across a move that this process makes. */
const BELIEVED_MS = 5_000;
const MAX_REPOSITORIES = 500;
const MAX_BELIEVED = 1_000;
/** Texts are read without their links rather than late. */
const LINK_TIMEOUT_MS = 2_000;
type Belief = { isVisible: boolean; until: number };
const beliefs = new Map<string, Map<string, Belief>>();

/** Called when refs of a repository have moved: what was reachable may not be any more. */
export function forgetVisible(repo: string): void {
  beliefs.delete(repo);
}

function seesRequests(ctx: Context, access: ProjectAccess): boolean {
  return isAllowed(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'));
}

/** Refs whose history the actor may read: branches, tags, and merge requests where they may see those. */
function prefixesFor(ctx: Context, access: ProjectAccess): readonly string[] {
  return seesRequests(ctx, access) ? [...VISIBLE_REF_PREFIXES, MERGE_REQUEST_PREFIX] : VISIBLE_REF_PREFIXES;
}

/** The ref of a merge request leads to its newest version alone: the others are known by their commits. */
async function ofVersions(ctx: Context, access: ProjectAccess, shas: readonly string[]): Promise<ReadonlySet<string>> {
  return shas.length > 0 && seesRequests(ctx, access) ? versionCommits(ctx, access.project.id, shas) : new Set();
}

function beliefsAbout(repo: string): Map<string, Belief> {
  const known = beliefs.get(repo);
  if (known) return known;
  const made = new Map<string, Belief>();
  beliefs.set(repo, made);
  if (beliefs.size > MAX_REPOSITORIES) beliefs.delete(beliefs.keys().next().value ?? repo);
  return made;
}

/** That something is visible is believed for a moment; that it is not only of links in texts. */
async function believed(repo: string, key: string, ask: () => Promise<boolean>): Promise<boolean> {
  const own = beliefsAbout(repo);
  const known = own.get(key);
  if (known?.isVisible && known.until > performance.now()) return true;
  const isVisible = await ask();
  believe(repo, own, key, isVisible);
  return isVisible;
}

function believe(repo: string, own: Map<string, Belief>, key: string, isVisible: boolean): void {
  // Refs that moved while git was asked have taken the map away: then this answer is not kept.
  if (own !== beliefs.get(repo)) return;
  own.set(key, { isVisible, until: performance.now() + BELIEVED_MS });
  if (own.size > MAX_BELIEVED) own.delete(own.keys().next().value ?? key);
}

/**
 * A stored object may belong to a refused push, a deleted branch or another fork: an id alone opens nothing that no visible
 * ref leads to and no version of a merge request has. Throws not_found, the same as for ids of nothing.
 */
export async function assertVisibleCommit(ctx: Context, access: ProjectAccess, sha: string): Promise<void> {
  if (!(await isVisibleCommit(ctx, access, sha))) throw new AppError('not_found', { resource: 'Commit' });
}

/** The same for what was resolved: an id, and the commit that steps such as `~2` started from. */
export async function assertVisibleRevision(ctx: Context, access: ProjectAccess, rev: ResolvedRevision): Promise<void> {
  if (rev.kind !== 'sha') return;
  const shas = new Set([rev.commitSha, rev.startSha ?? rev.commitSha]);
  await Promise.all([...shas].map((sha) => assertVisibleCommit(ctx, access, sha)));
}

/** As what was just pushed or merged nearly always is; no process of its own. */
async function isDefaultTip(repo: string, { project }: ProjectAccess, sha: string): Promise<boolean> {
  return project.default_branch !== null && (await readRef(repo, branchRef(project.default_branch))) === sha;
}

async function isVisibleCommit(ctx: Context, access: ProjectAccess, sha: string): Promise<boolean> {
  const repo = repositoryOf(ctx, access);
  const prefixes = prefixesFor(ctx, access);
  return believed(
    repo,
    `${prefixes.length}:${sha}`,
    async () =>
      (await isDefaultTip(repo, access, sha)) ||
      (await isCommitReachable(repo, sha, prefixes)) ||
      (await ofVersions(ctx, access, [sha])).has(sha),
  );
}

/**
 * Which of these stored commits a link in a text may lead to. git is asked once, for all of which it was not asked a moment
 * ago, and has little time: throws its `timeout`. `mayAsk` is called before that; where it says no, those are none.
 */
export async function linkedCommits(
  ctx: Context,
  access: ProjectAccess,
  shas: readonly string[],
  mayAsk: () => boolean,
): Promise<Set<string>> {
  const repo = repositoryOf(ctx, access);
  const prefixes = prefixesFor(ctx, access);
  const own = beliefsAbout(repo);
  const visible = new Set<string>();
  const unknown: string[] = [];
  for (const sha of shas) {
    const known = own.get(`${prefixes.length}:${sha}`);
    if (!known || known.until <= performance.now()) unknown.push(sha);
    else if (known.isVisible) visible.add(sha);
  }
  if (unknown.length === 0 || !mayAsk()) return visible;
  const reachable = await reachableCommits(repo, unknown, prefixes, { timeoutMs: LINK_TIMEOUT_MS });
  const others = unknown.filter((sha) => !reachable.has(sha));
  const readable = new Set([...reachable, ...(await ofVersions(ctx, access, others))]);
  for (const sha of unknown) {
    if (readable.has(sha)) visible.add(sha);
    believe(repo, own, `${prefixes.length}:${sha}`, readable.has(sha));
  }
  return visible;
}

/** The same for a blob or tree by its id. */
export async function assertVisibleObject(ctx: Context, access: ProjectAccess, oid: string): Promise<void> {
  const repo = repositoryOf(ctx, access);
  const refPrefixes = prefixesFor(ctx, access);
  const key = `${refPrefixes.length}:${oid}`;
  if (!(await believed(repo, key, () => isObjectReachable(repo, oid, { refPrefixes })))) {
    throw new AppError('not_found', { resource: 'Blob' });
  }
}

/** A branch, tag or visible commit by what a user or client typed; undefined when there is none. */
export async function findRevision(
  ctx: Context,
  access: ProjectAccess,
  name: string,
): Promise<ResolvedRevision | undefined> {
  const found = await resolveRevision(repositoryOf(ctx, access), name);
  if (found) await assertVisibleRevision(ctx, access, found);
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
  await assertVisibleRevision(ctx, access, split.ref);
  return { rev: split.ref, path: split.path };
}
