import { defineApprovalRequirements, defineMergeCheck, MERGE_CHECK_ORDER, onVersion } from '../merge-requests/index.ts';
import { followContentChange } from './operations/follow-content.ts';
import { approvalRequirements } from './reads/approval-state.ts';

defineApprovalRequirements(approvalRequirements);

onVersion(followContentChange);

defineMergeCheck({
  identifier: 'not_approved',
  detailedStatus: 'not_approved',
  order: MERGE_CHECK_ORDER.approvals,
  message: () => 'Merge blocked: all required approvals must be given.',
  evaluate: (_ctx, { approvals }) => (approvals === undefined ? 'inactive' : approvals.isMet ? 'success' : 'failed'),
});
