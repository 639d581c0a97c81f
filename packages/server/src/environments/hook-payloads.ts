import type { Extensions } from '../platform/extensions.ts';
import type { DeploymentStatus } from '@tributary/contract/environments/status.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { findUser } from '../accounts/index.ts';
import { jobPath } from '../ci/index.ts';
import type { Context } from '../platform/context.ts';
import { getProjectAccess } from '../projects/index.ts';
import { storedCommits } from '../repositories/index.ts';
import { defineHookPayload, defineHookSample, type HookPayload, hookProject, hookUser } from '../webhooks/index.ts';
import { listDeployments } from './reads/deployments.ts';
import { type DeploymentRow, findDeployment } from './store/deployment-store.ts';
import { findEnvironment } from './store/environment-store.ts';

const SHORT_SHA = 8;

/** `2021-04-28 21:50:00 +0000`, as receivers of this hook read times. */
const timeOf = (moment: Date) => `${moment.toISOString().slice(0, 19).replace('T', ' ')} +0000`;

/** Null when its project or environment no longer exists. */
async function payloadOf(ctx: Context, row: DeploymentRow, status: DeploymentStatus): Promise<HookPayload | null> {
  const access = await getProjectAccess(ctx, row.project_id);
  const environment = await findEnvironment(ctx.db, row.environment_id);
  const { project } = access;
  if (!environment || project.deleting_since !== null) return null;
  const commit = (await storedCommits(ctx, access, [row.sha])).get(row.sha);
  const user = row.user_id === null ? undefined : await findUser(ctx, row.user_id);
  const { url: origin } = ctx.config;
  return {
    projectId: project.id,
    trigger: 'deployment_events',
    eventName: 'Deployment Hook',
    ...(!row.is_tag && { branch: row.ref }),
    body: {
      object_kind: 'deployment',
      status,
      status_changed_at: timeOf(row.updated_at),
      deployment_id: row.id,
      deployable_id: row.job_id,
      deployable_url: row.job_id === null ? null : `${origin}${jobPath(project.full_path, row.job_id)}`,
      environment: environment.name,
      environment_tier: environment.tier,
      environment_slug: environment.slug,
      environment_external_url: environment.external_url,
      project: await hookProject(ctx, project),
      ref: row.ref,
      short_sha: row.sha.slice(0, SHORT_SHA),
      user: user ? hookUser(ctx, user) : null,
      user_url: user ? `${origin}/${encodePath(user.username)}` : null,
      commit_url: `${origin}${repositoryPaths.commit(project.full_path, row.sha)}`,
      commit_title: commit?.subject ?? null,
    },
  };
}

export const environmentsHookPayloads: Extensions = [
  /** A deployment that only waits for its job is not announced, nor one whose job is skipped. */
  defineHookPayload('deployment.changed', async (ctx, { data: { deploymentId, status, before } }) => {
    if (status === before || status === 'skipped' || (status === 'created' && before === null)) return null;
    const row = await findDeployment(ctx.db, deploymentId);
    return row ? payloadOf(ctx, row, status) : null;
  }),
  defineHookSample('deployment_events', async (ctx, projectId) => {
    const [newest] = (await listDeployments(ctx, { projectId }, { page: 1, perPage: 1 })).items;
    return newest ? payloadOf(ctx, newest, newest.status) : null;
  }),
];
