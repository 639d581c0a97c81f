import { titleHtml } from '../../planning/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { RestMergeRequest } from '@tributary/contract/merge-requests/rest.ts';
import type { Context } from '../../platform/context.ts';
import { firstDeployedToProduction } from '../deployments/first-deployed.ts';
import { findMergeRequestAccess, RESOURCE } from '../merge-request-access.ts';
import { mergeRequestDetail, recheckIfNeeded } from '../reads/merge-request-detail.ts';
import { descriptionHtml } from '../reads/merge-request-views.ts';
import { toRestMergeRequest } from '../render/to-rest.ts';
import { rebaseState } from '../reads/rebase-state.ts';
import { answerHeadPipeline } from './answer-pipelines.ts';

export type AnswerOptions = { withHtml?: boolean; withDiverged?: boolean; withRebase?: boolean };

/** The full form of a request as it is now. */
export async function answerMergeRequest(
  ctx: Context,
  id: number,
  options: AnswerOptions = {},
): Promise<RestMergeRequest> {
  const found = await findMergeRequestAccess(ctx, id);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  const detail = await mergeRequestDetail(ctx, found);
  await recheckIfNeeded(ctx, detail);
  const { row, access } = found;
  const rendered = toRestMergeRequest(detail, {
    instanceUrl: ctx.config.url,
    pipeline: await answerHeadPipeline(ctx, found),
    firstDeployedAt: await firstDeployedToProduction(ctx, found),
    ...(options.withHtml && {
      html: { title: titleHtml(row.title), description: await descriptionHtml(ctx, row, access.project) },
    }),
  });
  return {
    ...rendered,
    ...(options.withDiverged && { diverged_commits_count: row.diverged_commits_count }),
    ...(options.withRebase && { rebase_in_progress: (await rebaseState(ctx, id)).isInProgress }),
  };
}
