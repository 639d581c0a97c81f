import type {
  AutoStopSetting,
  DeploymentApprovalStatus,
  DeploymentStatus,
  EnvironmentState,
  Tier,
} from '@tributary/contract/environments/status.ts';
import type { ColumnType, Generated } from 'kysely';

export type EnvironmentTable = {
  id: Generated<number>;
  project_id: number;
  name: string;
  slug: string;
  external_url: string | null;
  description: Generated<string>;
  tier: Tier;
  state: Generated<EnvironmentState>;
  auto_stop_at: Date | null;
  auto_stop_setting: Generated<AutoStopSetting>;
  auto_delete_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type DeploymentTable = {
  id: Generated<number>;
  project_id: number;
  environment_id: number;
  iid: number;
  job_id: number | null;
  ref: string;
  is_tag: Generated<boolean>;
  sha: string;
  status: DeploymentStatus;
  user_id: number | null;
  on_stop: string | null;
  /** That its job names. */
  deployment_tier: ColumnType<Tier | null, Tier | null | undefined>;
  finished_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ProtectedEnvironmentTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  name: string;
  required_approval_count: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ProtectedEnvironmentAccessTable = {
  id: Generated<number>;
  protected_environment_id: number;
  kind: 'deploy' | 'approval';
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
  group_inheritance_type: Generated<number>;
  required_approvals: Generated<number>;
};

export type DeploymentApprovalTable = {
  id: Generated<number>;
  deployment_id: number;
  user_id: number | null;
  status: DeploymentApprovalStatus;
  comment: Generated<string>;
  protected_environment_id: number | null;
  rule_id: number | null;
  has_rule: boolean;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type FreezePeriodTable = {
  id: Generated<number>;
  project_id: number;
  freeze_start: string;
  freeze_end: string;
  cron_timezone: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    environments: EnvironmentTable;
    deployments: DeploymentTable;
    deployment_approvals: DeploymentApprovalTable;
    environment_settings: { project_id: number; allows_own_approval: Generated<boolean> };
    freeze_periods: FreezePeriodTable;
    protected_environments: ProtectedEnvironmentTable;
    protected_environment_access: ProtectedEnvironmentAccessTable;
    deployment_counters: { project_id: number; last_iid: number };
  }
}
