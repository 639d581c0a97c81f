import type { AccessTokenItem } from '@tributary/contract/accounts/page.ts';
import { RotateCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { daysLeft } from '../model/expiry.ts';
import { Day } from './day.tsx';
import { useToday } from './use-today.ts';

const soonDays = 7;

/** With the role, where the token has one. */
type Item = AccessTokenItem & { roleName?: string };

function Name({ token }: { token: Item }) {
  return (
    <div className="min-w-0">
      <div className="font-medium [overflow-wrap:anywhere]">
        <bdi>{token.name}</bdi>
      </div>
      {token.description !== '' && (
        <div className="text-sm text-fg-muted [overflow-wrap:anywhere]">{token.description}</div>
      )}
      <div className="mt-0.5 flex flex-wrap gap-1">
        {token.roleName !== undefined && <Badge tone="accent">{token.roleName}</Badge>}
        {token.scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </div>
    </div>
  );
}

function Expiry({ token }: { token: AccessTokenItem }) {
  const today = useToday();
  if (token.state === 'revoked') return <Badge>Revoked</Badge>;
  if (token.state === 'expired') {
    return (
      <span>
        Expired <Day value={token.expiresAt} />
      </span>
    );
  }
  const days = daysLeft(token.expiresAt, today);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Day value={token.expiresAt} />
      {days <= soonDays && <Badge tone="warning">{days <= 1 ? 'Expires today' : `${days} days left`}</Badge>}
    </span>
  );
}

export type TokenListProps = {
  tokens: readonly Item[];
  label: string;
  empty?: ReactNode;
  /** Key of what is under way: `revoke 3`. */
  busy?: string | null;
  onRevoke?: ((token: Item) => void) | undefined;
  onRotate?: ((token: Item) => void) | undefined;
};

export function TokenList({ tokens, label, empty, busy, onRevoke, onRotate }: TokenListProps) {
  const columns: TableColumn<Item>[] = [
    { key: 'name', header: 'Name', primary: true, render: (token) => <Name token={token} /> },
    { key: 'created', header: 'Created', width: '132px', render: (token) => <Time value={token.createdAt} /> },
    {
      key: 'used',
      header: 'Last used',
      width: '128px',
      render: (token) =>
        token.lastUsedAt === null ? <span className="text-fg-faint">Never</span> : <Time value={token.lastUsedAt} />,
    },
    { key: 'expires', header: 'Expires', width: '152px', render: (token) => <Expiry token={token} /> },
  ];
  if (onRevoke !== undefined) {
    columns.push({
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      width: '208px',
      render: (token) =>
        token.state === 'active' && (
          <span className="inline-flex justify-end gap-2 max-sm:pt-1">
            {onRotate !== undefined && (
              <Button
                size="sm"
                icon={RotateCw}
                busy={busy === `rotate ${token.id}`}
                aria-label={`Rotate ${token.name}`}
                onClick={() => onRotate(token)}
              >
                Rotate
              </Button>
            )}
            <Button
              size="sm"
              icon={Trash2}
              busy={busy === `revoke ${token.id}`}
              aria-label={`Revoke ${token.name}`}
              onClick={() => onRevoke(token)}
            >
              Revoke
            </Button>
          </span>
        ),
    });
  }
  return <Table label={label} columns={columns} rows={tokens} rowKey={(token) => token.id} empty={empty} />;
}
