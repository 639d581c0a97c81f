import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import {
  countVersionCommits,
  findVersion,
  findVersionById,
  listVersionCommits,
  listVersions,
  type VersionCommitRow,
  type VersionRow,
} from '../store/versions.ts';
import { listUnstoredCommits } from '../versions/commit-of-version.ts';

/** Commits of the newest version, newest first; all, or those that are searched for among the stored ones. */
export async function commitPage(
  ctx: Context,
  row: MergeRequestRow,
  request: PageRequest,
  search?: string,
): Promise<Page<VersionCommitRow>> {
  const version = row.latest_version_id === null ? undefined : await findVersionById(ctx.db, row.latest_version_id);
  return version ? commitsOfVersion(ctx, row, version, { ...request, search }) : pageOf([], request, 0);
}

/** The same of any version that is kept. */
export async function commitsOfVersion(
  ctx: Context,
  row: MergeRequestRow,
  version: VersionRow,
  { search, ...request }: PageRequest & { search?: string | undefined },
): Promise<Page<VersionCommitRow>> {
  const slice = { limit: request.perPage, offset: (request.page - 1) * request.perPage };
  const [stored, count] = await Promise.all([
    listVersionCommits(ctx.db, version.id, { ...slice, search }),
    countVersionCommits(ctx.db, version.id, search),
  ]);
  if ((search ?? '') !== '' || version.commits_count <= count) return pageOf(stored, request, count);
  const far = await listUnstoredCommits(ctx, row.target_project_id, version, {
    limit: slice.limit - stored.length,
    offset: Math.max(slice.offset, count),
  });
  return pageOf([...stored, ...far], request, version.commits_count);
}

/** Newest first. */
export function versionPage(ctx: Context, row: MergeRequestRow): Promise<VersionRow[]> {
  return listVersions(ctx.db, row.id);
}

export async function requireVersion(ctx: Context, row: MergeRequestRow, versionId: number): Promise<VersionRow> {
  const version = await findVersion(ctx.db, row.id, versionId);
  if (!version) throw new AppError('not_found', { resource: 'Version' });
  return version;
}
