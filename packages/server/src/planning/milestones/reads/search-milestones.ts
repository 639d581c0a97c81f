import { type Page, pageOf } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../../platform/context.ts';
import { namespaceIsVisible, projectIsVisible, type SearchRequest, todayOf } from '../../../projects/index.ts';
import { searchMilestoneRecords } from '../milestone-store.ts';
import { type MilestoneView, toMilestoneView } from './milestone-views.ts';

/** Milestones of everything that the actor may see, whose title or description holds the text. */
export async function searchMilestones(ctx: Context, request: SearchRequest): Promise<Page<MilestoneView>> {
  const today = todayOf(ctx);
  const { rows, total } = await searchMilestoneRecords(
    ctx.db,
    {
      text: request.query,
      project: projectIsVisible(ctx.actor, today),
      namespace: namespaceIsVisible(ctx.actor, today),
      ...(request.project && { withinProject: request.project.project.id }),
      ...(request.group && { belowGroup: request.group.namespace.id }),
    },
    { offset: (request.page - 1) * request.perPage, limit: request.perPage },
  );
  return pageOf(
    rows.map((row) => toMilestoneView(ctx, row)),
    request,
    total,
  );
}
