import type { SourceLocation } from '../diagnostics.ts';
import type { InputSpec } from './input-specs.ts';

/** What `planPipeline` reads: a checked configuration without includes, references and parents. JSON can hold it. */
export interface ResolvedConfig {
  /** With `.pre` first and `.post` last. */
  readonly stages: readonly string[];
  readonly workflow: WorkflowConfig;
  /** Variables of all jobs that do not refuse them with `inherit`. */
  readonly variables: VariableMap;
  /** Visible jobs in the order of the file. */
  readonly jobs: readonly JobConfig[];
}

export interface WorkflowConfig {
  /** With variables still to expand. */
  readonly name: string | null;
  readonly rules: readonly RuleConfig[] | null;
  readonly autoCancel: AutoCancel;
}

export interface AutoCancel {
  readonly onNewCommit: 'conservative' | 'interruptible' | 'none';
  readonly onJobFailure: 'all' | 'none';
}

export interface VariableConfig {
  readonly value: string;
  readonly description: string | null;
  /** Values that the form for new pipelines offers. */
  readonly options: readonly string[] | null;
  /** False for `expand: false`. */
  readonly expand: boolean;
}

export type VariableMap = Readonly<Record<string, VariableConfig>>;

export type When = 'on_success' | 'on_failure' | 'always' | 'manual' | 'delayed' | 'never';

/** True, false, or only for these exit codes. */
export type AllowFailure = boolean | { readonly exitCodes: readonly number[] };

export interface RuleConfig {
  readonly at: SourceLocation;
  readonly if: string | null;
  readonly changes: ChangesCondition | null;
  readonly exists: ExistsCondition | null;
  readonly when: When | null;
  readonly startInSeconds: number | null;
  readonly allowFailure: AllowFailure | null;
  readonly interruptible: boolean | null;
  readonly variables: VariableMap;
  readonly needs: readonly NeedConfig[] | null;
  /** Only in `workflow:rules`. */
  readonly autoCancel: Partial<AutoCancel> | null;
}

export interface ChangesCondition {
  readonly paths: readonly string[];
  readonly compareTo: string | null;
}

export interface ExistsCondition {
  readonly paths: readonly string[];
  readonly project: string | null;
  readonly ref: string | null;
}

/** `only` or `except`; each condition is null where it is not given. */
export interface OnlyConfig {
  readonly refs: readonly string[] | null;
  readonly variables: readonly string[] | null;
  readonly changes: readonly string[] | null;
  readonly kubernetes: boolean;
}

export type NeedConfig =
  | {
      readonly kind: 'job';
      readonly at: SourceLocation;
      readonly job: string;
      readonly artifacts: boolean;
      readonly optional: boolean;
      /** Which jobs of a matrix; null means all. Each entry has values for each variable. */
      readonly matrix: MatrixConfig | null;
    }
  | {
      readonly kind: 'cross_project';
      readonly at: SourceLocation;
      readonly project: string;
      readonly job: string;
      readonly ref: string;
      readonly artifacts: boolean;
    }
  | {
      readonly kind: 'cross_pipeline';
      readonly at: SourceLocation;
      readonly pipeline: string;
      readonly job: string;
      readonly artifacts: boolean;
    }
  /** `needs: [{ pipeline: group/project }]`: mirrors the status of the upstream pipeline. */
  | { readonly kind: 'upstream_status'; readonly at: SourceLocation; readonly project: string };

export type MatrixConfig = ReadonlyArray<Readonly<Record<string, readonly string[]>>>;

/** `count` for a number; entries of variables with their values for a matrix. */
export type ParallelConfig = { readonly count: number } | { readonly matrix: MatrixConfig };

export interface ImageConfig {
  readonly name: string;
  readonly entrypoint: readonly string[] | null;
  readonly pullPolicy: readonly PullPolicy[];
  readonly docker: { readonly platform?: string; readonly user?: string } | null;
  readonly kubernetes: { readonly user?: string } | null;
}

export type PullPolicy = 'always' | 'if-not-present' | 'never';

export interface ServiceConfig extends ImageConfig {
  readonly alias: string | null;
  readonly command: readonly string[] | null;
  readonly variables: VariableMap;
}

export interface ArtifactsConfig {
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  /** With variables for the runner to expand. */
  readonly name: string | null;
  readonly untracked: boolean;
  readonly when: 'on_success' | 'on_failure' | 'always';
  /** As written, which is what the runner sends back; null for the default of the instance. */
  readonly expireIn: string | null;
  /** Null for the default of the instance and for `never`. */
  readonly expireInSeconds: number | null;
  readonly exposeAs: string | null;
  readonly access: 'all' | 'developer' | 'maintainer' | 'none';
  readonly reports: readonly ReportConfig[];
}

export interface ReportConfig {
  readonly kind: ReportKind;
  readonly paths: readonly string[];
  /** Only for coverage reports. */
  readonly format: 'cobertura' | 'jacoco' | null;
}

/** The file type in the runner protocol, except `coverage_report`, whose type is its format. */
export type ReportKind =
  | 'accessibility'
  | 'annotations'
  | 'api_fuzzing'
  | 'browser_performance'
  | 'cluster_image_scanning'
  | 'codequality'
  | 'container_scanning'
  | 'coverage_fuzzing'
  | 'coverage_report'
  | 'cyclonedx'
  | 'dast'
  | 'dependency_scanning'
  | 'dotenv'
  | 'junit'
  | 'license_scanning'
  | 'load_performance'
  | 'lsif'
  | 'metrics'
  | 'performance'
  | 'repository_xray'
  | 'requirements'
  | 'requirements_v2'
  | 'sarif'
  | 'sast'
  | 'secret_detection'
  | 'terraform';

export interface CacheConfig {
  readonly key:
    | string
    | { readonly files: readonly string[]; readonly byCommit: boolean; readonly prefix: string | null };
  readonly paths: readonly string[];
  readonly untracked: boolean;
  readonly unprotect: boolean;
  readonly policy: string;
  readonly when: 'on_success' | 'on_failure' | 'always';
  readonly fallbackKeys: readonly string[];
}

export interface RetryConfig {
  readonly max: number;
  readonly when: readonly RetryReason[];
  readonly exitCodes: readonly number[];
}

export type RetryReason =
  | 'always'
  | 'unknown_failure'
  | 'script_failure'
  | 'api_failure'
  | 'stuck_or_timeout_failure'
  | 'runner_system_failure'
  | 'runner_unsupported'
  | 'stale_schedule'
  | 'job_execution_timeout'
  | 'archived_failure'
  | 'unmet_prerequisites'
  | 'scheduler_failure'
  | 'data_integrity_failure'
  | 'runner_provisioning_timeout';

export type DeploymentTier = 'production' | 'staging' | 'testing' | 'development' | 'other';

export interface EnvironmentConfig {
  /** Name and address with variables; `PlannedJob.environment` has the name expanded. */
  readonly name: string;
  readonly url: string | null;
  readonly onStop: string | null;
  readonly action: 'start' | 'prepare' | 'stop' | 'verify' | 'access';
  readonly autoStopInSeconds: number | null;
  /** As written. With variables for the engine where it is no duration. */
  readonly autoStopIn: string | null;
  /** In a planned job also the value of `deploymentTierVariable`. */
  readonly deploymentTier: DeploymentTier | null;
  /** Text with variables that holds the tier; null where the tier is given. */
  readonly deploymentTierVariable: string | null;
  readonly kubernetesNamespace: string | null;
  readonly kubernetesAgent: string | null;
}

export type InputValue = string | number | boolean | InputValue[] | { [key: string]: InputValue } | null;
export type Inputs = Readonly<Record<string, InputValue>>;

export type TriggerConfig = {
  /** `depend` and `mirror` wait for the triggered pipeline. */
  readonly strategy: 'depend' | 'mirror' | null;
  readonly forwardYamlVariables: boolean;
  readonly forwardPipelineVariables: boolean;
  readonly inputs: Inputs;
} & (
  | { readonly kind: 'multi_project'; readonly project: string; readonly branch: string | null }
  | { readonly kind: 'child'; readonly include: readonly ChildInclude[] }
);

/** Files of a child pipeline; `artifact` ones are made by a job before it. */
export type ChildInclude =
  | { readonly kind: 'local'; readonly path: string; readonly inputs: Inputs }
  | { readonly kind: 'artifact'; readonly path: string; readonly job: string; readonly inputs: Inputs }
  | {
      readonly kind: 'project';
      readonly project: string;
      readonly paths: readonly string[];
      readonly ref: string | null;
      readonly inputs: Inputs;
    }
  | { readonly kind: 'template'; readonly name: string; readonly inputs: Inputs }
  | { readonly kind: 'remote'; readonly url: string; readonly inputs: Inputs }
  | { readonly kind: 'component'; readonly address: string; readonly inputs: Inputs };

export interface ReleaseConfig {
  readonly tagName: string;
  readonly tagMessage: string | null;
  readonly name: string | null;
  readonly description: string;
  readonly ref: string | null;
  readonly milestones: readonly string[];
  readonly releasedAt: string | null;
  readonly links: ReadonlyArray<{
    readonly name: string;
    readonly url: string;
    readonly filepath: string | null;
    readonly linkType: 'other' | 'runbook' | 'image' | 'package' | null;
  }>;
}

export interface PagesConfig {
  /** Folder that is published. */
  readonly publish: string;
  readonly pathPrefix: string | null;
  /** A duration, `never`, or variables. */
  readonly expireIn: string | null;
}

/** What a job and a planned job have in common: settings that the planning does not change. */
export interface JobSettings {
  readonly stage: string;
  /** `trigger` jobs run no commands. One without `trigger` follows the status of the pipeline in its `upstream_status` need. */
  readonly kind: 'build' | 'trigger';
  readonly script: readonly string[];
  readonly beforeScript: readonly string[];
  readonly afterScript: readonly string[];
  readonly preGetSourcesScript: readonly string[];
  readonly image: ImageConfig | null;
  readonly services: readonly ServiceConfig[];
  readonly tags: readonly string[];
  readonly artifacts: ArtifactsConfig | null;
  readonly cache: readonly CacheConfig[];
  readonly retry: RetryConfig;
  readonly timeoutSeconds: number | null;
  readonly coverage: string | null;
  /** Jobs whose artifacts are downloaded; null for the default: all of earlier stages, or those of `needs`. */
  readonly dependencies: readonly string[] | null;
  readonly idTokens: Readonly<Record<string, { readonly aud: readonly string[] }>>;
  readonly trigger: TriggerConfig | null;
  readonly release: ReleaseConfig | null;
  readonly pages: PagesConfig | null;
  /** The question before a manual job starts. */
  readonly manualConfirmation: string | null;
  /** What can be chosen when the job is started by hand or again; each has a default. */
  readonly inputs: readonly InputSpec[];
}

export interface JobConfig extends JobSettings {
  readonly name: string;
  readonly at: SourceLocation;
  readonly variables: VariableMap;
  /** Which global variables the job gets: all, none, or those named. */
  readonly inheritVariables: boolean | readonly string[];
  readonly rules: readonly RuleConfig[] | null;
  readonly only: OnlyConfig | null;
  readonly except: OnlyConfig | null;
  /** Null where not given: `on_success`. */
  readonly when: When | null;
  readonly startInSeconds: number | null;
  readonly allowFailure: AllowFailure | null;
  readonly interruptible: boolean;
  readonly needs: readonly NeedConfig[] | null;
  readonly parallel: ParallelConfig | null;
  readonly environment: EnvironmentConfig | null;
  /** With variables; `PlannedJob.resourceGroup` has them expanded. */
  readonly resourceGroup: string | null;
}
