/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './events.ts';
import './tables.ts';
import './artifacts/jobs/remove-expired.ts';
import './artifacts/tables.ts';
import './runners/job-tokens.ts';
import './runners/on-settings.ts';
import './runners/tables.ts';
import './test-reports/jobs/read-test-report.ts';
import './test-reports/tables.ts';
import './traces/jobs/seal-traces.ts';
import './traces/tables.ts';
import './navigation.ts';
import './releases/hook-payloads.ts';
import './endpoints/commit-pipelines.ts';
import './creation/on-push.ts';
import './processing/delete-old-pipelines.ts';
import './processing/due-jobs.ts';
import './schedules/run-schedules.ts';
import './downstream/on-changes.ts';
import './mails/jobs/mail-pipeline-user.ts';
import './verify.ts';
import './reports/jobs/import-artifact.ts';
import './reports/jobs/parse-report.ts';

export { ciEndpoints } from './endpoints/index.ts';
