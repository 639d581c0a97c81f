/**
 * Owns what waits for users and how they hear of it: to-dos, levels, mail that gathers news.
 * Knows noteables only by descriptor (`attention.ts`); the slices to its right say what happened with `notice`.
 * Endpoints are composed in `endpoints/index.ts`. Start with `operations/notice.ts`.
 */

export {
  type NotificationSubject,
  type Concerned,
  defineNotificationSubject,
  type Assignment,
  type Outsider,
} from './notification-subject.ts';
export { dropUnreadableTodos } from './operations/drop-unreadable.ts';
export { addTodo } from './operations/add-todo.ts';
export { endTrainRemovedTodos, openTrainRemovedTodos } from './operations/train-removed-todo.ts';
export { endBuildFailedTodo, openBuildFailedTodo } from './operations/build-failed-todo.ts';
export { wantsOwnMail } from './reads/wants-own-mail.ts';
export { endUnmergeableTodo, openUnmergeableTodo } from './operations/unmergeable-todo.ts';
export { type ChosenLevel, levelOf, subscriptionAt } from './rules/item-level.ts';
export { type NewLabels, notify } from './operations/notify.ts';
export { defineUnsubscribe, leavePath } from './unsubscribe/unsubscribe-link.ts';
export { MAX_MAIL_BYTES } from './replies/parse-mail.ts';
export { receiveReply } from './replies/receive-reply.ts';
export { retractNotifications } from './operations/retract-notifications.ts';
export { pendingTodoId } from './reads/list-todos.ts';
export { answerTodo } from './endpoints/answer-todo.ts';
export { defineTodoTarget } from './endpoints/todo-targets.ts';
export { addCurrentUserTodos } from './endpoints/graphql-todos-of.ts';
