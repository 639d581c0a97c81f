import { api } from '../../lib/http.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';

type RestUser = { id: number; username: string; name: string; avatar_url: string | null };

/** People found by a part of their name, for a combobox. */
export async function findPeople(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
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
