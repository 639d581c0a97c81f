import type { Context } from '../../platform/context.ts';
import { listUserRowsByIds } from '../store/users.ts';
import { toUserDetails, type UserDetails } from './user-details.ts';

/** Everything about these users, by id; who asks sees to it that each part is shown to those who may know. */
export async function listUserDetails(ctx: Context, ids: readonly number[]): Promise<Map<number, UserDetails>> {
  const rows = await listUserRowsByIds(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toUserDetails(row)]));
}
