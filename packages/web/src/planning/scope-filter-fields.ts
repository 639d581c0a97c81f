import { api, type QueryValue } from '../lib/http.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';
import type { FilterField } from '../ui/filter-bar.tsx';

export type FilterScope = { type: 'project' | 'group'; fullPath: string };

type Load = (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;
type Address = [path: string, query: (text: string) => Record<string, QueryValue>];

const LIMIT = 20;

/** Where they are asked for: at the place, or at everything that the reader may see. */
function addressesOf(place: FilterScope | null): Record<'people' | 'labels' | 'milestones', Address> {
  const searched = (search: string) => ({ search, per_page: LIMIT });
  if (place === null) {
    return {
      people: ['/api/v4/users', (text) => ({ search: text === '' ? null : text, per_page: LIMIT })],
      labels: ['/dashboard/labels.json', (search) => ({ search })],
      milestones: ['/dashboard/milestones.json', (search) => ({ search })],
    };
  }
  const base = `/api/v4/${place.type}s/${encodeURIComponent(place.fullPath)}`;
  return {
    people: [`${base}/members/all`, (query) => ({ query, per_page: LIMIT })],
    labels: [`${base}/labels`, searched],
    milestones: [`${base}/milestones`, searched],
  };
}

/** What lists of issues and merge requests can be narrowed by: the users, labels and milestones of the place. */
export function scopeFilterFields(place: FilterScope | null): {
  person: (key: string, label: string) => FilterField;
  label: FilterField;
  milestone: FilterField;
} {
  const addresses = addressesOf(place);
  const from =
    <T>([path, query]: Address, option: (found: T) => ComboboxOption): Load =>
    async (text, signal) =>
      (await api.get<T[]>(path, { query: query(text.trim()), signal })).map(option);
  const people = from(addresses.people, (person: { username: string; name: string }) => ({
    id: person.username,
    text: person.name,
    detail: `@${person.username}`,
  }));
  const labels = from(addresses.labels, ({ name }: { name: string }) => ({ id: name, text: name }));
  const milestones = from(addresses.milestones, ({ title }: { title: string }) => ({ id: title, text: title }));
  return {
    person: (key, label) => ({ key, label, load: people }),
    label: { key: 'label_name[]', label: 'Label', load: labels, multiple: true },
    milestone: { key: 'milestone_title', label: 'Milestone', load: milestones },
  };
}
