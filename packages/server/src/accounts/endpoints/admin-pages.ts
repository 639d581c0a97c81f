import type {
  AdminAuditPageData,
  AdminMailPageData,
  AdminOverviewPageData,
  AdminSettingsPageData,
} from '@tributary/contract/accounts/page.ts';
import { generalSettings } from '@tributary/contract/accounts/settings.ts';
import { definePage } from '../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import {
  auditActions,
  databaseVersion,
  instanceCounts,
  listAuditEvents,
  listMail,
  userCountsByKind,
} from '../reads/administration.ts';
import { findUserByUsername } from '../reads/find-users.ts';
import { listUsers } from '../reads/list-users.ts';
import { toAdminUserItem, toAuditItem, toMailItem } from '../render/to-page-account.ts';
import { getSettings } from '../settings.ts';
import { adminUserPages } from './admin-user-pages.ts';
import { adminBreadcrumbs as breadcrumbs, adminContext, PER_PAGE, pageNumber } from './contexts.ts';

type Subject = { policy: PolicySubject };

const overviewPage = definePage<Subject, AdminOverviewPageData>({
  kind: 'admin_overview',
  on: 'instance',
  path: 'admin',
  ability: 'read_administration',
  nav: 'overview',
  load: async ({ ctx }) => {
    const { pending_approval: pendingUsers } = await userCountsByKind(ctx);
    const newest = await listUsers(
      ctx,
      { kinds: ['human'], orderBy: 'created_at', sort: 'desc' },
      { page: 1, perPage: 10 },
    );
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
    data: { settings: generalSettings(await getSettings(ctx)) },
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
      title: 'Email',
      context: adminContext(),
      breadcrumbs: breadcrumbs('Email', '/admin/mail'),
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

export const adminPages = [overviewPage, ...adminUserPages, settingsPage, mailPage, auditPage];
