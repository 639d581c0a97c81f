import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf, type Container } from '../../projects/index.ts';
import { countUploads, listUploads, type UploadRow } from '../store/uploads.ts';

export type UploadView = { row: UploadRow; uploader: UserView | null };

/** The files of the texts of a project or a group, newest first. */
export async function uploadPage(ctx: Context, home: Container, request: PageRequest): Promise<Page<UploadView>> {
  const { page, perPage } = request;
  const [rows, total] = await Promise.all([
    listUploads(ctx.db, columnsOf(home), { limit: perPage, offset: (page - 1) * perPage }),
    countUploads(ctx.db, columnsOf(home)),
  ]);
  const people = await listUsersByIds(ctx, [...new Set(rows.flatMap((row) => row.uploader_id ?? []))]);
  const byId = new Map(people.map((user) => [user.id, user]));
  const views = rows.map((row) => ({ row, uploader: byId.get(row.uploader_id ?? 0) ?? null }));
  return pageOf(views, request, total);
}
