import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { readyRange } from '../../diffs/endpoints/page-routes.ts';
import { rangeInput, rangeOf } from '../../diffs/endpoints/range-input.ts';
import { onMergeRequestPage } from '../../../merge-requests/index.ts';
import { rebaseChanges } from '../reads/rebase-changes.ts';

const changes = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/rebase_changes.json',
  ability: 'read_merge_request',
  summary: 'List the changes between two versions that come only from the target branch',
  tag: 'Changes',
  subject: onMergeRequestPage,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found }) => rebaseChanges(ctx, await readyRange(ctx, found, rangeOf(input))),
});

export const rebasedRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', changes)];
