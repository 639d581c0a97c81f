import type { CreateRequestRuleInput, UpdateRequestRuleInput } from '@tributary/contract/approvals/inputs.ts';
import { ANY_APPROVER_NAME } from '@tributary/contract/approvals/rules.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  findMergeRequestAccess,
  type MergeRequestAccess,
  publishMergeRequestChange,
  readinessChanged,
  lockMergeRequest,
  RESOURCE,
  topicOf,
} from '../../merge-requests/index.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canChangeRequestRules } from '../abilities.ts';
import { approvalStateOf, type RuleState } from '../reads/approval-state.ts';
import { approvalSettingsOf } from '../reads/effective-settings.ts';
import { deleteRule, insertRule, listRules, putRuleGroups, putRuleUsers, updateRule } from '../store/rules.ts';
import type { StoredRule } from '../tables.ts';
import { RULE_RESOURCE } from './project-rules.ts';
import { writeApprovers } from './rule-approvers.ts';

type Input = { mergeRequestId: number };

async function load(ctx: Context, { mergeRequestId }: Input): Promise<MergeRequestAccess> {
  await lockMergeRequest(ctx.db, mergeRequestId);
  const found = await findMergeRequestAccess(ctx, mergeRequestId);
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return found;
}

const check = async (ctx: Context, found: MergeRequestAccess) =>
  canChangeRequestRules(ctx.actor, found, await approvalSettingsOf(ctx, found.row.target_project_id));

/** A rule that the merge request has to meet, by its own number or that of the rule of the project. */
export async function getRequestRule(ctx: Context, { row }: MergeRequestAccess, id: number): Promise<RuleState> {
  const { rules } = await approvalStateOf(ctx, row);
  const rule = rules.find((each) => each.id === id) ?? rules.find((each) => each.source?.id === id);
  if (!rule) throw new AppError('not_found', { resource: RULE_RESOURCE });
  return rule;
}

async function finish(
  ctx: Context,
  { row }: MergeRequestAccess,
  action: 'created' | 'updated' | 'deleted',
  details: object,
): Promise<void> {
  await audit(
    ctx,
    `merge_request_approval_rule.${action}`,
    { type: 'project', id: row.target_project_id },
    { ...details, merge_request: `!${row.iid}` },
  );
  await publishMergeRequestChange(ctx, row.id);
  await readinessChanged(ctx, [row.id], 'approval_rules');
  await publish(ctx, topicOf(row.id), 'merge_status.changed', { id: row.id, parts: ['merge', 'approvals'] });
}

/** Never below what the project asks for. */
function checkMinimum(required: number | undefined, source: RuleState['source']): void {
  if (required === undefined || source === null || required >= source.approvalsRequired) return;
  throw new AppError('approval_rule_below_project', { number: source.approvalsRequired - 1 });
}

export const createRequestRule = defineOperation<CreateRequestRuleInput & Input, MergeRequestAccess, RuleState>({
  name: 'merge_request.approval_rule.create',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, found, input) => {
    const { row, access } = found;
    if (input.approval_project_rule_id !== undefined) {
      const { approval_project_rule_id: sourceId, mergeRequestId: _id, ...change } = input;
      return override(ctx, found, await getRequestRule(ctx, found, sourceId), change);
    }
    const id = await insertRule(ctx.db, {
      project_id: row.target_project_id,
      merge_request_id: row.id,
      source_rule_id: null,
      name: input.name,
      rule_type: 'regular',
      report_type: null,
      approvals_required: input.approvals_required,
    });
    await writeApprovers(ctx, access, id, input);
    await finish(ctx, found, 'created', { name: input.name, approvals_required: input.approvals_required });
    return getRequestRule(ctx, found, id);
  },
});

export const updateRequestRule = defineOperation<
  UpdateRequestRuleInput & Input & { ruleId: number },
  MergeRequestAccess,
  RuleState
>({
  name: 'merge_request.approval_rule.update',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, found, { ruleId, mergeRequestId: _id, ...change }) =>
    override(ctx, found, await getRequestRule(ctx, found, ruleId), change),
});

/** Changes the merge request's own rule; of a rule of the project it makes one that replaces it here. */
async function override(
  ctx: Context,
  found: MergeRequestAccess,
  rule: RuleState,
  change: UpdateRequestRuleInput,
): Promise<RuleState> {
  if (rule.type === 'code_owner' || rule.type === 'report_approver') throw new AppError('approval_rule_of_project');
  checkMinimum(change.approvals_required, rule.source);
  const stored = rule.isOfProject ? await copyRule(ctx, found, rule) : await ownRule(ctx, found, rule.id);
  const isAny = rule.type === 'any_approver';
  await updateRule(ctx.db, stored.id, {
    ...(change.name !== undefined && !isAny && { name: change.name }),
    ...(change.approvals_required !== undefined && { approvals_required: change.approvals_required }),
  });
  if (!isAny) await writeApprovers(ctx, found.access, stored.id, change, stored);
  await finish(ctx, found, 'updated', { ...change, name: change.name ?? rule.name });
  return getRequestRule(ctx, found, stored.id);
}

async function ownRule(ctx: Context, { row }: MergeRequestAccess, id: number): Promise<StoredRule> {
  const rule = (await listRules(ctx.db, { mergeRequestIds: [row.id] })).find((each) => each.id === id);
  if (!rule) throw new AppError('not_found', { resource: RULE_RESOURCE });
  return rule;
}

async function copyRule(ctx: Context, found: MergeRequestAccess, rule: RuleState): Promise<StoredRule> {
  const id = await insertRule(ctx.db, {
    project_id: found.row.target_project_id,
    merge_request_id: found.row.id,
    source_rule_id: rule.id,
    name: rule.type === 'any_approver' ? ANY_APPROVER_NAME : rule.name,
    rule_type: rule.type === 'any_approver' ? 'any_approver' : 'regular',
    report_type: null,
    approvals_required: rule.approvalsRequired,
  });
  await putRuleUsers(ctx.db, id, rule.userIds);
  await putRuleGroups(ctx.db, id, rule.groupIds);
  return ownRule(ctx, found, id);
}

/** A rule of the project comes back as the project has it. */
export const deleteRequestRule = defineOperation<Input & { ruleId: number }, MergeRequestAccess, void>({
  name: 'merge_request.approval_rule.delete',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, found, { ruleId }) => {
    const rule = await getRequestRule(ctx, found, ruleId);
    if (rule.isOfProject) throw new AppError('approval_rule_of_project');
    await deleteRule(ctx.db, rule.id);
    await finish(ctx, found, 'deleted', { name: rule.name });
  },
});

/** The older way: how many of everyone who may approve this merge request. */
export const putRequestRequired = defineOperation<Input & { required: number }, MergeRequestAccess, void>({
  name: 'merge_request.approvals_required',
  waitsForMerges: true,
  load,
  check,
  run: async (ctx, found, { required }) => {
    const { rules } = await approvalStateOf(ctx, found.row);
    const rule = rules.find((each) => each.type === 'any_approver');
    if (rule) return void (await override(ctx, found, rule, { approvals_required: required }));
    await insertRule(ctx.db, {
      project_id: found.row.target_project_id,
      merge_request_id: found.row.id,
      source_rule_id: null,
      name: ANY_APPROVER_NAME,
      rule_type: 'any_approver',
      report_type: null,
      approvals_required: required,
    });
    await finish(ctx, found, 'created', { name: ANY_APPROVER_NAME, approvals_required: required });
  },
});
