import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import {
  requireVersion,
  type MergeRequestRow,
  listVersionCommits,
  type VersionCommitRow,
} from '../../../merge-requests/index.ts';
import { type DiffRange, findRange } from '../diff-range.ts';

export async function versionDetail(
  ctx: Context,
  row: MergeRequestRow,
  versionId: number,
): Promise<{ range: DiffRange; commits: VersionCommitRow[] }> {
  const version = await requireVersion(ctx, row, versionId);
  const range = await findRange(ctx, row, { diffId: version.id });
  if (!range) throw new AppError('not_found', { resource: 'Version' });
  return { range, commits: await listVersionCommits(ctx.db, versionId) };
}

/** The newest version's comparison; `version_not_ready` while there is none. */
export async function requireRange(ctx: Context, row: MergeRequestRow): Promise<DiffRange> {
  const range = await findRange(ctx, row, {});
  if (!range) throw new AppError('version_not_ready');
  return range;
}
