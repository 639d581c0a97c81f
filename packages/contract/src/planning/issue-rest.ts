import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { restMilestone } from './rest.ts';

/** Shapes of issues on the REST endpoint, and of what issues and merge requests have in common. */

export const restReferences = z.strictObject({ short: z.string(), relative: z.string(), full: z.string() });

export const restTimeStats = z.strictObject({
  time_estimate: z.number(),
  total_time_spent: z.number(),
  human_time_estimate: z.string().nullable(),
  human_total_time_spent: z.string().nullable(),
});

export const restLabelDetail = z.strictObject({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  description_html: z.string(),
  text_color: z.string(),
  color: z.string(),
  archived: z.boolean(),
});

/** `type` and `link` parts depend on what was asked for; everything else is always there. */
export const restIssue = z.strictObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: z.string(),
  state: z.enum(['opened', 'closed']),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullable(),
  closed_by: restUserBasic.nullable(),
  labels: z.array(z.union([z.string(), restLabelDetail])),
  milestone: restMilestone.nullable(),
  assignees: z.array(restUserBasic),
  author: restUserBasic.nullable(),
  type: z.enum(['ISSUE', 'INCIDENT', 'TASK']),
  assignee: restUserBasic.nullable(),
  user_notes_count: z.number(),
  merge_requests_count: z.number(),
  upvotes: z.number(),
  downvotes: z.number(),
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  confidential: z.boolean(),
  discussion_locked: z.boolean(),
  issue_type: z.enum(['issue', 'incident', 'task']),
  web_url: z.string(),
  time_stats: restTimeStats,
  task_completion_status: z.strictObject({ count: z.number(), completed_count: z.number() }),
  weight: z.number().nullable(),
  blocking_issues_count: z.number(),
  has_tasks: z.boolean(),
  task_status: z.string().optional(),
  _links: z.strictObject({
    self: z.string(),
    notes: z.string(),
    award_emoji: z.string(),
    project: z.string(),
    closed_as_duplicate_of: z.string().nullable(),
  }),
  references: restReferences,
  severity: z.literal('UNKNOWN'),
  moved_to_id: z.number().nullable(),
  imported: z.boolean(),
  imported_from: z.string(),
  service_desk_reply_to: z.null(),
  epic_iid: z.null(),
  epic: z.null(),
  iteration: z.null(),
  health_status: z.null(),
});
export type RestIssue = z.infer<typeof restIssue>;

export const restIssueWithSubscription = restIssue.extend({ subscribed: z.boolean() });

export const restRelatedIssue = restIssue.extend({
  issue_link_id: z.number(),
  link_type: z.string(),
  link_created_at: z.string(),
  link_updated_at: z.string(),
});

export const restIssueLink = z.strictObject({
  id: z.number(),
  source_issue: restIssue,
  target_issue: restIssue,
  link_type: z.string(),
});

const eventBase = {
  id: z.number(),
  user: restUserBasic.nullable(),
  created_at: z.string(),
  resource_type: z.string(),
  resource_id: z.number(),
};

export const restLabelEvent = z.strictObject({
  ...eventBase,
  label: restLabelDetail.nullable(),
  action: z.enum(['add', 'remove']),
});
export const restMilestoneEvent = z.strictObject({
  ...eventBase,
  milestone: restMilestone.nullable(),
  action: z.enum(['add', 'remove']),
});
export const restStateEvent = z.strictObject({
  ...eventBase,
  source_commit: z.null(),
  source_merge_request_id: z.number().nullable(),
  state: z.string(),
});

/** Only issues have a weight. */
export const restWeightEvent = z.strictObject({
  ...eventBase,
  issue_id: z.number(),
  weight: z.number().nullable(),
});

export const restIssuesStatistics = z.strictObject({
  statistics: z.strictObject({
    counts: z.strictObject({ all: z.number(), closed: z.number(), opened: z.number() }),
  }),
});
