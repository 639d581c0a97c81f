import type { NotificationKind, TodoAction } from '@tributary/contract/notifications/enums.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import type { Assignment } from '../notification-subject.ts';
import { finishTodos, listTodoRecipients, type NewTodo, putTodo, type Target } from '../store/todos.ts';
import type { NotificationContext } from './notify.ts';

const REVIEWS: ReadonlySet<NotificationKind> = new Set(['reviewed', 'changes_requested']);
const ACTS: ReadonlySet<NotificationKind> = new Set([
  'commented',
  'reviewed',
  'changes_requested',
  'approved',
  'pushed',
  'closed',
  'merged',
]);
const ENDS: ReadonlySet<NotificationKind> = new Set(['closed', 'merged']);
const CALLS: readonly TodoAction[] = ['mentioned', 'directly_addressed'];

function todoOf({ news, concerned, isByBot }: NotificationContext, userId: number, action: TodoAction): NewTodo {
  return {
    userId,
    action,
    columns: columnsOf(concerned.noteable.place),
    authorId: news.actorId,
    isByBot,
    batch: news.batch?.id ?? null,
    target: { type: news.type, id: news.id },
    ...(news.note && { noteId: news.note.id }),
  };
}

/**
 * Assigned and asked to review, once for each time; who is not any more has nothing to do. Gives whose lists changed, and
 * who was given something to do just now.
 */
export async function assignmentTodos(
  ctx: Context,
  told: NotificationContext,
): Promise<{ changed: number[]; onDuty: ReadonlySet<number> }> {
  // Who was assigned along with a label is told so by that.
  if (!told.concerned.isOpen || told.news.kind === 'relabeled') return { changed: [], onDuty: new Set() };
  const assigned = await duties(ctx, told, 'assigned', told.concerned.assigned);
  const asked = await duties(ctx, told, 'review_requested', told.concerned.reviewers);
  const onDuty = new Set([...assigned.fresh, ...asked.fresh]);
  const changed = [...assigned.freed, ...asked.freed, ...onDuty];
  if (REVIEWS.has(told.news.kind) && told.concerned.noteable.authorId !== null) {
    const { authorId } = told.concerned.noteable;
    if (told.audience.has(authorId)) {
      await putTodo(ctx.db, todoOf(told, authorId, 'review_submitted'));
      changed.push(authorId);
    }
  }
  return { changed, onDuty };
}

async function duties(ctx: Context, told: NotificationContext, action: TodoAction, wanted: readonly Assignment[]) {
  const target: Target = { type: told.news.type, id: told.news.id };
  const lastAt = new Map((await listTodoRecipients(ctx.db, target, action)).map((each) => [each.userId, each.lastAt]));
  const freed = await finishTodos(ctx.db, {
    by: 'withdrawn',
    target,
    actions: [action],
    exceptUsers: wanted.map((duty) => duty.userId),
  });
  const fresh: number[] = [];
  for (const { userId, since } of wanted) {
    const last = lastAt.get(userId);
    if (!told.audience.has(userId) || (last !== undefined && last >= since)) continue;
    await putTodo(ctx.db, todoOf(told, userId, action));
    fresh.push(userId);
  }
  return { freed, fresh };
}

/** Users whom a new text calls. A description calls each user once, however often it is edited. */
export async function callTodos(ctx: Context, told: NotificationContext): Promise<number[]> {
  const changed: number[] = [];
  const isText = told.news.note !== undefined || told.news.kind === 'created' || told.news.kind === 'described';
  if (!isText) return changed;
  const target: Target = { type: told.news.type, id: told.news.id };
  const known = new Set<number>();
  if (told.news.kind === 'described') {
    for (const action of CALLS) {
      for (const { userId } of await listTodoRecipients(ctx.db, target, action)) known.add(userId);
    }
  }
  for (const [userId, { reason }] of told.audience) {
    if ((reason !== 'mentioned' && reason !== 'directly_addressed') || known.has(userId)) continue;
    await putTodo(ctx.db, todoOf(told, userId, reason));
    changed.push(userId);
  }
  return changed;
}

/** Who has acted is done with it; when a thing ends, so does what waited there. */
export async function endTodos(ctx: Context, { news }: NotificationContext): Promise<number[]> {
  const target: Target = { type: news.type, id: news.id };
  const changed: number[] = [];
  if (ENDS.has(news.kind)) changed.push(...(await finishTodos(ctx.db, { by: 'end', target })));
  if (ACTS.has(news.kind) && news.actorId !== null) {
    const batch = news.batch?.id;
    changed.push(...(await finishTodos(ctx.db, { by: 'act', target, userId: news.actorId, batch })));
  }
  return changed;
}
