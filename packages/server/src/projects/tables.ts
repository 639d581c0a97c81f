import type { FeatureLevel, Visibility } from '@tributary/contract/core/access-levels.ts';
import type { Generated } from 'kysely';

export type NamespaceTable = {
  id: Generated<number>;
  kind: 'user' | 'group';
  parent_id: number | null;
  owner_id: number | null;
  name: string;
  path: string;
  full_path: string;
  traversal_ids: Generated<number[]>;
  description: Generated<string>;
  visibility: Generated<Visibility>;
  avatar_name: string | null;
  created_by_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ProjectTable = {
  id: Generated<number>;
  namespace_id: number;
  name: string;
  path: string;
  full_path: string;
  description: Generated<string>;
  visibility: Generated<Visibility>;
  default_branch: string | null;
  archived_at: Date | null;
  deleting_since: Date | null;
  repository_state: Generated<'creating' | 'forking' | 'ready' | 'failed'>;
  forked_from_id: number | null;
  creator_id: number | null;
  avatar_name: string | null;
  topics: Generated<string[]>;
  repository_access_level: Generated<FeatureLevel>;
  merge_requests_access_level: Generated<FeatureLevel>;
  issues_access_level: Generated<FeatureLevel>;
  forking_access_level: Generated<FeatureLevel>;
  remove_source_branch_after_merge: Generated<boolean>;
  only_allow_merge_if_all_discussions_are_resolved: Generated<boolean>;
  merge_method: Generated<'merge' | 'rebase_merge' | 'ff'>;
  squash_option: Generated<'never' | 'always' | 'default_on' | 'default_off'>;
  star_count: Generated<number>;
  forks_count: Generated<number>;
  repository_size_bytes: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  last_activity_at: Generated<Date>;
};

export type RedirectRouteTable = {
  id: Generated<number>;
  path: string;
  project_id: number | null;
  namespace_id: number | null;
  created_at: Generated<Date>;
};

export type MemberTable = {
  id: Generated<number>;
  user_id: number;
  namespace_id: number | null;
  project_id: number | null;
  access_level: number;
  expires_at: string | null;
  created_by_id: number | null;
  created_at: Generated<Date>;
};

export type ProjectStarTable = { project_id: number; user_id: number; created_at: Generated<Date> };

declare module '../platform/db/tables.ts' {
  interface Tables {
    namespaces: NamespaceTable;
    projects: ProjectTable;
    redirect_routes: RedirectRouteTable;
    members: MemberTable;
    project_stars: ProjectStarTable;
  }
}
