import type { Generated } from 'kysely';

export type ViewedFileTable = {
  merge_request_id: number;
  user_id: number;
  path: string;
  content: string;
  added_lines: number;
  removed_lines: number;
  created_at: Generated<Date>;
};

export type MergeRequestVisitTable = {
  merge_request_id: number;
  user_id: number;
  version_id: number;
  previous_version_id: number | null;
  looked_at: Generated<Date>;
  previous_looked_at: Date | null;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reviewed_files: ViewedFileTable;
    merge_request_looks: MergeRequestVisitTable;
  }
}
