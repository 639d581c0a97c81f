import type { Extensions } from '../../../platform/extensions.ts';
import { releaseJob } from '../../../ci/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../../platform/jobs.ts';
import { deploymentChanged } from '../../operations/note-change.ts';
import { deploymentSubject } from '../../protection/reads/deploy-rights.ts';
import type { ProtectionOwner } from '../../protection/store/protection-store.ts';
import { type DeploymentRow, findDeployment, listBlocked, setDeploymentStatus } from '../../store/deployment-store.ts';
import { lockEnvironment } from '../../store/environment-store.ts';
import { approvalState } from '../reads/approval-state.ts';

/** The deployment waits no longer: its job starts, unless that is started by hand. */
export async function releaseDeployment(ctx: Context, deployment: DeploymentRow): Promise<void> {
  const changed = await setDeploymentStatus(ctx.db, deployment.id, { status: 'created', finishedAt: null });
  await deploymentChanged(ctx, changed, deployment.status);
  const { job_id: jobId, project_id: projectId } = deployment;
  if (jobId !== null) await releaseJob(ctx, { projectId, jobId });
}

/** Releases deployments that other rules would not hold: a protection was changed or removed. */
const releaseApprovedJob = defineJob<{ owner: ProtectionOwner }>({
  name: 'environments-release-approved',
  run: async (ctx, { owner }) => {
    for (const { id } of await listBlocked(ctx.db, owner)) {
      await transact(ctx, async (inner) => {
        const found = await findDeployment(inner.db, id);
        const environment = found && (await lockEnvironment(inner.db, found.environment_id));
        const deployment = environment && (await findDeployment(inner.db, id));
        if (!environment || deployment?.status !== 'blocked') return;
        const question = {
          deploymentId: id,
          subject: deploymentSubject(environment, deployment),
          deployerId: deployment.user_id,
        };
        const { pending } = await approvalState(inner, deployment.project_id, question);
        if (pending === 0) await releaseDeployment(inner, deployment);
      });
    }
  },
});

/** To be called in the transaction that changes rules. */
export const releaseApproved = (ctx: Context, owner: ProtectionOwner): Promise<void> =>
  addJob(ctx, releaseApprovedJob, { owner });

export const approvalsReleaseApproved: Extensions = [registerJob(releaseApprovedJob)];
