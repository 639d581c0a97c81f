import type {
  NotificationKind,
  NotificationReason,
  NotificationLevel,
  TodoAction,
} from '@tributary/contract/notifications/enums.ts';
import type { ColumnType, Generated } from 'kysely';

/** Why an entry is there, as it is kept while another cause stands in its place. */
export type TodoCause = {
  authorId: number | null;
  noteId: number | null;
  isByBot: boolean;
  batch: string | null;
};

export type TodoTable = {
  id: Generated<number>;
  user_id: number;
  /** One of the two is the place of the target. */
  project_id: number | null;
  namespace_id: ColumnType<number | null, number | null | undefined, number | null>;
  author_id: number | null;
  action: TodoAction;
  target_type: string;
  target_id: number;
  note_id: number | null;
  is_by_bot: Generated<boolean>;
  state: Generated<'pending' | 'done'>;
  done_by: 'hand' | 'act' | 'end' | 'withdrawn' | null;
  batch: ColumnType<string | null, string | null | undefined, string | null>;
  earlier: ColumnType<TodoCause[], string | undefined, string>;
  done_batch: ColumnType<string | null, string | null | undefined, string | null>;
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

export type MailNotificationTable = {
  id: Generated<number>;
  /** One of the two is told. */
  user_id: ColumnType<number | null, number | null | undefined, number | null>;
  outsider_id: ColumnType<number | null, number | null | undefined, number | null>;
  target_type: string;
  target_id: number;
  event_id: number;
  kind: NotificationKind;
  reason: NotificationReason;
  actor_id: number | null;
  note_id: number | null;
  /** That were put on it. */
  label_ids: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
  batch: ColumnType<string | null, string | null | undefined, string | null>;
  held_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Generated<Date>;
};

export type RetractedNotificationTable = { batch: string; created_at: Generated<Date> };

export type MailReplyKeyTable = {
  digest: Buffer;
  user_id: number;
  target_type: string;
  target_id: number;
  discussion_id: string | null;
  /** An answer is an internal note. */
  is_internal: Generated<boolean>;
  created_at: Generated<Date>;
};

export type ReceivedMailTable = {
  digest: Buffer;
  user_id: number;
  outcome: 'added' | 'refused';
  received_at: Date;
};

export type CommitUnsubscribeTable = { commit_id: number; user_id: number; left_at: ColumnType<Date, never, Date> };

declare module '../platform/db/tables.ts' {
  interface Tables {
    todos: TodoTable;
    notification_settings: NotificationSettingTable;
    mail_news: MailNotificationTable;
    retracted_news: RetractedNotificationTable;
    mail_reply_keys: MailReplyKeyTable;
    received_mails: ReceivedMailTable;
    left_commits: CommitUnsubscribeTable;
  }
}
