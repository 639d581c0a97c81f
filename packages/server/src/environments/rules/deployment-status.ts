import type { CiStatus } from '@tributary/contract/ci/status.ts';
import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';

const OF_JOB: Record<CiStatus, DeploymentStatus> = {
  created: 'created',
  waiting_for_resource: 'created',
  preparing: 'created',
  waiting_for_callback: 'created',
  pending: 'created',
  manual: 'created',
  scheduled: 'created',
  running: 'running',
  canceling: 'running',
  success: 'success',
  failed: 'failed',
  canceled: 'canceled',
  skipped: 'skipped',
};

/** A deployment stands as its job does. */
export const deploymentStatusOf = (status: CiStatus): DeploymentStatus => OF_JOB[status];
