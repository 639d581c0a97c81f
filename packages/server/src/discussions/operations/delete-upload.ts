import { AppError } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { deleteUploadRow, findUpload, findUploadById, type UploadRow } from '../store/uploads.ts';

export type UploadName = { id: number } | { secret: string; filename: string };

/** A file of this project by its number, or by the two parts of its address. */
export async function getUpload(ctx: Context, access: ProjectAccess, name: UploadName): Promise<UploadRow> {
  const projectId = access.project.id;
  const row =
    'id' in name ? await findUploadById(ctx.db, projectId, name.id) : await findUpload(ctx.db, projectId, name.secret);
  if (!row || ('filename' in name && row.filename !== name.filename)) {
    throw new AppError('not_found', { resource: 'Upload' });
  }
  return row;
}

/** Takes a file out of the texts of a project; their links to it lead nowhere from then on. */
export async function deleteUpload(ctx: Context, access: ProjectAccess, name: UploadName): Promise<void> {
  guard(can(ctx.actor, 'admin_uploads', access.policy));
  const row = await getUpload(ctx, access, name);
  await transact(ctx, async (inner) => {
    await deleteUploadRow(inner.db, row.id);
    await audit(inner, 'upload.delete', { type: 'Project', id: access.project.id }, { filename: row.filename });
  });
  // Bytes that no row names are found by nobody; the other way round a listed file would be broken.
  await ctx.storage.delete(row.storage_name);
}
