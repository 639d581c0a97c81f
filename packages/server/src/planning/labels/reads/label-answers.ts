import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { descriptionHtml } from '../../description-html.ts';
import type { ContainerWithAncestors } from '../../planning-container.ts';
import { issueCountsByLabel } from '../../issues/reads/list-issues.ts';
import { countOpenMergeRequests } from '../label-counts.ts';
import { listSubscribedLabels } from '../subscription-store.ts';
import type { LabelView } from './label-views.ts';

export type LabelAnswer = {
  label: LabelView;
  descriptionHtml: string;
  /** The actor hears of it here. */
  isSubscribed: boolean;
  openMergeRequestsCount?: number;
  issueCounts?: { opened: number; closed: number };
};

/** Adds what one answer about labels says besides their columns; counts only when asked. */
export async function labelAnswers(
  ctx: Context,
  place: ContainerWithAncestors,
  labels: readonly LabelView[],
  options: { withCounts: boolean },
): Promise<LabelAnswer[]> {
  const ids = labels.map((label) => label.id);
  const within =
    place.kind === 'project'
      ? { projectId: place.id, groupId: undefined }
      : { projectId: undefined, groupId: place.id };
  const userId = actorId(ctx.actor);
  const subscribed =
    userId === undefined
      ? new Set<number>()
      : await listSubscribedLabels(ctx.db, ids, { userId, projectId: within.projectId ?? null });
  const counts = options.withCounts ? await countOpenMergeRequests(ctx, ids, within) : undefined;
  const issues = options.withCounts
    ? await issueCountsByLabel(ctx, { projectId: within.projectId, namespaceId: within.groupId }, ids)
    : undefined;
  return Promise.all(
    labels.map(async (label) => ({
      label,
      descriptionHtml: await descriptionHtml(ctx, label.owner, label.description),
      isSubscribed: subscribed.has(label.id),
      ...(counts && { openMergeRequestsCount: counts.get(label.id) ?? 0 }),
      ...(issues && { issueCounts: issues.get(label.id) ?? { opened: 0, closed: 0 } }),
    })),
  );
}
