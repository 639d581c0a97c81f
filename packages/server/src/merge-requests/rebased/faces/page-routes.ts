import { defineRoute } from '../../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../../faces/pages/define-page.ts';
import { readyRange } from '../../diffs/faces/page-routes.ts';
import { rangeInput, rangeOf } from '../../diffs/faces/range-input.ts';
import { onMergeRequestPage } from '../../faces/subjects.ts';
import { rebaseChanges } from '../reads/rebase-changes.ts';

const changes = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/rebase_changes.json',
  ability: 'read_merge_request',
  summary: 'What of a comparison of two versions came from the target branch alone',
  tag: 'Changes',
  subject: onMergeRequestPage,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found }) => rebaseChanges(ctx, await readyRange(ctx, found, rangeOf(input))),
});

export const rebasedRoutes: readonly PlaceRoute[] = [definePlaceRoute('project', changes)];
