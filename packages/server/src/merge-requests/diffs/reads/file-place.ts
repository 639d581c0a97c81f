import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { findProjectAccess, type MergeRequestAccess } from '../../merge-request-access.ts';
import { canPushToSource } from '../../merging/merge-rights.ts';
import { requestPaths } from '../../rules/merge-paths.ts';
import type { ComparedRange } from '../diff-range.ts';
import type { FilePlace } from '../page-diff-file.ts';

/** Where the files of a request are shown and may be edited. */
export async function placeOfRequest(
  ctx: Context,
  found: MergeRequestAccess,
  range: ComparedRange,
  isParallel: boolean,
): Promise<FilePlace> {
  const { row, access } = found;
  const source = row.source_project_id === null ? undefined : await sourceOf(ctx, access, row.source_project_id);
  return {
    projectId: access.project.id,
    projectPath: access.project.full_path,
    page: requestPaths(access.project.full_path, access.project.id, row.iid).overview,
    refs: range.refs,
    canEdit: row.state === 'opened' && (await canPushToSource(ctx, found)),
    sourceBranch: row.source_branch,
    sourcePath: source?.project.full_path ?? null,
    isParallel,
  };
}

function sourceOf(ctx: Context, access: ProjectAccess, id: number): Promise<ProjectAccess | undefined> {
  return id === access.project.id ? Promise.resolve(access) : findProjectAccess(ctx, id);
}
