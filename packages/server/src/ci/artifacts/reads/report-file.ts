import { createGunzip } from 'node:zlib';
import type { Context } from '../../../platform/context.ts';
import { type ArtifactRow, findArtifact } from '../store/artifact-store.ts';

/** A file that is larger than may be read. */
export class ReportTooLarge extends Error {}

/** The file of a report of a job, unpacked; undefined where it has none any more. */
export async function readReportFile(
  ctx: Context,
  jobId: number,
  type: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const artifact = await findArtifact(ctx.db, jobId, type);
  return artifact && openReportFile(ctx, artifact, maxBytes);
}

export async function openReportFile(
  ctx: Pick<Context, 'storage'>,
  artifact: Pick<ArtifactRow, 'object_name' | 'format'>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const opened = await ctx.storage.open(artifact.object_name);
  if (!opened) return undefined;
  const stream = artifact.format === 'gzip' ? opened.stream.pipe(createGunzip()) : opened.stream;
  // What fails below fails the reader of what is unpacked.
  if (stream !== opened.stream) opened.stream.once('error', (error) => stream.destroy(error));
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += (part as Buffer).length;
    if (size > maxBytes) {
      opened.stream.destroy();
      throw new ReportTooLarge();
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
