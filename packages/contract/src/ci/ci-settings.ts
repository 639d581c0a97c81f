/** The lowest role that can pass variables to a pipeline or a job. */
export const VARIABLES_ROLES = ['developer', 'maintainer', 'owner', 'no_one_allowed'] as const;
export type VariablesRole = (typeof VARIABLES_ROLES)[number];

/** How pipelines of a project run and which runners work for it, as REST names it. What is not stored has its default. */
export type CiSettings = {
  shared_runners_enabled: boolean;
  group_runners_enabled: boolean;
  /** Whether a newer pipeline of a branch cancels the older ones. */
  auto_cancel_pending_pipelines: 'enabled' | 'disabled';
  /** Seconds that a job may take which names no timeout. */
  build_timeout: number;
  build_git_strategy: 'fetch' | 'clone';
  /** Commits that a job gets; with 0 all of them. */
  ci_default_git_depth: number;
  /** Null: `.gitlab-ci.yml`. */
  ci_config_path: string | null;
  /** Whether whoever may see pipelines sees logs and files of jobs, too; else reporters do. */
  public_jobs: boolean;
  /** The files of the newest pipeline of a ref that passed stay after their time. */
  keep_latest_artifact: boolean;
  /** Jobs of protected refs have caches of their own. */
  ci_separated_caches: boolean;
  /** Members can run the pipelines of merge requests from forks in this project. */
  ci_allow_fork_pipelines_to_run_in_parent_project: boolean;
  /** Age in seconds from which pipelines are deleted with their logs and files; null: they stay. */
  ci_delete_pipelines_in_seconds: number | null;
  /** The lowest role that can pass variables to a pipeline or a job. */
  ci_pipeline_variables_minimum_override_role: VariablesRole;
  /** MiB of a file that a job uploads; null: as in the group. Set by administrators. */
  max_artifacts_size: number | null;
};

export const CI_DEFAULTS: CiSettings = {
  shared_runners_enabled: true,
  group_runners_enabled: true,
  auto_cancel_pending_pipelines: 'enabled',
  build_timeout: 3_600,
  build_git_strategy: 'fetch',
  ci_default_git_depth: 20,
  ci_config_path: null,
  public_jobs: true,
  keep_latest_artifact: true,
  ci_separated_caches: true,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  ci_delete_pipelines_in_seconds: null,
  ci_pipeline_variables_minimum_override_role: 'developer',
  max_artifacts_size: null,
};
export const MAX_ARTIFACTS_MEBIBYTES = 10_240;

export const CI_SETTING_NAMES = Object.keys(CI_DEFAULTS) as (keyof CiSettings)[];

export type CiSettingsInput = { [Name in keyof CiSettings]?: CiSettings[Name] | undefined };

export const MIN_TIMEOUT_SECONDS = 600;
export const MAX_TIMEOUT_SECONDS = 30 * 86_400;
export const MAX_GIT_DEPTH = 1_000;
export const MIN_PIPELINE_AGE_SECONDS = 86_400;
export const MAX_PIPELINE_AGE_SECONDS = 366 * 86_400;

/** What is wrong with the path of a configuration, or null. */
export function configPathProblem(path: string): string | null {
  if (path.length > 255) return 'is too long (maximum is 255 characters)';
  if (path.includes('://') || path.includes('@')) return 'must be the path of a file in this repository';
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'must be a path from the root of the repository, without leading slash, "." or ".."';
  }
  return /\.ya?ml$/i.test(path) ? null : 'must end with .yml or .yaml';
}

/** The settings of a project, with the defaults of those that were never set. */
export const readCiSettings = (stored: Partial<CiSettings>): CiSettings => ({ ...CI_DEFAULTS, ...stored });

/** What is stored once these are set. */
export function changeCiSettings(stored: Partial<CiSettings>, input: CiSettingsInput): Partial<CiSettings> {
  const given = CI_SETTING_NAMES.filter((name) => input[name] !== undefined);
  return { ...stored, ...Object.fromEntries(given.map((name) => [name, input[name]])) };
}
