import type { NewsKind, NewsReason, NotificationLevel, TodoAction } from '@tributary/contract/notifications/words.ts';
import type { Generated } from 'kysely';

export type TodoTable = {
  id: Generated<number>;
  user_id: number;
  project_id: number | null;
  author_id: number | null;
  action: TodoAction;
  target_type: string;
  target_id: number;
  note_id: number | null;
  is_by_bot: Generated<boolean>;
  state: Generated<'pending' | 'done'>;
  done_by: 'hand' | 'act' | 'end' | 'withdrawn' | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type NotificationSettingTable = {
  id: Generated<number>;
  user_id: number;
  namespace_id: number | null;
  project_id: number | null;
  level: NotificationLevel;
  events: Generated<string[]>;
};

export type MailNewsTable = {
  id: Generated<number>;
  user_id: number;
  target_type: string;
  target_id: number;
  event_id: number;
  kind: NewsKind;
  reason: NewsReason;
  actor_id: number | null;
  note_id: number | null;
  created_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    todos: TodoTable;
    notification_settings: NotificationSettingTable;
    mail_news: MailNewsTable;
  }
}
