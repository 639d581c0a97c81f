import { CATALOG_SORTS, type CatalogPageData, type CatalogShowPageData } from '@tributary/contract/ci/catalog-page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { isGitError, readTree } from '@tributary/git';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type Page, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { inProject, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { readmeView } from '../../repositories/index.ts';
import type { ReleaseRow } from '../releases/release-store.ts';
import { getCatalogResource, listCatalog, listVersions } from './catalog.ts';
import { listComponents } from './components.ts';
import { setCatalogResource } from './mark-resource.ts';
import { catalogHref, toCatalogCard, toCatalogComponent } from './to-page.ts';

const PER_PAGE = 20;
const MAX_SEARCH = 200;
type Instance = { policy: PolicySubject };

const EXPLORE = { text: 'Explore', href: '/explore' };
const CATALOG = { text: 'CI/CD catalog', href: '/explore/catalog' };

const list = definePage<Instance, CatalogPageData>({
  kind: 'catalog',
  on: 'instance',
  path: 'explore/catalog',
  ability: 'browse',
  load: async ({ ctx, query }) => {
    const search = (query.get('search') ?? '').trim().slice(0, MAX_SEARCH);
    const sort = CATALOG_SORTS.find((each) => each === query.get('sort')) ?? 'latest_released_at_desc';
    const isSignedIn = actorId(ctx.actor) !== undefined;
    const scope = isSignedIn && query.get('scope') === 'namespaces' ? 'namespaces' : 'all';
    const page = await listCatalog(ctx, { search, scope, sort }, { page: pageNumber(query), perPage: PER_PAGE });
    return {
      title: 'CI/CD catalog',
      breadcrumbs: [EXPLORE, CATALOG],
      data: {
        resources: page.items.map(toCatalogCard),
        search,
        sort,
        scope,
        isSignedIn,
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

async function readmeAt(ctx: Context, access: ProjectAccess, { sha, tag }: ReleaseRow) {
  try {
    const entries = await readTree(repositoryOf(ctx, access), sha, '');
    return await readmeView(ctx, access, { sha, refName: tag, path: '' }, entries);
  } catch (error) {
    if (isGitError(error, 'not_found')) return null;
    throw error;
  }
}

const show = definePage<Instance, CatalogShowPageData>({
  kind: 'catalog_show',
  on: 'instance',
  path: 'explore/catalog/*path',
  ability: 'browse',
  load: async ({ ctx, params, query }) => {
    const resource = await getCatalogResource(ctx, { project: params['path'] ?? '' });
    const { access } = resource;
    const { full_path: path, name } = access.project;
    const versions = await listVersions(ctx, access);
    const wanted = query.get('version');
    const version = wanted === null ? versions[0] : versions.find(({ tag }) => tag === wanted);
    if (!version) throw new AppError('not_found', { resource: 'Version' });
    const [components, readme] = await Promise.all([
      listComponents(ctx, access, version),
      readmeAt(ctx, access, version),
    ]);
    const href = catalogHref(path);
    return {
      title: name,
      key: `${href}?${version.tag}`,
      breadcrumbs: [EXPLORE, CATALOG, { text: name, href }],
      data: {
        resource: toCatalogCard(resource),
        projectHref: `/${encodePath(path)}`,
        version: version.tag,
        versions: versions.map(({ tag, released_at: at }) => ({
          name: tag,
          releasedAt: at.toISOString(),
          releaseHref: `/${encodePath(path)}/-/releases/${encodePath(tag)}`,
        })),
        components: components.map((component) => toCatalogComponent(path, version.tag, component)),
        readme,
      },
    };
  },
});

export const catalogPages: Page[] = [list, show];

/** The switch on the settings page of a project. */
export const catalogPageRoutes: readonly ScopedRoute[] = [
  defineRoute({
    method: 'PUT',
    path: '/settings/ci_cd/catalog_resource',
    ability: 'admin_catalog_resource',
    summary: 'Add a project to the CI/CD catalog, or remove it',
    tag: 'CI/CD catalog',
    input: z.strictObject({ enabled: z.boolean() }),
    subject: inProject,
    handle: ({ ctx, subject, input }) =>
      setCatalogResource(ctx, { projectId: subject.project.id, isResource: input.enabled }),
  }),
].map((route) => defineScopedRoute('project', route));
