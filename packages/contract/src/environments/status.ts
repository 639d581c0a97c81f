/** States of environments and deployments, as the API names them. */
export const ENVIRONMENT_STATES = ['available', 'stopping', 'stopped'] as const;
export type EnvironmentState = (typeof ENVIRONMENT_STATES)[number];

export const TIERS = ['production', 'staging', 'testing', 'development', 'other'] as const;
export type Tier = (typeof TIERS)[number];

/** `with_action`: only an environment that has a job to stop it is stopped by itself. */
export const AUTO_STOP_SETTINGS = ['always', 'with_action'] as const;
export type AutoStopSetting = (typeof AUTO_STOP_SETTINGS)[number];

export const DEPLOYMENT_STATUSES = [
  'created',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
  'blocked',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Statuses that other systems may report. */
export const REPORTED_DEPLOYMENT_STATUSES = ['running', 'success', 'failed', 'canceled'] as const;
export type ReportedDeploymentStatus = (typeof REPORTED_DEPLOYMENT_STATUSES)[number];

const OVER: readonly DeploymentStatus[] = ['success', 'failed', 'canceled', 'skipped'];
export const isDeploymentOver = (status: DeploymentStatus): boolean => OVER.includes(status);

/** Statuses of deployments in words, and the group that decides their colour. */
export const DEPLOYMENT_LOOKS: Record<DeploymentStatus, { text: string; group: string }> = {
  created: { text: 'Created', group: 'created' },
  running: { text: 'Running', group: 'running' },
  success: { text: 'Success', group: 'success' },
  failed: { text: 'Failed', group: 'failed' },
  canceled: { text: 'Canceled', group: 'canceled' },
  skipped: { text: 'Skipped', group: 'skipped' },
  blocked: { text: 'Waiting', group: 'manual' },
};

export const DEPLOYMENT_APPROVAL_STATUSES = ['approved', 'rejected'] as const;
export type DeploymentApprovalStatus = (typeof DEPLOYMENT_APPROVAL_STATUSES)[number];
