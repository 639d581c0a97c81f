import { type AdminUserAction, type AdminUserItem, adminUserPath } from '@tributary/contract/accounts/page.ts';
import { Ellipsis, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLinkItem } from '../../ui/menu.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { actionTexts, rowActions } from '../model/user-actions.ts';
import { Day } from './day.tsx';
import { UserBadges } from './user-badges.tsx';

function Person({ user, isSelf, menu }: { user: AdminUserItem; isSelf: boolean; menu: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2.5 font-normal">
      <Avatar name={user.name} id={user.id} src={user.avatarUrl} size={32} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a
            href={adminUserPath(user.id)}
            className="min-w-0 rounded-sm font-medium text-fg [overflow-wrap:anywhere] hover:text-accent-fg hover:underline"
          >
            <bdi>{user.name}</bdi>
          </a>
          <UserBadges user={user} isSelf={isSelf} />
        </div>
        <div className="text-sm text-fg-muted [overflow-wrap:anywhere]">
          {`@${user.username} · `}
          <bdi>{user.email}</bdi>
        </div>
      </div>
      {/* In a narrow list the menu stands at the end of the row, without a column of its own. */}
      {menu !== null && <div className="sm:hidden">{menu}</div>}
    </div>
  );
}

type RowMenuProps = {
  user: AdminUserItem;
  actions: readonly AdminUserAction[];
  busy: boolean;
  onAction: (action: AdminUserAction) => void;
};

function RowMenu({ user, actions, busy, onAction }: RowMenuProps) {
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={`Actions for ${user.name}`} busy={busy} />}>
      <MenuLinkItem icon={SquarePen} href={adminUserPath(user.id)}>
        Edit
      </MenuLinkItem>
      {actions.map((action) => (
        <MenuItem key={action} danger={actionTexts[action].danger} onSelect={() => onAction(action)}>
          {actionTexts[action].label}
        </MenuItem>
      ))}
    </Menu>
  );
}

export type UserTableProps = {
  users: readonly AdminUserItem[];
  viewerId: number | null;
  label: string;
  /** Key of what is under way, as `useUserAction` names it. */
  busy?: string | null;
  onAction?: (user: AdminUserItem, action: AdminUserAction) => void;
};

export function UserTable({ users, viewerId, label, busy = null, onAction }: UserTableProps) {
  const menuOf = (user: AdminUserItem): ReactNode =>
    onAction === undefined ? null : (
      <RowMenu
        user={user}
        actions={rowActions(user, viewerId)}
        busy={busy !== null && busy.endsWith(` ${user.id}`)}
        onAction={(action) => onAction(user, action)}
      />
    );
  const columns: TableColumn<AdminUserItem>[] = [
    {
      key: 'person',
      header: 'User',
      primary: true,
      render: (user) => <Person user={user} isSelf={user.id === viewerId} menu={menuOf(user)} />,
    },
    {
      key: 'created',
      header: 'Created',
      width: '128px',
      hideNarrow: true,
      render: (user) => <Time value={user.createdAt} />,
    },
    {
      key: 'activity',
      header: 'Last activity',
      width: '128px',
      hideNarrow: true,
      render: (user) =>
        user.lastActivityOn === null ? (
          <span className="text-fg-faint">Never</span>
        ) : (
          <Day value={user.lastActivityOn} />
        ),
    },
  ];
  if (onAction !== undefined) {
    columns.push({
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      width: '56px',
      hideNarrow: true,
      render: menuOf,
    });
  }
  return <Table label={label} columns={columns} rows={users} rowKey={(user) => user.id} />;
}
