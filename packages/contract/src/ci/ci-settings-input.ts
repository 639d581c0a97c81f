import { z } from 'zod';
import { boolInput, intInput } from '../core/inputs.ts';
import {
  MAX_ARTIFACTS_MEBIBYTES,
  MAX_GIT_DEPTH,
  MAX_PIPELINE_AGE_SECONDS,
  MAX_TIMEOUT_SECONDS,
  MIN_PIPELINE_AGE_SECONDS,
  MIN_TIMEOUT_SECONDS,
  VARIABLES_ROLES,
} from './ci-settings.ts';

const between = (least: number, most: number) => intInput.refine((value) => value >= least && value <= most);

/** MiB of a file that a job uploads. */
export const artifactsSizeInput = between(1, MAX_ARTIFACTS_MEBIBYTES).nullable().optional();

/** Settings of pipelines among the fields of a project. */
export const ciSettingFields = {
  shared_runners_enabled: boolInput.optional(),
  group_runners_enabled: boolInput.optional(),
  auto_cancel_pending_pipelines: z.enum(['enabled', 'disabled']).optional(),
  build_timeout: between(MIN_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS).optional(),
  build_git_strategy: z.enum(['fetch', 'clone']).optional(),
  ci_default_git_depth: between(0, MAX_GIT_DEPTH)
    .nullable()
    .transform((depth) => depth ?? 0)
    .optional(),
  ci_config_path: z
    .string()
    .nullable()
    .transform((path) => path?.trim() || null)
    .optional(),
  public_jobs: boolInput.optional(),
  /** The older name. */
  public_builds: boolInput.optional(),
  keep_latest_artifact: boolInput.optional(),
  ci_separated_caches: boolInput.optional(),
  ci_allow_fork_pipelines_to_run_in_parent_project: boolInput.optional(),
  ci_delete_pipelines_in_seconds: between(MIN_PIPELINE_AGE_SECONDS, MAX_PIPELINE_AGE_SECONDS).nullable().optional(),
  ci_pipeline_variables_minimum_override_role: z.enum(VARIABLES_ROLES).optional(),
  /** The older name: maintainers and above, or developers, too. */
  restrict_user_defined_variables: boolInput.optional(),
  max_artifacts_size: artifactsSizeInput,
};

/** The same as a project is answered with. */
export const restCiSettings = {
  shared_runners_enabled: z.boolean(),
  group_runners_enabled: z.boolean(),
  auto_cancel_pending_pipelines: z.enum(['enabled', 'disabled']),
  build_timeout: z.number(),
  build_git_strategy: z.enum(['fetch', 'clone']),
  ci_default_git_depth: z.number(),
  ci_config_path: z.string().nullable(),
  public_jobs: z.boolean(),
  keep_latest_artifact: z.boolean(),
  ci_separated_caches: z.boolean(),
  ci_allow_fork_pipelines_to_run_in_parent_project: z.boolean(),
  ci_delete_pipelines_in_seconds: z.number().nullable(),
  ci_pipeline_variables_minimum_override_role: z.enum(VARIABLES_ROLES),
  restrict_user_defined_variables: z.boolean(),
  max_artifacts_size: z.number().nullable(),
};
