import type { ColumnType, Generated } from 'kysely';

export type ProjectHookTable = {
  id: Generated<number>;
  /** Null for hooks of groups and of the instance. */
  project_id: number | null;
  /** Of a hook that is sent the events of all projects in a group. */
  namespace_id: ColumnType<number | null, number | null | undefined, never>;
  name: Generated<string>;
  description: Generated<string>;
  url: string;
  token_sealed: string | null;
  custom_headers_sealed: string | null;
  custom_header_names: Generated<string[]>;
  url_variables_sealed: string | null;
  url_variable_names: Generated<string[]>;
  /** Of OTHER_HOOK_EVENTS. */
  other_events: Generated<string[]>;
  push_events: Generated<boolean>;
  tag_push_events: Generated<boolean>;
  merge_requests_events: Generated<boolean>;
  note_events: Generated<boolean>;
  confidential_note_events: Generated<boolean>;
  issues_events: Generated<boolean>;
  confidential_issues_events: Generated<boolean>;
  enable_ssl_verification: Generated<boolean>;
  push_events_branch_filter: Generated<string>;
  branch_filter_strategy: Generated<'wildcard' | 'regex' | 'all_branches'>;
  consecutive_failures: Generated<number>;
  disabled_until: Date | null;
  disabled_reason: string | null;
  uuid: Generated<string>;
  created_by_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type HookDeliveryTable = {
  id: Generated<number>;
  hook_id: number;
  event_id: number | null;
  uuid: string;
  trigger: string;
  event_name: string;
  attempt: Generated<number>;
  state: Generated<'waiting' | 'succeeded' | 'failed'>;
  url: string;
  request_headers: ColumnType<Record<string, string>, string | undefined, string>;
  request_body: string;
  response_status: number | null;
  response_headers: ColumnType<Record<string, string>, string | undefined, string>;
  response_body: Generated<string>;
  error: string | null;
  duration_ms: number | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    project_hooks: ProjectHookTable;
    hook_deliveries: HookDeliveryTable;
  }
}
