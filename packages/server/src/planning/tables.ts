import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import type { SavedViewList } from '@tributary/contract/planning/saved-views.ts';
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

export type LabelSubscriptionTable = {
  id: Generated<number>;
  label_id: number;
  user_id: number;
  /** Null: wherever the label is used. */
  project_id: number | null;
  is_subscribed: boolean;
  created_at: Generated<Date>;
};

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
  /** Of title, description or dates; null as long as they are as they were made. */
  last_edited_at: Generated<Date | null>;
};

export type MilestoneCounterTable = {
  id: Generated<number>;
  project_id: number | null;
  namespace_id: number | null;
  last_iid: number;
};

export type IssueState = 'opened' | 'closed';

export type IssueTable = {
  id: Generated<number>;
  issue_type: Generated<IssueType>;
  iid: number;
  project_id: number;
  author_id: number | null;
  title: string;
  description: Generated<string>;
  description_html: Generated<string>;
  description_html_version: Generated<number>;
  state: Generated<IssueState>;
  is_confidential: Generated<boolean>;
  is_discussion_locked: Generated<boolean>;
  milestone_id: number | null;
  start_date: string | null;
  due_date: string | null;
  weight: number | null;
  closed_at: Date | null;
  closed_by_id: number | null;
  moved_to_id: number | null;
  duplicated_to_id: number | null;
  relative_position: number | null;
  lock_version: Generated<number>;
  last_edited_at: Date | null;
  last_edited_by_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type IssueLinkTable = {
  id: Generated<number>;
  source_id: number;
  target_id: number;
  link_type: 'relates_to' | 'blocks';
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type TimeEntryTable = {
  id: Generated<number>;
  noteable_type: string;
  noteable_id: number;
  project_id: number;
  user_id: number | null;
  seconds: number;
  spent_at: Date;
  summary: string;
  created_at: Generated<Date>;
};

export type ResourceEventTable = {
  id: Generated<number>;
  noteable_type: string;
  noteable_id: number;
  project_id: number;
  kind: 'label' | 'milestone' | 'state' | 'weight';
  action: string;
  user_id: number | null;
  label_id: number | null;
  milestone_id: number | null;
  source_merge_request_id: number | null;
  /** The new one, for changes of the weight; null when it was removed. */
  weight: number | null;
  created_at: Generated<Date>;
};

export type SavedViewTable = {
  id: Generated<number>;
  user_id: number;
  project_id: number | null;
  namespace_id: number | null;
  list: SavedViewList;
  name: string;
  query: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    labels: LabelTable;
    label_priorities: LabelPriorityTable;
    label_subscriptions: LabelSubscriptionTable;
    milestones: MilestoneTable;
    milestone_counters: MilestoneCounterTable;
    issue_counters: { project_id: number; last_iid: number };
    issues: IssueTable;
    issue_assignees: { issue_id: number; user_id: number; created_at: Generated<Date> };
    issue_labels: { issue_id: number; label_id: number; created_at: Generated<Date> };
    issue_subscriptions: { issue_id: number; user_id: number; is_subscribed: boolean; is_off: Generated<boolean> };
    issue_links: IssueLinkTable;
    issue_email_participants: { id: Generated<number>; issue_id: number; email: string; created_at: Generated<Date> };
    time_estimates: { noteable_type: string; noteable_id: number; project_id: number; seconds: number };
    time_entries: TimeEntryTable;
    resource_events: ResourceEventTable;
    saved_views: SavedViewTable;
  }
}
