import type { Extensions } from '../../../platform/extensions.ts';
import type { EnvironmentSettingsPageData } from '@tributary/contract/environments/protection.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { defineGroupNav, defineProjectNav, type NamespaceAccess, type ProjectAccess } from '../../../projects/index.ts';
import { viewProtections } from '../reads/protection-views.ts';

const PATH = 'settings/environments';
const TITLE = 'Environment settings';

export const environmentSettingsPages: readonly Page[] = [
  definePage<ProjectAccess, EnvironmentSettingsPageData>({
    kind: 'environment_settings',
    on: 'project',
    path: PATH,
    ability: 'read_protected_environments',
    nav: 'environment_settings',
    load: async ({ ctx, subject: { project, policy } }) => ({
      title: TITLE,
      breadcrumbs: [{ text: TITLE, href: `/${project.full_path}/-/${PATH}` }],
      data: {
        owner: { kind: 'project', id: project.id },
        settingsPath: `/${project.full_path}/-/${PATH}`,
        ...(await viewProtections(ctx, { projectId: project.id }, project.namespace_id)),
        can: { manage: isAllowed(ctx.actor, 'admin_protected_environments', policy) },
      },
    }),
  }),
  definePage<NamespaceAccess, EnvironmentSettingsPageData>({
    kind: 'group_environment_settings',
    on: 'group',
    path: PATH,
    ability: 'read_group_protected_environments',
    nav: 'group_environment_settings',
    load: async ({ ctx, subject: { namespace, policy } }) => ({
      title: TITLE,
      breadcrumbs: [{ text: TITLE, href: `/groups/${namespace.full_path}/-/${PATH}` }],
      data: {
        owner: { kind: 'group', id: namespace.id },
        settingsPath: `/groups/${namespace.full_path}/-/${PATH}`,
        ...(await viewProtections(ctx, { namespaceId: namespace.id }, namespace.id)),
        can: { manage: isAllowed(ctx.actor, 'admin_group_protected_environments', policy) },
      },
    }),
  }),
];

export const protectionPages: Extensions = [
  defineProjectNav({
    key: 'environment_settings',
    label: TITLE,
    icon: 'projects',
    path: PATH,
    order: 93,
    group: 'Settings',
    ability: 'read_protected_environments',
  }),
  defineGroupNav({
    key: 'group_environment_settings',
    label: TITLE,
    icon: 'projects',
    path: PATH,
    order: 93,
    group: 'Settings',
    ability: 'read_group_protected_environments',
  }),
];
