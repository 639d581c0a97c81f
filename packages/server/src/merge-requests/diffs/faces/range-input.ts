import { z } from 'zod';
import { intInput } from '@tributary/contract/core/inputs.ts';
import { diffRangeInput } from '@tributary/contract/merge-requests/inputs.ts';
import type { RangeRequest } from '../diff-range.ts';

export const rangeInput = z.strictObject(diffRangeInput);
type Input = z.output<typeof rangeInput>;

const offset = intInput.refine((value) => value >= 0);

export const batchInput = { page: offset.default(0), per_page: intInput.default(5) };
export const streamInput = { page: offset.default(0), files: offset.optional() };
export const fileInput = {
  old_path: z.string().max(5_000).optional(),
  new_path: z.string().max(5_000).optional(),
  file_identifier: z.string().max(200).optional(),
  from_line: offset.default(0),
};
export const highlightInput = { file_hash: z.string().regex(/^[0-9a-f]{40}$/), from_line: offset.default(0) };

export function rangeOf(input: Input): RangeRequest {
  return {
    diffId: input.diff_id,
    startSha: input.start_sha,
    commitId: input.commit_id,
    ignoresWhitespace: input.w,
  };
}
