import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import {
  boolInput,
  dateInput,
  idInput,
  idListInput,
  intInput,
  listInput,
  pagingInput,
  timeInput,
} from '../core/inputs.ts';
import { weightIn } from './weight-in.ts';

/** What clients send about issues; the same schemas for every interface. */

const idOrWord = z.union([z.literal('Any'), z.literal('any'), z.literal('None'), z.literal('none'), intInput]);
const milestoneWord = z.enum(['Any', 'None', 'Upcoming', 'Started']);

const notInput = z
  .strictObject({
    author_id: idInput,
    author_username: listInput,
    assignee_id: idInput,
    assignee_username: listInput,
    labels: listInput,
    milestone: z.string(),
    milestone_id: milestoneWord,
    iids: idListInput,
    search: z.string().max(1_000),
    in: z.string(),
    weight: intInput,
    my_reaction_emoji: z.string(),
  })
  .partial();

const filters = z
  .strictObject({
    state: z.enum(['opened', 'closed', 'all']),
    scope: z.enum(['created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'all']),
    author_id: intInput,
    author_username: z.string(),
    assignee_id: idOrWord,
    assignee_username: listInput,
    closed_by_id: intInput,
    labels: listInput,
    milestone: z.string(),
    milestone_id: milestoneWord,
    iids: idListInput,
    search: z.string().max(1_000),
    in: z.string(),
    due_date: z.enum([
      '0',
      '',
      'any',
      'today',
      'tomorrow',
      'overdue',
      'week',
      'month',
      'next_month_and_previous_two_weeks',
    ]),
    confidential: boolInput,
    weight: idOrWord,
    issue_type: z.enum(['issue', 'incident', 'test_case', 'requirement', 'task', 'ticket']),
    created_after: timeInput,
    created_before: timeInput,
    updated_after: timeInput,
    updated_before: timeInput,
    not: notInput,
    non_archived: boolInput,
  })
  .partial();

export const listIssuesInput = filters.extend({
  ...pagingInput,
  order_by: z
    .enum([
      'created_at',
      'due_date',
      'label_priority',
      'milestone_due',
      'popularity',
      'priority',
      'relative_position',
      'title',
      'updated_at',
      'weight',
    ])
    .default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  with_labels_details: boolInput.optional(),
  my_reaction_emoji: z.string().optional(),
  // There are no epics, iterations and states of health to ask for: asking for one finds nothing.
  epic_id: idOrWord.optional(),
  iteration_id: idOrWord.optional(),
  health_status: z.string().optional(),
});
export type ListIssuesInput = z.output<typeof listIssuesInput>;

/** The same filters without what only a list has. */
export const issuesStatisticsInput = listIssuesInput.omit({
  page: true,
  per_page: true,
  order_by: true,
  sort: true,
  state: true,
  with_labels_details: true,
});
export type IssuesStatisticsInput = z.output<typeof issuesStatisticsInput>;

/** `0`, an empty text or an empty list take everyone off. */
const people = z
  .union([listInput, z.array(intInput), intInput])
  .transform((value) => (Array.isArray(value) ? value : [value]).map(Number))
  .refine((ids) => ids.every((id) => Number.isSafeInteger(id) && id >= 0))
  .transform((ids) => ids.filter((id) => id > 0));

const dayInput = z.union([dateInput, z.literal(''), z.null()]);
/** Any words, so that the operation can say what a weight is; empty for none. */
const weightInput = z.union([
  z.number(),
  z
    .string()
    .max(100)
    .transform((text) => (text.trim() === '' ? null : weightIn(text))),
  z.null(),
]);

/** The types that are here. Others are not found when listed. */
export const ISSUE_TYPES = ['issue', 'incident', 'task'] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

const writable = z
  .strictObject({
    title: z.string(),
    description: z.string().nullable(),
    assignee_id: z.union([intInput, z.literal(''), z.null()]),
    assignee_ids: people,
    /** These besides or without those who are there by then, whoever that is. */
    add_assignee_ids: people,
    remove_assignee_ids: people,
    labels: listInput,
    add_labels: listInput,
    remove_labels: listInput,
    milestone_id: z.union([intInput, z.literal(''), z.null()]),
    /** By title, of the project or a group above; empty for none. */
    milestone: z.string().nullable(),
    due_date: dayInput,
    start_date: dayInput,
    weight: weightInput,
    confidential: boolInput,
    discussion_locked: boolInput.nullable(),
    /** Where there are no test cases, one is an issue. */
    issue_type: z.enum([...ISSUE_TYPES, 'test_case']).transform((type) => (type === 'test_case' ? 'issue' : type)),
  })
  .partial();

// Epics and severities belong to things that are not here.
const withoutEffect = ignored('epic_id', 'epic_iid', 'severity');

/** Room stays above it for the numbers that the project gives itself. */
const MAX_ISSUE_IID = 1_000_000_000;

export const createIssueInput = writable.extend({
  ...withoutEffect,
  ...ignored('updated_at'),
  /** Its number and time where it comes from, for owners, who bring whole projects from elsewhere. */
  iid: intInput.refine((value) => value > 0 && value <= MAX_ISSUE_IID).optional(),
  created_at: timeInput.optional(),
  title: z.string().optional(),
  /** Number of a merge request of the project whose open threads the issue takes over; those that the actor may resolve are resolved. */
  merge_request_to_resolve_discussions_of: idInput.optional(),
  /** Only this thread, also when it was resolved meanwhile. */
  discussion_to_resolve: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
});
export type CreateIssueInput = z.output<typeof createIssueInput>;

export const updateIssueInput = writable.extend({
  ...withoutEffect,
  ...ignored('created_at'),
  /** When it was last changed where it comes from, for owners. */
  updated_at: timeInput.optional(),
  state_event: z.enum(['close', 'reopen']).optional(),
  /** What the editor began with: a text that someone changed since is not overwritten. */
  last_known_updated_at: z.string().optional(),
});
export type UpdateIssueInput = z.output<typeof updateIssueInput>;

export const ISSUE_LINK_TYPES = ['relates_to', 'blocks', 'is_blocked_by'] as const;
export type IssueLinkType = (typeof ISSUE_LINK_TYPES)[number];

export const createIssueLinkInput = z.strictObject({
  target_project_id: z.union([idInput, z.string().min(1)]),
  target_issue_iid: idInput,
  link_type: z.enum(ISSUE_LINK_TYPES).default('relates_to'),
});

export const moveIssueInput = z.strictObject({ to_project_id: idInput });
export const cloneIssueInput = z.strictObject({ to_project_id: idInput, with_notes: boolInput.default(false) });
export const reorderIssueInput = z.strictObject({
  move_after_id: idInput.optional(),
  move_before_id: idInput.optional(),
});

export const durationInput = z.strictObject({ duration: z.string().max(200), summary: z.string().max(255).optional() });
