import type { Slice } from '../endpoints/slice.ts';
import { mergeRequestPageEndpoints } from './endpoints/index.ts';
import { mergeRequestPagesDefineNoteable } from './define-noteable.ts';
import { mergeRequestPagesVerify } from './verify.ts';

/**
 * Composes what the slices of merge requests offer: pages, GraphQL, the noteable, and the checks of stored data.
 * Nothing stands on it but `app`.
 */

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const mergeRequestPageSlice: Slice = {
  endpoints: mergeRequestPageEndpoints,
  extensions: [...mergeRequestPagesDefineNoteable, ...mergeRequestPagesVerify],
};
