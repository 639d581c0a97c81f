import { z } from 'zod';
import { boolInput, idListInput, intInput } from '@tributary/contract/core/inputs.ts';
import { diffRangeInput } from '@tributary/contract/merge-requests/inputs.ts';
import type { RangeRequest } from '../diff-range.ts';
import type { WantedLines } from '../read-hunks.ts';
import type { StreamSlice } from '../reads/diff-stream.ts';

export const rangeInput = z.strictObject(diffRangeInput);
type Input = z.output<typeof rangeInput>;

const offset = intInput.refine((value) => value >= 0);

/** Of these files alone, by their `index`, for a page that leaves others out. */
const only = idListInput.optional();
export const batchInput = { page: offset.default(0), per_page: intInput.default(5), only };
export const streamInput = { page: offset.default(0), files: offset.optional(), only };
const lineNumber = intInput.refine((value) => value >= 1).optional();

/** Which lines of a long file: from one of those shown on, or the page with a line, by its numbers. */
export const pageInput = { from_line: offset.default(0), at_old: lineNumber, at_new: lineNumber };
type PageInput = { from_line: number; at_old?: number | undefined; at_new?: number | undefined };

export function pageOf({ from_line: row, at_old: old, at_new: now }: PageInput): WantedLines {
  if (old !== undefined && now !== undefined) return { old, new: now };
  if (now !== undefined) return { side: 'new', line: now };
  return old === undefined ? { row } : { side: 'old', line: old };
}

type StreamInput = { page: number; files?: number | undefined; only?: number[] | undefined };

export function streamOf({ page: start, files: count, only }: StreamInput): StreamSlice {
  return { start, count, only };
}

export const fileInput = {
  old_path: z.string().max(5_000).optional(),
  new_path: z.string().max(5_000).optional(),
  file_identifier: z.string().max(200).optional(),
  ...pageInput,
};
export const highlightInput = { file_hash: z.string().regex(/^[0-9a-f]{40}$/), from_line: offset.default(0) };

/** Which file at which commit. */
export const ofFile = { sha: z.string().regex(/^[0-9a-f]{40}$/), path: z.string().min(1).max(5_000) };

/** Which of its lines. */
export const expansionInput = z.strictObject({
  since: intInput.default(1),
  to: intInput.default(1),
  offset: intInput.default(0),
  bottom: boolInput.default(false),
  unfold: boolInput.default(false),
  full: boolInput.default(false),
  from_line: offset.default(0),
  view: z.enum(['inline', 'parallel']).optional(),
  from_merge_request: boolInput.optional(),
});

export function rangeOf(input: Input): RangeRequest {
  return {
    diffId: input.diff_id,
    startSha: input.start_sha,
    commitId: input.commit_id,
    mergesToday: input.diff_head,
    isContext: input.only_context_commits,
    compared: input.compared,
    ignoresWhitespace: input.w,
  };
}
