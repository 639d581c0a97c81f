import { NO_PUSH_RULES, PUSH_RULE_NAMES } from '@tributary/contract/projects/push-rules.ts';
import {
  pushRuleInput,
  type RestPushRule,
  restProjectPushRule,
  restPushRule,
} from '@tributary/contract/projects/push-rule-inputs.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup, inProject } from '../../../projects/index.ts';
import { changePushRules } from '../operations/change-push-rules.ts';
import { pushRulesOf } from '../reads/effective-push-rules.ts';
import type { PushRuleOwner } from '../store/push-rule-store.ts';

const tag = 'Push rules';
const PROJECT = '/projects/:id/push_rule';
const GROUP = '/groups/:id/push_rule';
const INSTANCE = '/application/push_rule';
const instance = { instance: true } as const;

async function answer(ctx: Context, owner: PushRuleOwner): Promise<RestPushRule> {
  const { own, values } = await pushRulesOf(ctx, owner);
  return { id: own?.id ?? null, created_at: own?.created_at.toISOString() ?? null, ...values };
}

const projectAnswer = async (ctx: Context, projectId: number) => ({
  ...(await answer(ctx, { projectId })),
  project_id: projectId,
});

/** Clients take an answer with rules for a project that has set some. */
const areAllUnset = (rules: RestPushRule): boolean =>
  PUSH_RULE_NAMES.every((name) => rules[name] === NO_PUSH_RULES[name]);

/** Of projects, of groups, and of the instance (whose rules are there from the start, so that they are only updated). */
export const pushRuleRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: PROJECT,
    ability: 'read_project_settings',
    summary: 'Get the push rules of a project, inherited ones included; null where none are set',
    tag,
    response: restProjectPushRule.nullable(),
    subject: inProject,
    handle: async ({ ctx, subject }) => {
      const rules = await projectAnswer(ctx, subject.project.id);
      return rules.id === null && areAllUnset(rules) ? null : rules;
    },
  }),
  defineRoute({
    method: 'POST',
    path: PROJECT,
    ability: 'admin_push_rules',
    summary: 'Add push rules to a project',
    tag,
    input: pushRuleInput,
    response: restProjectPushRule,
    subject: inProject,
    handle: async ({ ctx, subject, input }) => {
      const projectId = subject.project.id;
      await changePushRules(ctx, { owner: { projectId }, input, mode: 'create' });
      return projectAnswer(ctx, projectId);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: PROJECT,
    ability: 'admin_push_rules',
    summary: 'Update the push rules of a project',
    tag,
    input: pushRuleInput,
    response: restProjectPushRule,
    subject: inProject,
    handle: async ({ ctx, subject, input }) => {
      const projectId = subject.project.id;
      await changePushRules(ctx, { owner: { projectId }, input, mode: 'put' });
      return projectAnswer(ctx, projectId);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: PROJECT,
    ability: 'admin_push_rules',
    summary: 'Remove the push rules of a project',
    tag,
    subject: inProject,
    handle: ({ ctx, subject }) =>
      changePushRules(ctx, { owner: { projectId: subject.project.id }, input: null, mode: 'update' }),
  }),
  defineRoute({
    method: 'GET',
    path: GROUP,
    ability: 'read_group_push_rules',
    summary: 'Get the push rules of a group, inherited ones included',
    tag,
    response: restPushRule,
    subject: inGroup,
    handle: ({ ctx, subject }) => answer(ctx, { groupId: subject.namespace.id }),
  }),
  defineRoute({
    method: 'POST',
    path: GROUP,
    ability: 'admin_group_push_rules',
    summary: 'Add push rules to a group',
    tag,
    input: pushRuleInput,
    response: restPushRule,
    subject: inGroup,
    handle: async ({ ctx, subject, input }) => {
      const owner = { groupId: subject.namespace.id };
      await changePushRules(ctx, { owner, input, mode: 'create' });
      return answer(ctx, owner);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: GROUP,
    ability: 'admin_group_push_rules',
    summary: 'Update the push rules of a group',
    tag,
    input: pushRuleInput,
    response: restPushRule,
    subject: inGroup,
    handle: async ({ ctx, subject, input }) => {
      const owner = { groupId: subject.namespace.id };
      await changePushRules(ctx, { owner, input, mode: 'put' });
      return answer(ctx, owner);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: GROUP,
    ability: 'admin_group_push_rules',
    summary: 'Remove the push rules of a group',
    tag,
    subject: inGroup,
    handle: ({ ctx, subject }) =>
      changePushRules(ctx, { owner: { groupId: subject.namespace.id }, input: null, mode: 'update' }),
  }),
  defineRoute({
    method: 'GET',
    path: INSTANCE,
    ability: 'read_settings',
    summary: 'Get the push rules of the instance',
    tag,
    response: restPushRule,
    handle: ({ ctx }) => answer(ctx, instance),
  }),
  defineRoute({
    method: 'PUT',
    path: INSTANCE,
    ability: 'administer',
    summary: 'Update the push rules of the instance',
    tag,
    input: pushRuleInput,
    response: restPushRule,
    handle: async ({ ctx, input }) => {
      await changePushRules(ctx, { owner: instance, input, mode: 'put' });
      return answer(ctx, instance);
    },
  }),
];
