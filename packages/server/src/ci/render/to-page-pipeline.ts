import type {
  JobAction,
  ManualAction,
  PageJob,
  PageLinkedPipeline,
  PagePipeline,
  PageStage,
} from '@tributary/contract/ci/pipeline-page.ts';
import { isActive, isFinished, lookOfJob, lookOfPipeline, lookOfStatus } from '@tributary/contract/ci/status.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { LinkedPipeline } from '../reads/linked-pipelines.ts';
import type { PagePipelineView } from '../reads/page-pipelines.ts';
import type { StagedJob } from '../store/list-jobs-store.ts';
import type { StageRow } from '../store/pipeline-store.ts';
import { refView } from '../rules/job-paths.ts';
import { coverageText, jobPath, pipelinePath, toDetailedStatus } from './to-rest-pipeline.ts';

const SHORT_SHA = 8;
const MAX_TITLE = 500;

function toPageStage(path: string, stage: StageRow): PageStage {
  const look = lookOfStatus(stage.status, stage.has_warnings);
  return {
    name: stage.name,
    title: `${stage.name}: ${look.label}`,
    status: toDetailedStatus(look, `${path}#${encodeURIComponent(stage.name)}`),
    path: `${path}#${encodeURIComponent(stage.name)}`,
    dropdown_path: `${path}/stage.json?stage=${encodeURIComponent(stage.name)}`,
  };
}

function flagsOf({ row, isLatest, mayUpdate, isRetryable }: PagePipelineView): PagePipeline['flags'] {
  const isOfRequest = row.source === 'merge_request_event';
  const isMergedResult = isOfRequest && row.target_sha !== null;
  const isInTrain = row.event_type === 'merge_train';
  return {
    latest: isLatest,
    stuck: false,
    auto_devops: false,
    merge_request: row.subject_type === 'merge_request',
    yaml_errors: row.yaml_errors !== null,
    retryable: mayUpdate && isRetryable,
    cancelable: mayUpdate && (row.status === 'scheduled' || (isActive(row.status) && row.status !== 'canceling')),
    failure_reason: row.failure_reason !== null,
    detached_merge_request_pipeline: isOfRequest && !isMergedResult,
    merge_request_pipeline: isMergedResult,
    merge_train_pipeline: isInTrain,
    external: row.source === 'external',
  };
}

function eventTypeName(flags: PagePipeline['flags']): string {
  if (flags.merge_train_pipeline) return 'Merge train pipeline';
  if (flags.merge_request_pipeline) return 'Merged results pipeline';
  return flags.detached_merge_request_pipeline ? 'Merge request pipeline' : 'Pipeline';
}

function toLinkedPipeline({ row, projectId, projectName, fullPath, jobName }: LinkedPipeline): PageLinkedPipeline {
  const path = pipelinePath(fullPath, row.id);
  return {
    id: row.id,
    iid: row.iid,
    name: row.name,
    active: isActive(row.status),
    source: row.source,
    coverage: coverageText(row.coverage),
    path,
    details: { status: toDetailedStatus(lookOfPipeline(row.status, row.has_warnings), path) },
    source_job: { name: jobName },
    project: { id: projectId, name: projectName, full_path: `/${fullPath}` },
  };
}

export function toPagePipeline(view: PagePipelineView): PagePipeline {
  const { row, user, stages, fullPath, commit } = view;
  const path = pipelinePath(fullPath, row.id);
  const flags = flagsOf(view);
  const waiting = view.waiting.map(({ id, name, isDelayed, scheduledAt }): ManualAction => ({
    name,
    path: `${jobPath(fullPath, id)}/play`,
    playable: view.mayUpdate,
    scheduled: isDelayed,
    scheduled_at: scheduledAt?.toISOString() ?? null,
  }));
  return {
    id: row.id,
    iid: row.iid,
    name: row.name,
    user: user && {
      id: user.id,
      username: user.username,
      name: user.name,
      avatarUrl: user.avatarUrl,
      href: `/${user.username}`,
    },
    active: isActive(row.status),
    source: row.source,
    path,
    coverage: coverageText(row.coverage),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    yaml_errors: row.yaml_errors,
    flags,
    details: {
      status: toDetailedStatus(lookOfPipeline(row.status, row.has_warnings), path),
      stages: stages.map((stage) => toPageStage(path, stage)),
      duration: row.duration_seconds,
      queued_duration: row.queued_seconds,
      finished_at: row.finished_at?.toISOString() ?? null,
      event_type_name: eventTypeName(flags),
      artifacts: view.artifacts.map(({ name, path: file }) => ({ name, path: file, expired: false })),
      manual_actions: waiting.filter(({ scheduled }) => !scheduled),
      scheduled_actions: waiting.filter(({ scheduled }) => scheduled),
    },
    commit: {
      id: row.sha,
      short_id: row.sha.slice(0, SHORT_SHA),
      title: commit?.subject.slice(0, MAX_TITLE) ?? null,
      commit_path: repositoryPaths.commit(fullPath, row.sha),
    },
    ref: {
      ...refView(fullPath, row.ref),
      tag: row.is_tag,
      branch: !row.is_tag && row.subject_type === null,
      merge_request: row.subject_type === 'merge_request',
    },
    triggered: view.linked.downstream.map(toLinkedPipeline),
    triggered_by: view.linked.upstream && toLinkedPipeline(view.linked.upstream),
    artifacts_path: view.files.hasArtifacts ? `${path}/artifacts.json` : null,
    exposed_artifacts_path: view.files.isExposing ? `${path}/exposed_artifacts.json` : null,
    ...(flags.cancelable && { cancel_path: `${path}/cancel` }),
    ...(flags.retryable && { retry_path: `${path}/retry` }),
  };
}

/** What can be done to a job by pressing its button. */
function actionOf(
  path: string,
  { kind, status, is_retried: isRetried, run_when: runWhen, name }: StagedJob,
): JobAction | undefined {
  if (kind === 'status' || isRetried) return undefined;
  const action = (verb: string, icon: string, title: string): JobAction => ({
    title: `${title} ${name}`,
    button_title: title,
    icon,
    path: `${path}/${verb}`,
    method: 'post',
  });
  // It waits for the approval of its deployment.
  if (status === 'manual' && runWhen !== 'manual') return action('cancel', 'cancel', 'Cancel');
  if (status === 'manual' || status === 'scheduled') return action('play', 'play', 'Run');
  if (!isFinished(status)) return status === 'canceling' ? undefined : action('cancel', 'cancel', 'Cancel');
  if (status === 'skipped') return undefined;
  return status === 'success' ? action('retry', 'retry', 'Run again') : action('retry', 'retry', 'Retry');
}

type JobFacts = { duration: number | null; mayUpdate: boolean };

export function toPageJob(fullPath: string, job: StagedJob, { duration, mayUpdate }: JobFacts): PageJob {
  const look = lookOfJob(job.status, job.allow_failure);
  const path = jobPath(fullPath, job.id);
  const status = toDetailedStatus(look, job.kind === 'status' ? job.target_url : path);
  const action = mayUpdate ? actionOf(path, job) : undefined;
  const reason = job.status === 'failed' && job.failure_reason !== null ? ` - (${job.failure_reason})` : '';
  return {
    id: job.id,
    name: job.name,
    stage: job.stage,
    status: { ...status, tooltip: `${look.label}${reason}`, ...(action && { action }) },
    state: job.status,
    allow_failure: job.allow_failure,
    description: job.description,
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
    duration,
    failure_reason: job.failure_reason,
    coverage: job.coverage,
    retried: job.is_retried,
    scheduled_at: job.status === 'scheduled' ? (job.scheduled_at?.toISOString() ?? null) : null,
  };
}
