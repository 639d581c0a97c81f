import type { Generated } from 'kysely';

export type RunnerKind = 'instance' | 'group' | 'project';

export type RunnerTable = {
  id: Generated<number>;
  kind: RunnerKind;
  namespace_id: number | null;
  token_digest: Buffer;
  short_token: string;
  registration: 'authenticated_user' | 'registration_token';
  description: Generated<string>;
  maintenance_note: string | null;
  is_paused: Generated<boolean>;
  is_locked: Generated<boolean>;
  runs_untagged: Generated<boolean>;
  tags: Generated<string[]>;
  access_level: Generated<'not_protected' | 'ref_protected'>;
  maximum_timeout_seconds: number | null;
  creator_id: number | null;
  contacted_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type RunnerManagerTable = {
  id: Generated<number>;
  runner_id: number;
  system_id: string;
  version: string | null;
  revision: string | null;
  platform: string | null;
  architecture: string | null;
  executor: string | null;
  ip_address: string | null;
  contacted_at: Date | null;
  created_at: Generated<Date>;
};

export type RegistrationTokenTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  token_digest: Buffer;
  created_at: Generated<Date>;
};

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ci_runners: RunnerTable;
    ci_runner_projects: {
      id: Generated<number>;
      runner_id: number;
      project_id: number;
      created_at: Generated<Date>;
    };
    ci_runner_managers: RunnerManagerTable;
    ci_registration_tokens: RegistrationTokenTable;
    ci_cache_indexes: { project_id: number; cache_index: number };
  }
}
