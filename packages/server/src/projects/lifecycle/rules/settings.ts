import {
  type CiSettings,
  changeCiSettings,
  CI_SETTING_NAMES,
  configPathProblem,
  type CiSettingsInput,
  type VariablesRole,
} from '@tributary/contract/ci/ci-settings.ts';
import type { FeatureLevel } from '@tributary/contract/core/access-levels.ts';
import { titlePatternProblem } from './title-pattern.ts';

/** The settings of a project that are plain columns, as clients name them. */
export type SettingsInput = CiSettingsInput & {
  /** The older name of `public_jobs`. */
  public_builds?: boolean | undefined;
  /** The older name of `ci_pipeline_variables_minimum_override_role`, of two of its values. */
  restrict_user_defined_variables?: boolean | undefined;
  description?: string | null | undefined;
  topics?: string[] | undefined;
  tag_list?: string[] | undefined;
  issues_enabled?: boolean | undefined;
  merge_requests_enabled?: boolean | undefined;
  issues_access_level?: FeatureLevel | undefined;
  repository_access_level?: FeatureLevel | undefined;
  merge_requests_access_level?: FeatureLevel | undefined;
  forking_access_level?: FeatureLevel | undefined;
  remove_source_branch_after_merge?: boolean | undefined;
  only_allow_merge_if_all_discussions_are_resolved?: boolean | undefined;
  only_allow_merge_if_all_status_checks_passed?: boolean | undefined;
  prevent_merge_without_jira_issue?: boolean | undefined;
  jira_url?: string | null | undefined;
  jira_project_keys?: string | null | undefined;
  resolve_outdated_diff_discussions?: boolean | undefined;
  merge_pipelines_enabled?: boolean | undefined;
  merge_trains_enabled?: boolean | undefined;
  merge_trains_skip_train_allowed?: boolean | undefined;
  only_allow_merge_if_pipeline_succeeds?: boolean | undefined;
  allow_merge_on_skipped_pipeline?: boolean | undefined;
  suggestion_commit_message?: string | null | undefined;
  merge_commit_template?: string | null | undefined;
  squash_commit_template?: string | null | undefined;
  issues_template?: string | null | undefined;
  merge_requests_template?: string | null | undefined;
  issue_branch_template?: string | null | undefined;
  merge_request_title_regex?: string | null | undefined;
  merge_request_title_regex_description?: string | null | undefined;
  autoclose_referenced_issues?: boolean | undefined;
  emails_enabled?: boolean | undefined;
  emails_disabled?: boolean | undefined;
  request_access_enabled?: boolean | undefined;
  merge_method?: 'merge' | 'rebase_merge' | 'ff' | undefined;
  squash_option?: 'never' | 'always' | 'default_on' | 'default_off' | undefined;
};

export type SettingsColumns = {
  description?: string;
  topics?: string[];
  issues_access_level?: FeatureLevel;
  repository_access_level?: FeatureLevel;
  merge_requests_access_level?: FeatureLevel;
  forking_access_level?: FeatureLevel;
  remove_source_branch_after_merge?: boolean;
  only_allow_merge_if_all_discussions_are_resolved?: boolean;
  only_allow_merge_if_all_status_checks_passed?: boolean;
  prevent_merge_without_jira_issue?: boolean;
  jira_url?: string | null;
  jira_project_keys?: string | null;
  resolve_outdated_diff_discussions?: boolean;
  merge_pipelines_enabled?: boolean;
  merge_trains_enabled?: boolean;
  merge_trains_skip_train_allowed?: boolean;
  only_allow_merge_if_pipeline_succeeds?: boolean;
  allow_merge_on_skipped_pipeline?: boolean;
  suggestion_commit_message?: string | null;
  merge_commit_template?: string | null;
  squash_commit_template?: string | null;
  issues_template?: string | null;
  merge_requests_template?: string | null;
  issue_branch_template?: string | null;
  merge_request_title_regex?: string | null;
  merge_request_title_regex_description?: string | null;
  autoclose_referenced_issues?: boolean;
  emails_enabled?: boolean;
  request_access_enabled?: boolean;
  merge_method?: 'merge' | 'rebase_merge' | 'ff';
  squash_option?: 'never' | 'always' | 'default_on' | 'default_off';
};

const SAME_NAME = [
  'issues_access_level',
  'repository_access_level',
  'merge_requests_access_level',
  'forking_access_level',
  'remove_source_branch_after_merge',
  'only_allow_merge_if_all_discussions_are_resolved',
  'only_allow_merge_if_all_status_checks_passed',
  'prevent_merge_without_jira_issue',
  'resolve_outdated_diff_discussions',
  'merge_pipelines_enabled',
  'merge_trains_enabled',
  'merge_trains_skip_train_allowed',
  'only_allow_merge_if_pipeline_succeeds',
  'allow_merge_on_skipped_pipeline',
  'merge_method',
  'squash_option',
  'autoclose_referenced_issues',
  'emails_enabled',
  'request_access_enabled',
] as const;

/** Texts of which an empty one is none. */
const TEXTS = [
  'jira_url',
  'jira_project_keys',
  'suggestion_commit_message',
  'merge_commit_template',
  'squash_commit_template',
  'issues_template',
  'merge_requests_template',
  'issue_branch_template',
  'merge_request_title_regex_description',
] as const;

const MAX_TOPICS = 50;

/** Columns to write for what was sent; what was not sent is left out. */
export function settingsColumns(input: SettingsInput): SettingsColumns {
  const columns: Record<string, unknown> = {};
  for (const name of SAME_NAME) if (input[name] !== undefined) columns[name] = input[name];
  if (input.description !== undefined) columns['description'] = input.description ?? '';
  for (const name of TEXTS) if (input[name] !== undefined) columns[name] = input[name]?.trim() || null;
  // Spaces at its ends are part of it.
  const { merge_request_title_regex: pattern } = input;
  if (pattern !== undefined) columns['merge_request_title_regex'] = pattern || null;
  if (input.emails_disabled !== undefined && input.emails_enabled === undefined) {
    columns['emails_enabled'] = !input.emails_disabled;
  }
  // There are no trains without pipelines of merged results.
  if (input.merge_pipelines_enabled === false && input.merge_trains_enabled === undefined) {
    columns['merge_trains_enabled'] = false;
  }
  const topics = input.topics ?? input.tag_list;
  if (topics) columns['topics'] = [...new Set(topics)].slice(0, MAX_TOPICS);
  if (input.merge_requests_enabled !== undefined && input.merge_requests_access_level === undefined) {
    columns['merge_requests_access_level'] = input.merge_requests_enabled ? 'enabled' : 'disabled';
  }
  if (input.issues_enabled !== undefined && input.issues_access_level === undefined) {
    columns['issues_access_level'] = input.issues_enabled ? 'enabled' : 'disabled';
  }
  return columns;
}

/** A client that sends the older field keeps a stricter role that was chosen. */
function roleOf(stored: Partial<CiSettings>, isRestricted: boolean | undefined): VariablesRole | undefined {
  const role = stored.ci_pipeline_variables_minimum_override_role ?? 'developer';
  if (isRestricted === undefined || isRestricted === (role !== 'developer')) return undefined;
  return isRestricted ? 'maintainer' : 'developer';
}

/** The column of the settings of pipelines, where one was sent. */
export function ciSettingsColumn(
  stored: Partial<CiSettings>,
  { public_builds: older, restrict_user_defined_variables: isRestricted, ...fields }: SettingsInput,
): { ci_settings?: string } {
  const role = fields.ci_pipeline_variables_minimum_override_role ?? roleOf(stored, isRestricted);
  const input = {
    ...fields,
    public_jobs: fields.public_jobs ?? older,
    ci_pipeline_variables_minimum_override_role: role,
  };
  if (CI_SETTING_NAMES.every((name) => input[name] === undefined)) return {};
  return { ci_settings: JSON.stringify(changeCiSettings(stored, input)) };
}

/** What is wrong with the settings as they would be. */
export function settingsProblem(
  columns: SettingsColumns & Pick<SettingsInput, 'ci_config_path'>,
): Record<string, string[]> | null {
  const path = columns.ci_config_path ?? null;
  const problem = path === null ? null : configPathProblem(path);
  if (problem !== null) return { ci_config_path: [problem] };
  return levelsProblem(columns) ?? titlePatternProblems(columns) ?? trainsProblem(columns) ?? jiraProblem(columns);
}

function titlePatternProblems(columns: SettingsColumns): Record<string, string[]> | null {
  const pattern = columns.merge_request_title_regex ?? null;
  const hasDescription = (columns.merge_request_title_regex_description ?? null) !== null;
  if (hasDescription !== (pattern !== null)) {
    return {
      merge_request_title_regex: ['and its description must be set together'],
      merge_request_title_regex_description: ['and the regular expression must be set together'],
    };
  }
  const problem = pattern === null ? null : titlePatternProblem(pattern);
  return problem === null ? null : { merge_request_title_regex: [problem] };
}

function jiraProblem({ jira_url: url }: SettingsColumns): Record<string, string[]> | null {
  const isUrl = typeof url !== 'string' || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
  return isUrl ? null : { jira_url: ['must be a URL such as https://jira.example.com'] };
}

/** Merge requests of the project are merged by merge trains. */
export function hasTrains(project: { merge_pipelines_enabled: boolean; merge_trains_enabled: boolean }): boolean {
  return project.merge_pipelines_enabled && project.merge_trains_enabled;
}

function trainsProblem(columns: SettingsColumns): Record<string, string[]> | null {
  if (columns.merge_trains_enabled !== true || columns.merge_pipelines_enabled === true) return null;
  return { merge_trains_enabled: ['needs merge_pipelines_enabled. Enable merged results pipelines as well.'] };
}

/** Merge requests live on the repository: the part may not be open to more users than the whole. */
function levelsProblem(columns: SettingsColumns): Record<string, string[]> | null {
  const { repository_access_level: repository, merge_requests_access_level: requests } = columns;
  if (repository === 'private' && requests === 'enabled') {
    return { merge_requests_access_level: ['cannot have higher visibility level than repository access level'] };
  }
  if (repository === 'disabled' && requests !== undefined && requests !== 'disabled') {
    return { merge_requests_access_level: ['cannot have higher visibility level than repository access level'] };
  }
  return null;
}
