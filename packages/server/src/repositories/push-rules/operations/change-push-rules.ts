import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { PushRuleInput } from '@tributary/contract/projects/push-rule-inputs.ts';
import {
  PUSH_RULE_PATTERNS,
  PUSH_RULE_SWITCHES,
  type ResolvedPushRules,
  type StoredPushRule,
} from '@tributary/contract/projects/push-rules.ts';
import { audit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can, INSTANCE, type PolicySubject } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../../projects/index.ts';
import { pushRulesOf } from '../reads/effective-push-rules.ts';
import { patternProblem } from '../rules/rule-pattern.ts';
import { deletePushRule, insertPushRule, type PushRuleOwner, updatePushRule } from '../store/push-rule-store.ts';

type Change = {
  owner: PushRuleOwner;
  /** Null removes the rules. */
  input: PushRuleInput | null;
  /** `create` and `update` fail where there is, or is not, something already. */
  mode: 'create' | 'update' | 'put';
};

export const changePushRules = defineOperation<Change, PolicySubject, void>({
  name: 'push_rules.change',
  load: (ctx, { owner }) => policyOf(ctx, owner),
  check: (ctx, policy, { owner }) => changeRefusal(ctx, owner, policy),
  run: async (ctx, _policy, { owner, input, mode }) => {
    const rules = await pushRulesOf(ctx, owner);
    if (mode === 'create' && rules.own) throw new AppError('push_rule_exists', {}, { status: 422 });
    if (mode === 'update' && !rules.own) throw new AppError('not_found', { resource: 'Push Rule' });
    if (input === null) {
      if (!rules.own) throw new AppError('not_found', { resource: 'Push Rule' });
      await deletePushRule(ctx.db, rules.own.id);
    } else {
      const values = checkedValues(rules, input);
      if (rules.own) await updatePushRule(ctx.db, rules.own.id, values);
      else await insertPushRule(ctx.db, owner, values);
    }
    await audit(ctx, 'push_rules.updated', auditSubject(owner), { ...input, deleted: input === null });
  },
});

async function policyOf(ctx: Context, owner: PushRuleOwner): Promise<PolicySubject> {
  if ('projectId' in owner) return (await getProjectAccess(ctx, owner.projectId)).policy;
  return 'groupId' in owner ? (await getNamespaceAccess(ctx, owner.groupId)).policy : INSTANCE;
}

export function changeRefusal(ctx: Context, owner: PushRuleOwner, policy: PolicySubject): Refusal | null {
  if ('projectId' in owner) return can(ctx.actor, 'admin_push_rules', policy);
  return 'groupId' in owner ? can(ctx.actor, 'admin_group_push_rules', policy) : can(ctx.actor, 'administer', policy);
}

function auditSubject(owner: PushRuleOwner): { type: string; id: number } {
  if ('projectId' in owner) return { type: 'project', id: owner.projectId };
  return 'groupId' in owner ? { type: 'group', id: owner.groupId } : { type: 'settings', id: 1 };
}

/** Patterns must compile; what a level above enforces stays on. */
function checkedValues({ enforcedBy }: ResolvedPushRules, input: PushRuleInput): Partial<StoredPushRule> {
  for (const name of PUSH_RULE_PATTERNS) {
    const problem = patternProblem(input[name] ?? '');
    if (problem !== null) throw new AppError('validation_failed', {}, { fields: { [name]: [problem] } });
  }
  for (const name of PUSH_RULE_SWITCHES) {
    const level = enforcedBy[name];
    if (level !== undefined && input[name] === false) throw new AppError('push_rule_enforced', { name, level });
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
