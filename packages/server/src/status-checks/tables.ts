import type { ColumnType, Generated } from 'kysely';

export type ResponseStatus = 'pending' | 'passed' | 'failed';

export type ExternalStatusCheckTable = {
  id: Generated<number>;
  project_id: number;
  name: string;
  external_url: string;
  secret_sealed: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type StatusCheckResponseTable = {
  id: Generated<number>;
  merge_request_id: number;
  check_id: number;
  head_sha: string;
  status: ResponseStatus;
  failure_reason: ColumnType<string | null, string | null | undefined, string | null>;
  status_at: ColumnType<Date, Date | undefined, Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    external_status_checks: ExternalStatusCheckTable;
    external_status_check_branches: { check_id: number; protected_branch_id: number };
    status_check_responses: StatusCheckResponseTable;
  }
}
