import { AppError, failFields, refuse } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { mayOnInstance, needsFreshSession } from '../abilities.ts';
import { mailConfirmation, mailEmailAdded } from '../mails.ts';
import { takenProblems } from '../new-user.ts';
import { findOneTimeSecret, issueOneTimeSecret, takeOneTimeSecret } from '../one-time-secrets.ts';
import { emailProblem } from '../rules/user-fields.ts';
import { lockAnybody, lockSelf, selfActor } from '../self.ts';
import {
  confirmUserEmail,
  countUserEmails,
  deleteUserEmailRow,
  findUserEmailRow,
  insertUserEmail,
  type UserEmailRow,
} from '../store/user-emails.ts';
import { type UserRow, updateUserRow } from '../store/users.ts';
import { runEmailConfirmedHooks } from '../user-hooks.ts';
import { countConfirmationMail } from './change-email.ts';

const MAX_EMAILS = 50;

/** A token is enough, as clients call this with one; a browser must have typed the password lately. */
async function mayChangeOwn(ctx: Context) {
  const refusal = mayOnInstance(ctx, 'change_account');
  if (refusal) return refusal;
  return selfActor(ctx).credential.kind === 'session' ? needsFreshSession(ctx) : null;
}

async function add(ctx: Context, user: UserRow, typed: string, isConfirmed: boolean): Promise<UserEmailRow> {
  const email = typed.trim();
  const problem =
    emailProblem(email) ?? (email.toLowerCase() === user.email.toLowerCase() ? 'has already been taken' : null);
  if (problem !== null) failFields({ email: [problem] });
  const fields = await takenProblems(ctx, { email }, user.id);
  if (fields['email']) failFields(fields);
  if ((await countUserEmails(ctx.db, user.id)) >= MAX_EMAILS) {
    failFields({ email: [`are too many (maximum is ${MAX_EMAILS})`] });
  }
  const now = ctx.clock.now();
  const row = await insertUserEmail(ctx.db, {
    user_id: user.id,
    email,
    confirmed_at: isConfirmed ? now : null,
    created_at: now,
  });
  if (!isConfirmed) {
    const secret = await issueOneTimeSecret(ctx, user.id, 'confirm_secondary_email', { email, emailId: row.id });
    await mailConfirmation(ctx, user, email, secret);
  }
  if (isConfirmed) await runEmailConfirmedHooks(ctx, user.id, email);
  await mailEmailAdded(ctx, user, email);
  await audit(ctx, 'user.email_added', { type: 'user', id: user.id }, { email, confirmed: isConfirmed });
  return row;
}

/** A further address of the own account; it counts once the link sent there was opened. */
export const addOwnEmail = defineOperation({
  name: 'account.add_email',
  load: (ctx, _input: { email: string }) => lockSelf(ctx),
  check: mayChangeOwn,
  run: async (ctx, user, { email }) => {
    // Counted before the address is looked at, so that nobody asks for many.
    countConfirmationMail(ctx, user.id);
    return add(ctx, user, email, false);
  },
});

/** An administrator adds a further address to an account, confirmed if they say so. */
export const addEmailOf = defineOperation({
  name: 'user.add_email',
  load: (ctx, input: { userId: number; email: string; isConfirmed: boolean }) => lockAnybody(ctx, input.userId),
  check: (ctx, user) =>
    mayOnInstance(ctx, 'administer') ??
    (user.kind === 'human' ? null : refuse('user_state_refused', { reason: 'this account is not a regular user' })),
  run: (ctx, user, { email, isConfirmed }) => add(ctx, user, email, isConfirmed),
});

async function remove(ctx: Context, user: UserRow, id: number): Promise<void> {
  const row = await findUserEmailRow(ctx.db, user.id, id);
  if (!row) throw new AppError('not_found', { resource: 'Email' });
  await deleteUserEmailRow(ctx.db, id);
  if (user.public_email.toLowerCase() === row.email.toLowerCase()) {
    await updateUserRow(ctx.db, user.id, { public_email: '' });
  }
  await audit(ctx, 'user.email_removed', { type: 'user', id: user.id }, { email: row.email });
}

export const removeOwnEmail = defineOperation({
  name: 'account.remove_email',
  load: (ctx, _input: { id: number }) => lockSelf(ctx),
  check: mayChangeOwn,
  run: (ctx, user, { id }) => remove(ctx, user, id),
});

export const removeEmailOf = defineOperation({
  name: 'user.remove_email',
  load: (ctx, input: { userId: number; id: number }) => lockAnybody(ctx, input.userId),
  check: (ctx) => mayOnInstance(ctx, 'administer'),
  run: (ctx, user, { id }) => remove(ctx, user, id),
});

type Confirmation = { email?: string; emailId?: number };

/** The further address that a link would confirm; undefined when it is no such link. */
export async function furtherAddressOfConfirmation(ctx: Context, token: string): Promise<string | undefined> {
  const found = await findOneTimeSecret(ctx, 'confirm_secondary_email', token);
  return (found?.data as Confirmation | undefined)?.email;
}

/** Confirms a further address; false when it is no such link. */
export function confirmFurtherEmail(ctx: Context, token: string): Promise<boolean> {
  return transact(ctx, (inner) => confirmBy(inner, token));
}

async function confirmBy(ctx: Context, token: string): Promise<boolean> {
  const taken = await takeOneTimeSecret(ctx, 'confirm_secondary_email', token);
  const { email, emailId } = (taken?.data ?? {}) as Confirmation;
  if (!taken || email === undefined || emailId === undefined) return false;
  const fields = await takenProblems(ctx, { email }, taken.user_id);
  if (fields['email']) failFields(fields);
  const row = await confirmUserEmail(ctx.db, taken.user_id, emailId, ctx.clock.now());
  if (!row) throw new AppError('link_invalid');
  await runEmailConfirmedHooks(ctx, taken.user_id, row.email);
  await audit(ctx, 'user.email_confirmed', { type: 'user', id: taken.user_id }, { to: email });
  return true;
}
