import { z } from 'zod';
import { restPipelineBasic } from '@tributary/contract/ci/pipeline-rest.ts';
import { pagingInput } from '@tributary/contract/core/inputs.ts';
import { restUserBasic } from '@tributary/contract/accounts/rest.ts';
import { restCommit, restReviewer } from '@tributary/contract/merge-requests/rest.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { resourceEventRoutes, timeRoutes } from '../../planning/index.ts';
import { trackTime } from '../lifecycle/operations/track-time.ts';
import type { MergeRequestAccess } from '../merge-request-access.ts';
import { listRequestPipelines } from '../pipelines/request-pipelines.ts';
import { listParticipants, listReviewerViews } from '../reads/list-participants.ts';
import { commitPage } from '../reads/versions-and-commits.ts';
import { toRestCommit } from '../render/to-rest.ts';
import { answerPipeline } from './answer-pipelines.ts';
import { runRequestPipelineRoute } from './rest-pipelines.ts';
import { inMergeRequest } from './subjects.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const tag = 'Merge requests';

const commits = defineRoute({
  method: 'GET',
  path: `${path}/commits`,
  ability: 'read_merge_request',
  summary: 'List the commits of a merge request',
  tag,
  subject: inMergeRequest,
  input: z.strictObject({ ...pagingInput, search: z.string().max(200).optional() }),
  response: z.array(restCommit),
  handle: async ({ ctx, input, subject }) => {
    const page = await commitPage(ctx, subject.row, { page: input.page, perPage: input.per_page }, input.search);
    return paged(page, (commit) => toRestCommit(commit, subject.access.project.full_path, ctx.config.url));
  },
});

const participants = defineRoute({
  method: 'GET',
  path: `${path}/participants`,
  ability: 'read_merge_request',
  summary: 'List the participants of a merge request',
  tag,
  subject: inMergeRequest,
  response: z.array(restUserBasic),
  handle: async ({ ctx, subject }) =>
    (await listParticipants(ctx, subject)).map((user) => renderUserBasic(user, { config: ctx.config })),
});

const reviewers = defineRoute({
  method: 'GET',
  path: `${path}/reviewers`,
  ability: 'read_merge_request',
  summary: 'List the reviewers and their review state',
  tag,
  subject: inMergeRequest,
  response: z.array(restReviewer),
  handle: async ({ ctx, subject }) =>
    (await listReviewerViews(ctx, subject.row)).map(({ user, state, createdAt }) => ({
      user: renderUserBasic(user, { config: ctx.config }),
      state,
      created_at: createdAt.toISOString(),
    })),
});

const pipelines = defineRoute({
  method: 'GET',
  path: `${path}/pipelines`,
  ability: 'read_merge_request',
  summary: 'List the pipelines of a merge request',
  tag,
  subject: inMergeRequest,
  input: z.strictObject(pagingInput),
  response: z.array(restPipelineBasic),
  handle: async ({ ctx, subject, input }) => {
    const page = await listRequestPipelines(ctx, subject, {}, { page: input.page, perPage: input.per_page });
    return paged(page, (pipeline) => answerPipeline(ctx, pipeline));
  },
});

const shared = {
  path,
  tag,
  noun: 'a merge request',
  type: 'MergeRequest',
  subject: inMergeRequest,
  idOf: ({ row }: MergeRequestAccess) => row.id,
};

export const readRoutes: readonly Route[] = [
  commits,
  participants,
  reviewers,
  pipelines,
  runRequestPipelineRoute,
  ...timeRoutes({
    ...shared,
    change: (ctx, mergeRequestId, change) => trackTime(ctx, { mergeRequestId, change }),
  }),
  ...resourceEventRoutes(shared),
];
