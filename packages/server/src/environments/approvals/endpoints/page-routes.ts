import { environmentSettingsInput } from '@tributary/contract/environments/approvals.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inProject } from '../../../projects/index.ts';
import { saveApprovalSettings } from '../operations/save-settings.ts';

export const approvalPageRoutes: readonly ScopedRoute[] = [
  defineScopedRoute(
    'project',
    defineRoute({
      method: 'PUT',
      path: '/settings/environments',
      ability: 'admin_protected_environments',
      summary: 'Change who approves deployments',
      tag: 'Environments',
      input: environmentSettingsInput,
      subject: inProject,
      response: z.strictObject({ allows_own_approval: z.boolean() }),
      handle: async ({ ctx, subject, input: { allows_own_approval: allowsOwnApproval } }) => {
        await saveApprovalSettings(ctx, { projectId: subject.project.id, allowsOwnApproval });
        return { allows_own_approval: allowsOwnApproval };
      },
    }),
  ),
];
