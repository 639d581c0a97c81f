import { z } from 'zod';
import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { restCommit } from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { pipelinesTab } from '../pipelines/page-pipelines.ts';
import { commitPage, commitsOfVersion, requireVersion } from '../reads/versions-and-commits.ts';
import { toRestCommit } from '../render/to-rest.ts';
import { onMergeRequestPage } from './subjects.ts';

const tag = 'Merge requests';
const subject = onMergeRequestPage;
const POLL_MS = 10_000;

const commits = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/commits.json',
  ability: 'read_merge_request',
  summary: 'List the commits of a merge request or one of its versions',
  tag,
  subject,
  input: z.strictObject({ ...pagingInput, search: z.string().max(200).optional(), diff_id: idInput.optional() }),
  response: z.strictObject({ commits: z.array(restCommit), count: z.number(), next_page: z.number().nullable() }),
  handle: async ({ ctx, input, subject: { row, access } }) => {
    const request = { page: input.page, perPage: input.per_page };
    const version = input.diff_id === undefined ? undefined : await requireVersion(ctx, row, input.diff_id);
    const page = version
      ? await commitsOfVersion(ctx, row, version, { ...request, search: input.search })
      : await commitPage(ctx, row, request, input.search);
    return {
      commits: page.items.map((commit) => toRestCommit(commit, access.project.full_path, ctx.config.url)),
      count: version?.commits_count ?? row.commits_count,
      next_page: page.hasNext ? page.page + 1 : null,
    };
  },
});

/** As the page polls them. */
const pipelines = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/pipelines.json',
  ability: 'read_merge_request',
  summary: 'List the pipelines of a merge request for its page',
  tag,
  subject,
  input: z.strictObject(pagingInput),
  response: z.strictObject({
    pipelines: z.array(z.looseObject({ id: z.number() })),
    count: z.strictObject({ all: z.number() }),
  }),
  handle: async ({ ctx, subject: found, input, reply }) => {
    reply.header('poll-interval', String(POLL_MS));
    return pipelinesTab(ctx, found, { page: input.page, perPage: input.per_page });
  },
});

export const tabRoutes: readonly ScopedRoute[] = [commits, pipelines].map((route) =>
  defineScopedRoute('project', route),
);
