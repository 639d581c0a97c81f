import type { CatalogSort } from '@tributary/contract/ci/catalog-page.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import {
  accessesOf,
  featureIsReadable,
  featureOf,
  getProjectAccess,
  type ProjectAccess,
  projectIsVisible,
  projectRowsByIds,
  roleOf,
  todayOf,
} from '../../projects/index.ts';
import { isVersionTag } from '../releases/released-versions.ts';
import { listReleaseRows, type ReleaseRow } from '../releases/release-store.ts';
import { findResource, findResourceById, listResourceRows } from './catalog-store.ts';

const REPORTER = 20;
const GUEST = 10;

/** A project whose components are in the catalog, with its newest version. */
export type CatalogResource = {
  id: number;
  access: ProjectAccess;
  /** Null before the first version. */
  latest: { tag: string; releasedAt: Date } | null;
};

type CatalogFilter = { search?: string | undefined; scope: 'all' | 'namespaces'; sort: CatalogSort };

/** Published resources whose code the actor may read. */
export async function listCatalog(
  ctx: Context,
  { search, scope, sort }: CatalogFilter,
  request: PageRequest,
): Promise<Page<CatalogResource>> {
  const viewer = { actor: ctx.actor, today: todayOf(ctx) };
  const id = actorId(ctx.actor);
  if (scope === 'namespaces' && id === undefined) return pageOf([], request, 0);
  const conditions = [
    projectIsVisible(ctx.actor, viewer.today),
    featureIsReadable(viewer, 'repository', REPORTER),
    ...(scope === 'namespaces' && id !== undefined ? [roleOf(id, viewer, GUEST)] : []),
  ];
  const page = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
  const { rows, total } = await listResourceRows(ctx.db, { conditions, search, sort, now: ctx.clock.now(), ...page });
  const projects = await projectRowsByIds(
    ctx.db,
    rows.map((row) => row.project_id),
  );
  const accesses = await accessesOf(ctx, projects);
  const items = rows.flatMap((row) => {
    const access = accesses.get(row.project_id);
    return access ? [{ id: row.id, access, latest: { tag: row.tag, releasedAt: row.released_at } }] : [];
  });
  return pageOf(items, request, total);
}

const gone = () => new AppError('not_found', { resource: 'Catalog resource' });

/** A resource by the path or id of its project, or by its own id, also before its first version. */
export async function getCatalogResource(
  ctx: Context,
  by: { project: string | number } | { id: number },
): Promise<CatalogResource> {
  const row = 'id' in by ? await findResourceById(ctx.db, by.id) : undefined;
  if ('id' in by && !row) throw gone();
  const access = await getProjectAccess(ctx, 'id' in by ? (row?.project_id ?? 0) : by.project);
  const found = row ?? (await findResource(ctx.db, access.project.id));
  if (!found || !isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository'))) throw gone();
  const [newest] = await listVersions(ctx, access);
  return { id: found.id, access, latest: newest ? { tag: newest.tag, releasedAt: newest.released_at } : null };
}

const MAX_VERSIONS = 200;

/** Releases of a resource that are versions, the newest first. Those planned for a time to come are none yet. */
export async function listVersions(ctx: Context, { project }: ProjectAccess): Promise<ReleaseRow[]> {
  const order = { by: 'released_at', direction: 'desc' } as const;
  const rows = await listReleaseRows(ctx.db, { projectId: project.id }, order, { offset: 0, limit: MAX_VERSIONS });
  const now = ctx.clock.now();
  return rows.filter((row) => row.released_at <= now && isVersionTag(row.tag));
}

/** What the settings page of a project says of the catalog. */
export async function catalogSetting(ctx: Context, { project }: ProjectAccess) {
  const path = encodePath(project.full_path);
  return {
    isResource: (await findResource(ctx.db, project.id)) !== undefined,
    path: `/${path}/-/settings/ci_cd/catalog_resource`,
    href: `/explore/catalog/${path}`,
  };
}
