import type { AdminUserItem } from '@tributary/contract/accounts/page.ts';
import { ShieldCheck } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** What sets an account apart from an ordinary, active one. */
export function UserBadges({ user, isSelf }: { user: AdminUserItem; isSelf: boolean }) {
  return (
    <>
      {isSelf && <Badge tone="accent">You</Badge>}
      {user.isAdmin && <Badge tone="notice">Administrator</Badge>}
      {user.state === 'blocked' && <Badge tone="failed">Blocked</Badge>}
      {user.state === 'banned' && <Badge tone="failed">Banned</Badge>}
      {user.state === 'pending_approval' && <Badge tone="warning">Waiting for approval</Badge>}
      {user.state === 'deactivated' && <Badge tone="neutral">Deactivated</Badge>}
      {user.isExternal && <Badge tone="scheduled">External</Badge>}
      {user.hasTwoFactor && (
        <Badge tone="success" icon={ShieldCheck}>
          Two-factor
        </Badge>
      )}
    </>
  );
}
