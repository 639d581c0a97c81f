import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import {
  boolInput,
  filledText,
  idInput,
  idListInput,
  intInput,
  listInput,
  pagingInput,
  timeInput,
} from '../core/inputs.ts';

/** What clients send about merge requests; the same schemas for every interface. */

const idOrWord = z.union([z.literal('Any'), z.literal('any'), z.literal('None'), z.literal('none'), intInput]);
const branch = filledText.max(1_024);

const notInput = z
  .strictObject({
    author_id: idInput,
    author_username: listInput,
    assignee_id: idInput,
    assignee_username: listInput,
    reviewer_id: idInput,
    reviewer_username: listInput,
    labels: listInput,
    milestone: z.string(),
    source_branch: branch,
    target_branch: branch,
    my_reaction_emoji: z.string(),
    approved_by_ids: idListInput,
    approved_by_usernames: listInput,
  })
  .partial();

const filters = z
  .strictObject({
    state: z.enum(['opened', 'closed', 'locked', 'merged', 'all']),
    scope: z.enum(['created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'reviews_for_me', 'all']),
    author_id: intInput,
    author_username: z.string(),
    assignee_id: idOrWord,
    assignee_username: listInput,
    reviewer_id: idOrWord,
    reviewer_username: z.string(),
    /** Approved by all of these. */
    approved_by_ids: z.union([listInput.pipe(z.tuple([z.literal(['Any', 'any', 'None', 'none'])])), idListInput]),
    approved_by_usernames: listInput,
    approved: z.enum(['yes', 'no']),
    merge_user_id: intInput,
    merge_user_username: z.string(),
    labels: listInput,
    milestone: z.string(),
    iids: idListInput,
    search: z.string().max(1_000),
    in: z.string(),
    wip: z.enum(['yes', 'no']),
    draft: boolInput,
    source_branch: branch,
    source_project_id: idInput,
    target_branch: branch,
    created_after: timeInput,
    created_before: timeInput,
    updated_after: timeInput,
    updated_before: timeInput,
    merged_after: timeInput,
    merged_before: timeInput,
    not: notInput,
    non_archived: boolInput,
  })
  .partial();

export const listMergeRequestsInput = filters.extend({
  ...pagingInput,
  order_by: z
    .enum([
      'created_at',
      'label_priority',
      'milestone_due',
      'popularity',
      'priority',
      'title',
      'updated_at',
      'merged_at',
    ])
    .default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  view: z.enum(['simple']).optional(),
  with_labels_details: boolInput.optional(),
  with_merge_status_recheck: boolInput.optional(),
  render_html: boolInput.optional(),
  my_reaction_emoji: z.string().optional(),
  // There are no rules that name approvers: asking for those finds nothing.
  approver_ids: z.union([listInput.pipe(z.tuple([z.literal(['Any', 'any', 'None', 'none'])])), idListInput]).optional(),
  environment: z.string().optional(),
  deployed_after: timeInput.optional(),
  deployed_before: timeInput.optional(),
});
export type ListMergeRequestsInput = z.output<typeof listMergeRequestsInput>;

/** `0`, an empty text or an empty list take everyone off. */
const people = z
  .union([listInput, z.array(intInput), intInput])
  .transform((value) => (Array.isArray(value) ? value : [value]).map(Number))
  .refine((ids) => ids.every((id) => Number.isSafeInteger(id) && id >= 0))
  .transform((ids) => ids.filter((id) => id > 0));

const references = listInput.pipe(z.array(z.string().min(1).max(2_048)).max(100));

const writable = z
  .strictObject({
    title: z.string(),
    description: z.string().nullable(),
    target_branch: branch,
    assignee_id: z.union([intInput, z.literal(''), z.null()]),
    assignee_ids: people,
    reviewer_ids: people,
    /** These besides or without those who are there by then, whoever that is. */
    add_assignee_ids: people,
    remove_assignee_ids: people,
    add_reviewer_ids: people,
    remove_reviewer_ids: people,
    labels: listInput,
    add_labels: listInput,
    remove_labels: listInput,
    milestone_id: z.union([intInput, z.literal(''), z.null()]),
    /** By title, of the project or a group above; empty for none. */
    milestone: z.string().nullable(),
    remove_source_branch: boolInput,
    squash: boolInput,
    draft: boolInput,
    /** From a fork: whoever may merge may push to the source branch. The second is the older word. */
    allow_collaboration: boolInput,
    allow_maintainer_to_push: boolInput,
    /** A moment before which it is not merged; null or empty for none. */
    merge_after: z.union([z.literal('').transform(() => null), z.null(), timeInput]),
    /** Merge requests that are merged first, as users write them. The first replaces all that the user can see. */
    blocking_merge_request_references: references,
    add_blocking_merge_request_references: references,
    remove_blocking_merge_request_references: references,
    remove_hidden_blocking_merge_requests: boolInput,
  })
  .partial();

// Approvals have endpoints of their own.
const withoutEffect = ignored('approvals_before_merge', 'approval_rules_attributes');

export const createMergeRequestInput = writable.extend({
  ...withoutEffect,
  title: z.string(),
  source_branch: branch,
  target_branch: branch,
  target_project_id: idInput.optional(),
});
export type CreateMergeRequestInput = z.output<typeof createMergeRequestInput>;

export const updateMergeRequestInput = writable.extend({
  ...withoutEffect,
  state_event: z.enum(['close', 'reopen']).optional(),
  discussion_locked: boolInput.nullable().optional(),
  last_known_updated_at: z.string().optional(),
});
export type UpdateMergeRequestInput = z.output<typeof updateMergeRequestInput>;

/** By its id, or by its number in a project: that of the blocked request unless another is named. */
export const addDependencyInput = z.strictObject({
  blocking_merge_request_id: idInput.optional(),
  blocking_merge_request_iid: idInput.optional(),
  blocking_project_id: z.union([idInput, z.string().min(1)]).optional(),
});

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const message = filledText.max(100_000);

export const mergeInput = z.strictObject({
  merge_commit_message: message.optional(),
  squash_commit_message: message.optional(),
  should_remove_source_branch: boolInput.optional(),
  sha: sha.optional(),
  squash: boolInput.optional(),
  // Two names of one wish: merge when everything has passed. Nothing is merged while something has not.
  merge_when_pipeline_succeeds: boolInput.optional(),
  auto_merge: boolInput.optional(),
  skip_merge_train: boolInput.optional(),
});

/** The beginning of a commit id names the commit, as long as it is the only one. */
const shortSha = z
  .string()
  .regex(/^[0-9a-fA-F]{7,40}$/)
  .toLowerCase();

/** Of one merge request. */
export const CONTEXT_COMMITS_MAX = 100;

export const contextCommitsInput = z.strictObject({
  commits: listInput.pipe(z.array(shortSha).min(1).max(CONTEXT_COMMITS_MAX)),
});

/** Parameters of every address that shows a comparison. */
export const diffRangeInput = {
  view: z.enum(['inline', 'parallel']).default('inline'),
  w: z
    .union([z.literal('0'), z.literal('1'), z.literal(0), z.literal(1)])
    .transform((value) => Number(value) === 1)
    .default(false),
  diff_id: idInput.optional(),
  start_sha: shortSha.optional(),
  commit_id: shortSha.optional(),
  /** What merging would bring to the target branch as it stands today. */
  diff_head: boolInput.default(false),
  /** What the commits that give context to the request changed, from the oldest to the newest of them. */
  only_context_commits: boolInput.default(false),
  /** `<base>..<head>` that the page has the names of: what is asked for later must be of the same, or is refused. */
  compared: z
    .string()
    .regex(/^[0-9a-f]{40}\.\.[0-9a-f]{40}$/)
    .optional(),
};
