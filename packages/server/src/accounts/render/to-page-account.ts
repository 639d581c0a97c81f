import type {
  AccessTokenItem,
  AdminUserItem,
  AuditItem,
  MailItem,
  ProfileInput,
  SessionItem,
} from '@tributary/contract/accounts/page.ts';
import type { AuditView, MailView } from '../reads/administration.ts';
import type { SessionView } from '../reads/list-sessions.ts';
import type { TokenView } from '../reads/list-tokens.ts';
import type { UserDetails } from '../reads/user-details.ts';

export function toTokenItem(token: TokenView): AccessTokenItem {
  return {
    id: token.id,
    name: token.name,
    description: token.description,
    scopes: token.scopes,
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    expiresAt: token.expiresAt,
    state: token.state,
  };
}

export function toSessionItem(session: SessionView): SessionItem {
  return {
    id: session.id,
    isCurrent: session.isCurrent,
    ip: session.ip,
    device: session.device,
    signedInAt: session.signedInAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
  };
}

export function toProfileInput(user: UserDetails): ProfileInput {
  const { publicEmail, isPrivate } = user;
  return { name: user.view.name, ...user.profile, public_email: publicEmail, private_profile: isPrivate };
}

export function toAdminUserItem(user: UserDetails): AdminUserItem {
  return {
    ...user.view,
    email: user.email,
    isAdmin: user.isAdmin,
    isExternal: user.isExternal,
    hasTwoFactor: user.hasTwoFactor,
    createdAt: user.createdAt.toISOString(),
    lastActivityOn: user.lastActivityOn,
  };
}

export function toMailItem(mail: MailView): MailItem {
  return { ...mail, createdAt: mail.createdAt.toISOString(), sentAt: mail.sentAt?.toISOString() ?? null };
}

export function toAuditItem(event: AuditView): AuditItem {
  return { ...event, at: event.at.toISOString() };
}
