import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineOperation, guard } from '../../platform/operation.ts';
import { actorId } from '../../platform/actor.ts';
import { mayOnInstance } from '../abilities.ts';
import { endSessions } from '../access-end.ts';
import { mailEmailChanged, mailPasswordReset, mailTwoFactor, mailWelcome } from '../mails.ts';
import { addUser, type NewUserInput, takenProblems } from '../new-user.ts';
import { issueOneTimeSecret } from '../one-time-secrets.ts';
import { hashPassword } from '../password-hashing.ts';
import { passwordProblem } from '../rules/passwords.ts';
import { joinProblems, userFieldProblems } from '../rules/user-fields.ts';
import { getAnybody, lockAnybody } from '../self.ts';
import { clearTwoFactor } from '../store/two-factor.ts';
import { countActiveAdmins, lockUserCreation, updateUserRow, type UserRow } from '../store/users.ts';
import { type IdentityInput, recordIdentity } from './change-identities.ts';
import { type ProfileChange, renameUser } from './update-profile.ts';
import { runEmailConfirmedHooks } from '../user-hooks.ts';

export type ById = { id: number };

export function isSelf(ctx: Context, user: UserRow): boolean {
  return actorId(ctx.actor) === user.id;
}

/** Makes an account for someone; without a password, a link to choose one is mailed. */
export async function createUser(
  ctx: Context,
  input: NewUserInput & { mailsLink: boolean; identity?: IdentityInput },
): Promise<UserRow> {
  guard(mayOnInstance(ctx, 'administer'));
  const { mailsLink, identity = {}, ...person } = input;
  if (!mailsLink && identity.provider === undefined && identity.externUid === undefined) return addUser(ctx, person);
  return transact(ctx, async (inner) => {
    const user = await addUser(inner, person);
    await recordIdentity(inner, user.id, identity);
    if (!mailsLink) return user;
    await mailWelcome(inner, user, await issueOneTimeSecret(inner, user.id, 'reset_password'));
    return user;
  });
}

export type UserChangeInput = ProfileChange & {
  id: number;
  username?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  isAdmin?: boolean | undefined;
  isExternal?: boolean | undefined;
  identity?: IdentityInput | undefined;
  projects_limit?: number | null | undefined;
  can_create_group?: boolean | undefined;
  admin_note?: string | undefined;
};

/** The last one who could undo it stays an administrator. Counted under a lock, so that two cannot demote each other. */
export async function refuseLastAdmin(ctx: Context, user: UserRow): Promise<Refusal | null> {
  if (!user.is_admin || user.state !== 'active') return null;
  await lockUserCreation(ctx.db);
  return (await countActiveAdmins(ctx.db)) > 1 ? null : refuse('last_administrator');
}

async function checkChange(ctx: Context, user: UserRow, input: UserChangeInput): Promise<Refusal | null> {
  const refusal = mayOnInstance(ctx, 'administer');
  if (refusal) return refusal;
  const isDemotion = input.isAdmin === false && user.is_admin;
  if (isDemotion && isSelf(ctx, user)) return refuse('own_account');
  // The own password and address are changed where the present password is asked for.
  if (isSelf(ctx, user) && (input.password !== undefined || (input.email ?? user.email) !== user.email)) {
    return refuse('own_account');
  }
  return isDemotion ? refuseLastAdmin(ctx, user) : null;
}

async function checkedFields(ctx: Context, user: UserRow, input: UserChangeInput): Promise<void> {
  const { username: _username, identity: _identity, ...rest } = input;
  const email = input.email === user.email ? undefined : input.email;
  const password = input.password === undefined ? null : passwordProblem(input.password, user);
  const fields = joinProblems(
    userFieldProblems(rest),
    await takenProblems(ctx, { email }, user.id),
    password === null ? {} : { password: [password] },
  );
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', {}, { fields });
}

async function applyPassword(ctx: Context, user: UserRow, password: string): Promise<void> {
  await updateUserRow(ctx.db, user.id, { password_hash: await hashPassword(password) });
  await endSessions(ctx, user.id);
  await audit(ctx, 'user.password_set', { type: 'user', id: user.id });
}

export const updateUser = defineOperation({
  name: 'user.update',
  load: (ctx, input: UserChangeInput) => lockAnybody(ctx, input.id),
  check: checkChange,
  run: async (ctx, user, input): Promise<UserRow> => {
    await checkedFields(ctx, user, input);
    const { id: _id, username, email, password, isAdmin, isExternal, identity, ...profile } = input;
    await recordIdentity(ctx, user.id, identity ?? {});
    if (username !== undefined) await renameUser(ctx, user, username);
    if (password !== undefined) await applyPassword(ctx, user, password);
    const isNewEmail = email !== undefined && email !== user.email;
    const updated = await updateUserRow(ctx.db, user.id, {
      ...profile,
      ...(isNewEmail && { email, unconfirmed_email: null, confirmed_at: ctx.clock.now() }),
      ...(isAdmin !== undefined && { is_admin: isAdmin }),
      ...(isExternal !== undefined && { is_external: isExternal }),
      updated_at: ctx.clock.now(),
    });
    const target = { type: 'user', id: user.id };
    if (isNewEmail) {
      await runEmailConfirmedHooks(ctx, user.id, email);
      await audit(ctx, 'user.email_changed', target, { from: user.email, to: email });
      await mailEmailChanged(ctx, user.username, user.email, email);
    }
    if (updated.is_admin !== user.is_admin) {
      await audit(ctx, updated.is_admin ? 'user.admin_granted' : 'user.admin_removed', target);
    }
    for (const name of ['projects_limit', 'can_create_group'] as const) {
      if (updated[name] === user[name]) continue;
      await audit(ctx, 'user.limits_changed', target, { name, from: user[name], to: updated[name] });
    }
    if (updated.is_external !== user.is_external) {
      await audit(ctx, 'user.external_changed', target, { from: user.is_external, to: updated.is_external });
    }
    return updated;
  },
});

/** Mails a link to choose a new password. */
export const sendPasswordReset = defineOperation({
  name: 'user.send_password_reset',
  load: (ctx, input: ById) => lockAnybody(ctx, input.id),
  check: (ctx, user) =>
    mayOnInstance(ctx, 'administer') ??
    (user.state === 'active' ? null : refuse('user_state_refused', { reason: 'the account is not active' })),
  run: async (ctx, user) => {
    await mailPasswordReset(ctx, user, await issueOneTimeSecret(ctx, user.id, 'reset_password'));
    await audit(ctx, 'user.password_reset_requested', { type: 'user', id: user.id });
  },
});

/** For someone who lost the app and the recovery codes. */
export const disableTwoFactorOf = defineOperation({
  name: 'user.disable_two_factor',
  load: (ctx, input: ById) => lockAnybody(ctx, input.id),
  check: (ctx, user) =>
    mayOnInstance(ctx, 'administer') ??
    (isSelf(ctx, user) ? refuse('own_account') : null) ??
    (user.otp_enabled_at === null ? refuse('two_factor_is_off') : null),
  run: async (ctx, user) => {
    await clearTwoFactor(ctx.db, user.id, ctx.clock.now());
    await endSessions(ctx, user.id);
    await audit(ctx, 'user.two_factor_disabled', { type: 'user', id: user.id });
    await mailTwoFactor(ctx, user, false);
  },
});

export const endSessionsOf = defineOperation({
  name: 'user.end_sessions',
  load: (ctx, input: ById) => getAnybody(ctx, input.id),
  check: (ctx) => mayOnInstance(ctx, 'administer'),
  run: async (ctx, user) => {
    const count = await endSessions(ctx, user.id);
    await audit(ctx, 'session.all_ended', { type: 'user', id: user.id }, { count });
  },
});
