import { parseDuration } from '@tributary/ci-config';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createHash, randomBytes } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { getSettings } from '../../../accounts/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { artifactsLimit, projectRowsByIds } from '../../../projects/index.ts';
import { type JobRow, lockJob } from '../../store/job-store.ts';
import { announceObject, forgetRemovedObject } from '../../traces/store/trace-store.ts';
import { ARTIFACT_KINDS } from '../rules/artifact-kinds.ts';
import { onUploaded } from '../uploaded.ts';
import { deleteArtifactRow, findArtifact, insertArtifact, setArtifactsExpiry } from '../store/artifact-store.ts';

const MEBIBYTE = 1024 * 1024;
const NEVER = new Set(['never', '0', '']);

export type ArtifactUpload = {
  type: string;
  format: string;
  expireIn: string | undefined;
  fileName: string;
  content: Readable;
  isTruncated: () => boolean;
  maxBytes: number;
};

/** The form of this kind of file; throws for a kind that does not exist or comes in another form. */
export function checkKind(type: string, format: string): void {
  const kind = ARTIFACT_KINDS[type];
  if (!kind || !Object.hasOwn(ARTIFACT_KINDS, type) || kind.format !== format) {
    throw new AppError('artifact_kind_wrong');
  }
}

/** The largest file that a job may upload, by the settings of its project, its groups and the instance. */
export async function maxArtifactBytes(ctx: Context, { project_id: id }: JobRow): Promise<number> {
  const [project] = await projectRowsByIds(ctx.db, [id]);
  const limit = project ? await artifactsLimit(ctx, project) : (await getSettings(ctx)).max_artifacts_size;
  return limit * MEBIBYTE;
}

export function checkSize(bytes: number, limit: number): void {
  if (bytes > limit) throw new AppError('artifact_too_large', { limit });
}

/** When files go that were uploaded now; null: never. */
async function expiryOf(ctx: Context, expireIn: string | undefined): Promise<Date | null> {
  const usual = (await getSettings(ctx)).default_artifacts_expire_in;
  const own = expireIn === undefined || NEVER.has(expireIn.trim()) ? undefined : parseDuration(expireIn);
  if (expireIn !== undefined && NEVER.has(expireIn.trim())) return null;
  if (own === undefined && NEVER.has(usual)) return null;
  const seconds = own ?? parseDuration(usual);
  return seconds === undefined ? null : new Date(ctx.clock.now().getTime() + seconds * 1_000);
}

/**
 * Stores a file of a running job as it arrives, without holding it in memory; its row is written when all of it is there. The
 * same file sent again is accepted, another one of the same kind is not.
 */
export async function uploadArtifact(ctx: Context, job: JobRow, upload: ArtifactUpload): Promise<void> {
  const { type, format, content } = upload;
  checkKind(type, format);
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  content.once('error', (error) => measure.destroy(error));
  const objectName = `ci/artifacts/${job.project_id}/${job.id}/${randomBytes(12).toString('hex')}`;
  await announceObject(ctx.db, objectName);
  try {
    await ctx.storage.put(objectName, content.pipe(measure));
    if (upload.isTruncated()) throw new AppError('artifact_too_large', { limit: upload.maxBytes });
    failpoint('job.artifact_store');
    const sha256 = hash.digest();
    await transact(ctx, async (inner) => {
      const now = await lockJob(inner.db, job.id);
      // It may have ended, or lost its files, while this one was on its way.
      if (now?.status !== 'running' && now?.status !== 'canceling') throw new AppError('job_token_invalid');
      const present = await findArtifact(inner.db, job.id, type);
      if (present && !present.sha256.equals(sha256)) throw new AppError('artifact_exists');
      // The object of the earlier one goes with its row.
      if (present) await deleteArtifactRow(inner.db, job.id, type);
      const expiresAt = await expiryOf(inner, upload.expireIn);
      await insertArtifact(inner.db, {
        job_id: job.id,
        project_id: job.project_id,
        type,
        format: ARTIFACT_KINDS[type]?.format ?? 'raw',
        file_name: upload.fileName,
        size_bytes: size,
        sha256,
        object_name: objectName,
        expires_at: expiresAt,
      });
      await forgetRemovedObject(inner.db, objectName);
      await setArtifactsExpiry(inner.db, job.id, expiresAt);
      await onUploaded(inner, job, type);
    });
  } catch (error) {
    await ctx.storage.delete(objectName);
    await forgetRemovedObject(ctx.db, objectName);
    throw error;
  }
}
