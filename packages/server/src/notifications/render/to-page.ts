import type { TodoItem } from '@tributary/contract/notifications/page.ts';
import type { TodoView } from '../reads/list-todos.ts';

export function toTodoItem({ row, noteable, noun, author, body, path }: TodoView): TodoItem {
  return {
    id: row.id,
    state: row.state,
    action: row.action,
    author: author && {
      id: author.id,
      username: author.username,
      name: author.name,
      avatarUrl: author.avatarUrl,
      href: `/${author.username}`,
    },
    noun,
    title: noteable.title,
    reference: noteable.reference,
    href: path,
    detail: body === noteable.title ? null : body,
    at: row.updated_at.toISOString(),
  };
}
