import clsx from 'clsx';
import { Avatar } from './avatar.tsx';
import type { AvatarSize } from './avatar.tsx';

export type LinkedUser = { id: number; name: string; username: string; avatarUrl?: string | null; href?: string };

export type UserLinkProps = { user: LinkedUser; avatar?: boolean | AvatarSize; className?: string };

/** A user by name; long names end in an ellipsis and show whole on hover. */
export function UserLink({ user, avatar = false, className }: UserLinkProps) {
  return (
    <a
      href={user.href ?? `/${user.username}`}
      title={`${user.name} @${user.username}`}
      className={clsx(
        'inline-flex max-w-56 min-w-0 items-center gap-1.5 rounded-sm align-bottom font-medium text-fg hover:text-accent-fg hover:underline',
        className,
      )}
    >
      {avatar !== false && (
        <Avatar name={user.name} id={user.id} src={user.avatarUrl} size={avatar === true ? 20 : avatar} />
      )}
      <bdi className="truncate">{user.name}</bdi>
    </a>
  );
}
