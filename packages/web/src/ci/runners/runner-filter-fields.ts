import type { FilterField } from '../../ui/filter-bar.tsx';
import { KIND_NAMES, STATUS_NAMES } from './runner-parts.tsx';

/** What all runners of the instance can be filtered by. */
export const runnerFilterFields: FilterField[] = [
  { key: 'status', label: 'Status', options: STATUS_NAMES.map(({ value, label }) => ({ id: value, text: label })) },
  {
    key: 'type',
    label: 'Type',
    options: Object.entries(KIND_NAMES).map(([id, text]) => ({ id, text })),
  },
  {
    key: 'paused',
    label: 'Paused',
    options: [
      { id: 'true', text: 'Yes' },
      { id: 'false', text: 'No' },
    ],
  },
  { key: 'tag', label: 'Tag', load: async (query) => (query.trim() === '' ? [] : [{ id: query, text: query }]) },
];
