import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { insertUpload, type UploadRow } from '../store/uploads.ts';
import { homeKey, homePaths, type UploadHome } from '../upload-home.ts';

/**
 * The file once more, for the texts of another place, under a secret of its own: each is for those who may see its place,
 * and goes with it. The row is written after the bytes. Undefined when the bytes are gone. `written` hears of the copy before
 * it is there.
 */
export async function copyUpload(
  ctx: Context,
  file: UploadRow,
  to: UploadHome,
  written: (storageName: string) => void,
): Promise<UploadRow | undefined> {
  const opened = await ctx.storage.open(file.storage_name);
  if (!opened) return undefined;
  const secret = randomBytes(16).toString('hex');
  const storageName = `${homePaths(to).storage}/${secret}`;
  written(storageName);
  await ctx.storage.put(storageName, opened.stream);
  failpoint('upload.copied');
  return insertUpload(ctx.db, {
    ...homeKey(to),
    secret,
    filename: file.filename,
    size_bytes: file.size_bytes,
    storage_name: storageName,
    uploader_id: file.uploader_id,
  });
}
