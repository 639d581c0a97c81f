import type { ExposedArtifact } from '@tributary/contract/ci/pipeline-page.ts';
import { exposedArtifacts } from '../../../ci/index.ts';
import { headPipelineOf, type MergeRequestAccess } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { ReportAnswer } from './coverage-report.ts';

/** What the jobs of the newest pipeline expose and the actor may read; pending until the pipeline may add nothing more. */
export async function requestArtifacts(
  ctx: Context,
  found: MergeRequestAccess,
): Promise<ReportAnswer<ExposedArtifact[]>> {
  const head = await headPipelineOf(ctx, found);
  if (!head) return { kind: 'none' };
  const { artifacts, is_final: isFinal } = await exposedArtifacts(ctx, head.access, head.row);
  if (artifacts.length > 0) return { kind: 'ready', data: artifacts };
  return { kind: isFinal ? 'none' : 'pending' };
}
