import type { Generated } from 'kysely';

export type LabelTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  name: string;
  color: string;
  description: Generated<string>;
  archived: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type LabelPriorityTable = { project_id: number; label_id: number; priority: number };

export type MilestoneTable = {
  id: Generated<number>;
  iid: number;
  project_id: number | null;
  namespace_id: number | null;
  title: string;
  description: Generated<string>;
  state: Generated<'active' | 'closed'>;
  start_date: string | null;
  due_date: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type MilestoneCounterTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  last_iid: number;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    labels: LabelTable;
    label_priorities: LabelPriorityTable;
    milestones: MilestoneTable;
    milestone_counters: MilestoneCounterTable;
  }
}
