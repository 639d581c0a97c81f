import type { Extensions } from '../../../platform/extensions.ts';
import type { PushRuleLevel, PushRulesPageData } from '@tributary/contract/projects/push-rules.ts';
import { adminBreadcrumbs, adminContext } from '../../../accounts/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { INSTANCE, type PolicySubject } from '../../../platform/policy/policy.ts';
import { defineGroupNav, defineProjectNav, type NamespaceAccess, type ProjectAccess } from '../../../projects/index.ts';
import { changeRefusal } from '../operations/change-push-rules.ts';
import { pushRulesOf } from '../reads/effective-push-rules.ts';
import type { PushRuleOwner } from '../store/push-rule-store.ts';

const PATH = 'settings/push_rules';
const TITLE = 'Push rules';

const nav = { label: TITLE, icon: 'code', path: PATH, order: 93, group: 'Settings' } as const;

async function load(
  ctx: Context,
  level: PushRuleLevel,
  { owner, policy, apiPath }: { owner: PushRuleOwner; policy: PolicySubject; apiPath: string },
): Promise<PushRulesPageData> {
  const { values, enforcedBy } = await pushRulesOf(ctx, owner);
  return { level, values, enforcedBy, apiPath, canChange: changeRefusal(ctx, owner, policy) === null };
}

export const pushRulePages: readonly Page[] = [
  definePage<ProjectAccess, PushRulesPageData>({
    kind: 'project_push_rules',
    on: 'project',
    path: PATH,
    ability: 'read_project_settings',
    nav: 'project_push_rules',
    load: async ({ ctx, subject: { project, policy } }) => {
      const owner = { projectId: project.id };
      return {
        title: TITLE,
        breadcrumbs: [{ text: TITLE, href: `/${project.full_path}/-/${PATH}` }],
        data: await load(ctx, 'project', { owner, policy, apiPath: `/api/v4/projects/${project.id}/push_rule` }),
      };
    },
  }),
  definePage<NamespaceAccess, PushRulesPageData>({
    kind: 'group_push_rules',
    on: 'group',
    path: PATH,
    ability: 'read_group_push_rules',
    nav: 'group_push_rules',
    load: async ({ ctx, subject: { namespace, policy } }) => {
      const owner = { groupId: namespace.id };
      return {
        title: TITLE,
        breadcrumbs: [{ text: TITLE, href: `/groups/${namespace.full_path}/-/${PATH}` }],
        data: await load(ctx, 'group', { owner, policy, apiPath: `/api/v4/groups/${namespace.id}/push_rule` }),
      };
    },
  }),
  definePage<{ policy: PolicySubject }, PushRulesPageData>({
    kind: 'admin_push_rules',
    on: 'instance',
    path: 'admin/push_rules',
    ability: 'read_administration',
    nav: 'push_rules',
    load: async ({ ctx }) => ({
      title: TITLE,
      context: adminContext(),
      breadcrumbs: adminBreadcrumbs(TITLE, '/admin/push_rules'),
      data: await load(ctx, 'instance', {
        owner: { instance: true },
        policy: INSTANCE,
        apiPath: '/api/v4/application/push_rule',
      }),
    }),
  }),
];

export const pushRulesPages: Extensions = [
  defineProjectNav({ ...nav, key: 'project_push_rules', ability: 'read_project_settings' }),
  defineGroupNav({ ...nav, key: 'group_push_rules', ability: 'read_group_push_rules' }),
];
