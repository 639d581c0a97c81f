import type { Context } from '../platform/context.ts';
import { sendMail } from '../platform/mail/mailer.ts';

/**
 * Mails about accounts. Usernames may stand in them, display names may not: whoever signs someone else's address up
 * could write a message into the name.
 */
type Recipient = { username: string; email: string };

function closing(ctx: Context): string {
  return `\n\nTributary at ${ctx.config.url}\n`;
}

async function send(ctx: Context, to: string, subject: string, text: string): Promise<void> {
  await sendMail(ctx, { to, subject, text: text + closing(ctx) });
}

export function mailConfirmation(ctx: Context, user: Recipient, to: string, secret: string): Promise<void> {
  return send(
    ctx,
    to,
    'Confirm your email address',
    `This email address was entered for the account ${user.username}.\n\nTo confirm it, open this link within three days:\n\n${ctx.config.url}/users/confirmation?token=${secret}\n\nIf this was not you, you can ignore this email.`,
  );
}

export function mailPasswordReset(ctx: Context, user: Recipient, secret: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'Choose a new password',
    `A password reset was requested for the account ${user.username}.\n\nTo set a new password, open this link within one hour:\n\n${ctx.config.url}/users/password/edit?token=${secret}\n\nIf this was not you, you can ignore this email. Your password does not change.`,
  );
}

export function mailWelcome(ctx: Context, user: Recipient, secret: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'An account was created for you',
    `An administrator created the account ${user.username} for you.\n\nTo set your password, open this link within one hour:\n\n${ctx.config.url}/users/password/edit?token=${secret}\n\nIf the link has expired, request a new one at ${ctx.config.url}/users/password/new.`,
  );
}

export function mailPasswordChanged(ctx: Context, user: Recipient): Promise<void> {
  return send(
    ctx,
    user.email,
    'Your password was changed',
    `The password of the account ${user.username} was changed. All other sessions were signed out.\n\nIf this was not you, reset your password immediately: ${ctx.config.url}/users/password/new`,
  );
}

export function mailEmailChanging(ctx: Context, user: Recipient, newEmail: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'Your email address is being changed',
    `The email address of the account ${user.username} changes to ${newEmail} when the new address is confirmed.\n\nIf this was not you, sign in, change your password and remove the new address: ${ctx.config.url}/-/profile/account`,
  );
}

export function mailEmailChanged(ctx: Context, username: string, oldEmail: string, newEmail: string): Promise<void> {
  return send(
    ctx,
    oldEmail,
    'Your email address was changed',
    `The email address of the account ${username} is now ${newEmail}. No more emails are sent to this address.\n\nIf this was not you, contact an administrator.`,
  );
}

export function mailEmailAdded(ctx: Context, user: Recipient, added: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'An email address was added to your account',
    `The email address ${added} was added to the account ${user.username}. After you confirm it, commits with this address are linked to your account.\n\nIf this was not you, sign in and change your password: ${ctx.config.url}/-/profile/account`,
  );
}

export function mailRejected(ctx: Context, user: Recipient): Promise<void> {
  return send(
    ctx,
    user.email,
    'Your account was not approved',
    `An administrator rejected the account ${user.username}, and it was deleted.`,
  );
}

export function mailTwoFactor(ctx: Context, user: Recipient, isOn: boolean): Promise<void> {
  return send(
    ctx,
    user.email,
    `Two-factor authentication was ${isOn ? 'enabled' : 'disabled'}`,
    `Two-factor authentication for the account ${user.username} was ${isOn ? 'enabled' : 'disabled'}.\n\nIf this was not you, change your password immediately: ${ctx.config.url}/users/password/new`,
  );
}

export function mailApproved(ctx: Context, user: Recipient): Promise<void> {
  return send(
    ctx,
    user.email,
    'Your account was approved',
    `An administrator approved the account ${user.username}. Sign in at ${ctx.config.url}/users/sign_in`,
  );
}
