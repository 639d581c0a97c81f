import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { jobOptions } from '../../rules/job-options.ts';
import { requireActiveUser } from '../../runners/operations/job-session.ts';
import { findJobByToken } from '../../runners/store/job-token-store.ts';
import { type ArtifactRow, findArtifact } from '../store/artifact-store.ts';

/** The archive of a job that a running one depends on, which proves itself with its own token. */
export async function openDependency(ctx: Context, jobId: number, token: string | undefined): Promise<ArtifactRow> {
  const asking = await findJobByToken(ctx.db, ctx.secrets.digest(token ?? ''));
  if (!asking) throw new AppError('job_token_invalid');
  await requireActiveUser(ctx, asking);
  const isDependency = jobOptions(asking).givenDependencies?.includes(jobId) === true;
  const archive = isDependency ? await findArtifact(ctx.db, jobId, 'archive') : undefined;
  if (!archive) throw new AppError('not_found', { resource: 'Artifacts' });
  return archive;
}
