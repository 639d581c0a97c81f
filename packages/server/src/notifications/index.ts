/**
 * Owns what waits for people and how they hear of it: to-dos, levels, mail that gathers news.
 * Knows noteables only by descriptor (`attention.ts`); the slices to its right say what happened with `notice`.
 * Faces are composed in `faces/index.ts`. Start with `operations/notice.ts`.
 */
import './tables.ts';
import './jobs/follow-notes.ts';
import './jobs/follow-rights.ts';
import './commits/attention.ts';
import './counts.ts';
import './leaving/member-leaving.ts';
import './quick-actions.ts';
import './replies/expire-received.ts';

export { type AttentionDescriptor, type Concerned, defineAttention, type Duty, type Outsider } from './attention.ts';
export { dropUnreadableTodos } from './operations/drop-unreadable.ts';
export { addTodo } from './operations/add-todo.ts';
export { endUnmergeableTodo, openUnmergeableTodo } from './operations/unmergeable-todo.ts';
export { type ChosenLevel, levelOf, subscriptionAt } from './rules/item-level.ts';
export { type NewLabels, notice } from './operations/notice.ts';
export { defineLeaving, leavePath } from './leaving/leave-link.ts';
export { MAX_MAIL_BYTES } from './replies/parse-mail.ts';
export { receiveReply } from './replies/receive-reply.ts';
export { retractNews } from './operations/retract-news.ts';
export { pendingTodoId } from './reads/list-todos.ts';
export { answerTodo } from './faces/answer-todo.ts';
export { defineTodoTarget } from './faces/todo-targets.ts';
export { addCurrentUserTodos } from './faces/graphql-todos-of.ts';
