import { z } from 'zod';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { onMergeRequestPage, type MergeRequestAccess } from '../../../merge-requests/index.ts';
import { type DiffRange, findRange, type RangeRequest } from '../diff-range.ts';
import { sliceOf } from '../reads/diff-batch.ts';
import { diffFileByPath } from '../reads/diff-files.ts';
import { diffsMetadata } from '../reads/diff-metadata.ts';
import { openIfReady } from '../reads/names-and-counts.ts';
import { fileFactsOf, mergeRequestFileContext } from '../reads/file-context.ts';
import {
  batchInput,
  fileInput,
  highlightInput,
  pageInput,
  pageOf,
  rangeInput,
  rangeOf,
  streamInput,
  streamOf,
} from './range-input.ts';
import { sendBatch, sendBatches, sendHighlights, sendMetadata } from './send-batch.ts';
import { textRoutes } from './text-routes.ts';

const tag = 'Changes';
const subject = onMergeRequestPage;

/** The comparison, built; `version_not_ready` while that takes longer than a page may wait. */
export async function readyRange(ctx: Context, found: MergeRequestAccess, request: RangeRequest): Promise<DiffRange> {
  const range = await findRange(ctx, found.row, request);
  if (!range || !(await openIfReady(ctx, range))) throw new AppError('version_not_ready');
  return range;
}

const metadata = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diffs_metadata.json',
  ability: 'read_merge_request',
  summary: 'List names and line counts of the changed files',
  tag,
  subject,
  input: rangeInput,
  handle: async ({ ctx, input, subject: found, reply, headers }) => {
    const range = await findRange(ctx, found.row, rangeOf(input));
    const parts = await diffsMetadata(ctx, found, range);
    return sendMetadata({ ctx, reply, headers }, range, parts);
  },
});

const batch = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diffs_batch.json',
  ability: 'read_merge_request',
  summary: 'List changed files with their lines',
  tag,
  subject,
  input: rangeInput.extend(batchInput),
  handle: async ({ ctx, input, subject: found, reply, headers }) => {
    const [range, facts] = await Promise.all([findRange(ctx, found.row, rangeOf(input)), fileFactsOf(ctx, found)]);
    if (!range) throw new AppError('version_not_ready');
    const place = mergeRequestFileContext(found, range, facts, input.view === 'parallel');
    return sendBatch({ ctx, reply, headers }, range, place, sliceOf(input));
  },
});

const batches = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diffs_batches.ndjson',
  ability: 'read_merge_request',
  summary: 'Stream the remaining changed files, one batch per line',
  tag,
  subject,
  input: rangeInput.extend(streamInput),
  handle: async ({ ctx, input, subject: found, reply, headers }) => {
    const [range, facts] = await Promise.all([findRange(ctx, found.row, rangeOf(input)), fileFactsOf(ctx, found)]);
    if (!range) throw new AppError('version_not_ready');
    const place = mergeRequestFileContext(found, range, facts, input.view === 'parallel');
    return sendBatches({ ctx, reply, headers }, range, place, streamOf(input));
  },
});

const oneFile = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diff_for_path',
  ability: 'read_merge_request',
  summary: 'Get a changed file with its lines',
  tag,
  subject,
  input: rangeInput.extend(fileInput),
  handle: async ({ ctx, input, subject: found }) => {
    if (input.old_path === undefined && input.new_path === undefined)
      throw new AppError('missing_parameter', { names: 'new_path' });
    const range = await readyRange(ctx, found, rangeOf(input));
    const place = mergeRequestFileContext(found, range, await fileFactsOf(ctx, found), input.view === 'parallel');
    return diffFileByPath(ctx, range, place, {
      oldPath: input.old_path,
      newPath: input.new_path,
      from: pageOf(input),
    });
  },
});

const fileByHash = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diff_by_file_hash/:hash',
  ability: 'read_merge_request',
  summary: 'Get a changed file by the hash of its path',
  tag,
  subject,
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/) }),
  input: rangeInput.extend(pageInput),
  handle: async ({ ctx, input, params, subject: found }) => {
    const range = await readyRange(ctx, found, rangeOf(input));
    const place = mergeRequestFileContext(found, range, await fileFactsOf(ctx, found), input.view === 'parallel');
    return diffFileByPath(ctx, range, place, { fileHash: params.hash, from: pageOf(input) });
  },
});

const highlights = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/diffs_highlight.json',
  ability: 'read_merge_request',
  summary: 'Get syntax highlighting for a changed file',
  tag,
  subject,
  input: rangeInput.extend(highlightInput),
  handle: async ({ ctx, input, subject: found, reply, headers }) => {
    const range = await readyRange(ctx, found, rangeOf(input));
    const wanted = { fileHash: input.file_hash, fromLine: input.from_line };
    return sendHighlights({ ctx, reply, headers }, range, wanted);
  },
});

export const diffPageRoutes: readonly ScopedRoute[] = [
  metadata,
  batch,
  batches,
  oneFile,
  fileByHash,
  highlights,
  ...textRoutes,
].map((route) => defineScopedRoute('project', route));
