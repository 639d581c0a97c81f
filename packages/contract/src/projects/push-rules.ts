/** What commits, branches and tags must be like to be pushed. */

export const PUSH_RULE_PATTERNS = [
  'commit_message_regex',
  'commit_message_negative_regex',
  'branch_name_regex',
  'author_email_regex',
  'file_name_regex',
] as const;

export const PUSH_RULE_SWITCHES = [
  'deny_delete_tag',
  'member_check',
  'prevent_secrets',
  'commit_committer_check',
  'commit_committer_name_check',
  'reject_unsigned_commits',
  'reject_non_dco_commits',
] as const;

export const PUSH_RULE_NAMES = [...PUSH_RULE_PATTERNS, ...PUSH_RULE_SWITCHES, 'max_file_size'] as const;

export type PushRulePattern = (typeof PUSH_RULE_PATTERNS)[number];
export type PushRuleSwitch = (typeof PUSH_RULE_SWITCHES)[number];
export type PushRuleLevel = 'instance' | 'group' | 'project';

export type PushRuleValues = Record<PushRulePattern, string> &
  Record<PushRuleSwitch, boolean> & {
    /** In MB; 0 for no limit. */
    max_file_size: number;
  };

/** Null is inherited. */
export type StoredPushRule = { [Name in keyof PushRuleValues]: PushRuleValues[Name] | null };

export const NO_PUSH_RULES: PushRuleValues = {
  commit_message_regex: '',
  commit_message_negative_regex: '',
  branch_name_regex: '',
  author_email_regex: '',
  file_name_regex: '',
  deny_delete_tag: false,
  member_check: false,
  prevent_secrets: false,
  commit_committer_check: false,
  commit_committer_name_check: false,
  reject_unsigned_commits: false,
  reject_non_dco_commits: false,
  max_file_size: 0,
};

export type ResolvedPushRules = {
  values: PushRuleValues;
  /** Switches that a level above has turned on, with that level: they cannot be turned off. */
  enforcedBy: Partial<Record<PushRuleSwitch, PushRuleLevel>>;
};

/**
 * What holds at the last of these levels, which are outermost first. A pattern or size replaces that of the level above; a
 * switch that is on stays on below.
 */
export function resolvePushRules(
  levels: readonly { from: PushRuleLevel; rule: StoredPushRule | undefined }[],
): ResolvedPushRules {
  const values = { ...NO_PUSH_RULES };
  const enforcedBy: ResolvedPushRules['enforcedBy'] = {};
  for (const [index, { from, rule }] of levels.entries()) {
    if (!rule) continue;
    for (const name of PUSH_RULE_PATTERNS) values[name] = rule[name] ?? values[name];
    values.max_file_size = rule.max_file_size ?? values.max_file_size;
    for (const name of PUSH_RULE_SWITCHES) {
      if (rule[name] !== true) continue;
      values[name] = true;
      if (index < levels.length - 1) enforcedBy[name] ??= from;
    }
  }
  return { values, enforcedBy };
}

export type PushRulesPageData = ResolvedPushRules & {
  level: PushRuleLevel;
  /** Address of the API for this level. */
  apiPath: string;
  canChange: boolean;
};
