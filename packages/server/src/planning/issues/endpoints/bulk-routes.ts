import { bulkUpdateIssuesInput } from '@tributary/contract/planning/bulk-update.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inGroup } from '../../../projects/index.ts';
import { groupContainer, projectContainer } from '../../planning-container.ts';
import { bulkUpdateIssues } from '../operations/bulk-update-issues.ts';
import { onIssuesPage } from './subjects.ts';

/** Each item costs as much as a change of it alone. */
const rateLimitPerMinute = 30;

/** `POST <project>/-/issues/bulk_update?update[issuable_ids]=1,2&update[state_event]=close`. */
const ofProject = defineRoute({
  method: 'POST',
  path: '/issues/bulk_update',
  ability: 'admin_issue',
  summary: 'Update several issues of a project',
  tag: 'Issues',
  subject: onIssuesPage,
  status: 200,
  rateLimitPerMinute,
  input: bulkUpdateIssuesInput,
  handle: async ({ ctx, input, subject }) => bulkUpdateIssues(ctx, await projectContainer(ctx, subject), input.update),
});

const ofGroup = defineRoute({
  method: 'POST',
  path: '/issues/bulk_update',
  ability: 'admin_issue',
  summary: 'Update several issues of a group',
  tag: 'Issues',
  subject: inGroup,
  status: 200,
  rateLimitPerMinute,
  input: bulkUpdateIssuesInput,
  handle: async ({ ctx, input, subject }) => bulkUpdateIssues(ctx, await groupContainer(ctx, subject), input.update),
});

export const issueBulkRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', ofProject),
  defineScopedRoute('group', ofGroup),
];
