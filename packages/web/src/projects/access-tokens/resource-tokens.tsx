import type { AccessTokenItem, CreatedToken, ResourceTokensPageData } from '@tributary/contract/accounts/page.ts';
import { AccessTokensView } from '../../accounts/parts/access-tokens-view.tsx';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';

type RestToken = { id: number; name: string; token: string };

/** What the view shows once; the lists come from the page. */
function createdOf(made: RestToken, like: Pick<AccessTokenItem, 'description' | 'scopes' | 'expiresAt'>): CreatedToken {
  const { id, name, token } = made;
  const { description, scopes, expiresAt } = like;
  const createdAt = new Date().toISOString();
  return { token, item: { id, name, description, scopes, expiresAt, createdAt, lastUsedAt: null, state: 'active' } };
}

/** Access tokens that act for a project or group, with a role there. */
export function ResourceTokens() {
  const { data } = usePage<ResourceTokensPageData>();
  const { kind, id } = data.place;
  const path = `/api/v4/${kind}s/${id}/access_tokens`;
  return (
    <AccessTokensView
      data={data}
      meta={`Let scripts and Git access this ${kind} with their own role, independent of any user.`}
      emptyText={`Create a token to access this ${kind} through the API and Git. You choose its role and expiration date.`}
      roles={data.roles}
      canCreate={data.roles.length > 0}
      canRevoke={data.canRevoke}
      create={async ({ role, ...token }) => {
        const made = await api.post<RestToken>(path, { body: { ...token, access_level: Number(role) } });
        return createdOf(made, { ...token, expiresAt: token.expires_at });
      }}
      rotate={async (token) => {
        const body = { expires_at: data.defaultExpiresAt };
        return createdOf(await api.post<RestToken>(`${path}/${token.id}/rotate`, { body }), token);
      }}
      revoke={(token) => api.delete(`${path}/${token.id}`)}
      onChanged={reloadPage}
    />
  );
}
