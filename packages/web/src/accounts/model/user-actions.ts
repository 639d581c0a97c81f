import type { AdminUserAction, AdminUserFilter, AdminUserItem } from '@tributary/contract/accounts/page.ts';

export type ActionText = {
  label: string;
  /** Asked before; actions without are harmless or easily taken back. */
  question?: { title: (name: string) => string; text: string };
  danger?: boolean;
  /** Said after it worked, where the page itself does not show it. */
  done?: string;
};

export const actionTexts: Record<AdminUserAction, ActionText> = {
  approve: { label: 'Approve' },
  block: {
    label: 'Block',
    danger: true,
    question: {
      title: (name) => `Block ${name}?`,
      text: 'All sessions end now, tokens stop working, and nobody can sign in. What this person wrote stays. You can unblock later.',
    },
  },
  unblock: { label: 'Unblock' },
  ban: {
    label: 'Ban',
    danger: true,
    question: {
      title: (name) => `Ban ${name}?`,
      text: 'As blocking, and marked as banned: sessions end, tokens stop working, and nobody can sign in.',
    },
  },
  unban: { label: 'Unban' },
  deactivate: {
    label: 'Deactivate',
    question: {
      title: (name) => `Deactivate ${name}?`,
      text: 'For somebody who is away for long: sessions end and signing in is refused until you activate the account again.',
    },
  },
  activate: { label: 'Activate' },
  make_admin: {
    label: 'Make administrator',
    question: {
      title: (name) => `Make ${name} an administrator?`,
      text: 'Administrators see and change everything on this instance, private projects too.',
    },
  },
  remove_admin: {
    label: 'Remove administrator rights',
    question: {
      title: (name) => `Remove the administrator rights of ${name}?`,
      text: 'The account keeps its own projects and memberships.',
    },
  },
  send_password_reset: { label: 'Send password reset link', done: 'A link to choose a new password was sent.' },
  disable_two_factor: {
    label: 'Switch off two-factor',
    danger: true,
    question: {
      title: (name) => `Switch off two-factor authentication of ${name}?`,
      text: 'Only for somebody who lost phone and recovery codes, and whom you know it is. All sessions end.',
    },
  },
  end_sessions: {
    label: 'End all sessions',
    question: { title: (name) => `End all sessions of ${name}?`, text: 'Every browser is signed out at once.' },
    done: 'All sessions have ended.',
  },
};

const stateActions: Record<AdminUserItem['state'], AdminUserAction[]> = {
  active: ['deactivate', 'block'],
  blocked: ['unblock'],
  banned: ['unban'],
  pending_approval: ['approve', 'block'],
  deactivated: ['activate', 'block'],
};

/** What the row of a list offers; the page of the user has the rest. Never anything against oneself. */
export function rowActions(user: AdminUserItem, viewerId: number | null): AdminUserAction[] {
  if (user.id === viewerId) return [];
  const rights: AdminUserAction[] = user.state === 'active' ? [user.isAdmin ? 'remove_admin' : 'make_admin'] : [];
  return [...rights, ...stateActions[user.state]];
}

export const filterTexts: Record<AdminUserFilter, { label: string; empty: string }> = {
  all: { label: 'All', empty: 'Nobody is here.' },
  active: { label: 'Active', empty: 'Nobody is active.' },
  pending_approval: { label: 'Waiting for approval', empty: 'Nobody waits for approval.' },
  admins: { label: 'Administrators', empty: 'There are no administrators.' },
  blocked: { label: 'Blocked', empty: 'Nobody is blocked.' },
  deactivated: { label: 'Deactivated', empty: 'Nobody is deactivated.' },
  two_factor_disabled: { label: 'Without two-factor', empty: 'Everybody has two-factor authentication on.' },
  external: { label: 'External', empty: 'Nobody is external.' },
};

export const filterOrder = Object.keys(filterTexts) as AdminUserFilter[];
