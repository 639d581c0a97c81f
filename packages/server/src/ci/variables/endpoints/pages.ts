import type { CiSettingsPageData } from '@tributary/contract/ci/variables.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed, type PolicySubject } from '../../../platform/policy/policy.ts';
import { defineGroupNav, defineProjectNav, type NamespaceAccess, type ProjectAccess } from '../../../projects/index.ts';
import { inheritedVariables, listVariables, toVariableCard } from '../list-variables.ts';

const MAX_SHOWN = 1_000;

defineProjectNav({
  key: 'project_ci_cd',
  label: 'CI/CD',
  icon: 'pipeline',
  path: 'settings/ci_cd',
  order: 92,
  group: 'Settings',
  ability: 'read_project_variables',
});
defineGroupNav({
  key: 'group_ci_cd',
  label: 'CI/CD',
  icon: 'pipeline',
  path: 'settings/ci_cd',
  order: 92,
  group: 'Settings',
  ability: 'read_group_variables',
});

async function load(
  ctx: Context,
  place: CiSettingsPageData['place'],
  policy: PolicySubject,
): Promise<CiSettingsPageData> {
  const admin = place.kind === 'project' ? 'admin_project_variables' : 'admin_group_variables';
  const [variables, inherited] = await Promise.all([
    listVariables(ctx, place, { page: 1, perPage: MAX_SHOWN }),
    inheritedVariables(ctx, place),
  ]);
  return {
    place,
    variables: variables.items.map(toVariableCard),
    inherited,
    canChange: isAllowed(ctx.actor, admin, policy),
  };
}

/** CI/CD settings of projects and groups. */
export const ciSettingsPages: Page[] = [
  definePage<ProjectAccess, CiSettingsPageData>({
    kind: 'project_ci_cd',
    on: 'project',
    path: 'settings/ci_cd',
    ability: 'read_project_variables',
    nav: 'project_ci_cd',
    load: async ({ ctx, subject: { project, policy } }) => ({
      title: 'CI/CD settings',
      breadcrumbs: [{ text: 'CI/CD settings', href: `/${project.full_path}/-/settings/ci_cd` }],
      data: await load(ctx, { kind: 'project', id: project.id }, policy),
    }),
  }),
  definePage<NamespaceAccess, CiSettingsPageData>({
    kind: 'group_ci_cd',
    on: 'group',
    path: 'settings/ci_cd',
    ability: 'read_group_variables',
    nav: 'group_ci_cd',
    load: async ({ ctx, subject: { namespace, policy } }) => ({
      title: 'CI/CD settings',
      breadcrumbs: [{ text: 'CI/CD settings', href: `/groups/${namespace.full_path}/-/settings/ci_cd` }],
      data: await load(ctx, { kind: 'group', id: namespace.id }, policy),
    }),
  }),
];
