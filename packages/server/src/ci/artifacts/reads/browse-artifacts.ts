import type { ArtifactFilePageData } from '@tributary/contract/ci/artifacts-page.ts';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import type { OpenFile } from '../read-zip.ts';
import { imageTypeOf, isText } from '../rules/file-preview.ts';
import type { ArtifactRow } from '../store/artifact-store.ts';
import { openArchived } from './job-artifacts.ts';

const MAX_PREVIEW_BYTES = 1024 * 1024;

/** The first bytes of a stream, which is closed afterwards. */
async function readStart(stream: Readable, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size >= length) break;
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** What the page of a file shows of it. */
export async function previewArchived(
  ctx: Context,
  archive: ArtifactRow,
  path: string,
): Promise<Pick<ArtifactFilePageData, 'preview' | 'sizeBytes'>> {
  const { stream, sizeBytes } = await openArchived(ctx, archive, path);
  if (imageTypeOf(path) !== undefined) {
    stream.destroy();
    return { sizeBytes, preview: { kind: 'image' } };
  }
  const start = await readStart(stream, MAX_PREVIEW_BYTES);
  if (!isText(start)) return { sizeBytes, preview: { kind: 'none' } };
  const isCut = sizeBytes > start.length;
  return { sizeBytes, preview: { kind: 'text', text: new TextDecoder().decode(start, { stream: isCut }), isCut } };
}

/** A file with the type that a browser may show it as; undefined where it is only to be saved. */
export async function openForBrowser(
  ctx: Context,
  archive: ArtifactRow,
  path: string,
): Promise<OpenFile & { type: string | undefined }> {
  const file = await openArchived(ctx, archive, path);
  const image = imageTypeOf(path);
  if (image !== undefined) return { ...file, type: image };
  await new Promise<void>((resolve, reject) => {
    file.stream.once('readable', resolve).once('end', resolve).once('error', reject);
  });
  const start = file.stream.read() as Buffer | null;
  if (start === null) return { ...file, type: 'text/plain; charset=utf-8' };
  file.stream.unshift(start);
  return { ...file, type: isText(start) ? 'text/plain; charset=utf-8' : undefined };
}
