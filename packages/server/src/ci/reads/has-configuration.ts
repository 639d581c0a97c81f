import { projectCacheVersion } from '../../platform/cache/cache-versions.ts';
import { readCached, readOnce } from '../../platform/cache/request-cache.ts';
import type { Context } from '../../platform/context.ts';
import { projectRowsByIds } from '../../projects/index.ts';
import { readConfigFile } from '../creation/config-sources.ts';
import { configPathOf } from '../variables/predefined-variables.ts';

/** Whether a commit has a CI/CD configuration, so that a push of it runs a pipeline. Several parts of a page need it. */
export function hasConfiguration(ctx: Context, projectId: number, sha: string): Promise<boolean> {
  return readOnce(ctx, `has_configuration:${projectId}:${sha}`, () => findConfiguration(ctx, projectId, sha));
}

async function findConfiguration(ctx: Context, projectId: number, sha: string): Promise<boolean> {
  const path = await readCached(ctx, {
    key: `config_path:${projectId}`,
    marks: () => [projectCacheVersion(projectId)],
    load: () => findConfigPath(ctx, projectId),
  });
  return path !== undefined && (await readConfigFile(ctx.repositories.directory(projectId), sha, path)) !== null;
}

async function findConfigPath(ctx: Context, projectId: number): Promise<string | undefined> {
  const [project] = await projectRowsByIds(ctx.db, [projectId]);
  return project && configPathOf(project);
}
