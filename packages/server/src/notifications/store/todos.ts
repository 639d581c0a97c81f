import type { TodoAction } from '@tributary/contract/notifications/enums.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../platform/db/database.ts';
import type { ContainerColumns } from '../../projects/index.ts';
import type { TodoCause, TodoTable } from '../tables.ts';

export type TodoRow = Selectable<TodoTable>;
export type Target = { type: string; id: number };
export type NewTodo = {
  userId: number;
  /** Of the place that the target lives in. */
  columns: ContainerColumns;
  authorId: number | null;
  action: TodoAction;
  target: Target;
  noteId?: number | null;
  isByBot?: boolean;
  /** With what it may be taken back. */
  batch?: string | null;
};

const MAX_EARLIER = 10;

/** Adds an entry, or moves the open one for the same reason to the newest cause. */
export async function putTodo(db: Db | Tx, todo: NewTodo): Promise<TodoRow> {
  const batch = todo.batch ?? null;
  const cause = { author_id: todo.authorId, note_id: todo.noteId ?? null, is_by_bot: todo.isByBot ?? false, batch };
  const before = batch === null ? undefined : await lockPending(db, todo);
  const earlier = JSON.stringify(before && batch !== null ? causesBelow(before, batch) : []);
  return db
    .insertInto('todos')
    .values({
      user_id: todo.userId,
      ...todo.columns,
      action: todo.action,
      target_type: todo.target.type,
      target_id: todo.target.id,
      done_by: null,
      earlier,
      ...cause,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'target_type', 'target_id', 'action'])
        .where('state', '=', 'pending')
        .doUpdateSet({ ...cause, earlier, updated_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

function lockPending(db: Db | Tx, { userId, target, action }: NewTodo): Promise<TodoRow | undefined> {
  return db
    .selectFrom('todos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('action', '=', action)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
}

/** What comes back when the batch is taken back: causes down to the first that stays for good. */
function causesBelow(row: TodoRow, batch: string): TodoCause[] {
  const own: TodoCause = { authorId: row.author_id, noteId: row.note_id, isByBot: row.is_by_bot, batch: row.batch };
  const all = [own, ...row.earlier].filter((cause) => cause.batch !== batch);
  const last = all.findIndex((cause) => cause.batch === null);
  return (last < 0 ? all : all.slice(0, last + 1)).slice(0, MAX_EARLIER);
}

export function listTodosOfBatch(db: Db | Tx, batch: string): Promise<TodoRow[]> {
  return db.selectFrom('todos').selectAll().where('batch', '=', batch).orderBy('id').forUpdate().execute();
}

/** Those that this batch ended. */
export function listEndedBy(db: Db | Tx, batch: string): Promise<TodoRow[]> {
  return db
    .selectFrom('todos')
    .selectAll()
    .where('done_batch', '=', batch)
    .where('state', '=', 'done')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setTodoCause(
  db: Db | Tx,
  id: number,
  cause: TodoCause,
  earlier: readonly TodoCause[],
): Promise<void> {
  const { authorId, noteId, isByBot, batch } = cause;
  await db
    .updateTable('todos')
    .set({ author_id: authorId, note_id: noteId, is_by_bot: isByBot, batch, earlier: JSON.stringify(earlier) })
    .where('id', '=', id)
    .execute();
}

export async function deleteTodoRow(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('todos').where('id', '=', id).execute();
}

/** Users who have had an entry for this reason since then, open or done. */
export async function listTodoRecipients(
  db: Db | Tx,
  target: Target,
  action: TodoAction,
): Promise<{ userId: number; lastAt: Date }[]> {
  const rows = await db
    .selectFrom('todos')
    .select(['user_id', (eb) => eb.fn.max('created_at').as('last_at')])
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('action', '=', action)
    .groupBy('user_id')
    .execute();
  return rows.map((row) => ({ userId: row.user_id, lastAt: new Date(row.last_at) }));
}

export type Finish = {
  by: NonNullable<TodoRow['done_by']>;
  userId?: number;
  id?: number;
  target?: Target;
  actions?: readonly TodoAction[];
  isByBot?: boolean | undefined;
  /** With what it may be taken back. */
  batch?: string | undefined;
  /** All but these users'. */
  exceptUsers?: readonly number[];
};

/** Ends open entries; gives whose. At least one of the narrowing fields is set. */
export async function finishTodos(db: Db | Tx, finish: Finish): Promise<number[]> {
  let update = db
    .updateTable('todos')
    .set({ state: 'done', done_by: finish.by, done_batch: finish.batch ?? null, updated_at: sql`now()` })
    .where('state', '=', 'pending');
  if (finish.userId !== undefined) update = update.where('user_id', '=', finish.userId);
  if (finish.id !== undefined) update = update.where('id', '=', finish.id);
  if (finish.target) {
    update = update.where('target_type', '=', finish.target.type).where('target_id', '=', finish.target.id);
  }
  if (finish.actions) update = update.where('action', 'in', [...finish.actions]);
  if (finish.isByBot !== undefined) update = update.where('is_by_bot', '=', finish.isByBot);
  if (finish.exceptUsers && finish.exceptUsers.length > 0) {
    update = update.where('user_id', 'not in', [...finish.exceptUsers]);
  }
  const rows = await update.returning('user_id').execute();
  return [...new Set(rows.map((row) => row.user_id))];
}

/** Opens a done entry again; undefined when there is an open one for the same reason already. */
export async function reopenTodo(db: Db | Tx, id: number): Promise<TodoRow | undefined> {
  return db
    .updateTable('todos as t')
    .set({ state: 'pending', done_by: null, done_batch: null, updated_at: sql`now()` })
    .where('t.id', '=', id)
    .where('t.state', '=', 'done')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('todos as o')
            .select('o.id')
            .whereRef('o.user_id', '=', 't.user_id')
            .whereRef('o.target_type', '=', 't.target_type')
            .whereRef('o.target_id', '=', 't.target_id')
            .whereRef('o.action', '=', 't.action')
            .where('o.state', '=', 'pending'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function findTodo(db: Db | Tx, userId: number, id: number): Promise<TodoRow | undefined> {
  return db.selectFrom('todos').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

export async function findPending(
  db: Db | Tx,
  userId: number,
  target: Target,
  action?: TodoAction,
): Promise<TodoRow | undefined> {
  let query = db
    .selectFrom('todos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('state', '=', 'pending');
  if (action) query = query.where('action', '=', action);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Things that wait for a user, for a look at their rights. */
export async function listPendingTargets(db: Db | Tx, userId: number): Promise<Target[]> {
  const rows = await db
    .selectFrom('todos')
    .select(['target_type', 'target_id'])
    .distinct()
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .execute();
  return rows.map((row) => ({ type: row.target_type, id: row.target_id }));
}

export async function listPendingUsers(db: Db | Tx, target: Target): Promise<number[]> {
  const rows = await db
    .selectFrom('todos')
    .select('user_id')
    .distinct()
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where('state', '=', 'pending')
    .execute();
  return rows.map((row) => row.user_id);
}
