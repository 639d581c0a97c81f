import type { AccessTokenItem, AdminUserItem, AuditItem, MailItem } from '@tributary/contract/accounts/page.ts';
import { type ReactNode, useState } from 'react';
import { AuditList } from './parts/audit-list.tsx';
import { EmailForm } from './parts/email-form.tsx';
import { Facts } from './parts/facts.tsx';
import { MailRow } from './parts/mail-row.tsx';
import { NewTokenForm } from './parts/new-token-form.tsx';
import { PasswordForm } from './parts/password-form.tsx';
import { AvatarForm } from './parts/avatar-form.tsx';
import { RecoveryCodes } from './parts/recovery-codes.tsx';
import { SecretOnce } from './parts/secret-once.tsx';
import { TokenList } from './parts/token-list.tsx';
import { TwoFactorSteps } from './parts/two-factor-steps.tsx';
import { UserTable } from './parts/user-table.tsx';
import { UsernameForm } from './parts/username-form.tsx';

export const group = 'Accounts';

const dayMs = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const dayAhead = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const nothing = (): void => undefined;

const token: AccessTokenItem = {
  id: 1,
  name: 'Build machine',
  description: '',
  scopes: ['read_api', 'read_repository'],
  createdAt: daysAgo(20),
  lastUsedAt: daysAgo(0.01),
  expiresAt: dayAhead(60),
  state: 'active',
};
const tokens: AccessTokenItem[] = [
  token,
  { ...token, id: 2, name: 'Laptop', description: 'Pushes from home', lastUsedAt: null, expiresAt: dayAhead(3) },
  { ...token, id: 3, name: `a name that does not ${'want to '.repeat(12)}end`, scopes: ['api'] },
  { ...token, id: 4, name: 'Old', state: 'expired', expiresAt: '2024-01-02' },
  { ...token, id: 5, name: 'Lost', state: 'revoked' },
];

const ada: AdminUserItem = {
  id: 1,
  username: 'ada',
  name: 'Ada Lovelace',
  state: 'active',
  avatarUrl: null,
  publicEmail: null,
  isBot: false,
  kind: 'human' as const,
  email: 'ada@example.com',
  isAdmin: true,
  isExternal: false,
  hasTwoFactor: true,
  createdAt: daysAgo(400),
  lastActivityOn: dayAhead(0),
};
const plainUser = { ...ada, isAdmin: false, hasTwoFactor: false };
const users: AdminUserItem[] = [
  ada,
  { ...plainUser, id: 2, username: 'layla', name: 'ليلى حسن', state: 'pending_approval', lastActivityOn: null },
  { ...plainUser, id: 3, username: 'fox', name: '🦊 Fox', state: 'blocked' },
  {
    ...plainUser,
    id: 4,
    username: 'somebody-with-a-long-name',
    name: `Somebody ${'with a very long name '.repeat(5)}`,
    email: `${'a-long-address'.repeat(6)}@example.com`,
    isExternal: true,
    state: 'deactivated',
  },
];

const event: AuditItem = {
  id: 1,
  at: daysAgo(0.1),
  action: 'user.block',
  actor: ada,
  actorKind: 'user',
  impersonator: null,
  credential: 'session',
  ip: '2001:db8::1',
  targetType: 'user',
  targetId: '3',
  target: users[2] ?? null,
  place: null,
  user: null,
  group: null,
  details: { from: 'active', to: 'blocked' },
};
const events: AuditItem[] = [
  event,
  { ...event, id: 2, action: 'sign_in.succeeded', target: ada, details: { proof: 'password' } },
  { ...event, id: 3, action: 'sign_in.failed', actor: null, actorKind: 'anonymous', credential: null, target: ada },
  {
    ...event,
    id: 4,
    action: 'settings.changed',
    target: null,
    targetType: 'instance',
    details: { signup_enabled: { from: true, to: false } },
  },
  { ...event, id: 5, action: 'project.deleted', target: null, targetType: 'project', targetId: '12', details: {} },
];

const mail: MailItem = {
  id: 1,
  recipient: 'ada@example.com',
  subject: 'Choose a new password',
  text: 'Open this link within one hour to choose one:\n\nhttps://tributary.example/users/password/edit?token=x\n\nBye',
  state: 'kept',
  error: null,
  createdAt: daysAgo(0.2),
  sentAt: null,
};

const scopes = [
  { name: 'api', text: 'Full access to everything the owner can do, through the API and Git.' },
  { name: 'read_api', text: 'Read access to everything the owner can see, through the API.' },
];

const codes = ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2', '3456-789a-bcde', 'fghj-kmnp-qrst'];
// An image of nothing: the real one is drawn by the server.
const image = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`;

function Mails() {
  const [open, setOpen] = useState<number | null>(1);
  const mails: MailItem[] = [
    mail,
    { ...mail, id: 2, state: 'sent', sentAt: daysAgo(0.1), subject: 'Your account was approved' },
    { ...mail, id: 3, state: 'failed', error: 'connect ECONNREFUSED 127.0.0.1:25', recipient: 'x@'.padEnd(90, 'y') },
  ];
  return (
    <ul aria-label="Emails" className="rounded-md border">
      {mails.map((item) => (
        <MailRow
          key={item.id}
          mail={item}
          isOpen={item.id === open}
          onToggle={() => setOpen(item.id === open ? null : item.id)}
        />
      ))}
    </ul>
  );
}

const limits = { maxBytes: 204_800, types: ['image/png', 'image/jpeg'] };
const email = { email: 'ada@example.com', withPassword: <T,>(change: () => Promise<T>): Promise<T> => change() };

export const states: Record<string, ReactNode> = {
  Tokens: <TokenList label="Tokens" tokens={tokens} onRevoke={nothing} onRotate={nothing} />,
  'Read-only tokens': <TokenList label="Inactive tokens" tokens={tokens.slice(3)} />,
  'A new token': (
    <NewTokenForm
      scopes={scopes}
      defaultExpiresAt={dayAhead(30)}
      maxExpiresAt={dayAhead(365)}
      suggested={{ name: '', description: '', scopes: ['read_api', 'unknown'] }}
      onCreate={async () => ({ token: 'glpat-x', item: token })}
      onCreated={nothing}
      onCancel={nothing}
    />
  ),
  'A token shown once': (
    <SecretOnce
      title="Token “Build machine” created"
      text="Copy it now. It is not shown again. Treat it like a password."
      secret="glpat-abcdefghijklmnopqrst"
      label="Token"
      onDismiss={nothing}
    />
  ),
  'Two-factor set-up': (
    <TwoFactorSteps
      secret={{ secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/x', image }}
      onCode={async () => undefined}
      onCancel={nothing}
    />
  ),
  'Recovery codes': <RecoveryCodes codes={codes} onDone={nothing} />,
  Picture: <AvatarForm user={ada} limits={limits} />,
  'Confirmed email': <EmailForm {...email} isEmailConfirmed unconfirmedEmail={null} />,
  'Email waiting for confirmation': <EmailForm {...email} isEmailConfirmed unconfirmedEmail="ada@new.example" />,
  'Unconfirmed email': <EmailForm {...email} isEmailConfirmed={false} unconfirmedEmail={null} />,
  Password: <PasswordForm minLength={8} hasPassword />,
  'No password': <PasswordForm minLength={8} hasPassword={false} />,
  Username: <UsernameForm username="ada" />,
  Users: <UserTable label="Users" users={users} viewerId={1} onAction={nothing} />,
  'Audit events': <AuditList label="Events" events={events} />,
  Mails: <Mails />,
  Facts: (
    <Facts
      label="Facts"
      facts={[
        { label: 'Email', value: users[3]?.email },
        { label: 'Sessions', value: '2 active sessions' },
      ]}
    />
  ),
};
