import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { Context } from '../../platform/context.ts';
import { ACCESS } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { toUserView } from '../rules/user-view.ts';
import { listRowsByConfirmedEmails } from '../store/user-emails.ts';
import {
  listConfirmedRowsByEmails,
  findUserById,
  findUserByName,
  listUserRowsByIds,
  listUserRowsByNames,
} from '../store/users.ts';

/** More at once are a list of its own, which hardly comes again. */
const REMEMBERED_PEOPLE = 30;
const USER_BYTES = 400;

/** Users by id in the order of `ids`, each once; ids of nobody are left out. */
export async function listUsersByIds(ctx: Context, ids: readonly number[]): Promise<UserView[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const load = async () => {
    const rows = new Map((await listUserRowsByIds(ctx.db, wanted)).map((row) => [row.id, row]));
    return wanted.flatMap((id) => rows.get(id) ?? []).map(toUserView);
  };
  if (wanted.length > REMEMBERED_PEOPLE) return load();
  const known = await readCached(ctx, {
    key: `people:${wanted.join()}`,
    marks: () => [ACCESS],
    load,
    sizeBytes: ({ length }) => USER_BYTES * length,
  });
  return [...(known ?? (await load()))];
}

/** Users by username, whatever the case; names of nobody are left out. For mentions. */
export async function listUsersByNames(ctx: Context, usernames: readonly string[]): Promise<UserView[]> {
  if (usernames.length === 0) return [];
  return (await listUserRowsByNames(ctx.db, usernames)).map(toUserView);
}

export async function findUserByUsername(ctx: Context, username: string): Promise<UserView | undefined> {
  const row = await findUserByName(ctx.db, username);
  return row && toUserView(row);
}

export async function findUser(ctx: Context, id: number): Promise<UserView | undefined> {
  const row = await findUserById(ctx.db, id);
  return row && toUserView(row);
}

/** Confirmed addresses (in lower case) → their users, for the authors of many commits at once. */
export async function mapUsersByConfirmedEmail(
  ctx: Context,
  emails: readonly string[],
): Promise<ReadonlyMap<string, UserView>> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const [rows, further] = await Promise.all([
    listConfirmedRowsByEmails(ctx.db, wanted),
    listRowsByConfirmedEmails(ctx.db, wanted),
  ]);
  return new Map([
    ...further.map(({ address, user }) => [address, toUserView(user)] as const),
    ...rows.map((row) => [row.email.toLowerCase(), toUserView(row)] as const),
  ]);
}

/** Where mail for this user goes: a confirmed address of an active account. */
export async function findMailAddress(ctx: Context, id: number): Promise<string | undefined> {
  const row = await findUserById(ctx.db, id);
  return row?.state === 'active' && row.confirmed_at !== null ? row.email : undefined;
}
