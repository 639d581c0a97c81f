import type { ProjectMergeSettings } from '../projects/page.ts';
import type { PageUser } from '../planning/page.ts';
import type { ApprovalRuleType } from './rules.ts';
import type { ResolvedApprovalSettings } from './settings.ts';

/** Approvals as our own pages read them. */

export type PageApprovalRule = {
  id: number;
  name: string;
  type: ApprovalRuleType;
  section: string | null;
  approvalsRequired: number;
  isApproved: boolean;
  /** Fewer users can approve than are required. */
  isInvalid: boolean;
  eligible: PageUser[];
  approvedBy: PageUser[];
  commentedBy: PageUser[];
};

export type PageReceipt = {
  user: PageUser;
  outcome: 'carried' | 'retained' | 'ended';
  reason: string;
  comparedFiles: number;
  changedFiles: number;
  changedPaths: string[];
  at: string;
};

/** GET `approvals.json` of a merge request; approve and unapprove answer it too. */
export type ApprovalsPart = {
  isApproved: boolean;
  approvalsRequired: number;
  approvalsLeft: number;
  approvedBy: PageUser[];
  hasApproved: boolean;
  canApprove: boolean;
  /** Why not, where there is more to say than that one may not. */
  refusal: string | null;
  /** The reader added commits, and those who do cannot approve. */
  isExcludedCommitter: boolean;
  requiresPassword: boolean;
  rules: PageApprovalRule[];
  receipts: PageReceipt[];
  /** POST `{sha, approval_password}`. */
  approvePath: string;
  /** POST. */
  unapprovePath: string;
};

export type PageBranch = { id: number; name: string };
export type PageGroup = { id: number; name: string; fullPath: string };

/** A rule in a form: of a project, or of a merge request. */
export type EditableRule = {
  id: number;
  name: string;
  type: ApprovalRuleType;
  approvalsRequired: number;
  /** What the project asks for at least; 0 in the project itself. */
  least: number;
  users: PageUser[];
  groups: PageGroup[];
  hasHiddenGroups: boolean;
  branchIds: number[];
  appliesToAllProtectedBranches: boolean;
  isOfProject: boolean;
};

/** Kind `approval_settings`: `/-/settings/merge_requests`. */
export type ApprovalSettingsPageData = {
  projectId: number;
  /** Null for those who may not change them. */
  mergeSettings: ProjectMergeSettings | null;
  settings: ResolvedApprovalSettings;
  rules: EditableRule[];
  /** Protected branches and wildcards that a rule can be limited to. */
  branches: PageBranch[];
  canManage: boolean;
  /** Of the REST API. */
  rulesPath: string;
  settingsPath: string;
};

/** Kind `group_approval_settings`: `/-/settings/merge_requests` of a group. */
export type GroupApprovalSettingsPageData = Pick<ApprovalSettingsPageData, 'settings' | 'canManage' | 'settingsPath'>;

/** GET `approval_rules.json` of a merge request. */
export type RequestRulesPart = {
  projectId: number;
  canChange: boolean;
  rules: EditableRule[];
  /** Of the REST API. */
  rulesPath: string;
};

/** GET `code_owners.json`: the file of code owners at a branch, tag or commit. */
export type CodeOwnersPart = {
  /** Null: there is none. */
  path: string | null;
  problems: { line: number; text: string }[];
};
