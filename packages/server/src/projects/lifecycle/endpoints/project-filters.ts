import { VISIBILITIES } from '@tributary/contract/core/access-levels.ts';
import type { ProjectFilters, ProjectSort } from '@tributary/contract/projects/page.ts';
import type { ProjectOrder } from '@tributary/contract/projects/projects.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { ProjectFilter, ProjectListRequest } from '../reads/list-projects.ts';

const SORTS: Record<ProjectSort, { orderBy: ProjectOrder; descending: boolean }> = {
  updated_desc: { orderBy: 'last_activity_at', descending: true },
  name_asc: { orderBy: 'name', descending: false },
  created_desc: { orderBy: 'created_at', descending: true },
  stars_desc: { orderBy: 'star_count', descending: true },
};

const PROJECTS_PER_PAGE = 20;
const MAX_SEARCH_LENGTH = 200;

/** What an address asks for; anything it cannot mean is as if it were not there. */
export function readProjectFilters(query: URLSearchParams): ProjectFilters {
  const sort = Object.keys(SORTS).find((known): known is ProjectSort => known === query.get('sort'));
  const archived = (['include', 'only', 'exclude'] as const).find((known) => known === query.get('archived'));
  return {
    search: (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    sort: sort ?? 'updated_desc',
    visibility: VISIBILITIES.find((known) => known === query.get('visibility')) ?? null,
    archived: archived ?? 'exclude',
  };
}

export function toProjectFilter(filters: ProjectFilters): ProjectFilter {
  return {
    search: filters.search,
    searchNamespaces: true,
    visibility: filters.visibility ?? undefined,
    archived: filters.archived === 'include' ? undefined : filters.archived === 'only',
  };
}

export function toListRequest(filters: ProjectFilters, query: URLSearchParams): ProjectListRequest {
  return { page: pageNumber(query), perPage: PROJECTS_PER_PAGE, ...SORTS[filters.sort] };
}
