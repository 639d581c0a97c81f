import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { diffRangeInput } from '@tributary/contract/merge-requests/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../../projects/index.ts';
import { compareRange, compareFileContext } from '../reads/compare-range.ts';
import { sliceOf } from '../reads/diff-batch.ts';
import { diffFileByPath } from '../reads/diff-files.ts';
import { compareMetadata } from '../reads/diff-metadata.ts';
import { batchInput, fileInput, highlightInput, pageOf, streamInput, streamOf } from './range-input.ts';
import { sendBatch, sendBatches, sendHighlights, sendMetadata } from './send-batch.ts';

const tag = 'Changes';

/** Changes of branches that are not proposed yet, in the same shapes as those of a request. */
const compareInput = z.strictObject({
  source_branch: z.string().min(1).max(1_024),
  target_project_id: idInput,
  target_branch: z.string().min(1).max(1_024),
  view: diffRangeInput.view,
  w: diffRangeInput.w,
  compared: diffRangeInput.compared,
});
type CompareInput = z.output<typeof compareInput>;

async function rangeFor(ctx: Context, source: ProjectAccess, input: CompareInput) {
  if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const { range, target } = await compareRange(ctx, source, {
    sourceBranch: input.source_branch,
    targetProjectId: input.target_project_id,
    targetBranch: input.target_branch,
    ignoresWhitespace: input.w,
    compared: input.compared,
  });
  const query = new URLSearchParams({
    source_branch: input.source_branch,
    target_project_id: String(input.target_project_id),
    target_branch: input.target_branch,
  }).toString();
  return {
    range,
    target,
    place: compareFileContext(source, target, range, { query, isParallel: input.view === 'parallel' }),
  };
}

const metadata = defineRoute({
  method: 'GET',
  path: '/merge_requests/new/diffs_metadata.json',
  ability: 'read_code',
  summary: 'List names and line counts of files changed on a branch',
  tag,
  subject: inRepository,
  input: compareInput,
  handle: async ({ ctx, input, subject, reply, headers }) => {
    const { range, target } = await rangeFor(ctx, subject, input);
    const parts = await compareMetadata(ctx, range, {
      sourceBranch: input.source_branch,
      targetBranch: input.target_branch,
      projectPath: target.project.full_path,
      projectName: target.project.name,
    });
    return sendMetadata({ ctx, reply, headers }, range, parts);
  },
});

const batch = defineRoute({
  method: 'GET',
  path: '/merge_requests/new/diffs_batch.json',
  ability: 'read_code',
  summary: 'List files changed on a branch, with their lines',
  tag,
  subject: inRepository,
  input: compareInput.extend(batchInput),
  handle: async ({ ctx, input, subject, reply, headers }) => {
    const { range, place } = await rangeFor(ctx, subject, input);
    return sendBatch({ ctx, reply, headers }, range, place, sliceOf(input));
  },
});

const batches = defineRoute({
  method: 'GET',
  path: '/merge_requests/new/diffs_batches.ndjson',
  ability: 'read_code',
  summary: 'Stream the remaining files changed on a branch, one batch per line',
  tag,
  subject: inRepository,
  input: compareInput.extend(streamInput),
  handle: async ({ ctx, input, subject, reply, headers }) => {
    const { range, place } = await rangeFor(ctx, subject, input);
    return sendBatches({ ctx, reply, headers }, range, place, streamOf(input));
  },
});

const oneFile = defineRoute({
  method: 'GET',
  path: '/merge_requests/new/diff_for_path',
  ability: 'read_code',
  summary: 'Get a file changed on a branch',
  tag,
  subject: inRepository,
  input: compareInput.extend(fileInput),
  handle: async ({ ctx, input, subject }) => {
    const { range, place } = await rangeFor(ctx, subject, input);
    return diffFileByPath(ctx, range, place, {
      oldPath: input.old_path,
      newPath: input.new_path,
      from: pageOf(input),
    });
  },
});

const highlights = defineRoute({
  method: 'GET',
  path: '/merge_requests/new/diffs_highlight.json',
  ability: 'read_code',
  summary: 'Get syntax highlighting for a file changed on a branch',
  tag,
  subject: inRepository,
  input: compareInput.extend(highlightInput),
  handle: async ({ ctx, input, subject, reply, headers }) => {
    const { range } = await rangeFor(ctx, subject, input);
    const wanted = { fileHash: input.file_hash, fromLine: input.from_line };
    return sendHighlights({ ctx, reply, headers }, range, wanted);
  },
});

export const compareRoutes: readonly ScopedRoute[] = [metadata, batch, batches, oneFile, highlights].map((route) =>
  defineScopedRoute('project', route),
);
