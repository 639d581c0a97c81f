import type { RestPersonalAccessToken } from '@tributary/contract/accounts/rest.ts';
import type { TokenView } from '../reads/list-tokens.ts';

export function toRestToken(token: TokenView): RestPersonalAccessToken {
  return {
    id: token.id,
    name: token.name,
    revoked: token.revokedAt !== null,
    created_at: token.createdAt.toISOString(),
    description: token.description === '' ? null : token.description,
    scopes: token.scopes,
    user_id: token.userId,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    active: token.state === 'active',
    expires_at: token.expiresAt,
  };
}
