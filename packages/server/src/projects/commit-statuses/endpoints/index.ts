import { z } from 'zod';
import {
  listStatusesInput,
  reportStatusInput,
  restCommitStatus,
} from '@tributary/contract/projects/commit-statuses.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import { inRepository } from '../../access/subjects.ts';
import { getCommit } from '../../repository/reads/commit-reads.ts';
import { reportStatus } from '../operations/report-status.ts';
import { listStatuses, nameStatuses } from '../reads/commit-statuses.ts';
import { toRestCommitStatus } from '../render/to-rest.ts';

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
    const { sha } = await getCommit(ctx, subject, name);
    const { page, per_page: perPage, sort, ref, all: includesOld } = input;
    const filter = { sha, ref, name: input.name, includesOld };
    const found = await listStatuses(ctx, subject.project.id, filter, { page, perPage, sort });
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
  handle: async ({ ctx, subject, params: { sha: commit }, input: { pipeline_id: _ignored, ...input } }) => {
    const row = await reportStatus(ctx, { ...input, projectId: subject.project.id, commit });
    const [named] = await nameStatuses(ctx, [row]);
    return named && toRestCommitStatus(ctx.config.url, named);
  },
});

export const commitStatusEndpoints: SliceEndpoints = { rest: [list, report] };
