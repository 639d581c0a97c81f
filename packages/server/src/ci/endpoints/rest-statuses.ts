import { z } from 'zod';
import { listStatusesInput, reportStatusInput, restCommitStatus } from '@tributary/contract/ci/commit-statuses.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { inRepository } from '../../projects/index.ts';
import { getVisibleCommit } from '../../repositories/index.ts';
import { reportStatus } from '../operations/report-status.ts';
import { listStatuses, nameStatuses } from '../reads/commit-statuses.ts';
import { toRestCommitStatus } from '../render/to-rest-status.ts';

const tag = 'Commits';
const params = z.object({ sha: z.string() });

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/statuses',
  ability: 'read_code',
  summary: 'List the statuses of a commit',
  tag,
  params,
  input: listStatusesInput,
  response: z.array(restCommitStatus),
  subject: inRepository,
  handle: async ({ ctx, subject, params: { sha: name }, input }) => {
    const { sha } = await getVisibleCommit(ctx, subject, name);
    const { ref, stage, pipeline_id: pipelineId, all: includesRetried } = input;
    const filter = { projectId: subject.project.id, sha, ref, name: input.name, stage, pipelineId, includesRetried };
    const { page, per_page: perPage, sort, order_by: orderBy } = input;
    const found = await listStatuses(ctx, filter, { page, perPage, sort, orderBy });
    return paged(found, (status) => toRestCommitStatus(ctx.config.url, status));
  },
});

const report = defineRoute({
  method: 'POST',
  path: '/projects/:id/statuses/:sha',
  ability: 'create_commit_status',
  summary: 'Set the status of a commit',
  tag,
  params,
  input: reportStatusInput,
  response: restCommitStatus,
  subject: inRepository,
  handle: async ({ ctx, subject, params: { sha: commit }, input: { pipeline_id: pipelineId, ...input } }) => {
    const { job, pipeline } = await reportStatus(ctx, { ...input, projectId: subject.project.id, commit, pipelineId });
    const [named] = await nameStatuses(ctx, [{ job, sha: pipeline.sha, ref: pipeline.ref }]);
    return named && toRestCommitStatus(ctx.config.url, named);
  },
});

export const commitStatusRoutes: Route[] = [list, report];
