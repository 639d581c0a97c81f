import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { Context } from '../../platform/context.ts';
import { toUserView } from '../rules/user-view.ts';
import { listUserRowsByConfirmedEmails } from '../store/users-by-email.ts';

const MAX_EMAILS = 1_000;

/** By lower-case address: the people whose confirmed address it is, e.g. to name the authors of a list of commits. */
export async function mapUsersByConfirmedEmail(ctx: Context, emails: Iterable<string>): Promise<Map<string, UserView>> {
  const wanted = [...new Set([...emails].map((email) => email.toLowerCase()))].slice(0, MAX_EMAILS);
  if (wanted.length === 0) return new Map();
  const rows = await listUserRowsByConfirmedEmails(ctx.db, wanted);
  return new Map(rows.map((row) => [row.email.toLowerCase(), toUserView(row)]));
}
