import { z } from 'zod';
import { VISIBILITIES } from '../core/access-levels.ts';
import { boolInput, intInput } from '../core/inputs.ts';
import {
  DIFF_LIMITS,
  type DiffLimitName,
  isPollingMultiplier,
  MAX_DELETION_DAYS,
  MAX_SESSION_MINUTES,
  NO_PROJECTS_LIMIT,
  NOTES_LIMIT,
  DEFAULT_TOKEN_PREFIX,
  MAX_TOKEN_PREFIX,
  TOKEN_PREFIX,
} from './limits.ts';
import { DEFAULT_THROTTLES, throttleInputs, type ThrottleSettings } from './throttles.ts';

const DAY_MINUTES = 24 * 60;

/** Limits of pipelines, and what new projects begin with. */
export type InstanceCiSettings = {
  /** Whether runners of the instance work for new projects. */
  shared_runners_enabled: boolean;
  /** A duration such as `30 days`, for files of jobs that name none; `0` keeps them for good. */
  default_artifacts_expire_in: string;
  /** Of one file of a job, in MiB. */
  max_artifacts_size: number;
  /** The files of the newest pipeline of a ref that passed stay after their time, where the project wants that. */
  keep_latest_artifact: boolean;
  /** Jobs of one pipeline; more are refused. */
  ci_pipeline_size: number;
  /** Files that one configuration may include, counting each inclusion. */
  ci_max_includes: number;
};

/** Without those of pipelines, which have a page of their own. */
export type GeneralSettings = Omit<ApplicationSettings, keyof InstanceCiSettings>;

export function generalSettings(settings: ApplicationSettings): GeneralSettings {
  const names = Object.keys(INSTANCE_CI_DEFAULTS);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name))) as GeneralSettings;
}

export const INSTANCE_CI_DEFAULTS: InstanceCiSettings = {
  shared_runners_enabled: true,
  default_artifacts_expire_in: '30 days',
  max_artifacts_size: 1_024,
  keep_latest_artifact: true,
  ci_pipeline_size: 10_000,
  ci_max_includes: 150,
};
export const MAX_PIPELINE_SIZE = 10_000;
export const MAX_CI_INCLUDES = 1_000;
export const MAX_ARTIFACTS_MEBIBYTES = 10_240;

/** Settings of the whole instance that administrators change while it runs. Names as the REST endpoint has them. */
export type ApplicationSettings = {
  /** Anyone may make an account. */
  signup_enabled: boolean;
  /** New accounts wait until an administrator approves them. */
  require_admin_approval_after_user_signup: boolean;
  /** New accounts do not see internal projects. */
  user_default_external: boolean;
  /** Projects of their own that new accounts may have; `NO_PROJECTS_LIMIT` for any number. */
  default_projects_limit: number;
  default_project_visibility: (typeof VISIBILITIES)[number];
  default_group_visibility: (typeof VISIBILITIES)[number];
  /** Days for which deleted projects and groups can be restored; with 0 they are deleted at once. */
  deletion_adjourned_period: number;
  /** Largest uploaded file, in MiB. */
  max_attachment_size: number;
  /** Minutes without use after which a session ends. */
  session_expire_delay: number;
  /** What new access tokens begin with. Older tokens keep theirs and stay valid. */
  personal_access_token_prefix: string;
  /** How much longer than usual pages wait before they ask for news again; with 0 they never do. */
  polling_interval_multiplier: number;
  /** Files whose patch is longer are folded. */
  diff_max_patch_bytes: number;
  /** Of one comparison; what comes after is folded. */
  diff_max_files: number;
  diff_max_lines: number;
  /** New comments of one user a minute, over all interfaces; with 0 there is no limit of their own. */
  notes_create_limit: number;
  /** Approvals everywhere: what is set here no group or project can allow again. */
  prevent_merge_requests_author_approval: boolean;
  prevent_merge_requests_committers_approval: boolean;
  disable_overriding_approvers_per_merge_request: boolean;
  require_password_to_approve: boolean;
  /** Everything can be read and nothing changed, with what users are told then. */
  maintenance_mode: boolean;
  maintenance_mode_message: string;
  /** Address of the instance that this one is a read-only copy of; empty: it is no copy. */
  primary_url: string;
} & ThrottleSettings &
  InstanceCiSettings;

export const DEFAULT_SETTINGS: ApplicationSettings = {
  signup_enabled: true,
  require_admin_approval_after_user_signup: false,
  user_default_external: false,
  default_projects_limit: NO_PROJECTS_LIMIT,
  default_project_visibility: 'private',
  default_group_visibility: 'private',
  deletion_adjourned_period: 0,
  max_attachment_size: 10,
  session_expire_delay: 7 * DAY_MINUTES,
  personal_access_token_prefix: DEFAULT_TOKEN_PREFIX,
  polling_interval_multiplier: 1,
  diff_max_patch_bytes: DIFF_LIMITS.diff_max_patch_bytes.least,
  diff_max_files: DIFF_LIMITS.diff_max_files.least,
  diff_max_lines: DIFF_LIMITS.diff_max_lines.least,
  notes_create_limit: NOTES_LIMIT.usual,
  prevent_merge_requests_author_approval: false,
  prevent_merge_requests_committers_approval: false,
  disable_overriding_approvers_per_merge_request: false,
  require_password_to_approve: false,
  maintenance_mode: false,
  maintenance_mode_message: '',
  primary_url: '',
  ...DEFAULT_THROTTLES,
  ...INSTANCE_CI_DEFAULTS,
};

const multiplierInput = z
  .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,6})?$/)])
  .transform(Number)
  .refine(isPollingMultiplier);

const diffLimitInput = (name: DiffLimitName) =>
  intInput.refine((value) => value >= DIFF_LIMITS[name].least && value <= DIFF_LIMITS[name].most);

/** `0`, or numbers with units. */
const DURATION =
  /^(0|(\d{1,6}\s*(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|months?|mos?|years?|yrs?|y)[\s,]*){1,6})$/i;

/** A change of settings: any of them within safe ranges, nothing else. */
export const settingsInput = z.strictObject({
  signup_enabled: boolInput.optional(),
  require_admin_approval_after_user_signup: boolInput.optional(),
  user_default_external: boolInput.optional(),
  default_projects_limit: intInput.refine((value) => value >= 0 && value <= NO_PROJECTS_LIMIT).optional(),
  default_project_visibility: z.enum(VISIBILITIES).optional(),
  default_group_visibility: z.enum(VISIBILITIES).optional(),
  deletion_adjourned_period: intInput.refine((value) => value >= 0 && value <= MAX_DELETION_DAYS).optional(),
  max_attachment_size: intInput.refine((value) => value >= 1 && value <= 100).optional(),
  session_expire_delay: intInput.refine((value) => value >= 5 && value <= MAX_SESSION_MINUTES).optional(),
  personal_access_token_prefix: z.string().max(MAX_TOKEN_PREFIX).regex(TOKEN_PREFIX).optional(),
  polling_interval_multiplier: multiplierInput.optional(),
  diff_max_patch_bytes: diffLimitInput('diff_max_patch_bytes').optional(),
  diff_max_files: diffLimitInput('diff_max_files').optional(),
  diff_max_lines: diffLimitInput('diff_max_lines').optional(),
  notes_create_limit: intInput.refine((value) => value >= 0 && value <= NOTES_LIMIT.most).optional(),
  prevent_merge_requests_author_approval: boolInput.optional(),
  prevent_merge_requests_committers_approval: boolInput.optional(),
  disable_overriding_approvers_per_merge_request: boolInput.optional(),
  require_password_to_approve: boolInput.optional(),
  maintenance_mode: boolInput.optional(),
  maintenance_mode_message: z.string().max(255).optional(),
  primary_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_048)]).optional(),
  ...throttleInputs,
  shared_runners_enabled: boolInput.optional(),
  default_artifacts_expire_in: z.string().trim().regex(DURATION).optional(),
  max_artifacts_size: intInput.refine((value) => value >= 1 && value <= MAX_ARTIFACTS_MEBIBYTES).optional(),
  keep_latest_artifact: boolInput.optional(),
  ci_pipeline_size: intInput.refine((value) => value >= 1 && value <= MAX_PIPELINE_SIZE).optional(),
  ci_max_includes: intInput.refine((value) => value >= 0 && value <= MAX_CI_INCLUDES).optional(),
});

export type SettingsInput = z.output<typeof settingsInput>;

export function readSettings(stored: Record<string, unknown>): ApplicationSettings {
  const known = Object.entries(stored).filter(([name]) => name in DEFAULT_SETTINGS);
  const parsed = settingsInput.safeParse(Object.fromEntries(known));
  const chosen = parsed.success ? Object.entries(parsed.data).filter(([, value]) => value !== undefined) : [];
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(chosen) };
}
