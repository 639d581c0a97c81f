import type { CreateProjectRuleInput, UpdateProjectRuleInput } from '@tributary/contract/approvals/inputs.ts';
import { ANY_APPROVER_NAME } from '@tributary/contract/approvals/rules.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { changeGates, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { canManageRules } from '../abilities.ts';
import { deleteRule, insertRule, listRules, updateRule } from '../store/rules.ts';
import type { StoredRule } from '../tables.ts';
import { writeApprovers, writeBranches } from './rule-approvers.ts';

export const RULE_RESOURCE = 'Approval Rule';

export async function getProjectRule(ctx: Context, projectId: number, id: number): Promise<StoredRule> {
  const rule = (await listRules(ctx.db, { projectIds: [projectId] })).find((each) => each.id === id);
  if (!rule) throw new AppError('not_found', { resource: RULE_RESOURCE });
  return rule;
}

/** Other rules have no minimum. */
function requireCoverage(
  { coverage_minimum_threshold: threshold }: Pick<UpdateProjectRuleInput, 'coverage_minimum_threshold'>,
  reportType: StoredRule['report_type'],
): void {
  if (threshold == null || reportType === 'code_coverage') return;
  const reason = 'Only a rule of the report_type code_coverage has a coverage_minimum_threshold.';
  throw new AppError('approval_rule_type_fixed', { reason });
}

/** In the transaction of every change: no merge passes its gates in the middle of it. */
async function begin(ctx: Context, { project }: ProjectAccess): Promise<void> {
  await changeGates(ctx, project.id, 'approval_rules');
}

async function finish(
  ctx: Context,
  { project }: ProjectAccess,
  action: 'created' | 'updated' | 'deleted',
  rule: StoredRule,
): Promise<void> {
  await audit(
    ctx,
    `approval_rule.${action}`,
    { type: 'project', id: project.id },
    {
      name: rule.name,
      approvals_required: rule.approvals_required,
      coverage_minimum_threshold: rule.coverage_minimum_threshold,
      users: rule.userIds,
      groups: rule.groupIds,
      protected_branches: rule.applies_to_all_protected_branches ? 'all' : rule.branchIds,
    },
  );
  await publish(ctx, `project:${project.id}`, 'approval_rules_changed', { projectId: project.id });
}

const load = (ctx: Context, { projectId }: { projectId: number }) => getProjectAccess(ctx, projectId);
const check = (ctx: Context, access: ProjectAccess) => canManageRules(ctx.actor, access);

export const createProjectRule = defineOperation<
  CreateProjectRuleInput & { projectId: number },
  ProjectAccess,
  StoredRule
>({
  name: 'approval_rule.create',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, access, input) => {
    await begin(ctx, access);
    const projectId = access.project.id;
    const type = input.rule_type ?? 'regular';
    const isReport = type === 'report_approver';
    if (isReport !== (input.report_type !== undefined)) {
      const reason = 'A rule of the type report_approver, and no other, has a report_type.';
      throw new AppError('approval_rule_type_fixed', { reason });
    }
    requireCoverage(input, input.report_type ?? null);
    const id = await insertRule(ctx.db, {
      project_id: projectId,
      merge_request_id: null,
      source_rule_id: null,
      name: type === 'any_approver' ? ANY_APPROVER_NAME : input.name,
      rule_type: type,
      report_type: input.report_type ?? null,
      coverage_minimum_threshold: input.coverage_minimum_threshold ?? null,
      approvals_required: input.approvals_required,
      applies_to_all_protected_branches: input.applies_to_all_protected_branches ?? false,
    });
    if (type !== 'any_approver') await writeApprovers(ctx, access, id, input);
    await writeBranches(ctx, projectId, id, input.protected_branch_ids);
    const rule = await getProjectRule(ctx, projectId, id);
    await finish(ctx, access, 'created', rule);
    return rule;
  },
});

export const updateProjectRule = defineOperation<
  UpdateProjectRuleInput & { projectId: number; ruleId: number },
  ProjectAccess,
  StoredRule
>({
  name: 'approval_rule.update',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, access, input) => {
    await begin(ctx, access);
    const projectId = access.project.id;
    const before = await getProjectRule(ctx, projectId, input.ruleId);
    const isAny = before.rule_type === 'any_approver';
    requireCoverage(input, before.report_type);
    await updateRule(ctx.db, before.id, {
      ...(input.name !== undefined && !isAny && { name: input.name }),
      ...(input.approvals_required !== undefined && { approvals_required: input.approvals_required }),
      ...(input.coverage_minimum_threshold !== undefined && {
        coverage_minimum_threshold: input.coverage_minimum_threshold,
      }),
      ...(input.applies_to_all_protected_branches !== undefined && {
        applies_to_all_protected_branches: input.applies_to_all_protected_branches,
      }),
    });
    if (!isAny) await writeApprovers(ctx, access, before.id, input, before);
    await writeBranches(ctx, projectId, before.id, input.protected_branch_ids);
    const rule = await getProjectRule(ctx, projectId, before.id);
    await finish(ctx, access, 'updated', rule);
    return rule;
  },
});

export const deleteProjectRule = defineOperation<{ projectId: number; ruleId: number }, ProjectAccess, void>({
  name: 'approval_rule.delete',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, access, { ruleId }) => {
    await begin(ctx, access);
    const rule = await getProjectRule(ctx, access.project.id, ruleId);
    await deleteRule(ctx.db, rule.id);
    await finish(ctx, access, 'deleted', rule);
  },
});

/** `approvals_before_merge`: how many of everyone who may approve; the rule of that kind comes and goes with it. */
export async function putAnyApprover(ctx: Context, access: ProjectAccess, required: number): Promise<void> {
  const projectId = access.project.id;
  const rules = await listRules(ctx.db, { projectIds: [projectId] });
  const rule = rules.find((each) => each.rule_type === 'any_approver');
  if (rule && rule.approvals_required === required) return;
  if (rule && required > 0) {
    await updateProjectRule(ctx, { projectId, ruleId: rule.id, approvals_required: required });
  } else if (rule) await deleteProjectRule(ctx, { projectId, ruleId: rule.id });
  else if (required > 0) {
    const input = { name: ANY_APPROVER_NAME, rule_type: 'any_approver', approvals_required: required } as const;
    await createProjectRule(ctx, { projectId, ...input });
  }
}
