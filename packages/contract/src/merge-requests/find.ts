import { z } from 'zod';
import { boolInput, intInput, listInput } from '../core/inputs.ts';
import { FIND_SCOPES, type FindScope } from './find-scopes.ts';

export const findInput = {
  search: z.string().min(1).max(200),
  regex: boolInput.default(false),
  case_sensitive: boolInput.default(false),
  /** All places when left out. */
  in: listInput.pipe(z.array(z.enum(FIND_SCOPES)).min(1)).optional(),
  /** So many lines are listed already: the answer goes on after them. */
  after: intInput.refine((value) => value >= 0).default(0),
};

type Found = {
  /** A part of the line around the first match; `ranges` are [start, end) in UTF-16 units of it. */
  text: string;
  ranges: { start: number; end: number }[];
};

export type FindHit = Found &
  (
    | {
        place: 'added' | 'removed' | 'context';
        index: number;
        file_hash: string;
        file_path: string;
        line_code: string;
        old_line: number | null;
        new_line: number | null;
      }
    | { place: 'files'; index: number; file_hash: string; file_path: string }
    | {
        place: 'threads';
        note_id: number | null;
        /** Of a pending comment of the reader's own, which is no note yet. */
        draft_id: number | null;
        author: string | null;
        /** The file it stands on now; null on the overview. */
        file_hash: string | null;
        file_path: string | null;
      }
  );

/** Time ran out, or a line is so long, or has so many matches, that not all of it counts. */
export type FindOmittedReason = 'time' | 'long_line';

export type FindAnswer = {
  /** In the order they are read: file after file, threads last. At most 500 lines, from `after` on. */
  hits: FindHit[];
  /** All lines that hold it, listed or not. */
  lines_count: number;
  /** Every match, listed or not. */
  counts: Record<FindScope, number>;
  files_count: number;
  /** More lines hold it than are listed up to here. */
  is_cut: boolean;
  /** Why there may be more than is counted; empty when everything was looked at. */
  left_out: FindOmittedReason[];
};
