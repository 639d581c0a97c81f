import { EMPTY_TREE_OID, keepMergeRequestHead } from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { emit, publish } from '../../platform/events.ts';
import { requestMergeCheck } from '../readiness/operations/readiness-changed.ts';
import { topicOf } from '../merge-request-access.ts';
import { type MergeRequestRow, updateMergeRequestRow } from '../store/merge-requests.ts';
import { insertVersion, type VersionRow } from '../store/versions.ts';
import { publishAttentionSetChange } from '../notifications/publish-attention-set-change.ts';
import { followVersion } from './on-version.ts';
import type { ReadVersion } from './read-version.ts';
import { MAX_VERSIONS, pruneVersions } from './prune-versions.ts';
import { versionCommitColumns } from './version-columns.ts';

export type VersionCause = {
  /** The actor when left out. */
  pushedById?: number | null | undefined;
  /** The push wanted no pipeline. */
  skipsPipeline?: boolean;
};

/**
 * Writes a version that was read from git, in the transaction that holds the request's row. What else
 * follows is registered with `onVersion`.
 */
export async function createVersion(
  ctx: Context,
  row: MergeRequestRow,
  read: ReadVersion,
  { pushedById = actorId(ctx.actor) ?? null, skipsPipeline = false }: VersionCause = {},
): Promise<{ row: MergeRequestRow; version: VersionRow }> {
  const named = [read.baseSha, read.startSha, read.headSha].filter((sha) => sha !== EMPTY_TREE_OID);
  const repo = ctx.repositories.directory(row.target_project_id);
  const kept = keepMergeRequestHead(repo, row.iid, read.headSha, named);
  const recorded = record(ctx, row, read, { pushedById, skipsPipeline });
  // Git and the database work side by side, and whatever fails, the lock is held until both are done.
  await Promise.allSettled([kept, recorded]);
  await kept;
  return recorded;
}

async function record(
  ctx: Context,
  row: MergeRequestRow,
  read: ReadVersion,
  { pushedById, skipsPipeline }: { pushedById: number | null; skipsPipeline: boolean },
): Promise<{ row: MergeRequestRow; version: VersionRow }> {
  const version = await insertVersion(
    ctx.db,
    {
      merge_request_id: row.id,
      base_sha: read.baseSha,
      start_sha: read.startSha,
      head_sha: read.headSha,
      commits_count: read.commitsCount,
      state: read.baseSha === read.headSha ? 'empty' : 'building',
      files_count: null,
      added_lines: null,
      removed_lines: null,
      pushed_by_id: pushedById,
    },
    versionCommitColumns(read.commits),
  );
  const updated = await updateMergeRequestRow(ctx.db, row.id, {
    head_sha: read.headSha,
    latest_version_id: version.id,
    commits_count: read.commitsCount,
    merge_error: null,
  });
  if (version.number > MAX_VERSIONS) await pruneVersions(ctx, row);
  await followVersion(ctx, { row, version });
  await requestMergeCheck(ctx, row.id, 'source_pushed');
  await emit(ctx, 'merge_request.version_created', {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    versionId: version.id,
    number: version.number,
    oldHeadSha: row.head_sha,
    pushedById,
    ...(skipsPipeline && { skipsPipeline }),
  });
  await publish(ctx, topicOf(row.id), 'version.created', { id: row.id, version: version.number });
  await publishAttentionSetChange(ctx, row.id);
  return { row: updated, version };
}
