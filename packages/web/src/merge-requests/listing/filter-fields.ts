import type { MergeRequestsPageData } from '@tributary/contract/merge-requests/page.ts';
import { api } from '../../lib/http.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import type { FilterField } from '../../ui/filter-bar.tsx';

type Load = (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>;

const LIMIT = 20;

function placeApi(place: NonNullable<MergeRequestsPageData['place']>): string {
  return `/api/v4/${place.type}s/${encodeURIComponent(place.fullPath)}`;
}

/** What a list of merge requests can be narrowed by; people, labels and milestones are those of the place. */
export function filterFields(place: MergeRequestsPageData['place']): FilterField[] {
  const draft: FilterField = {
    key: 'draft',
    label: 'Draft',
    options: [
      { id: 'yes', text: 'Yes' },
      { id: 'no', text: 'No' },
    ],
  };
  if (!place) return [draft];
  const base = placeApi(place);
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
  return [
    { key: 'author_username', label: 'Author', load: people },
    { key: 'reviewer_username', label: 'Reviewer', load: people },
    { key: 'assignee_username', label: 'Assignee', load: people },
    { key: 'label_name[]', label: 'Label', load: labels, multiple: true },
    { key: 'milestone_title', label: 'Milestone', load: milestones },
    draft,
  ];
}
