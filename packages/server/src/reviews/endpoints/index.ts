import type { SliceEndpoints } from '../../endpoints/slice.ts';
import { suggestionRoutes } from '../suggestions/endpoints/rest-suggestions.ts';
import { approvalPageRoutes } from './page-approvals.ts';
import { draftPageRoutes } from './page-drafts.ts';
import { undoPageRoutes } from './page-undo.ts';
import { approvalRestRoutes } from './rest-approvals.ts';
import { draftRestRoutes } from './rest-drafts.ts';

/** Pending comments, their publication, approvals, and suggestions. */
export const reviewEndpoints: SliceEndpoints = {
  rest: [...draftRestRoutes, ...approvalRestRoutes, ...suggestionRoutes],
  placeRoutes: [...draftPageRoutes, ...approvalPageRoutes, ...undoPageRoutes],
};
