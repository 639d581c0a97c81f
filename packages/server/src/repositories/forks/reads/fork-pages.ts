import type { ForkNewPageData, ForksPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { guard } from '../../../platform/operation.ts';
import {
  accessesOf,
  type NamespaceView,
  namespaceViewsByIds,
  type ProjectAccess,
  todayOf,
} from '../../../projects/index.ts';
import { projectHead } from '../../reads/project-head.ts';
import { forkRows, forksIn, listForkTargets } from '../fork-store.ts';
import { forkRefusal, forkVisibilities } from '../operations/fork-project.ts';

const MAX_PLACES = 200;
const PER_PAGE = 20;

export async function loadForkNew(ctx: Context, source: ProjectAccess): Promise<ForkNewPageData> {
  const userId = actorId(ctx.actor);
  if (userId === undefined) throw new AppError('unauthenticated');
  guard(forkRefusal(ctx, source));
  const places = await listForkTargets(ctx.db, userId, todayOf(ctx), MAX_PLACES);
  const existing = await forksIn(
    ctx.db,
    source.project.id,
    places.map((place) => place.id),
  );
  const forkIn = new Map(existing.map((fork) => [fork.namespaceId, fork.fullPath]));
  return {
    source: await projectHead(ctx, source),
    namespaces: places.map((place) => {
      const fork = forkIn.get(place.id);
      return {
        id: place.id,
        kind: place.kind,
        name: place.name,
        fullPath: place.full_path,
        visibility: place.visibility,
        existing: fork === undefined ? null : { fullPath: fork, href: repositoryPaths.project(fork) },
      };
    }),
    visibilities: forkVisibilities(source.project.visibility, { kind: 'user', visibility: 'public' }),
    defaultBranch: source.project.is_empty ? null : source.project.default_branch,
  };
}

/** Where the actor may put a fork, as far as it may be forked; null when it may not. */
export async function forkTargets(ctx: Context, source: ProjectAccess): Promise<NamespaceView[] | null> {
  const userId = actorId(ctx.actor);
  if (userId === undefined || forkRefusal(ctx, source) !== null) return null;
  const places = await listForkTargets(ctx.db, userId, todayOf(ctx), MAX_PLACES);
  return [
    ...(
      await namespaceViewsByIds(
        ctx,
        places.map(({ id }) => id),
      )
    ).values(),
  ];
}

export async function loadForksPage(ctx: Context, source: ProjectAccess, page: number): Promise<ForksPageData> {
  const found = await forkRows(ctx.db, source.project.id, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE });
  const accesses = await accessesOf(ctx, found.rows);
  const visible = found.rows.flatMap((row) => accesses.get(row.id) ?? []);
  return {
    source: await projectHead(ctx, source),
    forks: await Promise.all(visible.map((access) => projectHead(ctx, access))),
    hiddenCount: found.rows.length - visible.length,
    pager: { page, perPage: PER_PAGE, total: found.total, hasNext: page * PER_PAGE < found.total },
    newForkHref: forkRefusal(ctx, source) === null ? repositoryPaths.newFork(source.project.full_path) : null,
  };
}
