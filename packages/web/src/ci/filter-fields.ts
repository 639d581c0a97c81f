import { CI_STATUSES, lookOfStatus, PIPELINE_SOURCES, type PipelineSource } from '@tributary/contract/ci/status.ts';
import { AppError } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import type { FilterField } from '../ui/filter-bar.tsx';
import type { ComboboxOption, OptionLoad } from '../ui/option-list.tsx';

const SOURCES: Partial<Record<PipelineSource, string>> = {
  push: 'Push',
  web: 'Web',
  trigger: 'Trigger',
  schedule: 'Schedule',
  api: 'API',
  external: 'External',
  pipeline: 'Multi-project pipeline',
  chat: 'Chat',
  webide: 'Web IDE',
  merge_request_event: 'Merge request',
  parent_pipeline: 'Parent pipeline',
};

/** Choices of the API; when they cannot be had, `problem` says which. */
function loadChoices(
  path: (query: string) => string,
  toOption: (found: never) => ComboboxOption,
  problem: string,
): OptionLoad {
  return async (query, signal) => {
    try {
      return (await api.get<never[]>(path(query), { signal })).map(toOption);
    } catch (error) {
      if (signal.aborted) throw error;
      throw new AppError({ status: 0, code: 'unknown', message: problem, cause: error });
    }
  };
}

const STATUS: FilterField = {
  key: 'status',
  label: 'Status',
  options: CI_STATUSES.map((status) => ({ id: status, text: lookOfStatus(status).text, detail: status })),
};
const SOURCE: FilterField = {
  key: 'source',
  label: 'Source',
  options: PIPELINE_SOURCES.flatMap((source) => {
    const text = SOURCES[source];
    return text === undefined ? [] : [{ id: source, text }];
  }),
};

/** What jobs can be filtered by. */
export const jobFilterFields: FilterField[] = [
  STATUS,
  SOURCE,
  { key: 'name', label: 'Name', load: async (query) => (query.trim() === '' ? [] : [{ id: query, text: query }]) },
  {
    key: 'runner_type',
    label: 'Runner type',
    options: [
      { id: 'instance', text: 'Instance' },
      { id: 'group', text: 'Group' },
      { id: 'project', text: 'Project' },
    ],
  },
];

/** What pipelines can be filtered by. */
export function pipelineFilterFields(projectId: number): FilterField[] {
  const api4 = `/api/v4/projects/${projectId}`;
  const refs = (kind: 'branches' | 'tags') =>
    loadChoices(
      (query) => `${api4}/repository/${kind}?per_page=20&search=${encodeURIComponent(query)}`,
      ({ name }: { name: string }) => ({ id: name, text: name, detail: kind === 'tags' ? 'Tag' : '' }),
      `There was a problem fetching project ${kind}.`,
    );
  return [
    {
      key: 'username',
      label: 'Trigger author',
      load: loadChoices(
        (query) => `${api4}/members/all?per_page=20&query=${encodeURIComponent(query)}`,
        (user: { username: string; name: string }) => ({ id: user.username, text: user.username, detail: user.name }),
        'There was a problem fetching project users.',
      ),
    },
    {
      key: 'ref',
      label: 'Branch or tag name',
      load: async (query, signal) =>
        (await Promise.all([refs('branches'), refs('tags')].map((load) => load(query, signal)))).flat(),
    },
    { key: 'tag', label: 'Tag name', load: refs('tags') },
    STATUS,
    SOURCE,
  ];
}
