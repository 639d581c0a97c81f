import type { AccessTokenItem, AccessTokensPageData } from '@tributary/contract/accounts/page.ts';
import { updatePageData, usePage, usePageUrl } from '../../app/navigation.tsx';
import { createToken, revokeToken, rotateToken } from '../commands.ts';
import { FeedToken } from '../parts/feed-token.tsx';
import { AccessTokensView } from '../parts/access-tokens-view.tsx';

/** The token that has gone moves to those that do not work any more; the new one heads the list. */
function moveToken(gone: AccessTokenItem | null, added: AccessTokenItem | null): void {
  updatePageData<AccessTokensPageData>((data) => ({
    ...data,
    active: [...(added === null ? [] : [added]), ...data.active.filter((token) => token.id !== gone?.id)],
    inactive: gone === null ? data.inactive : [{ ...gone, state: 'revoked' }, ...data.inactive],
  }));
}

export default function AccessTokensPage() {
  const { data } = usePage<AccessTokensPageData>();
  const { search } = usePageUrl();
  return (
    <AccessTokensView
      data={data}
      meta="Let applications and Git act as you, with only the scopes they need."
      emptyText="Use a token instead of your password for the API and Git, until the date you choose."
      suggested={{
        name: search.get('name') ?? '',
        description: search.get('description') ?? '',
        scopes: (search.get('scopes') ?? '').split(',').filter((scope) => scope !== ''),
      }}
      create={({ role: _role, ...token }) => createToken(token)}
      rotate={(token) => rotateToken(token.id, data.defaultExpiresAt)}
      revoke={(token) => revokeToken(token.id)}
      onChanged={(gone, made) => moveToken(gone, made?.item ?? null)}
    >
      <FeedToken isPresent={data.hasFeedToken ?? false} />
    </AccessTokensView>
  );
}
