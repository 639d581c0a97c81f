import { findInput } from '@tributary/contract/merge-requests/find.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { readyRange } from '../../diffs/endpoints/page-routes.ts';
import { rangeInput, rangeOf } from '../../diffs/endpoints/range-input.ts';
import { onMergeRequestPage } from '../../../merge-requests/index.ts';
import { findInRequest } from '../reads/find-in-request.ts';

/** Each search may take seconds of work. */
const SEARCHES_A_MINUTE = 120;

const find = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diffs_find.json',
  ability: 'read_merge_request',
  summary: 'Search all changed files and threads for text or a regular expression',
  tag: 'Changes',
  subject: onMergeRequestPage,
  rateLimitPerMinute: SEARCHES_A_MINUTE,
  input: rangeInput.extend(findInput),
  handle: async ({ ctx, input, subject: found }) =>
    findInRequest(ctx, found, await readyRange(ctx, found, rangeOf(input)), {
      text: input.search,
      isRegex: input.regex,
      isCaseSensitive: input.case_sensitive,
      places: input.in,
      after: input.after,
    }),
});

export const findRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', find)];
