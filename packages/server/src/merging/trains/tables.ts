import type { Generated, JSONColumnType } from 'kysely';

export type CarState = 'idle' | 'stale' | 'fresh' | 'merging' | 'merged' | 'skip_merged' | 'removed';
export type TestOutcome = 'untested' | 'testing' | 'passed' | 'failed';
export type TrainEvent =
  | 'added'
  | 'built'
  | 'conflicting'
  | 'testing'
  | 'reused'
  | 'passed'
  | 'failed'
  | 'canceled'
  | 'merged'
  | 'removed';

export type TrainCarTable = {
  id: Generated<number>;
  project_id: number;
  target_branch: string;
  merge_request_id: number;
  added_by_id: number | null;
  head_sha: string;
  state: CarState;
  base_sha: string | null;
  result_sha: string | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  tree_sha: string | null;
  is_conflicting: Generated<boolean>;
  pipeline_id: number | null;
  verdict: TestOutcome;
  tested_sha: string | null;
  runs: Generated<number>;
  awaited_statuses: Generated<string[]>;
  failure: string | null;
  commit_message: string | null;
  squash: boolean | null;
  squash_message: string | null;
  removes_source_branch: boolean | null;
  created_at: Date;
  updated_at: Date;
  tested_since: Date | null;
  ended_at: Date | null;
  reason_code: string | null;
  reason: string | null;
};

export type TrainLogTable = {
  id: Generated<number>;
  car_id: number;
  at: Date;
  event: TrainEvent;
  details: JSONColumnType<Record<string, string | number | string[] | null>>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    train_cars: TrainCarTable;
    train_log: TrainLogTable;
  }
}
