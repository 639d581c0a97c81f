import { bulkUpdateMergeRequestsInput } from '@tributary/contract/planning/bulk-update.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { groupContainer, projectContainer } from '../../planning/index.ts';
import { inGroup, inMergeRequests } from '../../projects/index.ts';
import { bulkUpdateMergeRequests } from '../lifecycle/operations/bulk-update-merge-requests.ts';

/** Each item costs as much as a change of it alone. */
const rateLimitPerMinute = 30;

/** `POST <project>/-/merge_requests/bulk_update?update[issuable_ids]=1,2&update[state_event]=close`. */
const ofProject = defineRoute({
  method: 'POST',
  path: '/merge_requests/bulk_update',
  ability: 'admin_merge_request',
  summary: 'Update several merge requests of a project',
  tag: 'Merge requests',
  subject: inMergeRequests,
  status: 200,
  rateLimitPerMinute,
  input: bulkUpdateMergeRequestsInput,
  handle: async ({ ctx, input, subject }) =>
    bulkUpdateMergeRequests(ctx, await projectContainer(ctx, subject), input.update),
});

const ofGroup = defineRoute({
  method: 'POST',
  path: '/merge_requests/bulk_update',
  ability: 'admin_merge_request',
  summary: 'Update several merge requests of a group',
  tag: 'Merge requests',
  subject: inGroup,
  status: 200,
  rateLimitPerMinute,
  input: bulkUpdateMergeRequestsInput,
  handle: async ({ ctx, input, subject }) =>
    bulkUpdateMergeRequests(ctx, await groupContainer(ctx, subject), input.update),
});

export const mergeRequestBulkRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', ofProject),
  defineScopedRoute('group', ofGroup),
];
