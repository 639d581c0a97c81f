import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { IMAGE_HEAD_BYTES } from '../../platform/image-dimensions.ts';
import { guard } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { columnsOf, type Container } from '../../projects/index.ts';
import { imageSizeOf } from '../../repositories/index.ts';
import { keepHead } from '../rules/keep-head.ts';
import { isImageName, safeFilename, servedType } from '../rules/upload-type.ts';
import { insertUpload, type UploadRow } from '../store/uploads.ts';
import { homePaths, uploadAbility } from '../upload-home.ts';

export type StoredUpload = { row: UploadRow; alt: string; markdown: string; url: string; fullPath: string };

/**
 * Keeps a file for use in texts of a project or a group. It is reachable by 128 random bits, and only for those who may see
 * that. The row is written after the bytes: what is listed is whole.
 */
export async function uploadFile(
  ctx: Context,
  home: Container,
  file: { filename: string; content: Readable | Buffer; isTruncated?: () => boolean },
): Promise<StoredUpload> {
  guard(can(ctx.actor, uploadAbility(home), home.policy));
  const secret = randomBytes(16).toString('hex');
  const filename = safeFilename(file.filename);
  const paths = homePaths(home);
  const storageName = `${paths.storage}/${secret}`;
  const isImage = isImageName(filename);
  let sizeBytes = 0;
  const head = keepHead(IMAGE_HEAD_BYTES);
  const source = file.content instanceof Readable ? file.content : Readable.from([file.content]);
  const counted = async function* () {
    for await (const chunk of source) {
      if (isImage) head.take(chunk);
      sizeBytes += Buffer.byteLength(chunk);
      yield chunk;
    }
  };
  await ctx.storage.put(storageName, Readable.from(counted()));
  if (file.isTruncated?.()) {
    await ctx.storage.delete(storageName);
    fail('body_too_large');
  }
  // What is not shown in place takes no room.
  const size = isImage && servedType(filename).isInline ? imageSizeOf(filename, head.bytes()) : null;
  const row = await insertUpload(ctx.db, {
    ...columnsOf(home),
    secret,
    filename,
    size_bytes: sizeBytes,
    width: size?.width ?? null,
    height: size?.height ?? null,
    storage_name: storageName,
    uploader_id: actorId(ctx.actor) ?? null,
  });
  const url = `/uploads/${secret}/${encodeURIComponent(filename)}`;
  const alt = isImage ? filename.replace(/\.[^.]+$/, '') : filename;
  const text = alt.replaceAll(/[[\]\\]/g, ' ');
  return { row, alt, url, fullPath: `${paths.address}${url}`, markdown: `${isImage ? '!' : ''}[${text}](${url})` };
}
