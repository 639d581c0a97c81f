import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { deleteUploadRow, findUpload, findUploadById, type UploadRow } from '../store/uploads.ts';
import { homeKey, type UploadHome } from '../upload-home.ts';

export type UploadName = { id: number } | { secret: string; filename: string };

/** A file of this project or group by its number, or by the two parts of its address. */
export async function getUpload(ctx: Context, home: UploadHome, name: UploadName): Promise<UploadRow> {
  const key = homeKey(home);
  const row = 'id' in name ? await findUploadById(ctx.db, key, name.id) : await findUpload(ctx.db, key, name.secret);
  if (!row || ('filename' in name && row.filename !== name.filename)) {
    throw new AppError('not_found', { resource: 'Upload' });
  }
  return row;
}

/** Takes a file out of the texts of its home; their links to it lead nowhere from then on. */
export async function deleteUpload(ctx: Context, home: UploadHome, name: UploadName): Promise<void> {
  guard(can(ctx.actor, 'admin_uploads', home.policy));
  const row = await getUpload(ctx, home, name);
  await transact(ctx, async (inner) => {
    await deleteUploadRow(inner.db, row.id);
    const owner =
      'project' in home ? { type: 'Project', id: home.project.id } : { type: 'Group', id: home.namespace.id };
    await audit(inner, 'upload.delete', owner, { filename: row.filename });
  });
  // Bytes that no row names are found by nobody; the other way round a listed file would be broken.
  await ctx.storage.delete(row.storage_name);
}
