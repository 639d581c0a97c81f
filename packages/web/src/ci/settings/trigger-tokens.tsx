import type { RestTrigger } from '@tributary/contract/ci/triggers.ts';
import type { TriggersData } from '@tributary/contract/ci/variables.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { usePasswordQuestion } from '../../accounts/parts/password-question.tsx';
import { SecretOnce } from '../../accounts/parts/secret-once.tsx';
import { reloadPage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Token = TriggersData['tokens'][number];

const pathOf = (projectId: number): string => `/api/v4/projects/${projectId}/triggers`;

type DialogProps = { projectId: number; onCreated: (created: RestTrigger) => void; onClose: () => void };

function NewTriggerDialog({ projectId, onCreated, onClose }: DialogProps) {
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const { withPassword, question } = usePasswordQuestion();
  const form = useForm({
    initial: { description: '', expires_at: '' },
    validate: ({ description }) =>
      description.trim() === '' ? { description: 'Enter a description, such as the system that uses the token.' } : {},
    onSubmit: async ({ description, expires_at: expiresAt }) => {
      const body = { description, expires_at: expiresAt === '' ? null : expiresAt };
      onCreated(await withPassword(() => api.post<RestTrigger>(pathOf(projectId), { body })));
      await reloadPage();
    },
  });
  return (
    <>
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="New pipeline trigger token">
        <form {...form.props} className="flex flex-col gap-3">
          <FormError form={form} />
          <TextField label="Description" required autoComplete="off" {...form.text('description')} />
          <TextField
            label="Expiration date"
            type="date"
            min={tomorrow}
            hint="Leave blank for a token that works until you delete it."
            {...form.text('expires_at')}
          />
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={form.busy}>
              Create pipeline trigger token
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {question}
    </>
  );
}

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
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <Time value={lastUsedAt} />
            </>
          )}
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

/** Tokens with which other systems start pipelines of a project. */
export function TriggerTokens({ projectId, triggers }: { projectId: number; triggers: TriggersData }) {
  const { tokens, total, canChange, url, ref } = triggers;
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<RestTrigger | null>(null);
  const add = canChange && (
    <Button variant={tokens.length === 0 ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
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
        {created !== null && (
          <SecretOnce
            title={`Trigger token “${created.description}” created`}
            text="Copy it now. It is not shown again. Treat it like a password."
            secret={created.token}
            label="Token"
            onDismiss={() => setCreated(null)}
          />
        )}
        {tokens.length === 0 ? (
          <EmptyState
            icon={KeyRound}
            title="No trigger tokens"
            text="A trigger token lets a script, or a job of another project, run pipelines."
            action={add}
          />
        ) : (
          <>
            <List label="Pipeline trigger tokens">
              {tokens.map((token) => (
                <TokenRow key={token.id} projectId={projectId} token={token} canDelete={canChange} />
              ))}
            </List>
            {total > tokens.length && (
              <p className="text-fg-muted">
                The newest {tokens.length} of {total} are listed. The API lists all of them.
              </p>
            )}
            <div className="flex flex-col gap-1">
              <p>Run a pipeline with cURL:</p>
              <CodeBlock
                wrap
                label="Command to run a pipeline"
                text={`curl --request POST --form token=TOKEN --form ref=${ref} ${url}`}
              />
            </div>
          </>
        )}
      </div>
      {isOpen && (
        <NewTriggerDialog
          projectId={projectId}
          onCreated={(made) => {
            setCreated(made);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
