import { Mail } from 'lucide-react';
import { api } from '../../lib/http.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';

type RestUser = { id: number; username: string; name: string; avatar_url: string | null };

/** Users found by a part of their name, for a combobox. */
export async function searchUsers(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const users = await api.get<RestUser[]>('/api/v4/users', {
    query: { search: search === '' ? null : search, active: true, humans: true, per_page: 20 },
    signal,
  });
  return users.map((user) => ({
    id: String(user.id),
    text: user.name,
    detail: `@${user.username}`,
    visual: <Avatar name={user.name} id={user.id} src={user.avatar_url} size={20} />,
  }));
}

const ADDRESS_ID = 'email:';

/** The e-mail address that an option of searchUsersOrEmail stands for; null when it stands for a user. */
export function addressOf(option: ComboboxOption): string | null {
  return option.id.startsWith(ADDRESS_ID) ? option.id.slice(ADDRESS_ID.length) : null;
}

/** As searchUsers; an e-mail address that was typed in full can be invited. */
export async function searchUsersOrEmail(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const people = await searchUsers(search, signal);
  const text = search.trim();
  if (!/^[^\s@,]+@[^\s@,]+$/.test(text)) return people;
  const visual = <Mail size={16} aria-hidden className="mx-0.5 shrink-0 text-fg-muted" />;
  return [...people, { id: `${ADDRESS_ID}${text}`, text, detail: 'Invite by email', visual }];
}
