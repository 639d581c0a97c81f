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
      text: 'All sessions end, tokens stop working, and the user cannot sign in. Their content stays. You can unblock them later.',
    },
  },
  unblock: { label: 'Unblock' },
  ban: {
    label: 'Ban',
    danger: true,
    question: {
      title: (name) => `Ban ${name}?`,
      text: 'The user is blocked and marked as banned. All sessions end, tokens stop working, and they cannot sign in.',
    },
  },
  unban: { label: 'Unban' },
  deactivate: {
    label: 'Deactivate',
    question: {
      title: (name) => `Deactivate ${name}?`,
      text: 'For users who are away for a long time. All sessions end, and they cannot sign in until you activate the account again.',
    },
  },
  activate: { label: 'Activate' },
  make_admin: {
    label: 'Make administrator',
    question: {
      title: (name) => `Make ${name} an administrator?`,
      text: 'Administrators can see and change everything on this instance, including private projects.',
    },
  },
  remove_admin: {
    label: 'Remove administrator rights',
    question: {
      title: (name) => `Remove administrator rights from ${name}?`,
      text: 'The account keeps its own projects and memberships.',
    },
  },
  send_password_reset: { label: 'Send password reset link', done: 'Password reset link sent.' },
  disable_two_factor: {
    label: 'Disable two-factor',
    danger: true,
    question: {
      title: (name) => `Disable two-factor authentication for ${name}?`,
      text: 'Only for a user who lost their phone and recovery codes. Verify their identity first. All sessions end.',
    },
  },
  end_sessions: {
    label: 'End all sessions',
    question: { title: (name) => `End all sessions for ${name}?`, text: 'Every browser is signed out immediately.' },
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
  all: { label: 'All', empty: 'No users' },
  active: { label: 'Active', empty: 'No active users' },
  pending_approval: { label: 'Waiting for approval', empty: 'No users waiting for approval' },
  admins: { label: 'Administrators', empty: 'No administrators' },
  blocked: { label: 'Blocked', empty: 'No blocked users' },
  deactivated: { label: 'Deactivated', empty: 'No deactivated users' },
  two_factor_disabled: { label: 'Without two-factor', empty: 'All users have two-factor authentication' },
  external: { label: 'External', empty: 'No external users' },
};

export const filterOrder = Object.keys(filterTexts) as AdminUserFilter[];
