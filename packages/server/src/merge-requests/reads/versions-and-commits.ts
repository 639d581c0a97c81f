import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type DiffRange, findRange } from '../diffs/diff-range.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import {
  countVersionCommits,
  findVersion,
  listVersionCommits,
  listVersions,
  type VersionCommitRow,
  type VersionRow,
} from '../store/versions.ts';

/** Commits of the newest version, newest first; all, or those that are searched for. */
export async function commitPage(
  ctx: Context,
  row: MergeRequestRow,
  request: PageRequest,
  search?: string,
): Promise<Page<VersionCommitRow>> {
  if (row.latest_version_id === null) return pageOf([], request, 0);
  const [items, total] = await Promise.all([
    listVersionCommits(ctx.db, row.latest_version_id, {
      limit: request.perPage,
      offset: (request.page - 1) * request.perPage,
      search,
    }),
    countVersionCommits(ctx.db, row.latest_version_id, search),
  ]);
  return pageOf(items, request, total);
}

/** Newest first. */
export function versionPage(ctx: Context, row: MergeRequestRow): Promise<VersionRow[]> {
  return listVersions(ctx.db, row.id);
}

export async function versionDetail(
  ctx: Context,
  row: MergeRequestRow,
  versionId: number,
): Promise<{ range: DiffRange; commits: VersionCommitRow[] }> {
  const version = await findVersion(ctx.db, row.id, versionId);
  const range = version && (await findRange(ctx, row, { diffId: version.id }));
  if (!range) throw new AppError('not_found', { resource: 'Version' });
  return { range, commits: await listVersionCommits(ctx.db, versionId) };
}

/** The newest version's comparison; `version_not_ready` while there is none. */
export async function requireRange(ctx: Context, row: MergeRequestRow): Promise<DiffRange> {
  const range = await findRange(ctx, row, {});
  if (!range) throw new AppError('version_not_ready');
  return range;
}
