import type { RestRelease } from '@tributary/contract/ci/releases.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Commit } from '@tributary/git';
import { listUsersByIds, renderUserBasic } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { renderMarkdown } from '../../platform/markup/index.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { storedCommits, toRestCommit } from '../../repositories/index.ts';
import { readableEvidences } from './collect-evidence.ts';
import type { EvidenceFacts } from './evidence-store.ts';
import { type ReleaseMilestone, viewReleaseMilestones } from './release-milestones.ts';
import { countReleases, findRelease, listReleaseRows, type ReleaseOrder, type ReleaseRow } from './release-store.ts';
import type { ReleaseLink } from './tables.ts';

export type ReleaseView = {
  row: ReleaseRow;
  author: UserView | null;
  commit: Commit | undefined;
  html: string;
  milestones: readonly ReleaseMilestone[];
  /** Those that the actor may read. */
  evidences: readonly EvidenceFacts[];
};

export async function viewReleases(
  ctx: Context,
  access: ProjectAccess,
  rows: readonly ReleaseRow[],
): Promise<ReleaseView[]> {
  const authors = await listUsersByIds(
    ctx,
    rows.flatMap((row) => row.author_id ?? []),
  );
  const byId = new Map(authors.map((author) => [author.id, author]));
  const milestones = await viewReleaseMilestones(
    ctx,
    access,
    rows.map(({ id }) => id),
  );
  const commits = await storedCommits(
    ctx,
    access,
    rows.map(({ sha }) => sha),
  );
  const evidences = await readableEvidences(
    ctx,
    access,
    rows.map(({ id }) => id),
  );
  const views: ReleaseView[] = [];
  for (const row of rows) {
    const { html } = await renderMarkdown(row.description);
    const author = byId.get(row.author_id ?? 0) ?? null;
    views.push({
      row,
      author,
      commit: commits.get(row.sha),
      html,
      milestones: milestones.get(row.id) ?? [],
      evidences: evidences.get(row.id) ?? [],
    });
  }
  return views;
}

export async function listReleases(
  ctx: Context,
  access: ProjectAccess,
  order: ReleaseOrder,
  request: PageRequest & { search?: string },
): Promise<Page<ReleaseView>> {
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const which = { projectId: access.project.id, ...(request.search !== undefined && { search: request.search }) };
  const [rows, total] = await Promise.all([listReleaseRows(ctx.db, which, order, page), countReleases(ctx.db, which)]);
  return pageOf(await viewReleases(ctx, access, rows), request, total);
}

export async function getRelease(ctx: Context, access: ProjectAccess, tag: string): Promise<ReleaseRow> {
  const row = await findRelease(ctx.db, access.project.id, tag);
  if (!row) throw new AppError('not_found', { resource: 'Release' });
  return row;
}

type AssetsOf = { origin: string; projectPath: string; tag: string };

export const toRestReleaseLink = (
  { origin, projectPath, tag }: AssetsOf,
  { id, name, url, filepath, linkType }: ReleaseLink,
): RestRelease['assets']['links'][number] => ({
  id,
  name,
  url,
  direct_asset_url: directAssetUrl(origin, projectPath, tag, { filepath, url }),
  link_type: linkType,
});

export const evidenceUrl = (origin: string, projectPath: string, tag: string, id: number): string =>
  `${origin}/${projectPath}/-/releases/${encodeURIComponent(tag)}/evidences/${id}.json`;

/** The short address of a link below its release, which leads on to its own; without one its own. */
export const directAssetUrl = (
  origin: string,
  projectPath: string,
  tag: string,
  { filepath, url }: Pick<ReleaseLink, 'filepath' | 'url'>,
): string =>
  filepath === null ? url : `${origin}/${projectPath}/-/releases/${encodeURIComponent(tag)}/downloads${filepath}`;

const FORMATS = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const;

export function toRestRelease(
  ctx: Pick<Context, 'config' | 'clock'>,
  { project }: ProjectAccess,
  { row, author, commit, html, milestones, evidences }: ReleaseView,
): RestRelease {
  const { url: origin } = ctx.config;
  const path = project.full_path;
  const tagPath = `/${path}/-/tags/${encodeURIComponent(row.tag)}`;
  const sources = FORMATS.map((format) => ({
    format,
    url: `${origin}/api/v4/projects/${project.id}/repository/archive.${format}?sha=${encodeURIComponent(row.tag)}`,
  }));
  return {
    tag_name: row.tag,
    name: row.name,
    description: row.description,
    description_html: html,
    created_at: row.created_at.toISOString(),
    released_at: row.released_at.toISOString(),
    upcoming_release: row.released_at > ctx.clock.now(),
    author: author && renderUserBasic(author, { config: { url: origin } }),
    commit: commit ? toRestCommit({ origin, path }, commit, []) : null,
    commit_path: repositoryPaths.commit(path, row.sha),
    tag_path: tagPath,
    milestones: milestones.map(({ rest, issues }) => ({ ...rest, issue_stats: issues })),
    assets: {
      count: sources.length + row.links.length,
      sources,
      links: row.links.map((link) => toRestReleaseLink({ origin, projectPath: path, tag: row.tag }, link)),
    },
    evidences: evidences.map(({ id, sha, collected_at: at }) => ({
      sha,
      filepath: evidenceUrl(origin, path, row.tag, id),
      collected_at: at.toISOString(),
    })),
    _links: { self: `${origin}/${path}/-/releases/${encodeURIComponent(row.tag)}` },
  };
}
