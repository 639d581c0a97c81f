import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser } from '../../accounts/index.ts';
import { defineJobGate, type GatedJob, type JobHold, PROTECTED_ENVIRONMENT } from '../../ci/index.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { approvalState } from '../approvals/reads/approval-state.ts';
import { requirementsOf } from '../approvals/rules/requirements.ts';
import { environmentOf } from '../rules/environment-config.ts';
import { findDeploymentOfJob, isDeployedByPipeline } from '../store/deployment-store.ts';
import { environmentTiers } from '../store/environment-store.ts';
import { loadDeployRights } from './reads/deploy-rights.ts';
import {
  type EnvironmentProtection,
  type ProtectedSubject,
  protectedSubject,
  protectionsFor,
} from './rules/protection.ts';
import { protectionsOfProject } from './store/protection-store.ts';

/** The environments of these jobs, by job. */
async function subjectsOf(ctx: Context, projectId: number, jobs: readonly GatedJob[]) {
  const names = jobs.flatMap(({ environment }) => environment ?? []);
  const tiers = await environmentTiers(ctx.db, projectId, names);
  return new Map(
    jobs.map((job): [number, ProtectedSubject] => {
      const name = job.environment ?? '';
      const configured = environmentOf(job)?.deploymentTier;
      return [job.id, protectedSubject(name, { stored: tiers.get(name), configured })];
    }),
  );
}

async function findAccess(ctx: Context, projectId: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

type Asked = { projectId: number; job: GatedJob; subject: ProtectedSubject };

async function holdOf(ctx: Context, { projectId, job, subject }: Asked): Promise<JobHold | null> {
  const failed = { kind: 'fail', reason: PROTECTED_ENVIRONMENT } as const;
  const actor = job.user_id === null ? undefined : await findActingUser(ctx, job.user_id);
  const access = actor && (await findAccess({ ...ctx, actor }, projectId));
  if (!actor || !access) return failed;
  const rights = await loadDeployRights({ ...ctx, actor }, access);
  if (rights.refusal(subject)) return failed;
  if (environmentOf(job)?.action !== 'start') return null;
  const deploymentId = (await findDeploymentOfJob(ctx.db, job.id))?.id;
  const { pending } = await approvalState(ctx, projectId, { deploymentId, subject, deployerId: job.user_id });
  return pending > 0 ? { kind: 'wait' } : null;
}

const isProtected = (all: readonly EnvironmentProtection[], { name, tiers }: ProtectedSubject) =>
  all.some((each) => (each.namespaceId === null ? each.name === name : tiers.some((tier) => tier === each.name)));

export const protectionJobGate: Extensions = [
  // A job runs with the rights of its user at the moment when it starts: those who lost them do not deploy.
  defineJobGate({
    holds: async (ctx, projectId, jobs) => {
      const all = await protectionsOfProject(ctx.db, projectId);
      if (all.length === 0) return new Map();
      const subjects = await subjectsOf(ctx, projectId, jobs);
      const holds = new Map<number, JobHold>();
      for (const job of jobs) {
        const subject = subjects.get(job.id);
        if (!subject || !isProtected(all, subject)) continue;
        const hold = await holdOf(ctx, { projectId, job, subject });
        if (hold) holds.set(job.id, hold);
      }
      return holds;
    },
    refusal: async (ctx, access, job) => {
      const subject = (await subjectsOf(ctx, access.project.id, [job])).get(job.id);
      return subject ? (await loadDeployRights(ctx, access)).refusal(subject) : null;
    },
    // A job that does not deploy has nothing that could be approved: it gets them when its pipeline has deployed there.
    withholds: async (ctx, job) => {
      const config = environmentOf(job);
      if (!config || config.action === 'start') return false;
      const all = await protectionsOfProject(ctx.db, job.project_id);
      const subject = all.length === 0 ? undefined : (await subjectsOf(ctx, job.project_id, [job])).get(job.id);
      if (!subject || requirementsOf(protectionsFor(all, subject)).length === 0) return false;
      return !(await isDeployedByPipeline(ctx.db, job.pipeline_id, subject.name));
    },
  }),
];
