import type { Context } from '../../platform/context.ts';
import { readConfigFile } from '../creation/config-sources.ts';
import { CONFIG_FILE } from '../variables/predefined-variables.ts';

/** Whether a commit has a CI/CD configuration, so that a push of it runs a pipeline. */
export async function hasConfiguration(ctx: Context, projectId: number, sha: string): Promise<boolean> {
  return (await readConfigFile(ctx.repositories.directory(projectId), sha, CONFIG_FILE)) !== null;
}
