import type { Extension } from '../../platform/extensions.ts';
import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import type { JobRow } from '../store/job-store.ts';

/** Why a job does not start now: it waits until it is released, or fails for this reason. */
export type JobHold = { kind: 'wait' } | { kind: 'fail'; reason: string };

/** The job with the user it runs as. */
export type GatedJob = Pick<JobRow, 'id' | 'project_id' | 'user_id' | 'environment' | 'options'>;

type EnvironmentJob = GatedJob & Pick<JobRow, 'pipeline_id'>;

type Gate = {
  /** Of these jobs of one project, those that may not start as their users. Asked before a job is queued, and when a runner takes it. */
  holds(ctx: Context, projectId: number, jobs: readonly GatedJob[]): Promise<Map<number, JobHold>>;
  /** Why the actor may not start this job, or null. */
  refusal(ctx: Context, access: ProjectAccess, job: GatedJob): Promise<Refusal | null>;
  /** Whether the job runs without what belongs to its environment: variables of its scope, claims of its ID tokens. */
  withholds(ctx: Context, job: EnvironmentJob): Promise<boolean>;
};

let registered: Gate | undefined;

/** Lets the slice of environments decide who starts jobs with an environment. */
export function defineJobGate(gate: Gate): Extension {
  return () => {
    registered = gate;
  };
}

const gated = (jobs: readonly GatedJob[]) => jobs.filter(({ environment }) => environment !== null);

export async function jobHolds(ctx: Context, jobs: readonly GatedJob[]): Promise<Map<number, JobHold>> {
  const [first, ...rest] = gated(jobs);
  return first && registered ? registered.holds(ctx, first.project_id, [first, ...rest]) : new Map();
}

export async function jobStartRefusal(ctx: Context, access: ProjectAccess, job: GatedJob): Promise<Refusal | null> {
  return registered && job.environment !== null ? registered.refusal(ctx, access, job) : null;
}

/** The environment whose variables and claims the job gets. */
export async function grantedEnvironment(ctx: Context, job: EnvironmentJob): Promise<string | null> {
  return registered && job.environment !== null && (await registered.withholds(ctx, job)) ? null : job.environment;
}
