import { z } from 'zod';
import { pagingInput } from '@tributary/contract/core/inputs.ts';
import { restCommit } from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute } from '../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../faces/pages/define-page.ts';
import { commitPage } from '../reads/versions-and-commits.ts';
import { toRestCommit } from '../render/to-rest.ts';
import { onMergeRequestPage } from './subjects.ts';

const tag = 'Merge requests';
const subject = onMergeRequestPage;
const POLL_MS = 10_000;

const commits = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/commits.json',
  ability: 'read_merge_request',
  summary: 'Commits of a merge request, as its tab shows them',
  tag,
  subject,
  input: z.strictObject({ ...pagingInput, search: z.string().max(200).optional() }),
  response: z.strictObject({ commits: z.array(restCommit), count: z.number(), next_page: z.number().nullable() }),
  handle: async ({ ctx, input, subject: { row, access } }) => {
    const page = await commitPage(ctx, row, { page: input.page, perPage: input.per_page }, input.search);
    return {
      commits: page.items.map((commit) => toRestCommit(commit, access.project.full_path, ctx.config.url)),
      count: row.commits_count,
      next_page: page.hasNext ? page.page + 1 : null,
    };
  },
});

/** Nothing runs pipelines yet: there are none, and who asks learns when to ask again. */
const pipelines = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/pipelines.json',
  ability: 'read_merge_request',
  summary: 'Pipelines of a merge request',
  tag,
  subject,
  response: z.strictObject({ pipelines: z.array(z.never()), count: z.strictObject({ all: z.number() }) }),
  handle: async ({ reply }) => {
    reply.header('poll-interval', String(POLL_MS));
    return { pipelines: [], count: { all: 0 } };
  },
});

export const tabRoutes: readonly PlaceRoute[] = [commits, pipelines].map((route) => definePlaceRoute('project', route));
