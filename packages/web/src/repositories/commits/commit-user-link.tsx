import type { CommitUser } from '@tributary/contract/projects/repository-views.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { UserLink } from '../../ui/user-link.tsx';

/** One number for a name, so that a user without an account keeps their colour. */
function colorOf(person: CommitUser): number {
  let sum = 0;
  for (const character of person.email || person.name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return sum;
}

/** Whoever a commit names: the user here with that confirmed address, or the bare name, which proves nothing. */
export function CommitUserLink({ person, avatar = true }: { person: CommitUser; avatar?: boolean }) {
  if (person.user !== null) return <UserLink user={person.user} avatar={avatar} />;
  return (
    <span
      title={`${person.name} <${person.email}>`}
      className="inline-flex max-w-56 min-w-0 items-center gap-1.5 align-bottom font-medium"
    >
      {avatar && <Avatar name={person.name} id={colorOf(person)} size={20} />}
      <bdi className="truncate">{person.name === '' ? person.email : person.name}</bdi>
    </span>
  );
}

export function CommitUserAvatar({ person, size = 20 }: { person: CommitUser; size?: 20 | 24 | 32 }) {
  return (
    <Avatar
      name={person.user?.name ?? person.name}
      id={person.user?.id ?? colorOf(person)}
      src={person.user?.avatarUrl}
      size={size}
    />
  );
}
