import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { columnsOf, type Container, type ContainerKind } from '../../projects/index.ts';
import { deleteUploadRow, findUpload, findUploadById, type UploadRow } from '../store/uploads.ts';

/** As the record of such actions names them. */
const OWNERS: Record<ContainerKind, string> = { project: 'Project', group: 'Group' };

export type UploadName = { id: number } | { secret: string; filename: string };

/** A file of this project or group by its number, or by the two parts of its address. */
export async function getUpload(ctx: Context, home: Container, name: UploadName): Promise<UploadRow> {
  const key = columnsOf(home);
  const row = 'id' in name ? await findUploadById(ctx.db, key, name.id) : await findUpload(ctx.db, key, name.secret);
  if (!row || ('filename' in name && row.filename !== name.filename)) {
    throw new AppError('not_found', { resource: 'Upload' });
  }
  return row;
}

/** Takes a file out of the texts of its home; their links to it lead nowhere from then on. */
export async function deleteUpload(ctx: Context, home: Container, name: UploadName): Promise<void> {
  guard(can(ctx.actor, 'admin_uploads', home.policy));
  const row = await getUpload(ctx, home, name);
  await transact(ctx, async (inner) => {
    await deleteUploadRow(inner.db, row.id);
    await audit(inner, 'upload.delete', { type: OWNERS[home.kind], id: home.id }, { filename: row.filename });
  });
  // Bytes that no row names are found by nobody; the other way round a listed file would be broken.
  await ctx.storage.delete(row.storage_name);
}
