import { AppError } from '@tributary/contract/errors/app-error.ts';
import { branchRef, isFullRef, readRef, tagRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { RESOURCE } from '../pipeline-access.ts';
import { newestPipeline, type PipelineRow } from '../store/pipeline-store.ts';

/** The newest pipeline of the commit that a branch or tag is on now, the default branch if none is given. */
export async function findLatestPipeline(
  ctx: Context,
  access: ProjectAccess,
  ref = access.project.default_branch ?? undefined,
): Promise<PipelineRow> {
  const sha = ref === undefined ? undefined : await tipOf(ctx, access, ref);
  const found =
    sha === undefined ? undefined : await newestPipeline(ctx.db, { projectId: access.project.id, sha, ref });
  if (!found) throw new AppError('not_found', { resource: RESOURCE });
  return found;
}

async function tipOf(ctx: Context, access: ProjectAccess, name: string): Promise<string | undefined> {
  if (access.project.repository_state !== 'ready') return undefined;
  const repo = repositoryOf(ctx, access);
  for (const ref of [branchRef(name), tagRef(name)]) {
    const sha = isFullRef(ref) ? await readRef(repo, ref) : undefined;
    if (sha !== undefined) return sha;
  }
  return undefined;
}
