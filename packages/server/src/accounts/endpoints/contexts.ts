import type { Breadcrumb, NavItem, ShellContext } from '@tributary/contract/page/page-data.ts';

function nav(items: [key: string, label: string, href: string, icon: string][]): NavItem[] {
  return items.map(([key, label, href, icon]) => ({ key, label, href, icon }));
}

/** The rail of the own account's pages. */
export function profileContext(): ShellContext {
  return {
    type: 'profile',
    name: 'Your account',
    fullPath: '',
    avatarUrl: null,
    id: 0,
    href: '/-/profile',
    nav: nav([
      ['profile', 'Profile', '/-/profile', 'user'],
      ['account', 'Account', '/-/profile/account', 'lock'],
      ['preferences', 'Preferences', '/-/profile/preferences', 'appearance'],
      ['notifications', 'Notifications', '/-/profile/notifications', 'mail'],
      ['comment_templates', 'Comment templates', '/-/profile/comment_templates', 'comment'],
      ['tokens', 'Access tokens', '/-/profile/personal_access_tokens', 'key'],
      ['keys', 'SSH and GPG keys', '/-/profile/keys', 'key'],
      ['sessions', 'Sessions', '/-/profile/active_sessions', 'sessions'],
    ]),
  };
}

/** The rail of administration. */
export function adminContext(pendingUsers?: number): ShellContext {
  const items = nav([
    ['overview', 'Overview', '/admin', 'activity'],
    ['users', 'Users', '/admin/users', 'users'],
    ['settings', 'Settings', '/admin/settings', 'settings'],
    ['runners', 'Runners', '/admin/runners', 'job'],
    ['jobs', 'Jobs', '/admin/jobs', 'job'],
    ['push_rules', 'Push rules', '/admin/push_rules', 'code'],
    ['hooks', 'System hooks', '/admin/hooks', 'webhook'],
    ['ci_cd', 'CI/CD', '/admin/ci_cd', 'pipeline'],
    ['mail', 'Email', '/admin/mail', 'mail'],
    ['abuse', 'Abuse reports', '/admin/abuse_reports', 'admin'],
    ['audit', 'Audit events', '/admin/audit_events', 'time'],
  ]);
  return {
    type: 'admin',
    name: 'Administration',
    fullPath: '',
    avatarUrl: null,
    id: 0,
    href: '/admin',
    nav: items.map((item) => (item.key === 'users' && pendingUsers ? { ...item, count: pendingUsers } : item)),
  };
}

export function adminBreadcrumbs(text: string, href: string): Breadcrumb[] {
  return [
    { text: 'Administration', href: '/admin' },
    { text, href },
  ];
}

/** Rows of one page of an administration list. */
export const PER_PAGE = 50;

/** Number of the page in the address; 1 for anything else. */
export function pageNumber(query: URLSearchParams): number {
  const number = Number(query.get('page') ?? 1);
  return Number.isSafeInteger(number) && number > 0 && number <= 100_000 ? number : 1;
}
