import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Commit, listCommits, listRefNames, parseTrailers, TAG_PREFIX } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { commitMergeRequests } from '../commit-registry.ts';
import { type ChangelogEntry, changelogText, tagBefore } from '../rules/changelog.ts';
import { getRevision } from '../visible-objects.ts';

export type ChangelogRequest = {
  version: string;
  from?: string | undefined;
  to?: string | undefined;
  date?: Date | undefined;
  /** Commits with this trailer are told; its value is the heading they stand under. */
  trailer: string;
};

const MAX_COMMITS = 5_000;
const REVERT = /^This reverts commit ([0-9a-f]{40})/m;

/** What changed since the version before, from the trailers of commits. What was taken back again is left out. */
export async function buildChangelog(ctx: Context, access: ProjectAccess, request: ChangelogRequest): Promise<string> {
  const repo = repositoryOf(ctx, access);
  const to = await getRevision(ctx, access, request.to ?? access.project.default_branch ?? 'HEAD', 'Commit');
  const from = await getRevision(ctx, access, request.from ?? (await previousTag(repo, request.version)), 'Commit');
  const range = { rev: to.commitSha, notRevs: [from.commitSha], limit: MAX_COMMITS };
  const commits = await listCommits(repo, range);
  const takenBack = new Set(commits.flatMap((commit) => REVERT.exec(commit.message)?.[1] ?? []));
  const entries: ChangelogEntry[] = [];
  for (const commit of commits) {
    const category = categoryOf(commit, request.trailer);
    if (category === undefined || takenBack.has(commit.sha) || REVERT.test(commit.message)) continue;
    entries.push({
      title: commit.subject,
      category,
      commitHref: `${ctx.config.url}${repositoryPaths.commit(access.project.full_path, commit.sha)}`,
      mergeRequest: await requestOf(ctx, access, commit.sha),
    });
  }
  return changelogText(request.version, (request.date ?? ctx.clock.now()).toISOString().slice(0, 10), entries);
}

function categoryOf(commit: Commit, trailer: string): string | undefined {
  return parseTrailers(commit.message).find((each) => each.key === trailer && each.value !== '')?.value;
}

async function previousTag(repo: string, version: string): Promise<string> {
  const tags = (await listRefNames(repo, TAG_PREFIX)).map(({ ref }) => ref.slice(TAG_PREFIX.length));
  const tag = tagBefore(version, tags);
  if (tag === undefined) throw new AppError('changelog_start_unknown', {}, { status: 422 });
  return tag;
}

/** Address of the merge request that brought a commit, for those who may see it. */
async function requestOf(ctx: Context, access: ProjectAccess, sha: string): Promise<string | null> {
  if (!isAllowed(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'))) return null;
  const found = await commitMergeRequests()?.(ctx, access, { sha, state: 'merged', page: 1, perPage: 1 });
  const [first] = found?.items ?? [];
  if (typeof first !== 'object' || first === null || !('web_url' in first)) return null;
  return String(first.web_url);
}
