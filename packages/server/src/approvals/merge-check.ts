import type { Extensions } from '../platform/extensions.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import { onPipelineStatus } from '../ci/index.ts';
import {
  CHECK_ORDER,
  defineFact,
  registerFact,
  defineMergeCheck,
  onVersion,
  readinessChanged,
} from '../merge-requests/index.ts';
import type { Context } from '../platform/context.ts';
import { onEvent } from '../platform/events.ts';
import { followContentChange } from './operations/follow-content.ts';
import { approvalRequirements } from './reads/approval-state.ts';
import { hasCoverageRules, listApproverProjects } from './store/rules.ts';

/** Whose approval counts depends on who is a member and who may act. */
async function approversChanged(ctx: Context, of: Parameters<typeof listApproverProjects>[1]): Promise<void> {
  for (const projectId of await listApproverProjects(ctx.db, of)) await readinessChanged(ctx, { projectId }, 'members');
}

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

export const approvalsMergeCheck: Extensions = [
  onVersion(followContentChange),
  () => {
    for (const type of ['member.changed', 'group_link.changed'] as const) {
      onEvent(type, 'approvals', (ctx, { data }) =>
        approversChanged(ctx, { projectId: data.projectId, groupId: data.namespaceId }),
      )();
    }
  },
  onEvent('user.state_changed', 'approvals', (ctx) => approversChanged(ctx, {})),
  onEvent('user.deleted', 'approvals', (ctx) => approversChanged(ctx, {})),
  /** The coverage of either side may be known now. */
  onPipelineStatus(async (ctx, { project_id: projectId, status }) => {
    if (isFinished(status) && (await hasCoverageRules(ctx.db, projectId)))
      await readinessChanged(ctx, { projectId }, 'pipeline');
  }),
  registerFact(requirementFact),
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
  }),
];
