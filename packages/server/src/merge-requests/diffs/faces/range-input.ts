import { z } from 'zod';
import { boolInput, intInput } from '@tributary/contract/core/inputs.ts';
import { diffRangeInput } from '@tributary/contract/merge-requests/inputs.ts';
import type { RangeRequest } from '../diff-range.ts';
import type { SideNumber } from '../read-hunks.ts';

export const rangeInput = z.strictObject(diffRangeInput);
type Input = z.output<typeof rangeInput>;

const offset = intInput.refine((value) => value >= 0);

export const batchInput = { page: offset.default(0), per_page: intInput.default(5) };
export const streamInput = { page: offset.default(0), files: offset.optional() };
/** Which lines of a long file: from one of those shown on, or the page with the line of this number. */
export const pageInput = {
  from_line: offset.default(0),
  at_line: intInput.refine((value) => value >= 1).optional(),
  at_side: z.enum(['old', 'new']).default('new'),
};
type PageInput = { from_line: number; at_line?: number | undefined; at_side: 'old' | 'new' };

export function pageOf({ from_line: row, at_line: line, at_side: side }: PageInput): { row: number } | SideNumber {
  return line === undefined ? { row } : { side, line };
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
