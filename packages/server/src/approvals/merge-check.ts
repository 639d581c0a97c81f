import { CHECK_ORDER, defineFact, defineMergeCheck, onVersion } from '../merge-requests/index.ts';
import { followContentChange } from './operations/follow-content.ts';
import { approvalRequirements } from './reads/approval-state.ts';

onVersion(followContentChange);

/** How many approvals the rules ask for, and whether all of them are met. */
type ApprovalRequirement = { required: number; isMet: boolean };

/** Null where no rule asks for an approval, and of merge requests that are not open. */
const requirementFact = defineFact<ApprovalRequirement | null>({
  key: 'approval_requirement',
  load: async (ctx, rows) => {
    const open = rows.filter((row) => row.state === 'opened');
    const found = open.length === 0 ? new Map<number, ApprovalRequirement>() : await approvalRequirements(ctx, open);
    return new Map(rows.map(({ id }) => [id, found.get(id) ?? null]));
  },
});

defineMergeCheck({
  id: 'not_approved',
  status: 'not_approved',
  order: CHECK_ORDER.approvals,
  needs: { requirement: requirementFact },
  evaluate: ({ requirement }) => {
    if (requirement === null) return { state: 'off' };
    if (requirement.isMet) return { state: 'passed' };
    return { state: 'failed', params: { required: requirement.required }, clearedBy: 'approvers', action: 'approve' };
  },
  message: () => 'Merge blocked: all required approvals must be given.',
});
