import type { NotificationKind } from '@tributary/contract/notifications/enums.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { transact } from '../../platform/context.ts';
import { findActingUser, findUser } from '../../accounts/index.ts';
import { canReadInternal, noteableById, type Noteable } from '../../discussions/index.ts';
import { holdBatch } from '../store/batches.ts';
import { notificationSubjectOf, type Concerned } from '../notification-subject.ts';
import { type Recipients, recipientsOf } from './recipients.ts';
import { callTodos, assignmentTodos, endTodos } from './notification-todos.ts';
import { queueMail } from './queue-mail.ts';
import { publishTodosChanged } from './publish-todos-changed.ts';

export type Notification = {
  type: string;
  id: number;
  kind: NotificationKind;
  /** Of the event that brought it: the same event twice tells nobody twice. */
  eventId: number;
  actorId: number | null;
  note?: { id: number; body: string; isInternal: boolean };
  /** Of the names in the text these alone are called. */
  named?: readonly string[];
  /** Put on it just now; of a new thing, all it has. */
  labels?: NewLabels | undefined;
  /** Told together, not before this time, and until then to be taken back: `retractNotifications`. */
  batch?: NewsBatch | undefined;
};

/** Labels with those who follow them. */
export type NewLabels = { ids: readonly number[]; followers: readonly number[] };

type NewsBatch = { id: string; heldUntil: Date };

export type NotificationContext = { news: Notification; concerned: Concerned; audience: Recipients; isByBot: boolean };

/**
 * Lets everyone know whom a change of a thing concerns: to-dos open and end, and mail is put aside to be sent in a
 * moment. For jobs; repeating it is harmless. Nobody hears of what they may not read, nor of their own acts.
 */
export async function notify(ctx: Context, news: Notification): Promise<void> {
  const descriptor = notificationSubjectOf(news.type);
  const concerned = await descriptor?.concerned(ctx, news.id);
  if (!descriptor || !concerned) return;
  const author = news.actorId === null ? undefined : await findUser(ctx, news.actorId);
  const audience = await readersOf(ctx, news, await recipientsOf(ctx, descriptor, concerned, news));
  await transact(ctx, async (inner) => {
    if (news.batch && !(await holdBatch(inner.db, news.batch.id))) return;
    // Who was deleted since is nobody.
    const told: NotificationContext = {
      news: { ...news, actorId: author?.id ?? null },
      concerned,
      audience,
      isByBot: author?.isBot ?? false,
    };
    const { changed, onDuty } = await assignmentTodos(inner, told);
    const called = await callTodos(inner, told);
    await publishTodosChanged(inner, [...changed, ...called, ...(await endTodos(inner, told))]);
    // Machines fill no mailboxes.
    if (!told.isByBot) await queueMail(inner, told, { onDuty, called: new Set(called) });
  });
}

/** Those of the audience who may read what happened, with the rights of this moment. */
async function readersOf(ctx: Context, news: Notification, audience: Recipients): Promise<Recipients> {
  const readers: Recipients = new Map();
  for (const [userId, entry] of audience) {
    const actor = await findActingUser(ctx, userId);
    if (actor && (await mayHear(ctx, actor, news))) readers.set(userId, entry);
  }
  return readers;
}

async function mayHear(ctx: Context, actor: UserActor, news: Notification): Promise<boolean> {
  const noteable: Noteable | undefined = await noteableById({ ...ctx, actor }, news.type, news.id);
  if (!noteable) return false;
  return !news.note?.isInternal || canReadInternal(actor, noteable);
}
