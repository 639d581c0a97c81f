import { api } from '../lib/http.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';
import type { FilterField } from '../ui/filter-bar.tsx';

export type FilterPlace = { type: 'project' | 'group'; fullPath: string };

type Load = (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;

const LIMIT = 20;

/** What lists of issues and merge requests can be narrowed by: the people, labels and milestones of the place. */
export function placeFields(place: FilterPlace): {
  person: (key: string, label: string) => FilterField;
  label: FilterField;
  milestone: FilterField;
} {
  const base = `/api/v4/${place.type}s/${encodeURIComponent(place.fullPath)}`;
  const people: Load = async (query, signal) => {
    const found = await api.get<{ username: string; name: string }[]>(`${base}/members/all`, {
      query: { query, per_page: LIMIT },
      signal,
    });
    return found.map((person) => ({ id: person.username, text: person.name, detail: `@${person.username}` }));
  };
  const labels: Load = async (search, signal) => {
    const found = await api.get<{ name: string }[]>(`${base}/labels`, { query: { search, per_page: LIMIT }, signal });
    return found.map((label) => ({ id: label.name, text: label.name }));
  };
  const milestones: Load = async (search, signal) => {
    const found = await api.get<{ title: string }[]>(`${base}/milestones`, {
      query: { search, per_page: LIMIT },
      signal,
    });
    return found.map((milestone) => ({ id: milestone.title, text: milestone.title }));
  };
  return {
    person: (key, label) => ({ key, label, load: people }),
    label: { key: 'label_name[]', label: 'Label', load: labels, multiple: true },
    milestone: { key: 'milestone_title', label: 'Milestone', load: milestones },
  };
}
