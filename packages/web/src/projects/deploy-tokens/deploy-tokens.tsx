import type { DeployTokenCard, DeployTokensPageData } from '@tributary/contract/projects/deploy-tokens.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { usePasswordQuestion } from '../../accounts/parts/password-question.tsx';
import { SecretOnce } from '../../accounts/parts/secret-once.tsx';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Owner = DeployTokensPageData['owner'];
type Created = { name: string; username: string; token: string };

const pathOf = ({ kind, id }: Owner): string => `/api/v4/${kind}s/${id}/deploy_tokens`;

type DialogProps = { owner: Owner; onCreated: (created: Created) => void; onClose: () => void };

function NewTokenDialog({ owner, onCreated, onClose }: DialogProps) {
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const { withPassword, question } = usePasswordQuestion();
  const form = useForm({
    initial: { name: '', username: '', expires_at: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: 'Enter a name that says where the token is used.' } : {}),
    onSubmit: async (values) => {
      const body = { ...values, scopes: ['read_repository'] };
      const created = await withPassword(() => api.post<Created>(pathOf(owner), { body }));
      onCreated(created);
      await reloadPage();
    },
  });
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="New deploy token">
        <form {...form.props} className="flex flex-col gap-3">
          <FormError form={form} />
          <TextField label="Name" required autoComplete="off" {...form.text('name')} />
          <TextField
            label="Username"
            autoComplete="off"
            hint="Leave blank for gitlab+deploy-token-, followed by a number."
            {...form.text('username')}
          />
          <TextField
            label="Expiration date"
            type="date"
            min={tomorrow}
            hint="Leave blank for a token that works until you revoke it."
            {...form.text('expires_at')}
          />
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              Create deploy token
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {question}
    </>
  );
}

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
          {token.lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <Time value={token.lastUsedAt} />
            </>
          )}
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
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const add = canCreate && (
    <Button variant="primary" onClick={() => setOpen(true)}>
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
        {created !== null && (
          <SecretOnce
            title={`Deploy token “${created.name}” created`}
            text={`Copy it now. It is not shown again. Its username is ${created.username}.`}
            secret={created.token}
            label="Token"
            onDismiss={() => setCreated(null)}
          />
        )}
        {tokens.length === 0 ? (
          <EmptyState
            icon={KeyRound}
            title="No deploy tokens"
            text="A deploy token is a username and a password with which a server clones repositories. It cannot push."
            action={add}
          />
        ) : (
          <List label="Deploy tokens">
            {tokens.map((token) => (
              <TokenRow key={token.id} owner={owner} token={token} canRevoke={canRevoke} />
            ))}
          </List>
        )}
      </div>
      {isOpen && (
        <NewTokenDialog
          owner={owner}
          onCreated={(made) => {
            setCreated(made);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </PageBody>
  );
}
