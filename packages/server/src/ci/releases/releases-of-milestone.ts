import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { accessesOf, featureOf, projectRowsByIds } from '../../projects/index.ts';
import { listReleasesOfMilestone } from './release-store.ts';

const MAX = 100;

/** Releases of a milestone that the actor may read, the newest first. */
export async function releasesOfMilestone(ctx: Context, milestoneId: number) {
  const rows = await listReleasesOfMilestone(ctx.db, milestoneId, MAX);
  const projects = await projectRowsByIds(ctx.db, [...new Set(rows.map((row) => row.project_id))]);
  const accesses = await accessesOf(ctx, projects);
  return rows.flatMap(({ project_id: id, tag, name, released_at: at }) => {
    const access = accesses.get(id);
    if (!access || !isAllowed(ctx.actor, 'read_releases', featureOf(access, 'repository'))) return [];
    const { full_path: projectPath } = access.project;
    const href = `/${encodePath(projectPath)}/-/releases/${encodePath(tag)}`;
    return [{ name, href, projectPath, releasedAt: at.toISOString() }];
  });
}
