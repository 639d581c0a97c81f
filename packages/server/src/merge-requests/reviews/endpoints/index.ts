import { approvalPageRoutes } from './page-approvals.ts';
import { draftPageRoutes } from './page-drafts.ts';
import { undoPageRoutes } from './page-undo.ts';
import { approvalRestRoutes } from './rest-approvals.ts';
import { projectApprovalRoutes } from './rest-project-approvals.ts';
import { draftRestRoutes } from './rest-drafts.ts';

/** Pending comments, their publication, and approvals. */
export const reviewEndpoints = {
  rest: [...draftRestRoutes, ...approvalRestRoutes, ...projectApprovalRoutes],
  placeRoutes: [...draftPageRoutes, ...approvalPageRoutes, ...undoPageRoutes],
};
