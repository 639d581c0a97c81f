import type { CiStatus, PipelineSource } from '@tributary/contract/ci/status.ts';
import type { Generated, JSONColumnType } from 'kysely';

/** Of a pipeline of a merge request: on its source alone, on the result of a merge, or in a merge train. */
export type PipelineEventType = 'detached' | 'merged_result' | 'merge_train';

export type PipelineTable = {
  id: Generated<number>;
  project_id: number;
  iid: number;
  sha: string;
  before_sha: string | null;
  /** Commits that were merged for `sha`, if it is the result of a merge. */
  target_sha: string | null;
  source_sha: string | null;
  event_type: PipelineEventType | null;
  ref: string;
  is_tag: Generated<boolean>;
  source: PipelineSource;
  status: Generated<CiStatus>;
  has_warnings: Generated<boolean>;
  name: string | null;
  subject_type: string | null;
  subject_id: number | null;
  user_id: number | null;
  yaml_errors: string | null;
  failure_reason: string | null;
  coverage: number | null;
  options: JSONColumnType<Record<string, unknown>, string | undefined>;
  queued_seconds: number | null;
  duration_seconds: number | null;
  started_at: Date | null;
  finished_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  lock_version: Generated<number>;
};

export type StageTable = {
  id: Generated<number>;
  pipeline_id: number;
  name: string;
  position: number;
  status: Generated<CiStatus>;
  has_warnings: Generated<boolean>;
};

export type JobKind = 'build' | 'bridge' | 'status';
export type RunWhen = 'on_success' | 'on_failure' | 'always' | 'manual' | 'delayed';

export type JobTable = {
  id: Generated<number>;
  project_id: number;
  pipeline_id: number;
  stage_id: number;
  kind: JobKind;
  name: string;
  status: Generated<CiStatus>;
  allow_failure: Generated<boolean>;
  run_when: Generated<RunWhen>;
  is_retried: Generated<boolean>;
  scheduling: Generated<'stage' | 'needs'>;
  is_protected: Generated<boolean>;
  is_interruptible: Generated<boolean>;
  user_id: number | null;
  description: string | null;
  target_url: string | null;
  coverage: number | null;
  coverage_regex: string | null;
  failure_reason: string | null;
  exit_code: number | null;
  tags: Generated<string[]>;
  environment: string | null;
  resource_group: string | null;
  options: JSONColumnType<Record<string, unknown>, string | undefined>;
  runner_id: number | null;
  runner_manager_id: number | null;
  token_hash: Buffer | null;
  /** The token that the job had, once it has ended. */
  ended_token_hash: Buffer | null;
  timeout_seconds: number | null;
  downstream_pipeline_id: number | null;
  upstream_pipeline_id: number | null;
  scheduled_at: Date | null;
  queued_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  erased_at: Date | null;
  erased_by_id: number | null;
  artifacts_expire_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  lock_version: Generated<number>;
};

export type JobNeedTable = {
  job_id: number;
  name: string;
  takes_artifacts: Generated<boolean>;
  is_optional: Generated<boolean>;
};

export type VariableTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  key: string;
  sealed_value: string;
  kind: Generated<'env_var' | 'file'>;
  is_protected: Generated<boolean>;
  is_masked: Generated<boolean>;
  is_hidden: Generated<boolean>;
  is_raw: Generated<boolean>;
  environment_scope: Generated<string>;
  description: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type PipelineVariableTable = {
  pipeline_id: number;
  key: string;
  sealed_value: string;
  kind: Generated<'env_var' | 'file'>;
  is_raw: Generated<boolean>;
};

export type ResourceGroupTable = {
  id: Generated<number>;
  project_id: number;
  key: string;
  process_mode: Generated<'unordered' | 'oldest_first' | 'newest_first'>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type TriggerTable = {
  id: Generated<number>;
  project_id: number;
  owner_id: number;
  description: string;
  token_hash: Buffer;
  token_hint: string;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ScheduleTable = {
  id: Generated<number>;
  project_id: number;
  owner_id: number | null;
  description: string;
  ref: string;
  cron: string;
  cron_timezone: Generated<string>;
  is_active: Generated<boolean>;
  inputs: JSONColumnType<Record<string, ScheduleInput>, string | undefined>;
  next_run_at: Date | null;
  last_pipeline_id: number | null;
  note: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};
type ScheduleInput = string | number | boolean | (string | number | boolean)[];

export type ScheduleVariableTable = {
  schedule_id: number;
  key: string;
  sealed_value: string;
  kind: Generated<'env_var' | 'file'>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    ci_pipelines: PipelineTable;
    ci_pipeline_counters: { project_id: number; last_iid: number };
    ci_stages: StageTable;
    ci_jobs: JobTable;
    ci_job_needs: JobNeedTable;
    ci_variables: VariableTable;
    ci_pipeline_variables: PipelineVariableTable;
    ci_resource_groups: ResourceGroupTable;
    ci_triggers: TriggerTable;
    ci_schedules: ScheduleTable;
    ci_schedule_variables: ScheduleVariableTable;
  }
}
