import { listPipelines, mayReadPipelines, type PipelineRow } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { headPipelineOf, type MergeRequestAccess, versionsOf } from '../../../merge-requests/index.ts';

export type ReportPipeline = { row: PipelineRow; access: ProjectAccess };

/** The newest pipeline of the commit that the request is based on, or the newest of the target branch that passed. */
async function basePipelineOf(ctx: Context, { row, access }: MergeRequestAccess): Promise<ReportPipeline | undefined> {
  if (!mayReadPipelines(ctx, access)) return undefined;
  const projectIds = [access.project.id];
  const version = (await versionsOf(ctx, row)).find(({ id }) => id === row.latest_version_id);
  const first = { page: 1, perPage: 1 };
  const atBase = version
    ? (await listPipelines(ctx, { projectIds, sha: version.base_sha, ref: row.target_branch }, first)).items[0]
    : undefined;
  if (atBase) return { row: atBase, access };
  const [passed] = (await listPipelines(ctx, { projectIds, ref: row.target_branch, status: 'success' }, first)).items;
  return passed && { row: passed, access };
}

/** The pipelines whose reports are compared. */
export async function comparedPipelines(ctx: Context, found: MergeRequestAccess) {
  const [head, base] = await Promise.all([headPipelineOf(ctx, found), basePipelineOf(ctx, found)]);
  return { head, base };
}
