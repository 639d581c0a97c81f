import type { ApprovalSettingsPageData } from '@tributary/contract/approvals/page.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { defineProjectNav, type ProjectAccess } from '../../projects/index.ts';
import { approvalSettingsPage } from '../reads/editable-rules.ts';

defineProjectNav({
  key: 'merge_request_settings',
  label: 'Merge requests',
  icon: 'merge-request',
  path: 'settings/merge_requests',
  order: 92,
  group: 'Settings',
  ability: 'read_project_settings',
});

export const approvalPages: readonly Page[] = [
  definePage<ProjectAccess, ApprovalSettingsPageData>({
    kind: 'approval_settings',
    on: 'project',
    path: 'settings/merge_requests',
    ability: 'read_project_settings',
    nav: 'merge_request_settings',
    load: async ({ ctx, subject }) => ({
      title: 'Merge request settings',
      data: await approvalSettingsPage(ctx, subject),
    }),
  }),
];
