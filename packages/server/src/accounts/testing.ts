import type { UserId } from '@tributary/contract/core/ids.ts';
import type { UserState, UserView } from '@tributary/contract/accounts/user-view.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { sessionCookieName } from '../endpoints/http/credentials.ts';
import { ANONYMOUS, type UserActor } from '../platform/actor.ts';
import { type Context, contextFor } from '../platform/context.ts';
import { authenticate } from './authenticate.ts';
import { addUser } from './new-user.ts';
import { signIn } from './operations/sign-in.ts';
import { setHashingCost } from './password-hashing.ts';
import { toUserView } from './rules/user-view.ts';
import { insertToken } from './store/tokens.ts';
import { findUserByName, type UserRow } from './store/users.ts';
import { generateAccessToken } from './token-format.ts';

// The least that the algorithm allows: tests make hundreds of accounts.
setHashingCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });

export const TEST_PASSWORD = 'a password for tests';

export type TestUser = {
  user: UserView & { email: string };
  /** A personal access token with the `api` scope (or those asked for). */
  token: string;
  /** The user acting through that token. */
  actor: UserActor;
  /** For `server.inject`. */
  headers: { 'private-token': string };
};

export type TestUserOptions = {
  username?: string;
  name?: string;
  isAdmin?: boolean;
  isExternal?: boolean;
  state?: UserState;
  scopes?: string[];
  /** Only hashed when given; the others sign in by token. */
  password?: string;
};

let count = 0;
let signIns = 0;

/** A user with everything that belongs to one, made in milliseconds. */
export async function createUser(app: TestApp, options: TestUserOptions = {}): Promise<TestUser> {
  count += 1;
  const username = options.username ?? `person${count}`;
  const row = await addUser(app.system, {
    username,
    name: options.name ?? `Person ${username}`,
    email: `${username}@example.test`,
    password: options.password ?? null,
    isAdmin: options.isAdmin ?? false,
    isExternal: options.isExternal ?? false,
    state: options.state ?? 'active',
    isConfirmed: true,
  });
  return giveToken(app, row, options.scopes ?? ['api']);
}

/** The administrator that every instance starts with. */
export async function rootUser(app: TestApp): Promise<TestUser> {
  const row = await findUserByName(app.system.db, 'root');
  if (!row) throw new Error('there is no root');
  return giveToken(app, row, ['api']);
}

/** Another token of the same user, e.g. with fewer scopes or an earlier end (`YYYY-MM-DD`). */
export async function createToken(
  app: TestApp,
  user: { id: number },
  scopes: string[],
  expiresAt = '2999-12-31',
): Promise<{ id: number; token: string; headers: { 'private-token': string } }> {
  const token = generateAccessToken();
  const row = await insertToken(app.system.db, {
    user_id: user.id,
    name: `test ${scopes.join(' ')}`,
    token_digest: app.platform.secrets.digest(token),
    scopes,
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
    rotated_from_id: null,
    created_at: app.clock.now(),
  });
  return { id: row.id, token, headers: { 'private-token': token } };
}

async function giveToken(app: TestApp, row: UserRow, scopes: string[]): Promise<TestUser> {
  const { id, token, headers } = await createToken(app, row, scopes);
  const actor: UserActor = {
    kind: 'user',
    id: row.id as UserId,
    username: row.username,
    name: row.name,
    email: row.email,
    isAdmin: row.is_admin,
    isExternal: row.is_external,
    isBot: row.kind !== 'human',
    credential: { kind: 'token', tokenId: id, scopes },
  };
  return { user: { ...toUserView(row), email: row.email }, token, actor, headers };
}

/** A context in which this user acts, for calling operations and reads without HTTP. */
export function contextOf(app: TestApp, person: Pick<TestUser, 'actor'>): Context {
  return contextFor(app.platform, person.actor, { id: 'test', ip: '127.0.0.1' });
}

/** A real sign-in by password: cookie and token of the session, for `server.inject` and browsers. */
export async function signInHeaders(
  app: TestApp,
  user: { username: string },
  password = TEST_PASSWORD,
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const ctx = contextFor(app.platform, ANONYMOUS, { id: 'test', ip: `203.0.113.${(signIns += 1) % 250}` });
  const result = await signIn(ctx, {
    login: user.username,
    password,
    userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
  });
  if (result.next !== 'session') throw new Error('two-factor is on for this account');
  const actor = await authenticate(ctx, { kind: 'session', cookie: result.secret });
  if (actor.kind !== 'user' || actor.credential.kind !== 'session') throw new Error('the session does not hold');
  const isHttps = app.platform.config.url.startsWith('https:');
  return { cookie: `${sessionCookieName(isHttps)}=${result.secret}`, 'x-csrf-token': actor.credential.csrfToken };
}
