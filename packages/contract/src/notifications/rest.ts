import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import { boolInput, idInput, pagingInput } from '../core/inputs.ts';
import { NOTIFICATION_EVENTS, NOTIFICATION_LEVELS, OTHER_TODO_ACTIONS, TODO_ACTIONS } from './enums.ts';

export const listTodosInput = z.strictObject({
  ...pagingInput,
  action: z.enum([...TODO_ACTIONS, ...OTHER_TODO_ACTIONS]).optional(),
  author_id: idInput.optional(),
  project_id: idInput.optional(),
  group_id: idInput.optional(),
  state: z.enum(['pending', 'done']).default('pending'),
  type: z.string().max(100).optional(),
});

export const restTodo = z.object({
  id: z.number(),
  /** One of the two is where the thing lives. */
  project: z.looseObject({ id: z.number(), path_with_namespace: z.string() }).nullable(),
  group: z.looseObject({ id: z.number(), full_path: z.string() }).nullable(),
  author: z.looseObject({ id: z.number(), username: z.string() }).nullable(),
  action_name: z.enum(TODO_ACTIONS),
  target_type: z.string(),
  target: z.unknown(),
  target_url: z.string(),
  body: z.string(),
  state: z.enum(['pending', 'done']),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RestTodo = z.output<typeof restTodo>;

const events = Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, boolInput.optional()])) as Record<
  (typeof NOTIFICATION_EVENTS)[number],
  ReturnType<typeof boolInput.optional>
>;

export const notificationSettingsInput = z.strictObject({
  level: z.enum(NOTIFICATION_LEVELS).optional(),
  ...events,
  ...ignored(
    'notification_email',
    'issue_due',
    'failed_pipeline',
    'fixed_pipeline',
    'success_pipeline',
    'moved_project',
    'merge_when_pipeline_succeeds',
    'new_epic',
    'new_release',
    'service_account_success_pipeline',
    'service_account_failed_pipeline',
    'service_account_fixed_pipeline',
  ),
});

export const restNotificationSettings = z.object({
  level: z.enum(NOTIFICATION_LEVELS),
  events: z.record(z.string(), z.boolean()).optional(),
  notification_email: z.string().optional(),
});
