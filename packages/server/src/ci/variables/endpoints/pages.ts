import type { Extensions } from '../../../platform/extensions.ts';
import { type GroupCiSettingsData, readGroupCiSettings } from '@tributary/contract/ci/group-ci-settings.ts';
import type { CiSettingsPageData, ProjectCiSettingsData } from '@tributary/contract/ci/variables.ts';
import { readCiSettings } from '@tributary/contract/ci/ci-settings.ts';
import { adminBreadcrumbs, adminContext, getSettings } from '../../../accounts/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { INSTANCE, isAllowed, type PolicySubject } from '../../../platform/policy/policy.ts';
import {
  artifactsLimitOfNamespace,
  defineGroupNav,
  defineProjectNav,
  forbidsSharedRunners,
  getNamespaceAccess,
  type NamespaceAccess,
  type ProjectAccess,
  readJobTokenScope,
} from '../../../projects/index.ts';
import { catalogSetting } from '../../catalog/catalog.ts';
import { badgesOfPage } from '../../badges/reads/badges-of-page.ts';
import { triggersOfPage } from '../../triggers/list-triggers.ts';
import { inheritedVariables, listVariables, toVariableCard } from '../list-variables.ts';

const MAX_SHOWN = 1_000;

async function load(
  ctx: Context,
  place: { kind: 'project' | 'group'; id: number },
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
    pipelines: null,
    group: null,
    catalog: null,
    jobTokens: null,
    triggers: null,
    badges: null,
    instance: null,
  };
}

async function projectSettings(ctx: Context, { project, policy }: ProjectAccess): Promise<ProjectCiSettingsData> {
  return {
    ...readCiSettings(project.ci_settings),
    inherited_max_artifacts_size: await artifactsLimitOfNamespace(ctx, project.namespace_id),
    can_change_size: isAllowed(ctx.actor, 'administer', INSTANCE),
    can_choose_owners: isAllowed(ctx.actor, 'move_project', policy),
  };
}

async function groupSettings(ctx: Context, group: NamespaceAccess['namespace']): Promise<GroupCiSettingsData> {
  const parent = group.parent_id === null ? undefined : (await getNamespaceAccess(ctx, group.parent_id)).namespace;
  return {
    ...readGroupCiSettings(group.ci_settings),
    inherited_max_artifacts_size: await artifactsLimitOfNamespace(ctx, group.parent_id),
    are_instance_runners_locked: forbidsSharedRunners(parent),
    can_change_size: isAllowed(ctx.actor, 'administer', INSTANCE),
  };
}

/** CI/CD settings of projects, groups and the instance. */
export const ciSettingsPages: Page[] = [
  definePage<ProjectAccess, CiSettingsPageData>({
    kind: 'project_ci_cd',
    on: 'project',
    path: 'settings/ci_cd',
    ability: 'read_project_variables',
    nav: 'project_ci_cd',
    load: async ({ ctx, subject }) => ({
      title: 'CI/CD settings',
      breadcrumbs: [{ text: 'CI/CD settings', href: `/${subject.project.full_path}/-/settings/ci_cd` }],
      data: {
        ...(await load(ctx, { kind: 'project', id: subject.project.id }, subject.policy)),
        pipelines: isAllowed(ctx.actor, 'update_project', subject.policy) ? await projectSettings(ctx, subject) : null,
        catalog: isAllowed(ctx.actor, 'admin_catalog_resource', subject.policy)
          ? await catalogSetting(ctx, subject)
          : null,
        jobTokens: isAllowed(ctx.actor, 'read_job_token_scope', subject.policy)
          ? await readJobTokenScope(ctx, subject)
          : null,
        triggers: isAllowed(ctx.actor, 'read_pipeline_triggers', subject.policy)
          ? await triggersOfPage(ctx, subject)
          : null,
        badges: badgesOfPage(ctx, subject),
      },
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
      data: {
        ...(await load(ctx, { kind: 'group', id: namespace.id }, policy)),
        group: isAllowed(ctx.actor, 'update_group', policy) ? await groupSettings(ctx, namespace) : null,
      },
    }),
  }),
  definePage<{ policy: PolicySubject }, CiSettingsPageData>({
    kind: 'admin_ci_cd',
    on: 'instance',
    path: 'admin/ci_cd',
    ability: 'read_administration',
    nav: 'ci_cd',
    load: async ({ ctx }) => {
      const variables = await listVariables(ctx, { kind: 'instance' }, { page: 1, perPage: MAX_SHOWN });
      const settings = await getSettings(ctx);
      return {
        title: 'CI/CD settings',
        context: adminContext(),
        breadcrumbs: adminBreadcrumbs('CI/CD', '/admin/ci_cd'),
        data: {
          place: { kind: 'instance', id: 0 },
          variables: variables.items.map(toVariableCard),
          inherited: [],
          canChange: true,
          pipelines: null,
          group: null,
          catalog: null,
          jobTokens: null,
          triggers: null,
          badges: null,
          instance: {
            shared_runners_enabled: settings.shared_runners_enabled,
            default_artifacts_expire_in: settings.default_artifacts_expire_in,
            max_artifacts_size: settings.max_artifacts_size,
            keep_latest_artifact: settings.keep_latest_artifact,
            ci_pipeline_size: settings.ci_pipeline_size,
            ci_max_includes: settings.ci_max_includes,
          },
        },
      };
    },
  }),
];

export const variablesPages: Extensions = [
  defineProjectNav({
    key: 'project_ci_cd',
    label: 'CI/CD',
    icon: 'pipeline',
    path: 'settings/ci_cd',
    order: 92,
    group: 'Settings',
    ability: 'read_project_variables',
  }),
  defineGroupNav({
    key: 'group_ci_cd',
    label: 'CI/CD',
    icon: 'pipeline',
    path: 'settings/ci_cd',
    order: 92,
    group: 'Settings',
    ability: 'read_group_variables',
  }),
];
