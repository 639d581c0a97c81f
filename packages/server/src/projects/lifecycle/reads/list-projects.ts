import { MAX_COUNTED_ROWS, type Page, pageOf } from '@tributary/contract/core/paging.ts';
import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ProjectOrder } from '@tributary/contract/projects/projects.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { hasProjectRole, projectIsVisible } from '../../access/visible-store.ts';
import { isSharedWith } from '../../group-links/link-store.ts';
import {
  contributedBy,
  countProjectRows,
  isStarredBy,
  listProjectRows,
  ownedBy,
  personalProjectsOf,
  type ProjectQuery,
} from '../project-list-store.ts';
import { type ProjectView, projectViews } from './project-views.ts';

export type ProjectFilter = Omit<ProjectQuery, 'conditions' | 'sharedHere'> & {
  visibility?: Visibility | undefined;
  /** Only projects the actor has a role in, of at least `minLevel` when given. */
  membership?: boolean | undefined;
  minLevel?: number | undefined;
  /** Only projects the actor owns, directly or by a group. */
  owned?: boolean | undefined;
  /** Only those that the actor starred, also among what `starredBy` did. */
  starred?: boolean | undefined;
  /** Only those in this user's own namespace. */
  personalOf?: number | undefined;
  /** Only those that this user took part in during the last year. */
  contributedBy?: number | undefined;
  /** Those that are shared with this group, beside those in it when a namespace is given. */
  sharedWithGroupId?: number | undefined;
};

export type ProjectListRequest = {
  page: number;
  perPage: number;
  orderBy: ProjectOrder;
  descending: boolean;
};

const YEAR_MS = 365 * 86_400_000;

/** Above this the list can only be walked by id. */
const MAX_OFFSET = 50_000;

/** Null when nothing can match, e.g. projects of their own for someone who is not signed in. */
function queryOf(ctx: Context, filter: ProjectFilter): ProjectQuery | null {
  const {
    membership,
    minLevel,
    owned,
    starred,
    personalOf,
    sharedWithGroupId,
    contributedBy: contributor,
    ...rest
  } = filter;
  const id = actorId(ctx.actor);
  const today = todayOf(ctx);
  const conditions = [projectIsVisible(ctx.actor, today)];
  const isPersonal = membership || minLevel !== undefined || owned || starred;
  if (isPersonal && id === undefined) return null;
  if (id !== undefined) {
    if (membership || minLevel !== undefined) conditions.push(hasProjectRole(id, today, minLevel ?? 10));
    if (owned) conditions.push(ownedBy(id, today));
    if (starred) conditions.push(isStarredBy(id));
  }
  if (personalOf !== undefined) conditions.push(personalProjectsOf(personalOf));
  if (contributor !== undefined) {
    const since = new Date(ctx.clock.now().getTime() - YEAR_MS);
    conditions.push(contributedBy(contributor, since));
  }
  return {
    ...rest,
    conditions,
    ...(sharedWithGroupId !== undefined && { sharedHere: isSharedWith(sharedWithGroupId, today) }),
  };
}

/** `active` is the opposite of `archived`, for clients that say it so. */
export function archivedFilter(input: { archived?: boolean | undefined; active?: boolean | undefined }) {
  return input.archived ?? (input.active === undefined ? undefined : !input.active);
}

export async function listProjects(
  ctx: Context,
  filter: ProjectFilter,
  request: ProjectListRequest,
): Promise<Page<ProjectView>> {
  const query = queryOf(ctx, filter);
  if (!query) return pageOf([], request, 0);
  const offset = (request.page - 1) * request.perPage;
  if (offset > MAX_OFFSET) throw new AppError('offset_too_large');
  const rows = await listProjectRows(ctx.db, query, { ...request, offset, limit: request.perPage });
  return pageOf(await projectViews(ctx, rows), request, await countProjectRows(ctx.db, query));
}

/** As listProjects, without counting, walking by id: `nextId` is where the next page starts, null at the end. */
export async function walkProjects(
  ctx: Context,
  filter: ProjectFilter,
  request: { perPage: number; descending: boolean },
): Promise<{ items: ProjectView[]; nextId: number | null }> {
  const query = queryOf(ctx, filter);
  if (!query) return { items: [], nextId: null };
  const page = { orderBy: 'id', descending: request.descending, offset: 0, limit: request.perPage + 1 } as const;
  const rows = await listProjectRows(ctx.db, query, page);
  const shown = rows.slice(0, request.perPage);
  const last = shown.at(-1);
  return { items: await projectViews(ctx, shown), nextId: rows.length > shown.length && last ? last.id : null };
}

/** How many there are; at most MAX_COUNTED_ROWS. */
export async function countProjects(ctx: Context, filter: ProjectFilter): Promise<number> {
  const query = queryOf(ctx, filter);
  return query ? ((await countProjectRows(ctx.db, query)) ?? MAX_COUNTED_ROWS) : 0;
}
