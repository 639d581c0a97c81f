import type { ResourceTokensPageData } from '@tributary/contract/accounts/page.ts';
import { RESOURCE_TOKEN_SCOPES } from '@tributary/contract/accounts/token-scopes.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { defaultExpiry, latestExpiry, toTokenItem } from '../../../accounts/index.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed, type PolicySubject } from '../../../platform/policy/policy.ts';
import { type NamespaceAccess, type ProjectAccess, todayOf } from '../../access/project-access.ts';
import { grantingLevel } from '../../members/abilities.ts';
import type { MemberContainer } from '../../members/member-store.ts';
import { grantableLevels } from '../../members/rules/granting.ts';
import { manageRefusal } from '../operations/create-access-token.ts';
import { type AccessTokenView, listAccessTokens } from '../reads/list-access-tokens.ts';

const MOST_ACTIVE = 500;
const MOST_INACTIVE = 50;

const toItem = (token: AccessTokenView) => ({ ...toTokenItem(token), roleName: accessLevelName(token.level) });

async function load(ctx: Context, place: MemberContainer, policy: PolicySubject): Promise<ResourceTokensPageData> {
  const active = await listAccessTokens(ctx, place, { state: 'active' }, { page: 1, perPage: MOST_ACTIVE });
  const inactive = await listAccessTokens(ctx, place, { state: 'inactive' }, { page: 1, perPage: MOST_INACTIVE });
  const levels = manageRefusal(ctx, { place, policy }) ? [] : grantableLevels(grantingLevel(ctx.actor, policy));
  const today = todayOf(ctx);
  return {
    place,
    active: active.items.map(toItem),
    inactive: inactive.items.map(toItem),
    scopes: RESOURCE_TOKEN_SCOPES.map(({ name, text }) => ({ name, text })),
    defaultExpiresAt: defaultExpiry(today),
    maxExpiresAt: latestExpiry(today),
    roles: levels.map((value) => ({ value, name: accessLevelName(value) })),
    canRevoke: isAllowed(ctx.actor, `revoke_${place.kind}_access_tokens`, policy),
  };
}

export const accessTokenPages: Page[] = [
  definePage<ProjectAccess, ResourceTokensPageData>({
    kind: 'project_access_tokens',
    on: 'project',
    path: 'settings/access_tokens',
    ability: 'read_project_access_tokens',
    nav: 'project_access_tokens',
    load: async ({ ctx, subject: { project, policy } }) => ({
      title: 'Access tokens',
      breadcrumbs: [{ text: 'Access tokens', href: `/${project.full_path}/-/settings/access_tokens` }],
      data: await load(ctx, { kind: 'project', id: project.id }, policy),
    }),
  }),
  definePage<NamespaceAccess, ResourceTokensPageData>({
    kind: 'group_access_tokens',
    on: 'group',
    path: 'settings/access_tokens',
    ability: 'read_group_access_tokens',
    nav: 'group_access_tokens',
    load: async ({ ctx, subject: { namespace, policy } }) => ({
      title: 'Access tokens',
      breadcrumbs: [{ text: 'Access tokens', href: `/groups/${namespace.full_path}/-/settings/access_tokens` }],
      data: await load(ctx, { kind: 'group', id: namespace.id }, policy),
    }),
  }),
];
