import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { todayOf } from '../../access/project-access.ts';
import { hasNamespaceRole, namespaceIsVisible } from '../../access/visible-store.ts';
import { isPathTaken, listNamespaceRecords, namespaceById, type NamespaceQuery } from '../namespace-store.ts';
import { namespaceViews, type NamespaceView } from './namespace-views.ts';

export type GroupFilter = {
  kind?: 'user' | 'group';
  search?: string | undefined;
  searchFullPath?: boolean | undefined;
  visibility?: Visibility | undefined;
  /** Null: only at the top. */
  parentId?: number | null | undefined;
  belowId?: number | undefined;
  notBelowId?: number | undefined;
  /** Archived or waiting for deletion, by their own state or that of a group above. */
  readOnly?: boolean | undefined;
  /** The day on which they were marked for deletion. */
  markedOn?: string | undefined;
  skipIds?: number[] | undefined;
  /** Only these. */
  ids?: number[] | undefined;
  /** Where a walk goes on. */
  afterId?: number | undefined;
  /** Only those in which the actor has at least this role. */
  minLevel?: number | undefined;
  orderBy?: 'name' | 'path' | 'id';
  descending?: boolean;
};

const EMPTY = <T>(request: PageRequest): Page<T> => pageOf<T>([], request, 0);

/** Groups (and personal namespaces, when no kind is given) that the actor may see. */
export async function listNamespaces(
  ctx: Context,
  filter: GroupFilter,
  request: PageRequest,
): Promise<Page<NamespaceView>> {
  const today = todayOf(ctx);
  const id = actorId(ctx.actor);
  if (filter.minLevel !== undefined && id === undefined) return EMPTY(request);
  const query: NamespaceQuery = {
    visible: namespaceIsVisible(ctx.actor, today),
    orderBy: filter.orderBy ?? 'name',
    descending: filter.descending ?? false,
    offset: (request.page - 1) * request.perPage,
    limit: request.perPage,
    ...(filter.kind && { kind: filter.kind }),
    ...(filter.search && { search: filter.search }),
    ...(filter.searchFullPath && { searchFullPath: true }),
    ...(filter.visibility && { visibility: filter.visibility }),
    ...(filter.parentId !== undefined && { parentId: filter.parentId }),
    ...(filter.belowId !== undefined && { below: filter.belowId }),
    ...(filter.readOnly !== undefined && { readOnly: filter.readOnly }),
    ...(filter.markedOn !== undefined && { markedOn: filter.markedOn }),
    ...(filter.skipIds && { excludeIds: filter.skipIds }),
    ...(filter.afterId !== undefined && { afterId: filter.afterId }),
    ...(filter.notBelowId !== undefined && { notBelow: filter.notBelowId }),
    ...(filter.ids && { ids: filter.ids }),
    ...(filter.minLevel !== undefined && id !== undefined && { also: [hasNamespaceRole(id, today, filter.minLevel)] }),
  };
  const { rows, total } = await listNamespaceRecords(ctx.db, query);
  return pageOf(await namespaceViews(ctx, rows), request, total);
}

/** The own namespaces of users, by user, as far as the actor may see them. */
export async function personalNamespacesOf(
  ctx: Context,
  userIds: readonly number[],
): Promise<Map<number, NamespaceView>> {
  const owners = [...new Set(userIds)];
  const query: NamespaceQuery = {
    visible: namespaceIsVisible(ctx.actor, todayOf(ctx)),
    kind: 'user',
    owners,
    orderBy: 'id',
    descending: false,
    offset: 0,
    limit: owners.length,
  };
  const { rows } = await listNamespaceRecords(ctx.db, query);
  const views = await namespaceViews(ctx, rows);
  return new Map(views.flatMap((view) => (view.ownerId === null ? [] : [[view.ownerId, view] as const])));
}

const MAX_SUGGESTIONS = 20;

/** Is a path in use below a parent (or at the top), and a free one like it when it is. */
export async function namespaceExistence(
  ctx: Context,
  path: string,
  parentId: number | undefined,
): Promise<{ exists: boolean; suggests: string[] }> {
  const parent = parentId === undefined ? undefined : await namespaceById(ctx.db, parentId);
  const full = (name: string) => (parent ? `${parent.full_path}/${name}` : name);
  if (!(await isPathTaken(ctx.db, full(path)))) return { exists: false, suggests: [] };
  for (let number = 1; number <= MAX_SUGGESTIONS; number++) {
    const suggestion = `${path}${number}`;
    if (!(await isPathTaken(ctx.db, full(suggestion)))) return { exists: true, suggests: [suggestion] };
  }
  return { exists: true, suggests: [] };
}
