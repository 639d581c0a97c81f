import type { DeployKeyCard, DeployKeysPageData } from '@tributary/contract/projects/deploy-keys.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ActionProblem, useActions } from '../../accounts/parts/action-problem.tsx';
import { usePasswordQuestion } from '../../accounts/parts/password-question.tsx';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LastUsed } from '../../ui/last-used.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { DeployKeyDialog } from './deploy-key-dialog.tsx';

const pathOf = (projectId: number): string => `/api/v4/projects/${projectId}/deploy_keys`;

type RowProps = {
  path: string;
  item: DeployKeyCard;
  canRemove: boolean;
  /** Null where it may not be changed. */
  onToggle: (() => void) | null;
};

function KeyRow({ path, item, canRemove, onToggle }: RowProps) {
  const { button, error } = useRowRemoval({
    path: canRemove ? `${path}/${item.id}` : null,
    name: item.title,
    title: `Remove ${item.title}?`,
    text: 'Servers that use this key lose access to this project immediately.',
    action: 'Remove deploy key',
  });
  return (
    <ListRow
      title={<bdi>{item.title}</bdi>}
      badges={
        <>
          <Badge>{item.canPush ? 'Read and write' : 'Read-only'}</Badge>
          {item.isPublic && <Badge>All projects</Badge>}
          {item.isExpired && <Badge tone="warning">Expired</Badge>}
        </>
      }
      meta={
        <>
          <code className="break-all">{item.fingerprint}</code>
          {' · '}
          {item.createdBy === null ? 'Added ' : `Added by ${item.createdBy} `}
          <Time value={item.createdAt} />
          {' · '}
          <LastUsed at={item.lastUsedAt} />
          {item.expiresAt !== null && (
            <>
              {' · '}
              {item.isExpired ? 'Expired ' : 'Expires '}
              <Time value={item.expiresAt} />
            </>
          )}
          <RowProblem text={error} />
        </>
      }
      trailing={
        <>
          {onToggle && (
            <Button size="sm" onClick={onToggle} aria-label={`${toggleText(item)}: ${item.title}`}>
              {toggleText(item)}
            </Button>
          )}
          {button}
        </>
      }
      trailingInline
    />
  );
}

const toggleText = ({ canPush }: DeployKeyCard): string => (canPush ? 'Make read-only' : 'Grant write access');

/** Keys with which servers read the repository, or push to it, over SSH. */
export function DeployKeys() {
  const { data } = usePage<DeployKeysPageData>();
  const [isOpen, setOpen] = useState(false);
  const actions = useActions();
  const { withPassword, question } = usePasswordQuestion();
  const path = pathOf(data.projectId);
  const change = (address: string, run: () => Promise<unknown>) =>
    void actions.run(address, async () => {
      await withPassword(run);
      await reloadPage();
    });
  const add = data.canAdd && (
    <Button variant="primary" onClick={() => setOpen(true)}>
      New deploy key
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Deploy keys"
        meta="Let servers clone and fetch this project over SSH, and push if you allow it."
        actions={data.keys.length > 0 && add}
      />
      <div className="flex flex-col gap-4">
        {!data.isSshOn && (
          <Banner title="This instance does not serve git over SSH">
            Deploy keys can be added, but nothing can use them until an administrator turns SSH on.
          </Banner>
        )}
        <ActionProblem actions={actions} />
        {data.keys.length === 0 ? (
          <EmptyState
            icon={KeyRound}
            title="No deploy keys"
            text="A deploy key is the public SSH key of a server. It opens this project only, independent of any user."
            action={add}
          />
        ) : (
          <List label="Deploy keys">
            {data.keys.map((item) => {
              const address = `${path}/${item.id}`;
              const toggle = () => change(address, () => api.put(address, { body: { can_push: !item.canPush } }));
              return (
                <KeyRow
                  key={item.id}
                  path={path}
                  item={item}
                  canRemove={data.canRemove}
                  onToggle={data.canAdd ? toggle : null}
                />
              );
            })}
          </List>
        )}
        {data.available.length > 0 && (
          <Section title="Available keys">
            <List label="Available keys">
              {data.available.map((item) => {
                const address = `${path}/${item.id}/enable`;
                return (
                  <ListRow
                    key={item.id}
                    title={<bdi>{item.title}</bdi>}
                    meta={<code className="break-all">{item.fingerprint}</code>}
                    trailing={
                      <Button
                        size="sm"
                        aria-label={`Enable ${item.title}`}
                        onClick={() => change(address, () => api.post(address, {}))}
                      >
                        Enable
                      </Button>
                    }
                    trailingInline
                  />
                );
              })}
            </List>
          </Section>
        )}
      </div>
      {isOpen && <DeployKeyDialog path={path} onClose={() => setOpen(false)} />}
      {question}
    </PageBody>
  );
}
