import type { TagRow, TagsPageData } from '@tributary/contract/projects/repository-page.ts';
import { ARCHIVE_FORMATS, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { listTags, type TagRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { loadTagRights } from '../protection/tags/tag-rights.ts';
import { commitPipelines, tagReleases } from '../commit-registry.ts';
import { commitUser, commitSummaries, usersOf } from '../views/commit-views.ts';

const PER_PAGE = 20;
const SORTS: readonly TagsPageData['sort'][] = ['updated_desc', 'updated_asc', 'name_asc', 'version_desc'];

export async function loadTagsPage(ctx: Context, access: ProjectAccess, query: URLSearchParams): Promise<TagsPageData> {
  const search = (query.get('search') ?? '').trim().slice(0, 250);
  const sort = SORTS.find((each) => each === query.get('sort')) ?? 'updated_desc';
  const asked = Number(query.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked > 0 && asked < 10_000 ? asked : 1;
  const found = await listTags(repositoryOf(ctx, access), {
    sort,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
    ...(search !== '' && { search }),
  });
  const mayPush = isAllowed(ctx.actor, 'push_code', featureOf(access, 'repository'));
  return {
    projectId: access.project.id,
    projectPath: access.project.full_path,
    defaultBranch: access.project.default_branch,
    search,
    sort,
    tags: await tagRows(ctx, access, found.refs),
    pager: { page, perPage: PER_PAGE, total: found.total, hasNext: found.nextCursor !== null },
    refsPath: repositoryPaths.refs(access.project.full_path),
    can: { create: mayPush },
  };
}

async function tagRows(ctx: Context, access: ProjectAccess, tags: readonly TagRef[]): Promise<TagRow[]> {
  const project = access.project.full_path;
  const commits = tags.flatMap((tag) => tag.commit ?? []);
  const summaries = new Map((await commitSummaries(ctx, access, commits)).map((summary) => [summary.sha, summary]));
  const pipelines = await commitPipelines().ofRefs(ctx, access, {
    isTag: true,
    refs: tags.flatMap(({ name, commitSha: sha }) => (sha === null ? [] : [{ name, sha }])),
  });
  const commitOf = ({ name, commitSha }: TagRef) => {
    const commit = commitSha === null ? undefined : summaries.get(commitSha);
    return commit ? { ...commit, status: pipelines.get(name) ?? commit.status } : null;
  };
  const people = await usersOf(
    ctx,
    tags.flatMap((tag) => tag.tagger ?? []),
  );
  const rights = await loadTagRights(ctx, access);
  const released = tagReleases();
  const releases = await released.find(
    ctx,
    access,
    tags.map(({ name }) => name),
  );
  const main = access.project.default_branch;
  return tags.map((tag) => ({
    isProtected: rights.isProtected(tag.name),
    canDelete: rights.refusal(tag.name, 'delete') === null,
    name: tag.name,
    href: repositoryPaths.tree(project, tag.name),
    sha: tag.sha,
    isAnnotated: tag.isAnnotated,
    message: (tag.message ?? '').slice(0, 20_000),
    tagger: tag.tagger ? commitUser(tag.tagger, people) : null,
    commit: commitOf(tag),
    archives: ARCHIVE_FORMATS.map((format) => ({ format, href: repositoryPaths.archive(project, tag.name, format) })),
    release: releaseOf(releases.get(tag.name)),
    // As the release itself: of a protected tag for those alone who may create it.
    newReleaseHref:
      releases.has(tag.name) || rights.refusal(tag.name, 'create') !== null
        ? null
        : released.newHref(ctx, access, tag.name),
    compareHref: main === null || tag.commitSha === null ? null : repositoryPaths.compare(project, tag.name, main),
  }));
}

const releaseOf = (found: { name: string; href: string } | undefined): TagRow['release'] =>
  found ? { name: found.name, href: found.href } : null;
