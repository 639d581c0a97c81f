import type { ColumnType, Generated } from 'kysely';

export type StackStep = { id: number; sha: string };

export type StackMergeTable = {
  id: Generated<number>;
  merge_request_id: number;
  set_by_id: number;
  target_branch: string;
  steps: ColumnType<StackStep[], string, string>;
  position: Generated<number>;
  state: 'running' | 'done' | 'stopped';
  reason: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
  step_at: ColumnType<Date, Date, Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    stack_merges: StackMergeTable;
  }
}
