import type { Context } from '../../platform/context.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { getAnybody, selfActor } from '../self.ts';
import { findUserEmailRow, listUserEmailRows, type UserEmailRow } from '../store/user-emails.ts';

/** The further addresses of the actor, confirmed or not. */
export function ownEmails(ctx: Context): Promise<UserEmailRow[]> {
  return listUserEmailRows(ctx.db, selfActor(ctx).id);
}

export async function getOwnEmail(ctx: Context, id: number): Promise<UserEmailRow> {
  const row = await findUserEmailRow(ctx.db, selfActor(ctx).id, id);
  if (!row) throw new AppError('not_found', { resource: 'Email' });
  return row;
}

export async function emailsOf(ctx: Context, userId: number): Promise<UserEmailRow[]> {
  return listUserEmailRows(ctx.db, (await getAnybody(ctx, userId)).id);
}
