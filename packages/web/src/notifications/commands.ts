import type { NotificationEvent, NotificationLevel } from '@tributary/contract/notifications/enums.ts';
import { api } from '../lib/http.ts';

export const finishTodo = (id: number) => api.post(`/api/v4/todos/${id}/mark_as_done`);
export const restoreTodo = (id: number) => api.patch(`/dashboard/todos/${id}/restore`);
/** All that came from users, or from bots. */
export const finishAllTodos = (from: 'people' | 'bots') => api.post('/api/v4/todos/mark_as_done', { body: { from } });
/** `itemApi` is the address of the thing in the REST endpoint. */
export const addTodo = (itemApi: string) => api.post<{ id: number } | undefined>(`${itemApi}/todo`);

export type NotificationSettingsInput = { level?: NotificationLevel } & Partial<Record<NotificationEvent, boolean>>;

/** For everything, or for one project or group. */
export function saveNotificationSettings(
  wish: NotificationSettingsInput,
  place?: { kind: 'project' | 'group'; id: number },
): Promise<unknown> {
  const below = place ? `/${place.kind}s/${place.id}` : '';
  return api.put(`/api/v4${below}/notification_settings`, { body: wish });
}
