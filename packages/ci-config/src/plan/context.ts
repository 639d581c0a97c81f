import type { SourceLocation, ConfigError } from '../diagnostics.ts';
import type { AllowFailure, AutoCancel, EnvironmentConfig, JobSettings, NeedConfig, When } from '../config/model.ts';
import type { Variable } from '../text/expand-variables.ts';
import type { RuleConditions } from './match-rules.ts';

export type PipelineSource =
  | 'push'
  | 'web'
  | 'api'
  | 'trigger'
  | 'schedule'
  | 'merge_request_event'
  | 'external_pull_request_event'
  | 'parent_pipeline'
  | 'pipeline'
  | 'external'
  | 'chat'
  | 'webide';

/** What a pipeline is about. */
export interface PlanContext {
  readonly source: PipelineSource;
  /** Name of the branch or tag; of a merge request pipeline, its source branch. */
  readonly ref: string;
  readonly isTag: boolean;
  /** Full path of the project, for `only: [main@group/project]`. */
  readonly projectPath: string;
  /** Predefined variables (`CI_COMMIT_BRANCH`, …). Variables of the configuration replace them. */
  readonly predefined: Readonly<Record<string, string>>;
  /**
   * Variables of the pipeline, the project, its groups and the instance, in which the caller has decided which one counts.
   * They replace those of the configuration. Later entries count before earlier ones of the same key.
   */
  readonly variables: readonly Variable[];
  readonly conditions: RuleConditions;
  /** More jobs are refused. */
  readonly maxJobs?: number;
}

export type PlanResult =
  | PlannedPipeline
  /** No pipeline is created, which is no fault of the configuration. */
  | { readonly kind: 'skipped'; readonly reason: 'workflow_rules' | 'no_jobs'; readonly message: string }
  | { readonly kind: 'invalid'; readonly errors: readonly ConfigError[] };

export interface PlannedPipeline {
  readonly kind: 'planned';
  /** `workflow:name` with its variables; null without one. */
  readonly name: string | null;
  readonly autoCancel: AutoCancel;
  /** Stages that have jobs, in order. */
  readonly stages: readonly string[];
  /** In the order of the file, matrix jobs in the order of their values. */
  readonly jobs: readonly PlannedJob[];
}

export type PlannedNeed =
  | { readonly kind: 'job'; readonly name: string; readonly artifacts: boolean; readonly optional: boolean }
  | Exclude<NeedConfig, { kind: 'job' }>;

export interface PlannedJob extends JobSettings {
  /** Unique in the pipeline: `test`, `test 1/3` or `test: [a, b]`. */
  readonly name: string;
  /** The name in the configuration. */
  readonly baseName: string;
  readonly at: SourceLocation;
  /** Position of the stage in `PlannedPipeline.stages`. */
  readonly stageIndex: number;
  readonly when: Exclude<When, 'never'>;
  readonly startInSeconds: number | null;
  readonly allowFailure: AllowFailure;
  readonly interruptible: boolean;
  /** Null: the job waits for the stages before it. Empty: it waits for nothing. */
  readonly needs: readonly PlannedNeed[] | null;
  /** Variables of the configuration for this job, not expanded, each name once. */
  readonly variables: readonly Variable[];
  readonly parallel: { readonly index: number; readonly total: number } | null;
  readonly matrix: Readonly<Record<string, string>>;
  /** Name and times with their variables expanded. The address is expanded when the job has run. */
  readonly environment: EnvironmentConfig | null;
  readonly resourceGroup: string | null;
}
