import type { PushRuleSwitch, PushRulePattern } from '@tributary/contract/projects/push-rules.ts';
import type { Generated } from 'kysely';

export type PushRuleTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  max_file_size: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
} & Record<PushRulePattern, string | null> &
  Record<PushRuleSwitch, boolean | null>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    push_rules: PushRuleTable;
  }
}
