import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { findNoteView, listedNoteable, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { plainText } from '../../platform/markup/index.ts';
import { notificationSubjectOf } from '../notification-subject.ts';
import { countTodoRows, listTodoRows, type TodoFilter } from '../store/todo-lists.ts';
import { findPending, type Target, type TodoRow } from '../store/todos.ts';
import { selfId, viewerOf } from '../viewer.ts';

/** An own entry with the thing it is about, as its owner may see it. */
export type TodoView = {
  row: TodoRow;
  noteable: Noteable;
  noun: string;
  author: UserView | null;
  /** Beginning of the comment that caused it, as plain text; otherwise the title. */
  body: string;
  /** Path of the thing, or of the comment. */
  path: string;
};

/** Things of a page have few entries each. */
const MAX_ABOUT = 1_000;
const MAX_FINISHED = 100;

export type OwnTodoFilter = Omit<TodoFilter, 'userId'>;

/** Own entries, newest first; what the user may not read any more is left out. */
export async function listTodos(ctx: Context, filter: OwnTodoFilter, request: PageRequest): Promise<Page<TodoView>> {
  const own = { ...filter, userId: selfId(ctx) };
  const viewer = viewerOf(ctx);
  const [rows, total] = await Promise.all([
    listTodoRows(ctx.db, viewer, own, { limit: request.perPage, offset: (request.page - 1) * request.perPage }),
    countTodoRows(ctx.db, viewer, own),
  ]);
  return pageOf(await todoViews(ctx, rows), request, total);
}

/** Own entries about things of one kind, newest first. */
export async function listTodosAbout(ctx: Context, type: string, targetIds: readonly number[]): Promise<TodoView[]> {
  if (targetIds.length === 0) return [];
  const filter = { userId: selfId(ctx), state: 'all', types: [type], targetIds } as const;
  return todoViews(ctx, await listTodoRows(ctx.db, viewerOf(ctx), filter, { limit: MAX_ABOUT, offset: 0 }));
}

/** One own entry; not_found when there is none, or the user may not read any more what it is about. */
export async function getOwnTodo(ctx: Context, id: number): Promise<TodoView> {
  const filter = { userId: selfId(ctx), state: 'all', ids: [id] } as const;
  const rows = await listTodoRows(ctx.db, viewerOf(ctx), filter, { limit: 1, offset: 0 });
  const [view] = await todoViews(ctx, rows);
  if (!view) throw new AppError('not_found', { resource: 'Todo' });
  return view;
}

/** What waited and was ticked off by `finish`, as it is then. */
export async function finishedTodos(
  ctx: Context,
  target: Target | undefined,
  finish: () => Promise<void>,
): Promise<TodoView[]> {
  const about = target && { types: [target.type], targetIds: [target.id] };
  const page = { limit: MAX_FINISHED, offset: 0 };
  const own = ctx.actor.kind === 'user';
  const waiting = own
    ? await listTodoRows(ctx.db, viewerOf(ctx), { userId: selfId(ctx), state: 'pending', ...about }, page)
    : [];
  await finish();
  if (waiting.length === 0) return [];
  const filter = { userId: selfId(ctx), state: 'done', ids: waiting.map(({ id }) => id) } as const;
  return todoViews(ctx, await listTodoRows(ctx.db, viewerOf(ctx), filter, page));
}

export async function countTodos(ctx: Context, filter: OwnTodoFilter): Promise<number> {
  return countTodoRows(ctx.db, viewerOf(ctx), { ...filter, userId: selfId(ctx) });
}

export async function todoViews(ctx: Context, rows: readonly TodoRow[]): Promise<TodoView[]> {
  const authors = new Map(
    (
      await listUsersByIds(
        ctx,
        rows.flatMap((row) => row.author_id ?? []),
      )
    ).map((user) => [user.id, user]),
  );
  const things = new Map<string, Noteable | undefined>();
  const views: TodoView[] = [];
  for (const row of rows) {
    const key = `${row.target_type}:${row.target_id}`;
    if (!things.has(key)) things.set(key, await listedNoteable(ctx, row.target_type, row.target_id));
    const noteable = things.get(key);
    const descriptor = notificationSubjectOf(row.target_type);
    if (!noteable || !descriptor) continue;
    const note = row.note_id === null ? undefined : await bodyOfNote(ctx, noteable, row.note_id);
    views.push({
      row,
      noteable,
      noun: descriptor.noun,
      author: authors.get(row.author_id ?? 0) ?? null,
      body: note ?? noteable.title,
      path: note === undefined ? noteable.path : `${noteable.path}#note_${row.note_id}`,
    });
  }
  return views;
}

const BODY_CHARS = 200;

async function bodyOfNote(ctx: Context, noteable: Noteable, id: number): Promise<string | undefined> {
  const note = await findNoteView(ctx, noteable, id);
  return note && plainText(note.row.body).slice(0, BODY_CHARS);
}

/** Does something about this thing wait for the user? Gives the entry's id. */
export async function pendingTodoId(ctx: Context, noteable: Noteable): Promise<number | null> {
  if (ctx.actor.kind !== 'user') return null;
  const target = { type: noteable.type, id: noteable.id };
  return (await findPending(ctx.db, selfId(ctx), target))?.id ?? null;
}
