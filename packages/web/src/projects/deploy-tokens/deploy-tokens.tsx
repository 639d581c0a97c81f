import type { DeployTokenCard, DeployTokensPageData } from '@tributary/contract/projects/deploy-tokens.ts';
import { KeyRound } from 'lucide-react';
import { NewTokenDialog, useIssuedToken } from '../../accounts/parts/issued-tokens.tsx';
import { usePage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { api } from '../../lib/http.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LastUsed } from '../../ui/last-used.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Owner = DeployTokensPageData['owner'];
type Created = { name: string; username: string; token: string };

const pathOf = ({ kind, id }: Owner): string => `/api/v4/${kind}s/${id}/deploy_tokens`;

function TokenRow({ owner, token, canRevoke }: { owner: Owner; token: DeployTokenCard; canRevoke: boolean }) {
  const { button, error } = useRowRemoval({
    path: canRevoke ? `${pathOf(owner)}/${token.id}` : null,
    name: token.name,
    title: `Revoke ${token.name}?`,
    text: 'Anything that uses this token loses access immediately. This cannot be undone.',
    action: 'Revoke token',
  });
  return (
    <ListRow
      title={<bdi>{token.name}</bdi>}
      badges={
        <>
          {token.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {token.isExpired && <Badge tone="warning">Expired</Badge>}
        </>
      }
      meta={
        <>
          <code>{token.username}</code>
          {' · '}
          <LastUsed at={token.lastUsedAt} />
          {' · '}
          {token.expiresAt === null ? 'No expiration date' : `Expires after ${token.expiresAt}`}
          <RowProblem text={error} />
        </>
      }
      trailing={button}
      trailingInline
    />
  );
}

/** Tokens that clone the repositories of a project or group, without a user. */
export function DeployTokens() {
  const {
    data: { owner, tokens, canCreate, canRevoke },
  } = usePage<DeployTokensPageData>();
  const issued = useIssuedToken<Created>();
  const add = canCreate && (
    <Button variant="primary" onClick={issued.open}>
      New deploy token
    </Button>
  );
  const what = owner.kind === 'project' ? 'this project' : 'all projects in this group';
  return (
    <PageBody>
      <PageHeader
        title="Deploy tokens"
        meta={`Let servers clone and fetch ${what} over HTTPS, independent of any user.`}
        actions={tokens.length > 0 && add}
      />
      <div className="flex flex-col gap-4">
        {issued.secret(({ name, username }) => ({
          title: `Deploy token “${name}” created`,
          text: `Copy it now. It is not shown again. Its username is ${username}.`,
        }))}
        <ItemList
          label="Deploy tokens"
          items={tokens}
          empty={{
            icon: KeyRound,
            title: 'No deploy tokens',
            text: 'A deploy token is a username and a password with which a server clones repositories. It cannot push.',
            action: add,
          }}
        >
          {(token) => <TokenRow key={token.id} owner={owner} token={token} canRevoke={canRevoke} />}
        </ItemList>
      </div>
      {issued.dialog((props) => (
        <NewTokenDialog
          noun="deploy token"
          initial={{ name: '', username: '' }}
          validate={({ name }) =>
            name.trim() === '' ? { name: 'Enter a name that says where the token is used.' } : {}
          }
          expiryHint="Leave blank for a token that works until you revoke it."
          create={(values) => api.post<Created>(pathOf(owner), { body: { ...values, scopes: ['read_repository'] } })}
          {...props}
        >
          {(form) => (
            <>
              <TextField label="Name" required autoComplete="off" {...form.text('name')} />
              <TextField
                label="Username"
                autoComplete="off"
                hint="Leave blank for gitlab+deploy-token-, followed by a number."
                {...form.text('username')}
              />
            </>
          )}
        </NewTokenDialog>
      ))}
    </PageBody>
  );
}
