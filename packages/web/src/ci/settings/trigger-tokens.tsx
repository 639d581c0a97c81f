import type { RestTrigger } from '@tributary/contract/ci/triggers.ts';
import type { TriggersData } from '@tributary/contract/ci/variables.ts';
import { KeyRound } from 'lucide-react';
import { NewTokenDialog, useIssuedToken } from '../../accounts/parts/issued-tokens.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LastUsed } from '../../ui/last-used.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Token = TriggersData['tokens'][number];

const pathOf = (projectId: number): string => `/api/v4/projects/${projectId}/triggers`;

function TokenRow({ projectId, token, canDelete }: { projectId: number; token: Token; canDelete: boolean }) {
  const { description, owner, start, lastUsedAt, expiresAt, isExpired } = token;
  const { button, error } = useRowRemoval({
    path: canDelete ? `${pathOf(projectId)}/${token.id}` : null,
    name: description,
    title: `Delete ${description}?`,
    text: 'Systems that use this token can no longer run pipelines. This cannot be undone.',
    action: 'Delete token',
  });
  return (
    <ListRow
      title={<bdi>{description}</bdi>}
      badges={isExpired && <Badge tone="warning">Expired</Badge>}
      meta={
        <>
          <code>{start}…</code>
          {owner !== null && (
            <>
              {' · '}
              <bdi>{owner}</bdi>
            </>
          )}
          {' · '}
          <LastUsed at={lastUsedAt} />
          {expiresAt !== null && !isExpired && (
            <>
              {' · '}Expires <Time value={expiresAt} />
            </>
          )}
          <RowProblem text={error} />
        </>
      }
      trailing={button}
      trailingInline
    />
  );
}

/** Tokens with which other systems run pipelines of a project. */
export function TriggerTokens({ projectId, triggers }: { projectId: number; triggers: TriggersData }) {
  const { tokens, total, canChange, url, ref } = triggers;
  const issued = useIssuedToken<RestTrigger>();
  const add = canChange && (
    <Button variant={tokens.length === 0 ? 'primary' : 'secondary'} onClick={issued.open}>
      New trigger token
    </Button>
  );
  return (
    <Section
      title="Pipeline trigger tokens"
      text="Other systems run pipelines of this project with a token. The pipelines have the rights of its owner."
      actions={tokens.length > 0 && add}
      className="border-b"
    >
      <div className="flex flex-col gap-4">
        {issued.secret(({ description }) => ({
          title: `Trigger token “${description}” created`,
          text: 'Copy it now. It is not shown again. Treat it like a password.',
        }))}
        <ItemList
          label="Pipeline trigger tokens"
          items={tokens}
          empty={{
            icon: KeyRound,
            title: 'No trigger tokens',
            text: 'A trigger token lets a script, or a job of another project, run pipelines.',
            action: add,
          }}
        >
          {(token) => <TokenRow key={token.id} projectId={projectId} token={token} canDelete={canChange} />}
        </ItemList>
        {total > tokens.length && (
          <p className="text-fg-muted">
            The newest {tokens.length} of {total} are listed. The API lists all of them.
          </p>
        )}
        {tokens.length > 0 && (
          <div className="flex flex-col gap-1">
            <p>Run a pipeline with cURL:</p>
            <CodeBlock
              wrap
              label="Command to run a pipeline"
              text={`curl --request POST --form token=TOKEN --form ref=${ref} ${url}`}
            />
          </div>
        )}
      </div>
      {issued.dialog((props) => (
        <NewTokenDialog
          noun="pipeline trigger token"
          initial={{ description: '' }}
          validate={({ description }) =>
            description.trim() === ''
              ? { description: 'Enter a description, such as the system that uses the token.' }
              : {}
          }
          expiryHint="Leave blank for a token that works until you delete it."
          create={({ description, expires_at: expiresAt }) =>
            api.post<RestTrigger>(pathOf(projectId), {
              body: { description, expires_at: expiresAt === '' ? null : expiresAt },
            })
          }
          {...props}
        >
          {(form) => <TextField label="Description" required autoComplete="off" {...form.text('description')} />}
        </NewTokenDialog>
      ))}
    </Section>
  );
}
