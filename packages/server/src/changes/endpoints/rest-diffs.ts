import { z } from 'zod';
import { boolInput, idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import {
  restDiff,
  restMergeRequestChanges,
  restVersion,
  restVersionFull,
} from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { PagedAnswer, paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { sendText } from '../diffs/endpoints/send-text.ts';
import { listDiffs } from '../diffs/reads/raw-diffs.ts';
import {
  type MergeRequestAccess,
  patchIdsOf,
  versionPage,
  toRestCommit,
  toRestVersion,
  answerMergeRequest,
  inMergeRequest,
} from '../../merge-requests/index.ts';
import { requireRange, versionDetail } from '../diffs/reads/required-range.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid';
const tag = 'Merge requests';
const ALL = { page: 1, perPage: 1_000_000 };

const diffs = defineRoute({
  method: 'GET',
  path: `${path}/diffs`,
  ability: 'read_merge_request',
  summary: 'List the changed files of a merge request',
  tag,
  subject: inMergeRequest,
  input: z.strictObject({ ...pagingInput, unidiff: boolInput.default(false) }),
  response: z.array(restDiff),
  handle: async ({ ctx, input, subject }) => {
    const range = await requireRange(ctx, subject.row);
    const { page } = await listDiffs(ctx, range, { page: input.page, perPage: input.per_page, unidiff: input.unidiff });
    return new PagedAnswer(page);
  },
});

const changes = defineRoute({
  method: 'GET',
  path: `${path}/changes`,
  ability: 'read_merge_request',
  summary: 'Get a merge request with its changed files',
  tag,
  subject: inMergeRequest,
  input: z.strictObject({ unidiff: boolInput.default(false), access_raw_diffs: boolInput.optional() }),
  response: restMergeRequestChanges,
  handle: async ({ ctx, input, subject }) => {
    const range = await requireRange(ctx, subject.row);
    const { page, isOverflow } = await listDiffs(ctx, range, {
      ...ALL,
      unidiff: input.unidiff,
      isWhole: input.access_raw_diffs,
    });
    return { ...(await answerMergeRequest(ctx, subject.row.id)), changes: page.items, overflow: isOverflow };
  },
});

const versions = defineRoute({
  method: 'GET',
  path: `${path}/versions`,
  ability: 'read_merge_request',
  summary: 'List the diff versions of a merge request',
  tag,
  subject: inMergeRequest,
  input: z.strictObject(pagingInput),
  response: z.array(restVersion),
  handle: async ({ ctx, input, subject }) => {
    const all = await versionPage(ctx, subject.row);
    const page = slicePage(all, { page: input.page, perPage: input.per_page });
    const patchIds = await patchIdsOf(ctx, subject.row, page.items);
    return paged(page, (version) => toRestVersion(version, patchIds));
  },
});

const version = defineRoute({
  method: 'GET',
  path: `${path}/versions/:version_id`,
  ability: 'read_merge_request',
  summary: 'Get a diff version with its commits and changes',
  tag,
  subject: inMergeRequest,
  params: z.object({ version_id: idInput }),
  input: z.strictObject({ unidiff: boolInput.default(false) }),
  response: restVersionFull,
  handle: async ({ ctx, params, input, subject }) => fullVersion(ctx, subject, params.version_id, input.unidiff),
});

async function fullVersion(ctx: Context, subject: MergeRequestAccess, id: number, unidiff: boolean) {
  const { range, commits: rows } = await versionDetail(ctx, subject.row, id);
  const [{ page }, patchIds] = await Promise.all([
    listDiffs(ctx, range, { ...ALL, unidiff }),
    patchIdsOf(ctx, subject.row, [range.version]),
  ]);
  return {
    ...toRestVersion(range.version, patchIds),
    commits: rows.map((row) => toRestCommit(row, subject.access.project.full_path, ctx.config.url)),
    diffs: page.items,
  };
}

const rawDiffs = defineRoute({
  method: 'GET',
  path: `${path}/raw_diffs`,
  ability: 'read_merge_request',
  summary: 'Get the raw diff of a merge request',
  tag,
  subject: inMergeRequest,
  handle: async ({ ctx, subject, reply, headers }) =>
    sendText({ ctx, reply, headers }, await requireRange(ctx, subject.row), 'diff'),
});

/** Changed files and pushed states. */
export const diffRestRoutes: readonly Route[] = [diffs, changes, versions, version, rawDiffs];
