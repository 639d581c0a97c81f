import { z } from 'zod';
import { boolInput, idOrPathInput, pagingInput } from '../core/inputs.ts';
import { refInput } from './repository-inputs.ts';

/** Longer texts find nothing that users look for. */
export const MAX_SEARCH_LENGTH = 400;

export const searchInput = z.strictObject({
  ...pagingInput,
  search: z.string().min(1).max(MAX_SEARCH_LENGTH),
  /** A scope that some part of the product offers: `projects`, `users`, `milestones`, `merge_requests`, … */
  scope: z.string(),
  state: z.enum(['all', 'opened', 'closed', 'merged']).optional(),
  include_archived: boolInput.optional(),
  /** For `blobs` and `commits`; the default branch without it. */
  ref: refInput.optional(),
});

export const paletteInput = z.strictObject({
  q: z.string().max(MAX_SEARCH_LENGTH).default(''),
  /** Id or path of the project whose pages are open: its files are found too. */
  project: idOrPathInput.optional(),
});
