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
    'Confirm your e-mail address',
    `Somebody, probably you, gave this address for the account ${user.username}.\n\nTo confirm it, open this link within three days:\n\n${ctx.config.url}/users/confirmation?token=${secret}\n\nIf it was not you, there is nothing to do.`,
  );
}

export function mailPasswordReset(ctx: Context, user: Recipient, secret: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'Choose a new password',
    `Somebody, probably you, asked for a new password for the account ${user.username}.\n\nTo choose one, open this link within an hour:\n\n${ctx.config.url}/users/password/edit?token=${secret}\n\nIf it was not you, there is nothing to do; the password stays as it is.`,
  );
}

export function mailWelcome(ctx: Context, user: Recipient, secret: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'An account was made for you',
    `An administrator made the account ${user.username} for you.\n\nTo choose your password, open this link within an hour:\n\n${ctx.config.url}/users/password/edit?token=${secret}\n\nLater, ask for another link at ${ctx.config.url}/users/password/new.`,
  );
}

export function mailPasswordChanged(ctx: Context, user: Recipient): Promise<void> {
  return send(
    ctx,
    user.email,
    'Your password was changed',
    `The password of the account ${user.username} was changed, and it was signed out everywhere else.\n\nIf it was not you, choose a new one at once: ${ctx.config.url}/users/password/new`,
  );
}

export function mailEmailChanging(ctx: Context, user: Recipient, newEmail: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'The e-mail address of your account is being changed',
    `The address of the account ${user.username} will become ${newEmail} as soon as that one is confirmed.\n\nIf it was not you, sign in, change your password and remove the new address: ${ctx.config.url}/-/profile/account`,
  );
}

export function mailEmailChanged(ctx: Context, username: string, oldEmail: string, newEmail: string): Promise<void> {
  return send(
    ctx,
    oldEmail,
    'The e-mail address of your account was changed',
    `The address of the account ${username} is now ${newEmail}. Nothing more will be sent to this one.\n\nIf it was not you, tell an administrator.`,
  );
}

export function mailEmailAdded(ctx: Context, user: Recipient, added: string): Promise<void> {
  return send(
    ctx,
    user.email,
    'An e-mail address was added to your account',
    `The address ${added} was added to the account ${user.username}. Commits with it are shown as yours once it is confirmed.\n\nIf it was not you, sign in and change your password: ${ctx.config.url}/-/profile/account`,
  );
}

export function mailRejected(ctx: Context, user: Recipient): Promise<void> {
  return send(
    ctx,
    user.email,
    'Your account was not approved',
    `An administrator did not approve the account ${user.username}, and it was removed.`,
  );
}

export function mailTwoFactor(ctx: Context, user: Recipient, isOn: boolean): Promise<void> {
  return send(
    ctx,
    user.email,
    `Two-factor authentication was switched ${isOn ? 'on' : 'off'}`,
    `Two-factor authentication of the account ${user.username} was switched ${isOn ? 'on' : 'off'}.\n\nIf it was not you, change your password at once: ${ctx.config.url}/users/password/new`,
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
