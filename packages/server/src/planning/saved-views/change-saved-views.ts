import {
  SAVED_VIEW_MAX_NAME_CHARS,
  SAVED_VIEW_MAX_QUERY_CHARS,
  type SavedView,
  type SavedViewList,
  type SavedViews,
  SAVED_VIEWS_MAX,
  viewQuery,
} from '@tributary/contract/planning/saved-views.ts';
import { fail, failFields } from '@tributary/contract/errors/app-error.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can, INSTANCE } from '../../platform/policy/policy.ts';
import type { ContainerKey } from '../planning-container.ts';
import {
  deleteSavedView,
  findSavedView,
  holdSavedViews,
  insertSavedView,
  listSavedViews,
  renameSavedView,
  type SavedViewRow,
  type ViewsOf,
} from './store.ts';

type At = { place: ContainerKey };

const ownerOf = (ctx: Context, { place }: At): ViewsOf => ({
  userId: actorId(ctx.actor) ?? fail('unauthenticated'),
  place,
});

/** One of the actor's own in this place; those of others are missing. */
async function load(ctx: Context, { id, ...at }: At & { id: number }): Promise<SavedViewRow> {
  return (await findSavedView(ctx.db, ownerOf(ctx, at), id)) ?? fail('not_found', { resource: 'View' });
}

const mayChange = (ctx: Context) => can(ctx.actor, 'change_account', INSTANCE);

function checkName(name: string, others: readonly SavedViewRow[]): string {
  const trimmed = name.trim();
  if (trimmed === '') failFields({ name: ["can't be blank"] });
  if (trimmed.length > SAVED_VIEW_MAX_NAME_CHARS)
    failFields({ name: [`is too long (maximum is ${SAVED_VIEW_MAX_NAME_CHARS} characters)`] });
  if (trimmed.includes('\0')) failFields({ name: ['contains a null character'] });
  if (others.some((other) => other.name.toLowerCase() === trimmed.toLowerCase()))
    failFields({ name: ['has already been taken'] });
  return trimmed;
}

function checkQuery(search: string): string {
  const query = viewQuery(search);
  if (query.length > SAVED_VIEW_MAX_QUERY_CHARS)
    failFields({
      base: [`The filters are too long to be saved (maximum is ${SAVED_VIEW_MAX_QUERY_CHARS} characters).`],
    });
  return query;
}

const toView = ({ id, name, query }: SavedViewRow): SavedView => ({ id, name, query });

type NewView = At & { list: SavedViewList; name: string; query: string };

/** Saves the filters and the order of a list for the actor. */
export const createSavedView = defineOperation<NewView, ViewsOf, SavedView>({
  name: 'saved_view.create',
  load: async (ctx, input) => ownerOf(ctx, input),
  check: mayChange,
  run: async (ctx, owner, { list, name, query }) => {
    await holdSavedViews(ctx.db, owner.userId);
    const others = await listSavedViews(ctx.db, owner, list);
    const view = { list, name: checkName(name, others), query: checkQuery(query) };
    if (others.length >= SAVED_VIEWS_MAX)
      failFields({ base: [`You can save at most ${SAVED_VIEWS_MAX} views of a list. Delete one to save another.`] });
    return toView(await insertSavedView(ctx.db, owner, view));
  },
});

export const changeSavedView = defineOperation<At & { id: number; name: string }, SavedViewRow, SavedView>({
  name: 'saved_view.update',
  load,
  check: mayChange,
  run: async (ctx, row, { name, ...at }) => {
    const all = await listSavedViews(ctx.db, ownerOf(ctx, at), row.list);
    const others = all.filter(({ id }) => id !== row.id);
    return toView(await renameSavedView(ctx.db, row.id, checkName(name, others)));
  },
});

export const removeSavedView = defineOperation<At & { id: number }, SavedViewRow, void>({
  name: 'saved_view.destroy',
  load,
  check: mayChange,
  run: (ctx, row) => deleteSavedView(ctx.db, row.id),
});

/** What a page of the list shows; null for those who are not signed in. */
export async function savedViewsOf(
  ctx: Context,
  place: ContainerKey & { fullPath: string },
  list: SavedViewList,
): Promise<SavedViews | null> {
  const userId = actorId(ctx.actor);
  if (userId === undefined) return null;
  const base = `${place.kind === 'group' ? '/groups' : ''}/${encodePath(place.fullPath)}`;
  return {
    path: `${base}/-/saved_views`,
    views: (await listSavedViews(ctx.db, { userId, place }, list)).map(toView),
  };
}
