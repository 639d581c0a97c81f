import type { Readable } from 'node:stream';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf, type Container } from '../../projects/index.ts';
import { contentDisposition, servedType } from '../rules/upload-type.ts';
import { findUpload } from '../store/uploads.ts';

export type OpenedUpload = { stream: Readable; sizeBytes: number; contentType: string; disposition: string };

/** The file behind a secret of this project or group; not_found for secrets of others and wrong names alike. */
export async function openUpload(
  ctx: Context,
  home: Container,
  secret: string,
  filename: string,
): Promise<OpenedUpload> {
  const row = await findUpload(ctx.db, columnsOf(home), secret);
  const missing = () => new AppError('not_found', { resource: 'File' });
  if (!row || row.filename !== filename) throw missing();
  const opened = await ctx.storage.open(row.storage_name);
  if (!opened) throw missing();
  const { contentType, isInline } = servedType(row.filename);
  return { ...opened, contentType, disposition: contentDisposition(row.filename, isInline) };
}
