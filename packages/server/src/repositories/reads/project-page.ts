import type { ProjectShowPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import {
  branchRef,
  countCommits,
  countRefs,
  getDefaultBranch,
  isEmptyRepository,
  readTree,
  resolveRevision,
} from '@tributary/git';
import { pollIntervalOf } from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import {
  accessRequestState,
  featureOf,
  type ProjectAccess,
  projectBadges,
  pushedBranchOf,
  repositoryOf,
  starredAmong,
} from '../../projects/index.ts';
import { repositoryLocation } from '../views/location-view.ts';
import { readmeView, treeView } from '../views/tree-view.ts';
import { lastCommitView } from './last-commit.ts';
import { projectHead } from './project-head.ts';
import { cloneBox } from './tree-page.ts';

const commitCounts = new LruCache<number>(2_000);
const MAX_COUNTED = 1_000_000;

function countHistory(repo: string, sha: string): Promise<number> {
  return commitCounts.get(`${repo}\0${sha}`, () => countCommits(repo, { rev: sha, max: MAX_COUNTED }));
}

/** The project's home: what is in it, or what to do while nothing is. */
export async function loadProjectPage(ctx: Context, access: ProjectAccess): Promise<ProjectShowPageData> {
  const code = featureOf(access, 'repository');
  const viewerId = actorId(ctx.actor);
  const mayRead = isAllowed(ctx.actor, 'read_code', code);
  const mayPush = isAllowed(ctx.actor, 'push_code', code);
  const requests = featureOf(access, 'merge_requests');
  const mayCreateRequest = mayRead && isAllowed(ctx.actor, 'create_merge_request_in', requests);
  const [project, badges, starred, pushedBranch, accessRequest, repository] = await Promise.all([
    projectHead(ctx, access),
    projectBadges(ctx, access),
    viewerId === undefined ? undefined : starredAmong(ctx.db, viewerId, [access.project.id]),
    mayCreateRequest ? pushedBranchOf(ctx, access) : null,
    accessRequestState(ctx, { place: { kind: 'project', id: access.project.id }, policy: access.policy }),
    mayRead ? repositoryState(ctx, access) : ({ state: 'hidden' } as const),
  ]);
  return {
    project,
    badges,
    isStarred: starred?.has(access.project.id) ?? false,
    pushedBranch,
    can: {
      push: mayPush,
      fork: mayRead && isAllowed(ctx.actor, 'fork_project', featureOf(access, 'forking')),
      star: isAllowed(ctx.actor, 'star_project', access.policy),
      configure: isAllowed(ctx.actor, 'read_project_settings', access.policy),
      createMergeRequest: mayCreateRequest,
    },
    newForkHref: repositoryPaths.newFork(access.project.full_path),
    accessRequest,
    repository,
  };
}

const PREPARING_POLL_MS = 2_000;

async function repositoryState(ctx: Context, access: ProjectAccess): Promise<ProjectShowPageData['repository']> {
  const { project } = access;
  if (project.repository_state === 'failed') {
    return { state: 'failed', message: 'The repository could not be created. Delete the project and try again.' };
  }
  if (project.repository_state !== 'ready') {
    const isFork = project.repository_state === 'forking';
    const pollMs = await pollIntervalOf(ctx, PREPARING_POLL_MS);
    return { state: 'preparing', isFork, topic: `project:${project.id}`, pollMs };
  }
  const repo = repositoryOf(ctx, access);
  const head = await getDefaultBranch(repo);
  const rev = await resolveRevision(repo, branchRef(head));
  if (!rev) return emptyState(ctx, access, repo, head);
  const place = { sha: rev.commitSha, refName: rev.name, path: '' };
  const entries = await readTree(repo, rev.commitSha);
  const [tree, readme, lastCommit, where, commits, refs] = await Promise.all([
    treeView(ctx, access, place, entries),
    readmeView(ctx, access, place, entries),
    lastCommitView(ctx, access, rev.commitSha, ''),
    repositoryLocation(ctx, access, rev, ''),
    countHistory(repo, rev.commitSha),
    countRefs(repo),
  ]);
  return {
    state: 'ready',
    clone: cloneBox(ctx, access, rev.name),
    place: where,
    tree,
    readme,
    lastCommit,
    newFileHref: repositoryPaths.newFile(project.full_path, rev.name),
    counts: { commits, ...refs, sizeBytes: project.repository_size_bytes },
  };
}

/** Nothing at all yet, or other branches than the default one (then those are listed). */
async function emptyState(
  ctx: Context,
  access: ProjectAccess,
  repo: string,
  head: string,
): Promise<ProjectShowPageData['repository']> {
  return {
    state: 'empty',
    clone: cloneBox(ctx, access),
    defaultBranch: head,
    newFileHref: repositoryPaths.newFile(access.project.full_path, head),
    branchesHref: (await isEmptyRepository(repo)) ? null : repositoryPaths.branches(access.project.full_path),
  };
}
