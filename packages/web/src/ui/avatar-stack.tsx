import { formatList } from '../lib/format.ts';
import { Avatar } from './avatar.tsx';
import type { AvatarSize } from './avatar.tsx';

export type StackedUser = { id: number; name: string; avatarUrl?: string | null };

/** More are a number. */
const MOST = 10;

export type AvatarStackProps = { people: readonly StackedUser[]; max?: number; size?: AvatarSize; label: string };

/** Several users in little room; the names for readers and on hover. */
export function AvatarStack({ people, max = MOST, size = 20, label }: AvatarStackProps) {
  if (people.length === 0) return null;
  const shown = people.slice(0, max);
  const rest = people.length - shown.length;
  const names = formatList(people.map((person) => person.name));
  return (
    <span
      role="img"
      aria-label={`${label}: ${names}`}
      title={`${label}: ${names}`}
      className="inline-flex items-center"
    >
      {shown.map((person) => (
        <Avatar
          key={person.id}
          name={person.name}
          id={person.id}
          src={person.avatarUrl}
          size={size}
          className="ring-2 ring-surface not-first:-ml-1"
        />
      ))}
      {rest > 0 && <span className="ml-1 text-sm text-fg-muted">{`${rest} more`}</span>}
    </span>
  );
}
