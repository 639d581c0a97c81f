import type { Context } from '../../platform/context.ts';
import { closeBatch, listRetracted } from '../store/batches.ts';
import { deleteMailNotificationsOf } from '../store/mail-notifications.ts';
import {
  deleteTodoRow,
  listEndedBy,
  listTodosOfBatch,
  reopenTodo,
  setTodoCause,
  type TodoRow,
} from '../store/todos.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

/**
 * Takes news back that were published together and are still held: nobody gets a mail of them, what they put on to-do
 * lists goes, and what they ended is open again. Call it in the transaction that takes back what they tell of, before
 * its time is looked at: it waits for whoever tells of them at this moment.
 */
export async function retractNotifications(ctx: Context, batch: string): Promise<void> {
  await closeBatch(ctx.db, batch);
  await deleteMailNotificationsOf(ctx.db, batch);
  const changed: number[] = [];
  for (const row of await listTodosOfBatch(ctx.db, batch)) {
    await putBack(ctx, row);
    changed.push(row.user_id);
  }
  for (const row of await listEndedBy(ctx.db, batch)) {
    if (await reopenTodo(ctx.db, row.id)) changed.push(row.user_id);
  }
  await publishTodosChanged(ctx, changed);
}

/** The cause before, if that still holds; without any the entry goes. */
async function putBack(ctx: Context, row: TodoRow): Promise<void> {
  const retracted = await listRetracted(
    ctx.db,
    row.earlier.flatMap((cause) => cause.batch ?? []),
  );
  const at = row.earlier.findIndex((cause) => cause.batch === null || !retracted.has(cause.batch));
  const cause = row.earlier[at];
  if (cause) await setTodoCause(ctx.db, row.id, cause, row.earlier.slice(at + 1));
  else await deleteTodoRow(ctx.db, row.id);
}
