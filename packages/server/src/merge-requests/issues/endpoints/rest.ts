import { z } from 'zod';
import { pagingInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { restIssue } from '@tributary/contract/planning/issue-rest.ts';
import { restMergeRequestBasic } from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inIssue, toRestIssue } from '../../../planning/index.ts';
import { inMergeRequest } from '../../endpoints/subjects.ts';
import { toRestBasic } from '../../render/to-rest.ts';
import { issuesOfRequest, requestsNaming } from '../related-requests.ts';

const ofRequest = (name: 'closes_issues' | 'related_issues', summary: string) =>
  defineRoute({
    method: 'GET',
    path: `/projects/:id/merge_requests/:merge_request_iid/${name}`,
    ability: 'read_merge_request',
    summary,
    tag: 'Merge requests',
    subject: inMergeRequest,
    input: z.strictObject(pagingInput),
    response: z.array(restIssue),
    handle: async ({ ctx, input, subject }) => {
      const issues = await issuesOfRequest(ctx, subject.row.id, name === 'closes_issues' ? 'closing' : 'all');
      const page = slicePage(issues, { page: input.page, perPage: input.per_page });
      return paged(page, (view) => toRestIssue(view, { instanceUrl: ctx.config.url }));
    },
  });

const ofIssue = (name: 'closed_by' | 'related_merge_requests', summary: string) =>
  defineRoute({
    method: 'GET',
    path: `/projects/:id/issues/:issue_iid/${name}`,
    ability: 'read_issue',
    summary,
    tag: 'Issues',
    subject: inIssue,
    input: z.strictObject(pagingInput),
    response: z.array(restMergeRequestBasic),
    handle: async ({ ctx, input, subject }) => {
      const requests = await requestsNaming(ctx, subject.row.id, name === 'closed_by' ? 'closing' : 'all');
      const page = slicePage(requests, { page: input.page, perPage: input.per_page });
      return paged(page, ({ view }) => toRestBasic(view, { instanceUrl: ctx.config.url }));
    },
  });

export const issueRoutesOfRequests: readonly Route[] = [
  ofRequest('closes_issues', 'List the issues that a merge request closes when merged'),
  ofRequest('related_issues', 'List the issues related to a merge request'),
  ofIssue('closed_by', 'List the merge requests that close an issue when merged'),
  ofIssue('related_merge_requests', 'List the merge requests related to an issue'),
];
