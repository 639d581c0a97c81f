import { AppError } from '@tributary/contract/errors/app-error.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { mergeBase } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { isSameNetwork, bringSource, requireTip } from '../../../merge-requests/index.ts';
import { assertCompared, type ComparedRange, type RangeRequest } from '../diff-range.ts';
import type { DiffFileContext } from '../page-diff-file.ts';

export type CompareRequest = {
  sourceBranch: string;
  targetProjectId: number;
  targetBranch: string;
  ignoresWhitespace: boolean;
} & Pick<RangeRequest, 'compared'>;

/** What a branch would bring to another, before it is proposed. Both projects must be readable. */
export async function compareRange(
  ctx: Context,
  source: ProjectAccess,
  request: CompareRequest,
): Promise<{ range: ComparedRange; target: ProjectAccess }> {
  const target = await getProjectAccess(ctx, request.targetProjectId);
  for (const access of [source, target]) authorize(ctx.actor, 'read_code', featureOf(access, 'repository'));
  if (!isSameNetwork(source.project, target.project)) throw new AppError('not_found', { resource: 'Project' });
  const pair = {
    source: { projectId: source.project.id, branch: request.sourceBranch },
    target: { projectId: target.project.id, branch: request.targetBranch },
  };
  const targetSha = await requireTip(ctx, pair.target, 'Target');
  const headSha = await requireTip(ctx, pair.source, 'Source');
  const base = await mergeBase(await bringSource(ctx, pair, headSha), targetSha, headSha);
  if (base === null)
    throw new AppError('merge_request_unrelated', { source: pair.source.branch, target: pair.target.branch });
  const range = {
    key: { projectId: target.project.id, base, head: headSha, ignoresWhitespace: request.ignoresWhitespace },
    refs: { base_sha: base, start_sha: targetSha, head_sha: headSha },
  };
  assertCompared(range.refs, request);
  return { range, target };
}

export function compareFileContext(
  source: ProjectAccess,
  target: ProjectAccess,
  range: ComparedRange,
  options: { query: string; isParallel: boolean },
): DiffFileContext {
  return {
    projectId: target.project.id,
    // The one that has both sides: the target has what both have in common, but not yet what is brought.
    projectPath: source.project.full_path,
    page: `/${encodePath(source.project.full_path)}/-/merge_requests/new`,
    pageQuery: options.query,
    linesFrom: source.project.full_path,
    refs: range.refs,
    canEdit: false,
    sourceBranch: null,
    sourcePath: null,
    isParallel: options.isParallel,
  };
}
