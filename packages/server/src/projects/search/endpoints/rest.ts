import { AppError } from '@tributary/contract/errors/app-error.ts';
import { paletteInput, searchInput } from '@tributary/contract/projects/search.ts';
import type { PaletteResults } from '@tributary/contract/page/page-data.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, type NamespaceAccess, type ProjectAccess } from '../../access/project-access.ts';
import { inGroup, inProject } from '../../access/subjects.ts';
import { findSearchScope, paletteSources } from '../search-registry.ts';

const SEARCHES_PER_MINUTE = 30;
const PALETTE_PER_MINUTE = 300;
const ITEMS_PER_SOURCE = 5;

/** Scopes of snippets and wikis, of which there are none: clients that search everywhere ask for them too. */
const EMPTY_SCOPES: ReadonlySet<string> = new Set(['snippet_titles', 'wiki_blobs']);

async function answer(
  ctx: Context,
  input: z.output<typeof searchInput>,
  within: { project?: ProjectAccess; group?: NamespaceAccess },
) {
  if (EMPTY_SCOPES.has(input.scope)) return [];
  const scope = findSearchScope(input.scope, within.project !== undefined);
  if (!scope) throw new AppError('bad_parameter', { name: 'scope' });
  const request = {
    query: input.search,
    page: input.page,
    perPage: input.per_page,
    state: input.state,
    ref: input.ref,
    ...within,
  };
  return paged(await scope.search(ctx, request), (found) => scope.toRest(ctx, found));
}

const tag = 'Search';
const response = z.array(z.unknown());

export const searchRoutes = [
  defineRoute({
    method: 'GET',
    path: '/search',
    ability: 'search',
    summary: 'Search the instance in one scope',
    tag,
    input: searchInput,
    response,
    rateLimitPerMinute: SEARCHES_PER_MINUTE,
    handle: ({ ctx, input }) => answer(ctx, input, {}),
  }),
  // Typed clients of Go ask below `-`.
  ...['/groups/:id/search', '/groups/:id/-/search'].map((path) =>
    defineRoute({
      method: 'GET',
      path,
      ability: 'read_group',
      summary: 'Search a group in one scope',
      tag,
      input: searchInput,
      subject: inGroup,
      response,
      rateLimitPerMinute: SEARCHES_PER_MINUTE,
      handle: ({ ctx, input, subject }) => answer(ctx, input, { group: subject }),
    }),
  ),
  ...['/projects/:id/search', '/projects/:id/-/search'].map((path) =>
    defineRoute({
      method: 'GET',
      path,
      ability: 'read_project',
      summary: 'Search a project in one scope',
      tag,
      input: searchInput,
      subject: inProject,
      response,
      rateLimitPerMinute: SEARCHES_PER_MINUTE,
      handle: ({ ctx, input, subject }) => answer(ctx, input, { project: subject }),
    }),
  ),
];

/** The project whose pages are open; whoever may not see it any more still finds everything else. */
async function findOpenProject(ctx: Context, idOrPath: string): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, idOrPath);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** What the command palette finds while someone types. */
export const paletteRoute = defineScopedRoute(
  'instance',
  defineRoute({
    method: 'GET',
    path: '/-/search/palette',
    ability: 'search',
    summary: 'Search projects, groups and users for the command palette',
    tag,
    input: paletteInput,
    rateLimitPerMinute: PALETTE_PER_MINUTE,
    handle: async ({ ctx, input }): Promise<PaletteResults> => {
      const query = input.q.trim();
      const project = input.project === undefined ? undefined : await findOpenProject(ctx, input.project);
      const groups = await Promise.all(
        paletteSources().map(async (source) => ({
          title: source.title,
          items: await source.find(ctx, query, ITEMS_PER_SOURCE, project),
        })),
      );
      return { groups: groups.filter((group) => group.items.length > 0) };
    },
  }),
);
