import type { Extensions } from '../../platform/extensions.ts';
import type { ApprovalSettingsPageData, GroupApprovalSettingsPageData } from '@tributary/contract/approvals/page.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { defineGroupNav, defineProjectNav, type NamespaceAccess, type ProjectAccess } from '../../projects/index.ts';
import { canManageGroupSettings } from '../abilities.ts';
import { settingsOfGroup } from '../reads/effective-settings.ts';
import { approvalSettingsPage } from '../reads/editable-rules.ts';

const PATH = 'settings/merge_requests';
const TITLE = 'Merge request settings';

const nav = { label: 'Merge requests', icon: 'merge-request', path: PATH, order: 92, group: 'Settings' } as const;

export const approvalPages: readonly Page[] = [
  definePage<ProjectAccess, ApprovalSettingsPageData>({
    kind: 'approval_settings',
    on: 'project',
    path: PATH,
    ability: 'read_project_settings',
    nav: 'merge_request_settings',
    load: async ({ ctx, subject }) => ({
      title: TITLE,
      data: await approvalSettingsPage(ctx, subject),
    }),
  }),
  definePage<NamespaceAccess, GroupApprovalSettingsPageData>({
    kind: 'group_approval_settings',
    on: 'group',
    path: PATH,
    ability: 'read_group_approval_settings',
    nav: 'group_merge_request_settings',
    load: async ({ ctx, subject }) => ({
      title: TITLE,
      breadcrumbs: [{ text: TITLE, href: `/groups/${subject.namespace.full_path}/-/${PATH}` }],
      data: {
        settings: await settingsOfGroup(ctx, subject.namespace.id),
        canManage: canManageGroupSettings(ctx.actor, subject) === null,
        settingsPath: `/api/v4/groups/${subject.namespace.id}/merge_request_approval_setting`,
      },
    }),
  }),
];

export const approvalsPages: Extensions = [
  defineProjectNav({ ...nav, key: 'merge_request_settings', ability: 'read_project_settings' }),
  defineGroupNav({ ...nav, key: 'group_merge_request_settings', ability: 'read_group_approval_settings' }),
];
