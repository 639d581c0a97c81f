import { audit } from '../../../platform/audit.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { saveOwnApproval } from '../store/approval-store.ts';
import { releaseApproved } from './release-approved.ts';

/** Whether users approve deployments that they started. */
export const saveApprovalSettings = defineOperation<
  { projectId: number; allowsOwnApproval: boolean },
  ProjectAccess,
  void
>({
  name: 'environment_settings.update',
  load: (ctx, { projectId }) => getProjectAccess(ctx, projectId),
  check: (ctx, { policy }) => can(ctx.actor, 'admin_protected_environments', policy),
  run: async (ctx, _access, { projectId, allowsOwnApproval }) => {
    await saveOwnApproval(ctx.db, projectId, allowsOwnApproval);
    await releaseApproved(ctx, { projectId });
    await audit(ctx, 'environment_settings.updated', { type: 'project', id: projectId }, { allowsOwnApproval });
  },
});
