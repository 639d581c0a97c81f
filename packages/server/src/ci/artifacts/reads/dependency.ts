import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { findJobByToken } from '../../runners/store/job-token-store.ts';
import { findJob } from '../../store/job-store.ts';
import { type ArtifactRow, findArtifact } from '../store/artifact-store.ts';

/** The archive of a job of the same project, for a running job that proves itself with its own token. */
export async function openDependency(ctx: Context, jobId: number, token: string | undefined): Promise<ArtifactRow> {
  const asking = await findJobByToken(ctx.db, ctx.secrets.digest(token ?? ''));
  if (!asking) throw new AppError('job_token_invalid');
  const job = await findJob(ctx.db, jobId);
  const archive = job?.project_id === asking.project_id ? await findArtifact(ctx.db, jobId, 'archive') : undefined;
  if (!archive) throw new AppError('not_found', { resource: 'Artifacts' });
  return archive;
}
