import type {} from './events.ts';
import type {} from './traces/tables.ts';
import type { Slice } from '../endpoints/slice.ts';
import { ciEndpoints } from './endpoints/index.ts';
import { artifactsRemoveExpired } from './artifacts/jobs/remove-expired.ts';
import { runnersJobTokens } from './runners/job-tokens.ts';
import { runnersOnSettings } from './runners/on-settings.ts';
import { testReportsReadTestReport } from './test-reports/jobs/read-test-report.ts';
import { tracesSealTraces } from './traces/jobs/seal-traces.ts';
import { ciNavigation } from './navigation.ts';
import { releasesCollectEvidence } from './releases/collect-evidence.ts';
import { releasesHookPayloads } from './releases/hook-payloads.ts';
import { ciCommitPipelines } from './endpoints/commit-pipelines.ts';
import { creationPushOptions } from './creation/push-options.ts';
import { creationOnPush } from './creation/on-push.ts';
import { processingDeleteOldPipelines } from './processing/delete-old-pipelines.ts';
import { processingDueJobs } from './processing/due-jobs.ts';
import { schedulesRunSchedules } from './schedules/run-schedules.ts';
import { downstreamOnChanges } from './downstream/on-changes.ts';
import { mailsMailPipelineUser } from './mails/jobs/mail-pipeline-user.ts';
import { ciVerify } from './verify.ts';
import { reportsParseReport } from './reports/jobs/parse-report.ts';
import { reportsImportArtifact } from './reports/jobs/import-artifact.ts';
import { schedulesPages } from './schedules/endpoints/pages.ts';
import { runnersPages } from './runners/endpoints/pages.ts';
import { variablesPages } from './variables/endpoints/pages.ts';
import { ciJobsPages } from './endpoints/jobs-pages.ts';
import { releasesPages } from './releases/pages.ts';
import { ciHookPayloads } from './hook-payloads.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const ciSlice: Slice = {
  endpoints: ciEndpoints,
  extensions: [
    ...artifactsRemoveExpired,
    ...runnersJobTokens,
    ...runnersOnSettings,
    ...testReportsReadTestReport,
    ...tracesSealTraces,
    ...ciNavigation,
    ...releasesCollectEvidence,
    ...releasesHookPayloads,
    ...ciCommitPipelines,
    ...creationPushOptions,
    ...creationOnPush,
    ...processingDeleteOldPipelines,
    ...processingDueJobs,
    ...schedulesRunSchedules,
    ...downstreamOnChanges,
    ...mailsMailPipelineUser,
    ...ciVerify,
    ...reportsParseReport,
    ...reportsImportArtifact,
    ...schedulesPages,
    ...runnersPages,
    ...variablesPages,
    ...ciJobsPages,
    ...releasesPages,
    ...ciHookPayloads,
  ],
};
