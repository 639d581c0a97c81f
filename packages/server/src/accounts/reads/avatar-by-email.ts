import type { Context } from '../../platform/context.ts';
import { toUserView } from '../rules/user-view.ts';
import { findUserById } from '../store/users.ts';
import { listUserRows } from '../store/user-lists.ts';

/** The avatar of who shows this address to everyone, or of the actor for their own. Tells nothing of hidden addresses. */
export async function avatarPathByEmail(ctx: Context, email: string): Promise<string | null> {
  const own = ctx.actor.kind === 'user' ? await findUserById(ctx.db, ctx.actor.id) : undefined;
  if (own && own.email.toLowerCase() === email.toLowerCase()) return toUserView(own).avatarUrl;
  const options = { orderBy: 'id', sort: 'asc', limit: 1, offset: 0 } as const;
  const { rows } = await listUserRows(ctx.db, { publicEmail: email, kinds: ['human'] }, options);
  const view = rows[0] && toUserView(rows[0]);
  return view?.publicEmail ? view.avatarUrl : null;
}
