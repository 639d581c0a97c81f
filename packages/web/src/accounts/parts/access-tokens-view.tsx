import type { AccessTokenItem, AccessTokensPageData, CreatedToken } from '@tributary/contract/accounts/page.ts';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { NewToken } from '../commands.ts';
import { ActionProblem, useActions } from './action-problem.tsx';
import { NewTokenForm, type Role } from './new-token-form.tsx';
import { usePasswordQuestion } from './password-question.tsx';
import { SecretOnce } from './secret-once.tsx';
import { TokenList } from './token-list.tsx';

type Item = AccessTokenItem & { roleName?: string };

export type AccessTokensViewProps = {
  data: Omit<AccessTokensPageData, 'active' | 'inactive'> & { active: readonly Item[]; inactive: readonly Item[] };
  /** What the tokens are for. */
  meta: string;
  emptyText: string;
  /** Form filled in from the address, so that a program can lead here. */
  suggested?: { name: string; description: string; scopes: readonly string[] };
  /** Roles to choose from, for tokens that have one. */
  roles?: readonly Role[];
  canCreate?: boolean;
  canRevoke?: boolean;
  create: (token: NewToken & { role: string }) => Promise<CreatedToken>;
  rotate: (token: Item) => Promise<CreatedToken>;
  revoke: (token: Item) => Promise<void>;
  /** Shows the change: the one that has gone, the one that was made. */
  onChanged: (gone: Item | null, made: CreatedToken | null) => Promise<void> | void;
  /** Below the tokens. */
  children?: ReactNode;
};

const NOTHING = { name: '', description: '', scopes: [] };

function useTokenActions(props: AccessTokensViewProps, onCreated: (created: CreatedToken) => void) {
  const actions = useActions();
  const confirm = useConfirm();
  const { withPassword, question } = usePasswordQuestion();
  const revoke = async (token: Item): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${token.name}?`,
      text: 'Anything that uses this token loses access immediately. This cannot be undone.',
      action: 'Revoke token',
      danger: true,
    });
    if (!isSure) return;
    await actions.run(`revoke ${token.id}`, async () => {
      await props.revoke(token);
      await props.onChanged(token, null);
    });
  };
  const rotate = async (token: Item): Promise<void> => {
    const isSure = await confirm({
      title: `Rotate ${token.name}?`,
      text: 'This creates a new token with the same name and scopes. The old token stops working immediately.',
      action: 'Rotate token',
    });
    if (!isSure) return;
    await actions.run(`rotate ${token.id}`, async () => {
      const created = await withPassword(() => props.rotate(token));
      onCreated(created);
      await props.onChanged(token, created);
    });
  };
  return { actions, revoke, rotate, withPassword, question };
}

/** Access tokens of a user, project or group: made, shown once, renewed and revoked. */
export function AccessTokensView(props: AccessTokensViewProps) {
  const { data, meta, emptyText, suggested = NOTHING, roles = [], canCreate = true, canRevoke = true } = props;
  const [isOpen, setIsOpen] = useState(suggested.name !== '' || suggested.scopes.length > 0);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { actions, revoke, rotate, withPassword, question } = useTokenActions(props, setCreated);
  const { active, inactive } = data;
  const open = canCreate && (
    <Button variant="primary" icon={Plus} onClick={() => setIsOpen(true)}>
      New token
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title="Access tokens" meta={meta} actions={!isOpen && active.length > 0 && open} />
      <div className="flex flex-col gap-4">
        <ActionProblem actions={actions} />
        {created !== null && (
          <SecretOnce
            title={`Token “${created.item.name}” created`}
            text="Copy it now. It is not shown again. Treat it like a password."
            secret={created.token}
            label="Token"
            onDismiss={() => setCreated(null)}
          />
        )}
        {isOpen && (
          <NewTokenForm
            {...data}
            suggested={suggested}
            roles={roles}
            onCreate={(token) => withPassword(() => props.create(token))}
            onCreated={async (made) => {
              setCreated(made);
              setIsOpen(false);
              await props.onChanged(null, made);
            }}
            onCancel={() => setIsOpen(false)}
          />
        )}
        {active.length > 0 ? (
          <TokenList
            label="Active tokens"
            tokens={active}
            busy={actions.busy}
            onRevoke={canRevoke ? (token) => void revoke(token) : undefined}
            onRotate={canCreate ? (token) => void rotate(token) : undefined}
          />
        ) : (
          !isOpen && <EmptyState icon={KeyRound} title="No access tokens yet" text={emptyText} action={open} />
        )}
        {inactive.length > 0 && (
          <Collapsible title={`Revoked and expired (${inactive.length})`}>
            <TokenList label="Inactive tokens" tokens={inactive} />
          </Collapsible>
        )}
        {props.children}
      </div>
      {question}
    </PageBody>
  );
}
