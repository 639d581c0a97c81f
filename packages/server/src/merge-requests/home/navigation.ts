import type { Extensions } from '../../platform/extensions.ts';
import { actorId } from '../../platform/actor.ts';
import {
  contributeInstanceStatistics,
  contributeUserAssociations,
  contributeUserCounts,
} from '../../accounts/index.ts';
import {
  defineLabelCounter,
  defineLabelUse,
  defineMilestoneContents,
  toLabelRef,
  viewerOf,
} from '../../planning/index.ts';
import { defineGroupNav, defineProjectNav } from '../../projects/index.ts';
import { takeMilestoneOffRequests } from '../lifecycle/operations/detach-milestone.ts';
import { pathOf, referenceOf } from '../merge-request-access.ts';
import { countMergeRequests, listMergeRequests } from '../reads/list-merge-requests.ts';
import { countByLabel } from '../store/counts.ts';
import { countByMilestone } from '../store/listing.ts';
import { replaceRequestLabels, replaceRequestMilestones } from '../store/assignees-and-reviewers.ts';

const OPEN = ['opened', 'locked'] as const;

const COUNTS = ['merge_requests', 'assigned_merge_requests', 'review_requested_merge_requests'] as const;

export const homeNavigation: Extensions = [
  defineProjectNav({
    key: 'merge_requests',
    label: 'Merge requests',
    icon: 'merge-request',
    path: 'merge_requests',
    order: 40,
    ability: 'read_merge_request',
    feature: 'merge_requests',
    count: (ctx, access) => countMergeRequests(ctx, { projectId: access.project.id, states: OPEN }),
  }),
  defineGroupNav({
    key: 'merge_requests',
    label: 'Merge requests',
    icon: 'merge-request',
    path: 'merge_requests',
    order: 40,
    ability: 'read_group',
    count: (ctx, access) =>
      countMergeRequests(ctx, { namespaceId: access.namespace.id, states: OPEN, isArchived: false }),
  }),
  contributeUserCounts(COUNTS, async (ctx, userId) => {
    if (actorId(ctx.actor) !== userId) return {};
    const [assigned, requested] = await Promise.all([
      countMergeRequests(ctx, { assigneeIds: [userId], states: OPEN, isArchived: false }),
      countMergeRequests(ctx, { reviewerIds: [userId], states: OPEN, isArchived: false }),
    ]);
    return {
      merge_requests: assigned + requested,
      assigned_merge_requests: assigned,
      review_requested_merge_requests: requested,
    };
  }),
  contributeInstanceStatistics(async (ctx) => ({ merge_requests: await countMergeRequests(ctx, {}) })),
  contributeUserAssociations(async (ctx, userId) => ({
    merge_requests_count: await countMergeRequests(ctx, { authorIds: [userId] }),
  })),
  defineLabelCounter((ctx, labelIds, { projectId, groupId }) =>
    countByLabel(ctx.db, viewerOf(ctx), { projectId, namespaceId: groupId, states: OPEN }, labelIds),
  ),
  defineLabelUse(({ db }, ids, by) => replaceRequestLabels(db, ids, by)),
  defineMilestoneContents({
    key: 'merge_requests',
    title: 'Merge requests',
    order: 10,
    progress: (ctx, ids) => countByMilestone(ctx.db, viewerOf(ctx), {}, ids, ['merged', 'closed']),
    detach: takeMilestoneOffRequests,
    replace: ({ db }, ids, by) => replaceRequestMilestones(db, ids, by),
    items: async (ctx, milestoneId) => {
      const page = await listMergeRequests(
        ctx,
        { milestoneIds: [milestoneId] },
        { page: 1, perPage: 100, order: { by: 'created_at', direction: 'desc' } },
      );
      return {
        total: page.total ?? page.items.length,
        items: page.items.map(({ row, project, assignees, labels }) => ({
          id: String(row.id),
          title: row.title,
          href: pathOf(project.full_path, row.iid),
          reference: referenceOf(project.full_path, row.iid),
          icon: 'merge-request',
          state: row.state === 'merged' || row.state === 'closed' ? row.state : 'open',
          people: assignees.map((user) => ({
            id: user.id,
            username: user.username,
            name: user.name,
            avatarUrl: user.avatarUrl,
            href: `/${user.username}`,
          })),
          labels: labels.map((label) => toLabelRef(label)),
        })),
      };
    },
  }),
];
