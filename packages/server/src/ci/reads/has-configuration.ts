import type { Context } from '../../platform/context.ts';
import { projectRowsByIds } from '../../projects/index.ts';
import { readConfigFile } from '../creation/config-sources.ts';
import { configPathOf } from '../variables/predefined-variables.ts';

/** Whether a commit has a CI/CD configuration, so that a push of it runs a pipeline. */
export async function hasConfiguration(ctx: Context, projectId: number, sha: string): Promise<boolean> {
  const [project] = await projectRowsByIds(ctx.db, [projectId]);
  if (!project) return false;
  return (await readConfigFile(ctx.repositories.directory(projectId), sha, configPathOf(project))) !== null;
}
