import type { Generated } from 'kysely';

export type MergeRequestContextCommitTable = {
  merge_request_id: number;
  sha: string;
  committed_at: Date;
  added_by_id: number | null;
  created_at: Generated<Date>;
};

export type DiffIndexTable = {
  id: Generated<number>;
  project_id: number;
  base_sha: string;
  head_sha: string;
  ignores_whitespace: boolean;
  format_version: number;
  header_name: string;
  pack_name: string;
  files_count: number;
  added_lines: number;
  removed_lines: number;
  size_bytes: number;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  pack_digest: string | null;
};

export type DiffLeftoverTable = {
  name: string;
  due_at: Date;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    merge_request_context_commits: MergeRequestContextCommitTable;
    diff_indexes: DiffIndexTable;
    diff_leftovers: DiffLeftoverTable;
  }
}
