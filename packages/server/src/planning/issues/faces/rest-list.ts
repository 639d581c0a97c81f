import { z } from 'zod';
import { listIssuesInput, type ListIssuesInput } from '@tributary/contract/planning/issue-inputs.ts';
import { restIssue } from '@tributary/contract/planning/issue-rest.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../../faces/http/define-route.ts';
import { type PagedAnswer, paged } from '../../../faces/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup } from '../../../projects/index.ts';
import { issueFilterOfInput, issueOrderOf } from '../reads/filter-of-input.ts';
import { type IssueFilter, listIssues } from '../reads/list-issues.ts';
import { toRestIssue } from '../render/to-rest-issue.ts';
import { inIssues } from './subjects.ts';

async function list(ctx: Context, input: ListIssuesInput, place: IssueFilter): Promise<PagedAnswer> {
  const filter = { ...(await issueFilterOfInput(ctx, input)), ...place };
  const request = { page: input.page, perPage: input.per_page, order: issueOrderOf(input) };
  const options = { instanceUrl: ctx.config.url, withLabelDetails: input.with_labels_details ?? false };
  return paged(await listIssues(ctx, filter, request), (view) => toRestIssue(view, options));
}

const shared = { tag: 'Issues', input: listIssuesInput, response: z.array(restIssue) };

export const issueListRoutes: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/issues',
    ability: 'search',
    summary: 'List issues',
    handle: async ({ ctx, input }) => {
      // The default is one's own work; only "all" makes sense without being signed in.
      const scope = input.scope ?? 'created_by_me';
      if (ctx.actor.kind === 'anonymous' && scope !== 'all') fail('unauthenticated');
      return list(ctx, { ...input, scope }, {});
    },
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
];
