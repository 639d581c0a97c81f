/**
 * Owns pipelines with their stages and jobs, and what other systems report on commits: each report is a job of an external
 * pipeline. Knows nothing of merge requests: a pipeline has an opaque subject, and `pipeline.changed` tells who cares.
 * Endpoints are composed in `endpoints/index.ts`. Start with `tables.ts`, `rules/` and `operations/refresh-pipeline.ts`.
 */

export { defineReleaseMilestones, type MilestoneIssue } from './releases/release-milestones.ts';
export { releasesOfMilestone } from './releases/releases-of-milestone.ts';
export { replaceReleaseMilestones } from './releases/release-store.ts';
export { defineHookSubject } from './hook-payloads.ts';

export { filterOfArguments } from './endpoints/graphql/filter-of-arguments.ts';
export { type GraphqlPipeline, pipelineStatusType } from './endpoints/graphql/pipeline-types.ts';
export { mayReadPipelines } from './pipeline-access.ts';
export { hasConfiguration } from './reads/has-configuration.ts';
export { onPipelineStatus } from './operations/refresh-pipeline.ts';
export { skipsPipelines } from './creation/push-options.ts';
export { findHeadPipeline, headPipelinesOf, headStatuses, type TestedHead } from './reads/head-pipeline.ts';
export { exposedArtifacts } from './artifacts/reads/pipeline-files.ts';
export { viewPagePipelines } from './reads/page-pipelines.ts';
export { countPipelines, listPipelines, viewPipelines } from './reads/pipelines.ts';
export { toPagePipeline } from './render/to-page-pipeline.ts';
export { toRestPipeline, toRestPipelineBasic } from './render/to-rest-pipeline.ts';
export type { PipelineFilter } from './store/list-pipelines-store.ts';
export type { PipelineRow } from './store/pipeline-store.ts';
export * from './reports/index.ts';
export { type JobReport, jobReports, mayReadReports, reportTypesOf } from './reports/reads/job-reports.ts';
export { storedReports, type StoredReport } from './reports/reads/stored-reports.ts';
export { areTestsUnread, recentFailures, testSuites } from './test-reports/reads/test-report.ts';
export { toRestTestReport } from './test-reports/render/to-rest-tests.ts';
export { publicKeys } from './id-tokens/sign-token.ts';
export { createRunner } from './runners/operations/create-runner.ts';
export { authenticateRunner } from './runners/operations/runner-session.ts';
export { createdOrFail, defineRequestRun } from './operations/run-pipeline.ts';
export { nextRun } from './schedules/next-run.ts';
export {
  defineBranchVariables,
  defineEnvironmentVariables,
  definePipelineVariables,
} from './variables/registered-variables.ts';
export {
  cancelUnneededPipeline,
  createExternalPipeline,
  failedJobNames,
  manualJobNames,
  reportedNames,
} from './creation/create-external-pipeline.ts';
export { createPipeline, type PipelineOutcome, type PipelineRequest } from './creation/create-pipeline.ts';
export { answerJobs } from './endpoints/answer-jobs.ts';
export { playJob, releaseJob, retryJob } from './operations/change-job.ts';
export { finishJob } from './processing/finish-job.ts';
export { defineJobGate, type GatedJob, type JobHold } from './processing/job-gates.ts';
export { PROTECTED_ENVIRONMENT } from './store/dag-store.ts';
export { mayRunJobs, runRefusal } from './operations/run-refusal.ts';
export { findPipelineOf, findStagedJob, jobNamed, stagedJobs } from './reads/jobs.ts';
export { toRestJob } from './render/to-rest-job.ts';
export { jobPath, toDetailedStatus } from './render/to-rest-pipeline.ts';
export { slug } from './variables/predefined-variables.ts';
export { expandForJob } from './variables/expand-for-job.ts';
export type { StagedJob } from './store/list-jobs-store.ts';
export { refView } from './rules/job-paths.ts';
