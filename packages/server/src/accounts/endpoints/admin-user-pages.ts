import type { AdminUserFilter, AdminUserPageData, AdminUsersPageData } from '@tributary/contract/accounts/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { definePage } from '../../endpoints/pages/define-page.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { getAdminUser } from '../reads/admin-user.ts';
import { listAuditEvents, userCountsByKind } from '../reads/administration.ts';
import { tokensOf } from '../reads/list-tokens.ts';
import { listUsers, type UserListQuery } from '../reads/list-users.ts';
import { toAdminUserItem, toAuditItem, toProfileInput, toTokenItem } from '../render/to-page-account.ts';
import { adminBreadcrumbs as breadcrumbs, adminContext, PER_PAGE, pageNumber } from './contexts.ts';

type Subject = { policy: PolicySubject };

const FILTERS: Record<AdminUserFilter, Partial<UserListQuery>> = {
  all: {},
  active: { states: ['active'] },
  admins: { isAdmin: true },
  blocked: { states: ['blocked', 'banned'] },
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
    const wanted: UserListQuery = { ...FILTERS[filter], search, kinds: ['human'], orderBy: 'id', sort: 'desc' };
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
          ...details.limits,
          note: details.adminNote,
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

export const adminUserPages = [usersPage, userPage];
