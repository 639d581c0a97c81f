import type { BranchRequest, ComparePageData } from '@tributary/contract/projects/repository-page.ts';
import type { DiffFilesAnswer } from '@tributary/contract/projects/repository-diff.ts';
import type { RestDiff } from '@tributary/contract/projects/repository-rest.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Commit, countCommits, fetchFrom, listCommits, mergeBase, type ResolvedRevision } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { getForkSource, listFamily } from '../forks/fork-family.ts';
import { commitSummaries } from '../views/commit-views.ts';
import type { DiffSides } from '../views/diff-view.ts';
import { findRevision } from '../visible-objects.ts';
import { diffList, diffPart, type PartRequest, restDiffs } from './diff-list.ts';
import { branchRequests } from '../commit-registry.ts';

export type CompareRequest = {
  from: string;
  to: string;
  /** Where `from` is, when in another project of the family. */
  fromProjectId?: number | undefined;
  /** Tip to tip, instead of what happened on `to` since they parted. */
  straight: boolean;
};

type Side = { access: ProjectAccess; rev: ResolvedRevision | undefined };
type Compared =
  | { state: 'same' }
  | { state: 'unrelated' }
  | { state: 'missing'; names: string[] }
  | { state: 'ready'; base: string | null; basePath: string; from: string; to: string };

const MAX_COMMITS = 100;
const MAX_COUNTED = 10_000;

/** `a...b` as the address has it; a name holds no two dots. */
export function parseRange(text: string): { from: string; to: string } | undefined {
  const match = /^(.+?)(\.\.\.?)(.+)$/.exec(text);
  return match ? { from: match[1] ?? '', to: match[3] ?? '' } : undefined;
}

async function sidesFor(
  ctx: Context,
  access: ProjectAccess,
  request: CompareRequest,
): Promise<{ from: Side; to: Side }> {
  const other =
    request.fromProjectId === undefined || request.fromProjectId === access.project.id
      ? access
      : await getForkSource(ctx, access, request.fromProjectId);
  const [from, to] = await Promise.all([findRevision(ctx, other, request.from), findRevision(ctx, access, request.to)]);
  return { from: { access: other, rev: from }, to: { access, rev: to } };
}

async function compareSides(
  ctx: Context,
  access: ProjectAccess,
  sides: { from: Side; to: Side },
  request: CompareRequest,
): Promise<Compared> {
  const from = sides.from.rev?.commitSha;
  const to = sides.to.rev?.commitSha;
  if (from === undefined || to === undefined) {
    return {
      state: 'missing',
      names: [...(from === undefined ? [request.from] : []), ...(to === undefined ? [request.to] : [])],
    };
  }
  const repo = repositoryOf(ctx, access);
  if (sides.from.access.project.id !== access.project.id) {
    // Whoever compares may read both, so the objects may be brought together.
    await fetchFrom(repo, repositoryOf(ctx, sides.from.access), [from]);
  }
  if (from === to) return { state: 'same' };
  // Where they parted is in both of them; the tip of the other one is there alone.
  if (request.straight) return { state: 'ready', base: from, basePath: pathOf(sides.from.access), from, to };
  const base = await mergeBase(repo, from, to);
  return base === null ? { state: 'unrelated' } : { state: 'ready', base, basePath: pathOf(access), from, to };
}

const pathOf = ({ project }: ProjectAccess): string => project.full_path;

function diffSides(ctx: Context, access: ProjectAccess, compared: Compared & { state: 'ready' }): DiffSides {
  return {
    repo: repositoryOf(ctx, access),
    projectPath: access.project.full_path,
    oldSha: compared.base,
    oldProjectPath: compared.basePath,
    newSha: compared.to,
  };
}

function addressOf(access: ProjectAccess, request: CompareRequest, below = ''): string {
  const query = new URLSearchParams();
  if (request.fromProjectId !== undefined && request.fromProjectId !== access.project.id) {
    query.set('from_project_id', String(request.fromProjectId));
  }
  if (request.straight) query.set('straight', 'true');
  const text = query.toString();
  const address = repositoryPaths.compare(access.project.full_path, request.from, request.to);
  return `${address}${below}${text === '' ? '' : `?${text}`}`;
}

/** By their ids: names may mean other commits by the time that someone asks for more of these files. */
function filesAddress(
  access: ProjectAccess,
  request: CompareRequest,
  { from, to }: { from: string; to: string },
  part: Record<string, string>,
): string {
  const query = new URLSearchParams({ range: `${from}...${to}`, ...part });
  if (request.fromProjectId !== undefined) query.set('from_project_id', String(request.fromProjectId));
  if (request.straight) query.set('straight', 'true');
  return `${repositoryPaths.compare(access.project.full_path)}/diff_files?${query.toString()}`;
}

const projectOf = ({ project }: ProjectAccess) => ({ id: project.id, fullPath: project.full_path });

/** The comparison, or the form for one when nothing is chosen yet. */
export async function loadComparePage(
  ctx: Context,
  access: ProjectAccess,
  request: CompareRequest | undefined,
): Promise<ComparePageData> {
  const project = access.project.full_path;
  const main = access.project.default_branch ?? '';
  const family = [access, ...(await listFamily(ctx, access))];
  const base = {
    projectId: access.project.id,
    projectPath: project,
    refsPath: repositoryPaths.refs(project),
    projects: family.map((each) => ({ ...projectOf(each), refsPath: repositoryPaths.refs(each.project.full_path) })),
  };
  if (!request) {
    return {
      ...base,
      from: { project: projectOf(access), name: main },
      to: { project: projectOf(access), name: main },
      isStraight: false,
      result: null,
      swapHref: null,
      mergeRequest: null,
      newMergeRequestHref: null,
    };
  }
  const sides = await sidesFor(ctx, access, request);
  const isOneProject = sides.from.access.project.id === access.project.id;
  return {
    ...base,
    from: { project: projectOf(sides.from.access), name: request.from },
    to: { project: projectOf(access), name: request.to },
    isStraight: request.straight,
    result: await resultOf(ctx, access, sides, request),
    swapHref: isOneProject ? addressOf(access, { ...request, from: request.to, to: request.from }) : null,
    mergeRequest: await openRequest(ctx, access, sides),
    newMergeRequestHref: newMergeRequestHref(ctx, access, sides),
  };
}

async function resultOf(
  ctx: Context,
  access: ProjectAccess,
  sides: { from: Side; to: Side },
  request: CompareRequest,
): Promise<ComparePageData['result']> {
  const compared = await compareSides(ctx, access, sides, request);
  if (compared.state === 'same' || compared.state === 'unrelated') return { state: compared.state };
  if (compared.state === 'missing') return { state: 'missing', names: compared.names };
  const repo = repositoryOf(ctx, access);
  const range = { rev: compared.to, notRevs: [compared.from] };
  const [commits, totalCommits, diff] = await Promise.all([
    listCommits(repo, { ...range, limit: MAX_COMMITS }),
    countCommits(repo, { ...range, max: MAX_COUNTED }),
    diffList(ctx, diffSides(ctx, access, compared), (part) => filesAddress(access, request, compared, part)),
  ]);
  return {
    state: 'ready',
    mergeBaseSha: compared.base,
    commits: await commitSummaries(ctx, access, commits),
    totalCommits,
    diff,
  };
}

async function openRequest(
  ctx: Context,
  access: ProjectAccess,
  { from, to }: { from: Side; to: Side },
): Promise<BranchRequest | null> {
  if (from.rev?.kind !== 'branch' || to.rev?.kind !== 'branch') return null;
  const target = { projectId: from.access.project.id, branch: from.rev.name };
  const branches = [to.rev.name];
  const found = await branchRequests(ctx, { sourceProjectId: access.project.id, branches, target });
  return found.get(to.rev.name) ?? null;
}

/** Offered when both sides are branches and the actor may ask for the merge. */
function newMergeRequestHref(ctx: Context, access: ProjectAccess, sides: { from: Side; to: Side }): string | null {
  const { from, to } = sides;
  if (from.rev?.kind !== 'branch' || to.rev?.kind !== 'branch' || from.rev.commitSha === to.rev.commitSha) return null;
  const mayFrom = isAllowed(ctx.actor, 'create_merge_request_from', featureOf(access, 'merge_requests'));
  const mayIn = isAllowed(ctx.actor, 'create_merge_request_in', featureOf(from.access, 'merge_requests'));
  if (!mayFrom || !mayIn) return null;
  const query = new URLSearchParams({
    'merge_request[source_branch]': to.rev.name,
    'merge_request[target_branch]': from.rev.name,
  });
  if (from.access.project.id !== access.project.id) {
    query.set('merge_request[target_project_id]', String(from.access.project.id));
  }
  return `${repositoryPaths.project(access.project.full_path)}/-/merge_requests/new?${query.toString()}`;
}

export async function loadCompareDiffPart(
  ctx: Context,
  access: ProjectAccess,
  request: CompareRequest,
  part: PartRequest,
): Promise<DiffFilesAnswer> {
  const compared = await compareSides(ctx, access, await sidesFor(ctx, access, request), request);
  if (compared.state !== 'ready') return { files: [], moreHref: null };
  return diffPart(ctx, diffSides(ctx, access, compared), part, (next) => filesAddress(access, request, compared, next));
}

export type Comparison = {
  commits: Commit[];
  diffs: RestDiff[];
  isSameRef: boolean;
  webPath: string;
};

/** For the API: commits oldest first, as clients expect. */
export async function compareRefs(
  ctx: Context,
  access: ProjectAccess,
  request: CompareRequest & { unidiff: boolean },
): Promise<Comparison> {
  const sides = await sidesFor(ctx, access, request);
  const compared = await compareSides(ctx, access, sides, request);
  const webPath = addressOf(access, request);
  if (compared.state === 'missing') throw new AppError('not_found', { resource: 'Ref' });
  if (compared.state === 'same') return { commits: [], diffs: [], isSameRef: true, webPath };
  const { commitSha: from } = sides.from.rev ?? { commitSha: '' };
  const { commitSha: to } = sides.to.rev ?? { commitSha: '' };
  const repo = repositoryOf(ctx, access);
  const commits = await listCommits(repo, { rev: to, notRevs: [from], limit: MAX_COUNTED });
  const base = compared.state === 'ready' ? compared.base : null;
  const diffs = await restDiffs(repo, { from: base, to, unidiff: request.unidiff });
  return { commits: commits.toReversed(), diffs, isSameRef: false, webPath };
}
