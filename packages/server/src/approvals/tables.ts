import type { ApprovalSettingName } from '@tributary/contract/approvals/settings.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type StoredRuleType = 'regular' | 'any_approver' | 'report_approver';

export type ApprovalRuleTable = {
  id: Generated<number>;
  project_id: number;
  /** Null: a rule of the project. */
  merge_request_id: number | null;
  /** The rule of the project that this one replaces in its merge request. */
  source_rule_id: number | null;
  name: string;
  rule_type: StoredRuleType;
  report_type: 'code_coverage' | null;
  /** Percent; of rules about coverage alone. */
  coverage_minimum_threshold: Generated<number | null>;
  approvals_required: number;
  applies_to_all_protected_branches: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

/** A rule with its approvers and branches. */
export type StoredRule = Selectable<ApprovalRuleTable> & {
  userIds: number[];
  groupIds: number[];
  branchIds: number[];
};

export type ApprovalSettingsTable = {
  id: Generated<number>;
  namespace_id: number | null;
  project_id: number | null;
  updated_at: Generated<Date>;
} & Record<ApprovalSettingName, boolean | null>;

/** Why an approval does not count any more. */
export type ApprovalEnd =
  | 'revoked'
  | 'reset'
  | 'changes_requested'
  | 'approved_again'
  | 'undone'
  | 'changed'
  | 'replaced'
  | 'retargeted';

export type MergeRequestApprovalTable = {
  id: Generated<number>;
  merge_request_id: number;
  user_id: number;
  head_sha: string | null;
  /** The branch that the request went to when it was given. */
  target_branch: ColumnType<string | null, string | null | undefined, string | null>;
  /** What its head was compared with. */
  base_sha: ColumnType<string | null, string | null | undefined, string | null>;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ended_reason: ColumnType<ApprovalEnd | null, ApprovalEnd | null | undefined, ApprovalEnd | null>;
  created_at: Generated<Date>;
};

export type ReceiptOutcome = 'carried' | 'retained' | 'ended';

export type ApprovalReceiptTable = {
  id: Generated<number>;
  approval_id: number;
  merge_request_id: number;
  outcome: ReceiptOutcome;
  reason: string;
  from_head_sha: string | null;
  to_head_sha: string;
  from_target: string | null;
  to_target: string;
  compared_files: number;
  changed_files: number;
  changed_paths: string[];
  created_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    approval_rules: ApprovalRuleTable;
    approval_rule_users: { rule_id: number; user_id: number };
    approval_rule_groups: { rule_id: number; group_id: number };
    approval_rule_branches: { rule_id: number; protected_branch_id: number };
    approval_settings: ApprovalSettingsTable;
    approval_receipts: ApprovalReceiptTable;
    merge_request_approvals: MergeRequestApprovalTable;
    /** Those that count. */
    merge_request_valid_approvals: MergeRequestApprovalTable;
  }
}
