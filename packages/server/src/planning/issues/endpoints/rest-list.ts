import { z } from 'zod';
import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import {
  issuesStatisticsInput,
  type IssuesStatisticsInput,
  listIssuesInput,
  type ListIssuesInput,
} from '@tributary/contract/planning/issue-inputs.ts';
import { restIssue, restIssuesStatistics } from '@tributary/contract/planning/issue-rest.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { type PagedAnswer, paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { getMilestone } from '../../milestones/reads/list-milestones.ts';
import { groupContainer, type ContainerWithAncestors, projectContainer } from '../../planning-container.ts';
import { issueFilterOfInput, issueOrderOf } from '../reads/filter-of-input.ts';
import { countIssueTabs, type IssueFilter, listIssues } from '../reads/list-issues.ts';
import { toRestIssue } from '../render/to-rest-issue.ts';
import { ownByDefault } from '../../shared/list-input.ts';
import { inIssues } from './subjects.ts';

async function list(ctx: Context, input: ListIssuesInput, place: IssueFilter): Promise<PagedAnswer> {
  const filter = { ...(await issueFilterOfInput(ctx, input)), ...place };
  const request = { page: input.page, perPage: input.per_page, order: issueOrderOf(input) };
  const options = { instanceUrl: ctx.config.url, withLabelDetails: input.with_labels_details ?? false };
  return paged(await listIssues(ctx, filter, request), (view) => toRestIssue(view, options));
}

async function count(ctx: Context, input: IssuesStatisticsInput, place: IssueFilter) {
  const filter = { ...(await issueFilterOfInput(ctx, input)), ...place };
  return { statistics: { counts: await countIssueTabs(ctx, filter) } };
}

/** What has the milestone, which must be one of this place. */
async function listOfMilestone(
  ctx: Context,
  place: ContainerWithAncestors,
  id: number,
  paging: z.output<typeof pagedInput>,
) {
  const milestone = await getMilestone(ctx, place, { id });
  return list(ctx, listIssuesInput.parse(paging), { milestoneIds: [milestone.id] });
}

const pagedInput = z.strictObject(pagingInput);
const byMilestone = z.object({ milestone_id: idInput });
const counted = { tag: 'Issues', input: issuesStatisticsInput, response: restIssuesStatistics };
const shared = { tag: 'Issues', input: listIssuesInput, response: z.array(restIssue) };

export const issueListRoutes: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/issues',
    ability: 'search',
    summary: 'List issues',
    handle: async ({ ctx, input }) => list(ctx, ownByDefault(ctx, input), {}),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/groups/:id/issues',
    ability: 'read_group',
    summary: 'List issues of a group',
    subject: inGroup,
    handle: ({ ctx, input, subject }) => list(ctx, input, { namespaceId: subject.namespace.id }),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/projects/:id/issues',
    ability: 'read_issue',
    summary: 'List issues of a project',
    subject: inIssues,
    handle: ({ ctx, input, subject }) => list(ctx, input, { projectId: subject.project.id }),
  }),
  defineRoute({
    ...counted,
    method: 'GET',
    path: '/issues_statistics',
    ability: 'search',
    summary: 'Count issues by state',
    handle: async ({ ctx, input }) => count(ctx, ownByDefault(ctx, input), {}),
  }),
  defineRoute({
    ...counted,
    method: 'GET',
    path: '/groups/:id/issues_statistics',
    ability: 'read_group',
    summary: 'Count the issues of a group by state',
    subject: inGroup,
    handle: ({ ctx, input, subject }) => count(ctx, input, { namespaceId: subject.namespace.id }),
  }),
  defineRoute({
    ...counted,
    method: 'GET',
    path: '/projects/:id/issues_statistics',
    ability: 'read_issue',
    summary: 'Count the issues of a project by state',
    subject: inIssues,
    handle: ({ ctx, input, subject }) => count(ctx, input, { projectId: subject.project.id }),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id/issues',
    ability: 'read_milestones',
    summary: 'List the issues of a milestone of a project',
    params: byMilestone,
    input: pagedInput,
    subject: inProject,
    handle: async ({ ctx, input, subject, params }) =>
      listOfMilestone(ctx, await projectContainer(ctx, subject), params.milestone_id, input),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id/issues',
    ability: 'read_milestones',
    summary: 'List the issues of a milestone of a group',
    params: byMilestone,
    input: pagedInput,
    subject: inGroup,
    handle: async ({ ctx, input, subject, params }) =>
      listOfMilestone(ctx, await groupContainer(ctx, subject), params.milestone_id, input),
  }),
];
