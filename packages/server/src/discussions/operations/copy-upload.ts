import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { columnsOf, type Container } from '../../projects/index.ts';
import { insertUpload, type UploadRow } from '../store/uploads.ts';
import { homePaths } from '../upload-home.ts';

/** Bytes that stand there under a secret of their own and that no row names yet. */
export type CopiedBytes = { file: UploadRow; secret: string; storageName: string };

/**
 * The bytes of a file once more, for the texts of another place: each is for those who may see its place, and goes with it.
 * Undefined when the bytes are gone. `written` hears of the copy before it is there.
 */
export async function copyBytes(
  ctx: Context,
  file: UploadRow,
  to: Container,
  written: (storageName: string) => void,
): Promise<CopiedBytes | undefined> {
  const opened = await ctx.storage.open(file.storage_name);
  if (!opened) return undefined;
  const secret = randomBytes(16).toString('hex');
  const storageName = `${homePaths(to).storage}/${secret}`;
  written(storageName);
  await ctx.storage.put(storageName, opened.stream);
  failpoint('upload.copied');
  return { file, secret, storageName };
}

/** From now on it can be found, when the transaction is committed. */
export async function nameCopy(
  ctx: Context,
  { file, secret, storageName }: CopiedBytes,
  to: Container,
): Promise<UploadRow> {
  return insertUpload(ctx.db, {
    ...columnsOf(to),
    secret,
    filename: file.filename,
    size_bytes: file.size_bytes,
    width: file.width,
    height: file.height,
    storage_name: storageName,
    uploader_id: file.uploader_id,
  });
}
