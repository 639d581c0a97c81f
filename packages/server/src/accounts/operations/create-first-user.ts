import { randomBytes } from 'node:crypto';
import { type Context, transact } from '../../platform/context.ts';
import { addUser } from '../new-user.ts';
import { hasUsers, lockUserCreation } from '../store/users.ts';

export const FIRST_USERNAME = 'root';

/**
 * Makes the first administrator on an instance without any users. Returns the password when it was invented here,
 * undefined when it was given or there is someone already. Processes that start together make one.
 */
export async function createFirstUser(ctx: Context, givenPassword: string | undefined): Promise<string | undefined> {
  if (await hasUsers(ctx.db)) return undefined;
  return transact(ctx, async (inner) => {
    await lockUserCreation(inner.db);
    if (await hasUsers(inner.db)) return undefined;
    const password = givenPassword ?? randomBytes(18).toString('base64url');
    await addUser(inner, {
      username: FIRST_USERNAME,
      name: 'Administrator',
      email: 'root@localhost',
      password,
      isAdmin: true,
      isConfirmed: true,
    });
    return givenPassword === undefined ? password : undefined;
  });
}
