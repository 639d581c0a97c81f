import type { CommitState } from '@tributary/contract/projects/commit-statuses.ts';
import type { Generated } from 'kysely';

export type CommitStatusTable = {
  id: Generated<number>;
  project_id: number;
  sha: string;
  ref: string;
  is_tag: Generated<boolean>;
  name: string;
  state: CommitState;
  description: string | null;
  target_url: string | null;
  coverage: number | null;
  author_id: number | null;
  is_latest: Generated<boolean>;
  started_at: Date | null;
  finished_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    commit_statuses: CommitStatusTable;
  }
}
