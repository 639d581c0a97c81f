import {
  ANY_APPROVER_NAME,
  type ApprovalRuleType,
  type RuleProgress,
  ruleProgress,
} from '@tributary/contract/approvals/rules.ts';
import {
  type ApprovalSettings,
  approvalSettingValues,
  DEFAULT_APPROVAL_SETTINGS,
} from '@tributary/contract/approvals/settings.ts';
import { listActingUsers } from '../../accounts/index.ts';
import { branchTip, listVersionsByIds, type MergeRequestRow } from '../../merge-requests/index.ts';
import type { Context } from '../../platform/context.ts';
import { mapAtMost } from '../../platform/map-at-most.ts';
import { listLevels, todayOf } from '../../projects/index.ts';
import { listProtectionRules, type ProtectionRule, rulesFor } from '../../repositories/index.ts';
import { effectiveRules, type EffectiveRule } from '../rules/effective-rules.ts';
import { groupMembers } from '../store/approvers.ts';
import { type ActiveApproval, listActiveApprovals } from '../store/history.ts';
import { listOwnerProjects, listRules } from '../store/rules.ts';
import type { StoredRule } from '../tables.ts';
import { changedPathsOf, codeOwnerRules, type CodeOwnerRule } from './code-owner-rules.ts';
import { coverageWithoutLoss } from './coverage-change.ts';
import { projectSettings } from './effective-settings.ts';
import { committersOf } from './exclusions.ts';

/** Git processes at once for the files of many merge requests. */
const AT_ONCE = 4;
const DEVELOPER = 30;

export type RuleState = RuleProgress & {
  id: number;
  name: string;
  type: ApprovalRuleType;
  reportType: string | null;
  section: string | null;
  approvalsRequired: number;
  /** Null: everyone who may approve this merge request. */
  eligible: number[] | null;
  userIds: number[];
  groupIds: number[];
  isOverridden: boolean;
  source: { id: number; approvalsRequired: number } | null;
  isOfProject: boolean;
  /** Files of a rule of code owners. */
  paths: string[];
};

export type ApprovalState = {
  settings: ApprovalSettings;
  rules: RuleState[];
  approvals: ActiveApproval[];
  /** Users whose approval counts, in the order they approved. */
  approverIds: number[];
  committerIds: ReadonlySet<number>;
  required: number;
  left: number;
  /** Every rule is met. */
  isMet: boolean;
  isOverwritten: boolean;
};

/** The approvals of these merge requests against the rules of today, with a bounded number of statements. */
export async function approvalStates(
  ctx: Context,
  rows: readonly MergeRequestRow[],
): Promise<Map<number, ApprovalState>> {
  const ids = rows.map((row) => row.id);
  const projectIds = [...new Set(rows.map((row) => row.target_project_id))];
  const settings = await projectSettings(ctx, projectIds);
  const rules = await listRules(ctx.db, { projectIds, mergeRequestIds: ids });
  const approvals = await listActiveApprovals(ctx.db, ids);
  const committers = await committersOf(ctx, ids);
  const protection = new Map<number, ProtectionRule[]>();
  for (const id of projectIds) protection.set(id, await listProtectionRules(ctx.db, id));
  const owners = await ownerRulesOf(ctx, rows, protection);
  const members = await groupMembers(
    ctx.db,
    rules.flatMap((rule) => rule.groupIds),
    todayOf(ctx),
  );
  const keptCoverage = await keptCoverageOf(ctx, rows, rules);
  const able = await ableUsers(ctx, rows, { rules, approvals, owners, members });
  return new Map(
    rows.map((row) => {
      const values = settings.get(row.target_project_id);
      return [
        row.id,
        stateOf(row, {
          settings: values ? approvalSettingValues(values) : DEFAULT_APPROVAL_SETTINGS,
          rules,
          members,
          protection: protection.get(row.target_project_id) ?? [],
          owners: owners.get(row.id) ?? [],
          keptCoverage: keptCoverage.get(row.id) ?? null,
          approvals: approvals.filter((approval) => approval.merge_request_id === row.id),
          committers: committers.get(row.id) ?? new Set(),
          able: able.get(row.target_project_id) ?? new Set(),
        }),
      ];
    }),
  );
}

/** What is required of open merge requests, for lists and checks: nothing is read where no rule exists. */
export async function approvalRequirements(
  ctx: Context,
  rows: readonly MergeRequestRow[],
): Promise<Map<number, { required: number; isMet: boolean }>> {
  const projectIds = [...new Set(rows.map((row) => row.target_project_id))];
  const rules = await listRules(ctx.db, { projectIds, mergeRequestIds: rows.map((row) => row.id) });
  const withOwners = await listOwnerProjects(ctx.db, projectIds);
  const concerned = rows.filter(
    (row) =>
      withOwners.has(row.target_project_id) ||
      rules.some((rule) => rule.merge_request_id === row.id || rule.project_id === row.target_project_id),
  );
  const states = concerned.length === 0 ? [] : [...(await approvalStates(ctx, concerned))];
  return new Map(states.filter(([, { required }]) => required > 0));
}

export async function approvalStateOf(ctx: Context, row: MergeRequestRow): Promise<ApprovalState> {
  const state = (await approvalStates(ctx, [row])).get(row.id);
  if (!state) throw new Error('a merge request has no approval state');
  return state;
}

/** Asked only where a rule depends on it. */
async function keptCoverageOf(
  ctx: Context,
  rows: readonly MergeRequestRow[],
  rules: readonly StoredRule[],
): Promise<ReadonlyMap<number, number>> {
  const projects = new Set(rules.filter((rule) => rule.report_type === 'code_coverage').map((rule) => rule.project_id));
  return coverageWithoutLoss(
    ctx,
    rows.filter((row) => projects.has(row.target_project_id)),
  );
}

/** Rules of code owners are read from the target branch as it is now: a merge request cannot change its own. */
async function ownerRulesOf(
  ctx: Context,
  rows: readonly MergeRequestRow[],
  protection: ReadonlyMap<number, readonly ProtectionRule[]>,
): Promise<Map<number, CodeOwnerRule[]>> {
  const versions = await listVersionsByIds(
    ctx.db,
    rows.flatMap((row) => row.latest_version_id ?? []),
  );
  const one = async (row: MergeRequestRow): Promise<readonly [number, CodeOwnerRule[]]> => {
    const version = versions.find((each) => each.id === row.latest_version_id);
    const isRead = rows.length === 1 || needsOwners(protection.get(row.target_project_id) ?? [], row.target_branch);
    if (!version || !isRead) return [row.id, []];
    const targetSha = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
    if (targetSha === undefined) return [row.id, []];
    const projectId = row.target_project_id;
    const paths = await changedPathsOf(ctx, projectId, { base: version.base_sha, head: version.head_sha });
    return [row.id, await codeOwnerRules(ctx, { id: row.id, projectId, targetSha, paths })];
  };
  return new Map(await mapAtMost(ctx.db.isTransaction ? 1 : AT_ONCE, rows, one));
}

const needsOwners = (protection: readonly ProtectionRule[], branch: string) =>
  rulesFor(protection, branch).some((rule) => rule.needsCodeOwners);

type People = {
  rules: readonly StoredRule[];
  approvals: readonly ActiveApproval[];
  owners: ReadonlyMap<number, readonly CodeOwnerRule[]>;
  members: ReadonlyMap<number, readonly number[]>;
};

/** Active users who may approve in each project, of all that rules or approvals name. */
async function ableUsers(
  ctx: Context,
  rows: readonly MergeRequestRow[],
  people: People,
): Promise<Map<number, Set<number>>> {
  const named = [
    ...people.rules.flatMap((rule) => rule.userIds),
    ...people.approvals.map((approval) => approval.user_id),
    ...[...people.owners.values()].flat().flatMap((rule) => rule.ownerIds),
    ...[...people.members.values()].flat(),
  ];
  const active = (await listActingUsers(ctx, named)).map((user) => user.id);
  const found = new Map<number, Set<number>>();
  for (const id of new Set(rows.map((row) => row.target_project_id))) {
    const levels = await listLevels(ctx, { kind: 'project', id }, active);
    found.set(id, new Set(active.filter((userId) => (levels.get(userId) ?? 0) >= DEVELOPER)));
  }
  return found;
}

type Facts = {
  settings: ApprovalSettings;
  rules: readonly StoredRule[];
  members: ReadonlyMap<number, readonly number[]>;
  protection: readonly ProtectionRule[];
  owners: readonly CodeOwnerRule[];
  /** Percent, where it is known and not lower than that of the target branch. */
  keptCoverage: number | null;
  approvals: ActiveApproval[];
  committers: ReadonlySet<number>;
  able: ReadonlySet<number>;
};

function stateOf(row: MergeRequestRow, facts: Facts): ApprovalState {
  const { settings, committers, able, approvals } = facts;
  const mayApprove = (id: number) =>
    able.has(id) &&
    (settings.allow_author_approval || id !== row.author_id) &&
    (settings.allow_committer_approval || !committers.has(id));
  const approverIds = approvals.map((approval) => approval.user_id).filter((id) => mayApprove(id));
  const effective = effectiveRules(facts.rules, {
    mergeRequestId: row.id,
    projectId: row.target_project_id,
    protectedBranchIds: rulesFor(facts.protection, row.target_branch).map((rule) => rule.id),
    allowsOverrides: settings.allow_overrides_to_approver_list_per_merge_request,
  });
  const eligible = (ids: readonly number[]) => [...new Set(ids)].filter((id) => mayApprove(id));
  const stored = effective.map((each) => {
    const rule = isWaived(each, facts) ? { ...each, approvalsRequired: 0 } : each;
    const users = [...rule.userIds, ...rule.groupIds.flatMap((id) => facts.members.get(id) ?? [])];
    return storedState(rule, rule.type === 'any_approver' ? null : eligible(users), approverIds);
  });
  const isNeeded = needsOwners(facts.protection, row.target_branch);
  const owned = facts.owners.map((rule) => ownerState(rule, isNeeded, eligible(rule.ownerIds), approverIds));
  const rules = [...stored, ...owned];
  return {
    settings,
    rules,
    approvals,
    approverIds,
    committerIds: committers,
    required: rules.reduce((sum, rule) => sum + rule.approvalsRequired, 0),
    left: rules.reduce((sum, rule) => sum + rule.left, 0),
    isMet: rules.every((rule) => rule.isApproved),
    isOverwritten: effective.some((rule) => !rule.isOfProject),
  };
}

/** A rule about coverage asks for nothing while the coverage is not lower than that of the target branch and its minimum. */
const isWaived = ({ reportType, coverageThreshold }: EffectiveRule, { keptCoverage }: Pick<Facts, 'keptCoverage'>) =>
  reportType === 'code_coverage' && keptCoverage !== null && keptCoverage >= (coverageThreshold ?? 0);

function storedState(rule: EffectiveRule, eligible: number[] | null, approverIds: readonly number[]): RuleState {
  const { approvalsRequired } = rule;
  return {
    // Who may change the merge request chose these approvers.
    ...ruleProgress({ approvalsRequired, eligible, isStrict: !rule.isOfProject }, approverIds),
    id: rule.id,
    name: rule.type === 'any_approver' ? ANY_APPROVER_NAME : rule.name,
    type: rule.type,
    reportType: rule.reportType,
    section: null,
    approvalsRequired,
    eligible,
    userIds: rule.userIds,
    groupIds: rule.groupIds,
    isOverridden: rule.isOverridden,
    source: rule.source,
    isOfProject: rule.isOfProject,
    paths: [],
  };
}

function ownerState(
  { section, entry, paths, id, ownerIds, groupIds }: CodeOwnerRule,
  isNeeded: boolean,
  eligible: number[],
  approverIds: readonly number[],
): RuleState {
  const approvalsRequired = isNeeded && !section.isOptional ? section.approvalsRequired : 0;
  return {
    ...ruleProgress({ approvalsRequired, eligible }, approverIds),
    id,
    name: entry.text,
    type: 'code_owner',
    reportType: null,
    section: section.name === '' ? 'codeowners' : section.name,
    approvalsRequired,
    eligible,
    userIds: ownerIds,
    groupIds,
    isOverridden: false,
    source: null,
    isOfProject: true,
    paths,
  };
}
