import type { JobArtifactsItem } from '@tributary/contract/ci/artifacts-page.ts';
import { isFinished } from '@tributary/contract/ci/status.ts';
import type { StagedJob } from '../../store/list-jobs-store.ts';
import { artifactPaths } from '../rules/artifact-paths.ts';
import type { ArtifactRow } from '../store/artifact-store.ts';

/** Kept for the server itself. */
const HIDDEN = new Set(['archive', 'metadata', 'trace']);

type Files = { job: StagedJob; artifacts: readonly ArtifactRow[]; mayKeepArtifacts: boolean };

/** The files of a job as its page lists them; null where there is nothing to say. */
export function toJobArtifacts(
  fullPath: string,
  { job, artifacts, mayKeepArtifacts: mayKeep }: Files,
): JobArtifactsItem | null {
  const expiresAt = job.artifacts_expire_at;
  const files = artifacts.filter(({ type }) => !HIDDEN.has(type));
  const archive = artifacts.find(({ type }) => type === 'archive');
  const hasExpired = artifacts.length === 0 && expiresAt !== null && isFinished(job.status);
  if (!archive && files.length === 0 && !hasExpired) return null;
  const paths = artifactPaths(fullPath, job.id);
  return {
    browseHref: archive ? paths.browse() : null,
    downloadHref: archive ? paths.download : null,
    sizeBytes: archive?.size_bytes ?? null,
    files: files.map(({ type, file_name: name, size_bytes: sizeBytes }) => ({
      type,
      name,
      sizeBytes,
      href: paths.report(type),
    })),
    expiresAt: expiresAt?.toISOString() ?? null,
    hasExpired,
    canKeep: mayKeep && expiresAt !== null,
  };
}
