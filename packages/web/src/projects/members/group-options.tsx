import { api } from '../../lib/http.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';

type RestGroup = { id: number; name: string; full_name: string; full_path: string; avatar_url: string | null };

/** Groups found by a part of their name, for a combobox; those in `skip` are left out. */
export function findGroups(skip: readonly number[]) {
  return async (search: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const groups = await api.get<RestGroup[]>('/api/v4/groups', {
      query: {
        search: search === '' ? null : search,
        skip_groups: skip.length === 0 ? null : skip.join(','),
        per_page: 20,
      },
      signal,
    });
    return groups.map((group) => ({
      id: String(group.id),
      text: group.name,
      detail: group.full_path,
      visual: <Avatar name={group.name} id={group.id} src={group.avatar_url} size={20} square />,
    }));
  };
}
