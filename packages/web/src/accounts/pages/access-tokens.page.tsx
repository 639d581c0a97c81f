import type { AccessTokenItem, AccessTokensPageData, CreatedToken } from '@tributary/contract/accounts/page.ts';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { updatePageData, usePage, usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { createToken, revokeToken, rotateToken } from '../commands.ts';
import { ActionProblem, useActions } from '../parts/action-problem.tsx';
import { NewTokenForm } from '../parts/new-token-form.tsx';
import { usePasswordQuestion } from '../parts/password-question.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { TokenList } from '../parts/token-list.tsx';

/** The token that has gone moves to those that do not work any more; the new one heads the list. */
function moveToken(gone: AccessTokenItem | null, added: AccessTokenItem | null): void {
  updatePageData<AccessTokensPageData>((data) => ({
    ...data,
    active: [...(added === null ? [] : [added]), ...data.active.filter((token) => token.id !== gone?.id)],
    inactive: gone === null ? data.inactive : [{ ...gone, state: 'revoked' }, ...data.inactive],
  }));
}

function useTokenActions(onCreated: (created: CreatedToken) => void, data: AccessTokensPageData) {
  const actions = useActions();
  const confirm = useConfirm();
  const { withPassword, question } = usePasswordQuestion();
  const revoke = async (token: AccessTokenItem): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${token.name}?`,
      text: 'Whatever uses this token is refused from now on. This cannot be undone.',
      action: 'Revoke token',
      danger: true,
    });
    if (!isSure) return;
    await actions.run(`revoke ${token.id}`, async () => {
      await revokeToken(token.id);
      moveToken(token, null);
    });
  };
  const rotate = async (token: AccessTokenItem): Promise<void> => {
    const isSure = await confirm({
      title: `Renew ${token.name}?`,
      text: 'A new token of the same name and scopes is made, and the old one stops working at once.',
      action: 'Renew token',
    });
    if (!isSure) return;
    await actions.run(`rotate ${token.id}`, async () => {
      const created = await withPassword(() => rotateToken(token.id, data.defaultExpiresAt));
      moveToken(token, created.item);
      onCreated(created);
    });
  };
  return { actions, revoke, rotate, withPassword, question };
}

export default function AccessTokensPage() {
  const { data } = usePage<AccessTokensPageData>();
  const { search } = usePageUrl();
  const suggested = {
    name: search.get('name') ?? '',
    description: search.get('description') ?? '',
    scopes: (search.get('scopes') ?? '').split(',').filter((scope) => scope !== ''),
  };
  const [isOpen, setIsOpen] = useState(suggested.name !== '' || suggested.scopes.length > 0);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { actions, revoke, rotate, withPassword, question } = useTokenActions(setCreated, data);
  const { active, inactive } = data;
  const open = (
    <Button variant="primary" icon={Plus} onClick={() => setIsOpen(true)}>
      New token
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Access tokens"
        meta="Let programs and git act as you, each with only the rights that it needs."
        actions={!isOpen && active.length > 0 && open}
      />
      <div className="flex flex-col gap-4">
        <ActionProblem actions={actions} />
        {created !== null && (
          <SecretOnce
            title={`The token ${created.item.name} was made`}
            text="Copy it now: it is not shown again. Treat it like a password."
            secret={created.token}
            label="Token"
            onDismiss={() => setCreated(null)}
          />
        )}
        {isOpen && (
          <NewTokenForm
            {...data}
            suggested={suggested}
            onCreate={(token) => withPassword(() => createToken(token))}
            onCreated={(made) => {
              moveToken(null, made.item);
              setCreated(made);
              setIsOpen(false);
            }}
            onCancel={() => setIsOpen(false)}
          />
        )}
        {active.length > 0 ? (
          <TokenList
            label="Tokens that work"
            tokens={active}
            busy={actions.busy}
            onRevoke={(token) => void revoke(token)}
            onRotate={(token) => void rotate(token)}
          />
        ) : (
          !isOpen && (
            <EmptyState
              icon={KeyRound}
              title="No access tokens yet"
              text="A token stands for you towards the API and git, without your password, until the day you choose."
              action={open}
            />
          )
        )}
        {inactive.length > 0 && (
          <Collapsible title={`Revoked and expired (${inactive.length})`}>
            <TokenList label="Tokens that do not work any more" tokens={inactive} />
          </Collapsible>
        )}
      </div>
      {question}
    </PageBody>
  );
}
