import type {
  AdminAuditPageData,
  AdminMailPageData,
  AdminOverviewPageData,
  AdminSettingsPageData,
  AdminUserFilter,
  AdminUserPageData,
  AdminUsersPageData,
} from '@tributary/contract/accounts/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { definePage } from '../../faces/pages/define-page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { getAdminUser } from '../reads/admin-user.ts';
import {
  auditActions,
  databaseVersion,
  instanceCounts,
  listAuditEvents,
  listMail,
  userCountsByKind,
} from '../reads/administration.ts';
import { findUserByUsername } from '../reads/find-users.ts';
import { tokensOf } from '../reads/list-tokens.ts';
import { listUsers, type UserListQuery } from '../reads/list-users.ts';
import { toAdminUserItem, toAuditItem, toMailItem, toProfileInput, toTokenItem } from '../render/to-page-account.ts';
import { getSettings } from '../settings.ts';
import { adminContext } from './contexts.ts';

type Subject = { policy: PolicySubject };

const PER_PAGE = 50;

function pageNumber(query: URLSearchParams): number {
  const number = Number(query.get('page') ?? 1);
  return Number.isSafeInteger(number) && number > 0 && number <= 100_000 ? number : 1;
}

const breadcrumbs = (text: string, href: string) => [
  { text: 'Administration', href: '/admin' },
  { text, href },
];

const overviewPage = definePage<Subject, AdminOverviewPageData>({
  kind: 'admin_overview',
  on: 'instance',
  path: 'admin',
  ability: 'read_administration',
  nav: 'overview',
  load: async ({ ctx }) => {
    const { pending_approval: pendingUsers } = await userCountsByKind(ctx);
    const newest = await listUsers(ctx, { orderBy: 'created_at', sort: 'desc' }, { page: 1, perPage: 10 });
    return {
      title: 'Administration',
      context: adminContext(pendingUsers),
      breadcrumbs: breadcrumbs('Overview', '/admin'),
      data: {
        counts: await instanceCounts(ctx),
        version: ctx.config.version,
        nodeVersion: process.versions.node,
        postgresVersion: await databaseVersion(ctx),
        mailWorks: ctx.config.smtpUrl !== undefined,
        pendingUsers,
        latestUsers: newest.items.map(toAdminUserItem),
      },
    };
  },
});

const FILTERS: Record<AdminUserFilter, Partial<UserListQuery>> = {
  all: {},
  active: { states: ['active'] },
  admins: { isAdmin: true },
  blocked: { states: ['blocked'] },
  pending_approval: { states: ['pending_approval'] },
  deactivated: { states: ['deactivated'] },
  two_factor_disabled: { states: ['active'], hasTwoFactor: false },
  external: { isExternal: true },
};

function filterOf(text: string | null): AdminUserFilter {
  const names = Object.keys(FILTERS) as AdminUserFilter[];
  return names.find((name) => name === text) ?? 'all';
}

const usersPage = definePage<Subject, AdminUsersPageData>({
  kind: 'admin_users',
  on: 'instance',
  path: 'admin/users',
  ability: 'read_administration',
  nav: 'users',
  load: async ({ ctx, query }) => {
    const filter = filterOf(query.get('filter'));
    const search = (query.get('search') ?? '').slice(0, 300);
    const page = pageNumber(query);
    const wanted: UserListQuery = { ...FILTERS[filter], search, orderBy: 'id', sort: 'desc' };
    const users = await listUsers(ctx, wanted, { page, perPage: PER_PAGE });
    const counts = await userCountsByKind(ctx);
    return {
      title: 'Users',
      context: adminContext(counts.pending_approval),
      breadcrumbs: breadcrumbs('Users', '/admin/users'),
      data: {
        users: users.items.map(toAdminUserItem),
        filter,
        search,
        counts,
        page,
        perPage: PER_PAGE,
        total: users.total ?? 0,
      },
    };
  },
});

const userPage = definePage<Subject, AdminUserPageData>({
  kind: 'admin_user',
  on: 'instance',
  path: 'admin/users/:id',
  ability: 'read_administration',
  nav: 'users',
  load: async ({ ctx, params }) => {
    const id = Number(params['id']);
    if (!Number.isSafeInteger(id) || id <= 0) throw new AppError('not_found', { resource: 'User' });
    const { details, isSelf, sessionCount, actions, canDelete } = await getAdminUser(ctx, id);
    const { active, inactive } = await tokensOf(ctx, id);
    const events = await listAuditEvents(ctx, { userId: id }, { page: 1, perPage: 20 });
    const name = details.view.name;
    return {
      title: name,
      context: adminContext(),
      breadcrumbs: [...breadcrumbs('Users', '/admin/users'), { text: name, href: `/admin/users/${id}` }],
      data: {
        user: {
          ...toAdminUserItem(details),
          isSelf,
          isEmailConfirmed: details.confirmedAt !== null,
          unconfirmedEmail: details.unconfirmedEmail,
          hasPassword: details.hasPassword,
          lastSignInAt: details.currentSignInAt?.toISOString() ?? null,
          profile: toProfileInput(details),
        },
        actions,
        canDelete,
        sessionCount,
        tokens: [...active, ...inactive].map(toTokenItem),
        audit: events.items.map(toAuditItem),
      },
    };
  },
});

const settingsPage = definePage<Subject, AdminSettingsPageData>({
  kind: 'admin_settings',
  on: 'instance',
  path: 'admin/settings',
  ability: 'read_administration',
  nav: 'settings',
  load: async ({ ctx }) => ({
    title: 'Settings',
    context: adminContext(),
    breadcrumbs: breadcrumbs('Settings', '/admin/settings'),
    data: { settings: await getSettings(ctx) },
  }),
});

const mailPage = definePage<Subject, AdminMailPageData>({
  kind: 'admin_mail',
  on: 'instance',
  path: 'admin/mail',
  ability: 'read_administration',
  nav: 'mail',
  load: async ({ ctx, query }) => {
    const page = pageNumber(query);
    const mails = await listMail(ctx, { page, perPage: PER_PAGE });
    return {
      title: 'Mail',
      context: adminContext(),
      breadcrumbs: breadcrumbs('Mail', '/admin/mail'),
      data: {
        mailWorks: ctx.config.smtpUrl !== undefined,
        mails: mails.items.map(toMailItem),
        page,
        perPage: PER_PAGE,
        total: mails.total ?? 0,
      },
    };
  },
});

const auditPage = definePage<Subject, AdminAuditPageData>({
  kind: 'admin_audit',
  on: 'instance',
  path: 'admin/audit_events',
  ability: 'read_administration',
  nav: 'audit',
  load: async ({ ctx, query }) => {
    const action = query.get('action') ?? '';
    const user = (query.get('user') ?? '').slice(0, 300);
    const page = pageNumber(query);
    // A name that nobody has finds nothing, rather than everything.
    const userId = user === '' ? undefined : ((await findUserByUsername(ctx, user))?.id ?? 0);
    const filter = { action: action === '' ? undefined : action, userId };
    const events = await listAuditEvents(ctx, filter, { page, perPage: PER_PAGE });
    return {
      title: 'Audit events',
      context: adminContext(),
      breadcrumbs: breadcrumbs('Audit events', '/admin/audit_events'),
      data: {
        events: events.items.map(toAuditItem),
        actions: await auditActions(ctx),
        action,
        user,
        page,
        perPage: PER_PAGE,
        hasNext: events.hasNext,
      },
    };
  },
});

export const adminPages = [overviewPage, usersPage, userPage, settingsPage, mailPage, auditPage];
