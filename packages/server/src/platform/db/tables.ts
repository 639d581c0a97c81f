import type { ColumnType, Generated } from 'kysely';

export type OutboxEventRow = {
  id: Generated<number>;
  type: string;
  data: unknown;
  actor_id: number | null;
  created_at: Generated<Date>;
};

/** Of the object storage; it may be gone by the time the mail leaves. */
export type MailFile = { filename: string; storageName: string };

export type MailMessageRow = {
  id: Generated<number>;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  headers: unknown;
  files: ColumnType<MailFile[], string | undefined, never>;
  state: Generated<'queued' | 'sent' | 'kept' | 'failed'>;
  error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
};

export type AuditEventRow = {
  id: Generated<number>;
  created_at: Generated<Date>;
  actor_id: number | null;
  actor_kind: string;
  /** The administrator who acted as the actor. */
  impersonator_id: number | null;
  credential: string | null;
  ip: string | null;
  request_id: string | null;
  action: string;
  target_type: string;
  target_id: string;
  details: unknown;
};

export type DoneRequestRow = {
  actor_id: number;
  act: string;
  idempotency_key: string;
  result_id: number | null;
  created_at: Date;
};

/** Tables of the whole database. Each slice adds its own by declaration merging in its tables.ts. */
export interface Tables {
  outbox_events: OutboxEventRow;
  mail_messages: MailMessageRow;
  audit_events: AuditEventRow;
  done_requests: DoneRequestRow;
  requests_under_way: {
    actor_id: number;
    act: string;
    idempotency_key: string;
    holder: string;
    held_until: Date;
  };
  storage_claims: { token: string };
}
