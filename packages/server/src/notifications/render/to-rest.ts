import type { RestTodo } from '@tributary/contract/notifications/rest.ts';
import { NOTIFICATION_EVENTS } from '@tributary/contract/notifications/enums.ts';
import type { Context } from '../../platform/context.ts';
import { renderUserBasic } from '../../accounts/index.ts';
import type { Container } from '../../projects/index.ts';
import type { TodoView } from '../reads/list-todos.ts';
import type { Choice } from '../rules/wants.ts';

/** `target` is the thing as the REST endpoint shows it. */
export function toRestTodo(ctx: Context, view: TodoView, target: unknown): RestTodo {
  const { row, noteable } = view;
  return {
    id: row.id,
    ...placeOf(ctx, noteable.place),
    author: view.author && renderUserBasic(view.author, ctx),
    action_name: row.action,
    target_type: row.target_type,
    target,
    target_url: `${ctx.config.url}${view.path}`,
    body: view.body,
    state: row.state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function placeOf(ctx: Context, place: Container): Pick<RestTodo, 'project' | 'group'> {
  if (place.kind === 'group') {
    const { id, name, path, kind, full_path: fullPath, parent_id: parentId } = place.access.namespace;
    const url = `${ctx.config.url}/groups/${fullPath}`;
    return { project: null, group: { id, name, path, kind, full_path: fullPath, parent_id: parentId, web_url: url } };
  }
  const { project } = place.access;
  return {
    project: {
      id: project.id,
      description: project.description,
      name: project.name,
      name_with_namespace: project.full_path.split('/').join(' / '),
      path: project.path,
      path_with_namespace: project.full_path,
      created_at: project.created_at.toISOString(),
    },
    group: null,
  };
}

export function toRestChoice(choice: Choice) {
  return {
    level: choice.level,
    ...(choice.level === 'custom' && {
      events: Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, choice.events.includes(event)])),
    }),
  };
}
