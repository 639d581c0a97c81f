import type { restAllowedAgents } from '@tributary/contract/ci/job-rest.ts';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { namespaceById, type ProjectAccess } from '../../projects/index.ts';
import { traversalOf } from '../runners/store/runner-store.ts';
import { environmentVariables } from '../variables/registered-variables.ts';

/** Lowest levels of the roles, by the names that clients know. */
const ROLES = { guest: 10, planner: 15, reporter: 20, developer: 30, maintainer: 40, owner: 50 };

/** The group of a project and those above it; none for the project of a user. */
async function groupIdsOf(ctx: Context, namespaceId: number): Promise<number[]> {
  const namespace = await namespaceById(ctx.db, namespaceId);
  return namespace?.kind === 'group' ? traversalOf(ctx.db, namespaceId) : [];
}

type Subject = {
  job: { id: number; pipeline_id: number; environment: string | null };
  user: { id: number; username: string };
};

/** What a cluster agent asks about a job. There are none here, so that no agent is allowed. */
export async function allowedAgents(
  ctx: Context,
  { project, level }: ProjectAccess,
  { job, user }: Subject,
): Promise<z.input<typeof restAllowedAgents>> {
  const [groups, environment] = await Promise.all([
    groupIdsOf(ctx, project.namespace_id),
    environmentVariables(ctx, project.id, job.environment),
  ]);
  const { CI_ENVIRONMENT_SLUG: slug, CI_ENVIRONMENT_TIER: tier } = environment;
  return {
    allowed_agents: [],
    job: { id: job.id },
    pipeline: { id: job.pipeline_id },
    project: { id: project.id, groups: groups.map((id) => ({ id })) },
    user: {
      ...user,
      roles_in_project: Object.entries(ROLES).flatMap(([name, least]) => (level >= least ? [name] : [])),
    },
    ...(slug !== undefined && tier !== undefined && { environment: { slug, tier } }),
  };
}
