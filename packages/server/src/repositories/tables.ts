import type { ColumnType, Generated } from 'kysely';

export type PushIntentTable = {
  id: Generated<number>;
  project_id: number;
  push_key: string;
  ref: string;
  old_sha: string;
  new_sha: string;
  actor_id: number | null;
  sealed_options: string | null;
  created_at: Generated<Date>;
};

export type PushEventTable = {
  id: Generated<number>;
  project_id: number;
  push_key: string;
  ref: string;
  old_sha: string;
  new_sha: string;
  action: 'created' | 'updated' | 'deleted';
  is_forced: Generated<boolean>;
  commit_count: Generated<number>;
  commit_title: string | null;
  actor_id: number | null;
  created_at: Generated<Date>;
};

export type ProtectedBranchTable = {
  id: Generated<number>;
  /** Null for a branch that a group protects in all its projects. */
  project_id: number | null;
  namespace_id: ColumnType<number | null, number | null | undefined, never>;
  name: string;
  allow_force_push: Generated<boolean>;
  /** Merge requests into it need the approval of the code owners of the files they change. */
  code_owner_approval_required: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ProtectedBranchAccessTable = {
  id: Generated<number>;
  protected_branch_id: number;
  kind: 'push' | 'merge';
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
};

export type ProtectedTagTable = {
  id: Generated<number>;
  project_id: number;
  name: string;
  created_at: Generated<Date>;
};

export type ProtectedTagAccessTable = {
  id: Generated<number>;
  protected_tag_id: number;
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
};

export type RepositoryMaintenanceTable = {
  project_id: number;
  pushes_since_quick: Generated<number>;
  pushes_since_full: Generated<number>;
  quick_at: Date | null;
  full_at: Date | null;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    push_intents: PushIntentTable;
    push_events: PushEventTable;
    protected_branches: ProtectedBranchTable;
    protected_branch_access: ProtectedBranchAccessTable;
    protected_tags: ProtectedTagTable;
    protected_tag_access: ProtectedTagAccessTable;
    repository_upkeep: RepositoryMaintenanceTable;
  }
}
