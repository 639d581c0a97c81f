import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';

declare module '../platform/events.ts' {
  interface EventMap {
    /** A deployment was created or has another status; `before` is null of one that was just created. */
    'deployment.changed': {
      deploymentId: number;
      environmentId: number;
      projectId: number;
      sha: string;
      status: DeploymentStatus;
      before: DeploymentStatus | null;
    };
    /** An environment was created, changed, stopped or made available. */
    'environment.changed': { environmentId: number; projectId: number };
  }
}
