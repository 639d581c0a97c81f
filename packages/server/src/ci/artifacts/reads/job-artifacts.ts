import { AppError } from '@tributary/contract/errors/app-error.ts';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { resolveRef } from '../../reads/resolve-ref.ts';
import { jobOptions } from '../../rules/job-options.ts';
import { findJob, type JobRow } from '../../store/job-store.ts';
import { listZip, MAX_ENTRIES, openZipFile, type OpenFile, rangeParts, unreadable } from '../read-zip.ts';
import { type ArtifactRow, findArtifact, findJobByRef } from '../store/artifact-store.ts';

const MISSING = { resource: 'Artifacts' };

/** Roles that may read the files when the configuration restricts them. */
const LEVELS = { all: 0, developer: 30, maintainer: 40, none: Number.POSITIVE_INFINITY };

/** Whether the configuration of a job lets the actor read its files. */
export function mayReadFiles(ctx: Context, access: ProjectAccess, job: Pick<JobRow, 'options'>): boolean {
  return mayReadFilesOf(ctx, access, jobOptions(job).artifacts?.access ?? 'all');
}

/** The same by what the configuration says. */
export function mayReadFilesOf(ctx: Context, access: ProjectAccess, setting: keyof typeof LEVELS): boolean {
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin && !access.policy.isOutside;
  return isAdmin || access.level >= LEVELS[setting];
}

/** The archive of a job as the actor may read it; throws not_found where there is none, or not for them. */
export const getArchive = (ctx: Context, access: ProjectAccess, jobId: number): Promise<ArtifactRow> =>
  getArtifact(ctx, access, jobId, 'archive');

/** The same for a file of any kind. */
export async function getArtifact(
  ctx: Context,
  access: ProjectAccess,
  jobId: number,
  type: string,
): Promise<ArtifactRow> {
  const job = await findJob(ctx.db, jobId);
  if (!job || job.project_id !== access.project.id || job.kind !== 'build') {
    throw new AppError('not_found', { resource: 'Job' });
  }
  if (!mayReadFiles(ctx, access, job)) throw new AppError('forbidden');
  const artifact = await findArtifact(ctx.db, jobId, type);
  if (!artifact) throw new AppError('not_found', MISSING);
  return artifact;
}

/** The job of this name in the newest pipeline of the ref that passed. */
export async function jobOfRef(ctx: Context, access: ProjectAccess, ref: string, name: string): Promise<number> {
  const { ref: at, isTag } = (await resolveRef(ctx, access, ref)) ?? { ref, isTag: false };
  const id = await findJobByRef(ctx.db, { projectId: access.project.id, ref: at, isTag, name });
  if (id === undefined) throw new AppError('not_found', MISSING);
  return id;
}

/** Bytes of a stored file; the end is not included. */
export function openArchiveRange(
  { storage }: Pick<Context, 'storage'>,
  { object_name: name }: ArtifactRow,
  start: number,
  end: number,
): Readable {
  return Readable.from(rangeParts(storage, name, start, end), { objectMode: false });
}

export async function openArchive(ctx: Pick<Context, 'storage'>, archive: ArtifactRow): Promise<OpenFile> {
  const opened = await ctx.storage.open(archive.object_name);
  if (!opened) throw new AppError('not_found', MISSING);
  return opened;
}

const stored = ({ object_name: name, size_bytes: sizeBytes }: ArtifactRow) => ({ name, sizeBytes });

/** One file of the archive. */
export async function openArchived(ctx: Context, archive: ArtifactRow, path: string): Promise<OpenFile> {
  const file = await openZipFile(ctx.storage, stored(archive), path);
  if (!file) throw new AppError('not_found', { resource: 'File' });
  return file;
}

export type ArchiveEntry = { name: string; path: string; isDirectory: boolean; sizeBytes: number };

/** What lies in a folder of the archive, or anywhere below it; folders that have no entry of their own too. */
export async function listArchive(
  ctx: Context,
  archive: ArtifactRow,
  { path = '', recursive }: { path?: string | undefined; recursive: boolean },
): Promise<ArchiveEntry[]> {
  const prefix = path.replaceAll(/^\/+|\/+$/g, '') === '' ? '' : `${path.replaceAll(/^\/+|\/+$/g, '')}/`;
  const found = new Map<string, ArchiveEntry>();
  for (const entry of await listZip(ctx.storage, stored(archive))) {
    if (!entry.path.startsWith(prefix)) continue;
    for (let start = prefix.length, end = 0; end !== -1; start = end + 1) {
      end = entry.path.indexOf('/', start);
      const own = end === -1 ? entry.path : entry.path.slice(0, end);
      const isDirectory = end !== -1 || entry.isDirectory;
      if (!found.has(own)) {
        if (found.size >= MAX_ENTRIES) throw unreadable(new Error(`it has more than ${MAX_ENTRIES} files and folders`));
        const sizeBytes = isDirectory ? 0 : entry.sizeBytes;
        found.set(own, { name: own.slice(start), path: own, isDirectory, sizeBytes });
      }
      if (!recursive) break;
    }
  }
  return [...found.values()].toSorted((a, b) => a.path.localeCompare(b.path, 'en'));
}
