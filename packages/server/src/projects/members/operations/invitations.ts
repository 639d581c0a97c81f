import { AppError, failFields, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { emailProblem, findUser, getSettings, mapUsersByConfirmedEmail } from '../../../accounts/index.ts';
import { audit } from '../../../platform/audit.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { limiterFor } from '../../../platform/rate-limiter.ts';
import { getNamespaceAccess, getProjectAccess, todayOf } from '../../access/project-access.ts';
import { canAdd, canGrant } from '../abilities.ts';
import {
  deleteInvitationRow,
  insertInvitation,
  type InvitationRow,
  lockInvitation,
  updateInvitationRow,
} from '../invitation-store.ts';
import { type LoadedContainer, loadContainer } from '../load-container.ts';
import type { MemberContainer } from '../member-store.ts';
import { expiryProblem } from '../rules/granting.ts';
import { addMember } from './add-member.ts';
import { failureOf } from './add-members.ts';

const MAILS = { limit: 100, windowMs: 60 * 60_000 };

function inviterOf(ctx: Context) {
  if (ctx.actor.kind !== 'user') throw new AppError('unauthenticated');
  return ctx.actor;
}

async function pathOf(ctx: Context, place: MemberContainer): Promise<string> {
  return place.kind === 'project'
    ? (await getProjectAccess(ctx, place.id)).project.full_path
    : (await getNamespaceAccess(ctx, place.id)).namespace.full_path;
}

/** Goes to someone who may never have heard of this server: no text that the inviter chose stands in it but paths. */
async function mailInvitation(ctx: Context, place: MemberContainer, email: string): Promise<void> {
  const { id, username } = inviterOf(ctx);
  const state = limiterFor(ctx, 'invitation-mails', MAILS).hit(String(id), ctx.clock.now());
  if (state.isExceeded) throw new AppError('too_many_attempts', { seconds: state.retryAfterSeconds });
  const fullPath = await pathOf(ctx, place);
  const { signup_enabled: isOpen } = await getSettings(ctx);
  const joining = isOpen
    ? `To join, create an account with this email address and confirm it: ${ctx.config.url}/users/sign_up`
    : `To join, ask an administrator of ${ctx.config.url} to create an account with this email address.`;
  await sendMail(ctx, {
    to: email,
    subject: `${username} invited you to ${fullPath}`,
    text: `${username} invited you to join the ${place.kind} ${fullPath}.\n\n${joining}\n\nIf you already have an account with a different email address, add this one to it and confirm it.\n\nIf you do not want to join, you can ignore this email.\n\nTributary at ${ctx.config.url}\n`,
  });
}

type Role = { place: MemberContainer; level: number; expiresAt?: string | null | undefined };

/** Keeps a role for an address that no account has confirmed. */
const inviteAddress = defineOperation<Role & { email: string }, LoadedContainer, void>({
  name: 'invitation.create',
  load: (ctx, input) => loadContainer(ctx, input.place),
  check: (ctx, { place, policy }, { level }) => canAdd(ctx, place, policy, level),
  run: async (ctx, { place }, { email, level, expiresAt }) => {
    const inviter = inviterOf(ctx);
    const expiry = expiryProblem(expiresAt, todayOf(ctx));
    if (expiry) failFields({ expires_at: [expiry] });
    if (await lockInvitation(ctx.db, place, email)) failFields({ invite_email: ['has already been taken'] });
    await insertInvitation(ctx.db, place, {
      email,
      access_level: level,
      expires_at: expiresAt ?? null,
      created_by_id: inviter.id,
      created_at: ctx.clock.now(),
    });
    await audit(ctx, 'invitation.created', { type: place.kind, id: place.id }, { email, to: level });
    await mailInvitation(ctx, place, email);
  },
});

export type InviteInput = Role & { emails: string[]; userIds: number[] };

/**
 * Invites addresses and users; each is invited that can be, and the answer says why others are not. Who has confirmed
 * an address becomes a member at once.
 */
export async function invite(ctx: Context, input: InviteInput): Promise<Record<string, string> | null> {
  const { emails, userIds, ...role } = input;
  if (emails.length + userIds.length === 0) throw new AppError('missing_parameter', { names: 'email, user_id' });
  const known = await mapUsersByConfirmedEmail(ctx, emails);
  const failures: Record<string, string> = {};
  for (const email of new Map(emails.map((each) => [each.toLowerCase(), each])).values()) {
    const user = known.get(email.toLowerCase());
    const canJoin = user !== undefined && !user.isBot && user.state !== 'blocked' && user.state !== 'banned';
    const problem = emailProblem(email);
    const failure =
      problem === null
        ? await failureOf(ctx, () =>
            transact(ctx, (inner) =>
              canJoin ? addMember(inner, { ...role, userId: user.id }) : inviteAddress(inner, { ...role, email }),
            ),
          )
        : `Invite email ${problem}`;
    if (failure !== null) failures[email] = failure;
  }
  for (const userId of new Set(userIds)) {
    const failure = await failureOf(ctx, () => transact(ctx, (inner) => addMember(inner, { ...role, userId })));
    if (failure !== null) failures[(await findUser(ctx, userId))?.username ?? String(userId)] = failure;
  }
  return Object.keys(failures).length === 0 ? null : failures;
}

type Loaded = LoadedContainer & { row: InvitationRow | undefined };
type OfEmail = { place: MemberContainer; email: string };

async function loadInvitation(ctx: Context, { place, email }: OfEmail): Promise<Loaded> {
  return { ...(await loadContainer(ctx, place)), row: await lockInvitation(ctx.db, place, email) };
}

/** An address that waits for nothing is told only to those who may know. */
function changeRefusal(ctx: Context, { place, policy, row }: Loaded, wanted: number): Refusal | null {
  const levels = { wanted, current: row?.access_level ?? 0 };
  return canGrant(ctx.actor, place, policy, levels) ?? (row ? null : refuse('not_found', { resource: 'Invitation' }));
}

function existing({ row }: Loaded): InvitationRow {
  if (!row) throw new AppError('not_found', { resource: 'Invitation' });
  return row;
}

type InvitationChange = OfEmail & { level?: number | undefined; expiresAt?: string | null | undefined };

/** From now on it is an invitation of who changed it. */
export const updateInvitation = defineOperation<InvitationChange, Loaded, InvitationRow>({
  name: 'invitation.update',
  load: loadInvitation,
  check: (ctx, loaded, { level }) => changeRefusal(ctx, loaded, level ?? loaded.row?.access_level ?? 0),
  run: async (ctx, loaded, { level, expiresAt }) => {
    const row = existing(loaded);
    const expiry = expiryProblem(expiresAt, todayOf(ctx));
    if (expiry) failFields({ expires_at: [expiry] });
    const changed = await updateInvitationRow(ctx.db, row.id, {
      ...(level !== undefined && { access_level: level }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      created_by_id: inviterOf(ctx).id,
    });
    const { place } = loaded;
    const details = { email: row.email, from: row.access_level, to: changed.access_level };
    await audit(ctx, 'invitation.changed', { type: place.kind, id: place.id }, details);
    return changed;
  },
});

/** Sends the mail once more. From now on it is an invitation of who sent it. */
export const resendInvitation = defineOperation<OfEmail, Loaded, void>({
  name: 'invitation.resend',
  load: loadInvitation,
  check: (ctx, loaded) => changeRefusal(ctx, loaded, loaded.row?.access_level ?? 0),
  run: async (ctx, loaded) => {
    const { id, email } = existing(loaded);
    const { place } = loaded;
    await updateInvitationRow(ctx.db, id, { created_by_id: inviterOf(ctx).id });
    await audit(ctx, 'invitation.resent', { type: place.kind, id: place.id }, { email });
    await mailInvitation(ctx, place, email);
  },
});

export const removeInvitation = defineOperation<OfEmail, Loaded, void>({
  name: 'invitation.remove',
  load: loadInvitation,
  check: (ctx, loaded) => changeRefusal(ctx, loaded, 0),
  run: async (ctx, loaded) => {
    const row = existing(loaded);
    await deleteInvitationRow(ctx.db, row.id);
    const { place } = loaded;
    await audit(ctx, 'invitation.removed', { type: place.kind, id: place.id }, { email: row.email });
  },
});
