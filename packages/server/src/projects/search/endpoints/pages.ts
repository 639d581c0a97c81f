import type { SearchPageData } from '@tributary/contract/projects/page.ts';
import { MAX_SEARCH_LENGTH } from '@tributary/contract/projects/search.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { Context } from '../../../platform/context.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../access/project-access.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { toPaging } from '../../render/to-page.ts';
import { type SearchRequest, searchScopes } from '../search-registry.ts';

const RESULTS_PER_PAGE = 20;

type Within = Pick<SearchRequest, 'project' | 'group'>;

/** The project or group an address names; not_found when the actor may not see it. */
async function readWithin(ctx: Context, query: URLSearchParams): Promise<Within> {
  const projectId = query.get('project_id');
  if (projectId) return { project: await getProjectAccess(ctx, projectId) };
  const groupId = query.get('group_id');
  return groupId ? { group: await getNamespaceAccess(ctx, groupId) } : {};
}

function describeWithin({ project, group }: Within): SearchPageData['within'] {
  if (project) {
    const { id, name, full_path: fullPath, avatar_name: avatar } = project.project;
    return {
      kind: 'project',
      id,
      name,
      fullPath,
      href: `/${fullPath}`,
      avatarUrl: containerAvatarPath('project', id, avatar),
    };
  }
  if (!group) return null;
  const { id, name, full_path: fullPath, avatar_name: avatar } = group.namespace;
  return {
    kind: 'group',
    id,
    name,
    fullPath,
    href: `/${fullPath}`,
    avatarUrl: containerAvatarPath('group', id, avatar),
  };
}

export const searchPages: Page[] = [
  definePage<{ policy: PolicySubject }, SearchPageData>({
    kind: 'search',
    on: 'instance',
    path: 'search',
    ability: 'search',
    load: async ({ ctx, query }) => {
      const text = (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
      const within = await readWithin(ctx, query);
      const scopes = searchScopes(within.project !== undefined);
      const scope = scopes.find((each) => each.key === query.get('scope')) ?? scopes[0];
      const request = { query: text, page: pageNumber(query), perPage: RESULTS_PER_PAGE, ...within };
      const page = scope && text !== '' ? await scope.search(ctx, request) : pageOf<unknown>([], request, 0);
      return {
        title: text === '' ? 'Search' : `${text} · Search`,
        breadcrumbs: [{ text: 'Search', href: '/search' }],
        data: {
          query: text,
          scope: scope?.key ?? '',
          scopes: scopes.map(({ key, label }) => ({
            key,
            label,
            count: key === scope?.key && text !== '' ? (page.total ?? null) : null,
          })),
          within: describeWithin(within),
          items: scope ? page.items.map((found) => scope.toItem(ctx, found)) : [],
          paging: toPaging(page),
        },
      };
    },
  }),
];
