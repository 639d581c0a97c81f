import { z } from 'zod';
import { boolInput, idInput } from '../core/inputs.ts';
import { diffRangeInput } from './inputs.ts';

/** Files that the reader has ticked, of all files of the shown version, or of the one commit that is shown. */
export type ViewedFiles = {
  /** `file_hash` of each ticked file. */
  reviewed: string[];
  total: number;
  /** Shown in this comparison but not changed by what is ticked: nothing to tick. */
  uncounted: string[];
};

const MOST_FILES = 1_000;

export const markViewedInput = z.strictObject({
  diff_id: idInput.optional(),
  commit_id: diffRangeInput.commit_id,
  files: z
    .array(z.strictObject({ file_hash: z.string().regex(/^[0-9a-f]{40}$/), reviewed: boolInput }))
    .min(1)
    .max(MOST_FILES),
});

/** The version a page really showed to its reader, and since which commit where that was not all of it. */
export const recordVisitInput = z.strictObject({ diff_id: idInput, start_sha: diffRangeInput.start_sha });

/** What a returning reviewer saw before the newest version. */
export type LastVisit = {
  versionNumber: number;
  headSha: string;
  lookedAt: string;
  /** The newest version has not been looked at yet: what is new is shown first. */
  hasNews: boolean;
};

/** How the reader gets through the changes. */
export type ReviewPart = {
  /** GET and PUT → ViewedFiles; null when signed out. */
  reviewedPath: string | null;
  /** PUT `diff_id` and `start_sha`; null when signed out. */
  lookPath: string | null;
  lastLook: LastVisit | null;
  /** GET with the parameters of the comparison → RebaseChanges. */
  rebasePath: string;
  /** GET with the parameters of the comparison and of `find.ts` → FindAnswer. */
  findPath: string;
  /** Own news, e.g. ticks made in another window. */
  ownTopic: string | null;
};
