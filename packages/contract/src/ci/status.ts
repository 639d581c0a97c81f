/** Statuses of jobs, stages and pipelines, as the API names them, and how each looks. */
export const CI_STATUSES = [
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
  'running',
  'success',
  'failed',
  'canceling',
  'canceled',
  'skipped',
  'manual',
  'scheduled',
] as const;
export type CiStatus = (typeof CI_STATUSES)[number];

/** Nothing more happens unless somebody asks for it. */
export const FINISHED_STATUSES = ['success', 'failed', 'canceled', 'skipped'] as const satisfies readonly CiStatus[];
/** Somebody or something works on it, or will without being asked. */
export const ACTIVE_STATUSES = [
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
  'running',
  'canceling',
] as const satisfies readonly CiStatus[];

export const isFinished = (status: CiStatus): boolean => (FINISHED_STATUSES as readonly CiStatus[]).includes(status);
export const isActive = (status: CiStatus): boolean => (ACTIVE_STATUSES as readonly CiStatus[]).includes(status);

/** What is shown of a status; `success` with warnings looks like one of its own. */
export type StatusLook = {
  /** On a badge: `passed`. */
  text: string;
  /** In a sentence: `passed with warnings`. */
  label: string;
  icon: string;
  /** Decides the colour: `success-with-warnings`. */
  group: string;
};

const look = (text: string, label: string, icon: string, group: string): StatusLook => ({ text, label, icon, group });

const LOOKS: Record<CiStatus, StatusLook> = {
  created: look('Created', 'created', 'status_created', 'created'),
  waiting_for_resource: look('Waiting', 'waiting for resource', 'status_pending', 'waiting-for-resource'),
  preparing: look('Preparing', 'preparing', 'status_preparing', 'preparing'),
  waiting_for_callback: look('Waiting', 'waiting for callback', 'status_pending', 'waiting-for-callback'),
  pending: look('Pending', 'pending', 'status_pending', 'pending'),
  running: look('Running', 'running', 'status_running', 'running'),
  success: look('Passed', 'passed', 'status_success', 'success'),
  failed: look('Failed', 'failed', 'status_failed', 'failed'),
  canceling: look('Canceling', 'canceling', 'status_canceled', 'canceling'),
  canceled: look('Canceled', 'canceled', 'status_canceled', 'canceled'),
  skipped: look('Skipped', 'skipped', 'status_skipped', 'skipped'),
  manual: look('Manual', 'manual action', 'status_manual', 'manual'),
  scheduled: look('Delayed', 'delayed', 'status_scheduled', 'scheduled'),
};

const WARNINGS = look('Warning', 'passed with warnings', 'status_warning', 'success-with-warnings');
const BLOCKED = look('Blocked', 'waiting for manual action', 'status_manual', 'manual');

/** `warnings`: a pipeline or stage that passed although a job failed that may fail, or such a job itself. */
export function lookOfStatus(status: CiStatus, hasWarnings = false): StatusLook {
  return hasWarnings && status === 'success' ? WARNINGS : LOOKS[status];
}

/** A pipeline that waits for a manual job is blocked; a job is manual. */
export function lookOfPipeline(status: CiStatus, hasWarnings: boolean): StatusLook {
  return status === 'manual' ? BLOCKED : lookOfStatus(status, hasWarnings);
}

/** A job that failed and may fail only warns. */
export function lookOfJob(status: CiStatus, allowFailure: boolean): StatusLook {
  if (status === 'failed' && allowFailure) return { ...WARNINGS, text: 'Failed', label: 'failed (allowed to fail)' };
  return LOOKS[status];
}

export const PIPELINE_SOURCES = [
  'unknown',
  'push',
  'web',
  'trigger',
  'schedule',
  'api',
  'external',
  'pipeline',
  'chat',
  'webide',
  'merge_request_event',
  'external_pull_request_event',
  'parent_pipeline',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
] as const;
export type PipelineSource = (typeof PIPELINE_SOURCES)[number];
