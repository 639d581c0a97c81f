import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { restPipeline, restPipelineBasic } from '../ci/pipeline-rest.ts';
import { restLabelDetail, restReferences, restTimeStats } from '../planning/issue-rest.ts';
import { restMilestone } from '../planning/rest.ts';

/** Shapes of the REST endpoint, as clients read them. */

export const restMergeRequestSimple = z.strictObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: z.string(),
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  created_at: z.string(),
  updated_at: z.string(),
  web_url: z.string(),
});

export const restMergeRequestBasic = z.strictObject({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: z.string(),
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  created_at: z.string(),
  updated_at: z.string(),
  merged_by: restUserBasic.nullable(),
  merge_user: restUserBasic.nullable(),
  merged_at: z.string().nullable(),
  closed_by: restUserBasic.nullable(),
  closed_at: z.string().nullable(),
  title_html: z.string().optional(),
  description_html: z.string().optional(),
  target_branch: z.string(),
  source_branch: z.string(),
  user_notes_count: z.number(),
  upvotes: z.number(),
  downvotes: z.number(),
  author: restUserBasic.nullable(),
  assignees: z.array(restUserBasic),
  assignee: restUserBasic.nullable(),
  reviewers: z.array(restUserBasic),
  source_project_id: z.number().nullable(),
  target_project_id: z.number(),
  labels: z.array(z.union([z.string(), restLabelDetail])),
  draft: z.boolean(),
  imported: z.boolean(),
  imported_from: z.string(),
  work_in_progress: z.boolean(),
  milestone: restMilestone.nullable(),
  merge_when_pipeline_succeeds: z.boolean(),
  merge_status: z.string(),
  detailed_merge_status: z.string(),
  merge_after: z.string().nullable(),
  sha: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
  squash_commit_sha: z.string().nullable(),
  discussion_locked: z.boolean(),
  should_remove_source_branch: z.boolean().nullable(),
  force_remove_source_branch: z.boolean(),
  prepared_at: z.string().nullable(),
  allow_collaboration: z.boolean().optional(),
  allow_maintainer_to_push: z.boolean().optional(),
  reference: z.string(),
  references: restReferences,
  web_url: z.string(),
  time_stats: restTimeStats,
  squash: z.boolean(),
  squash_on_merge: z.boolean(),
  task_completion_status: z.strictObject({ count: z.number(), completed_count: z.number() }),
  has_conflicts: z.boolean(),
  blocking_discussions_resolved: z.boolean(),
  approvals_before_merge: z.null(),
});
export type RestMergeRequestBasic = z.infer<typeof restMergeRequestBasic>;

/** A request that the reader may not see is left out. */
export const restMergeRequestDependency = z.strictObject({
  id: z.number(),
  blocking_merge_request: restMergeRequestBasic.optional(),
  blocked_merge_request: restMergeRequestBasic.optional(),
  project_id: z.number(),
});
export type RestMergeRequestDependency = z.infer<typeof restMergeRequestDependency>;

export const restDiff = z.strictObject({
  diff: z.string(),
  collapsed: z.boolean(),
  too_large: z.boolean(),
  new_path: z.string(),
  old_path: z.string(),
  a_mode: z.string(),
  b_mode: z.string(),
  new_file: z.boolean(),
  renamed_file: z.boolean(),
  deleted_file: z.boolean(),
  generated_file: z.boolean(),
});
export type RestDiff = z.infer<typeof restDiff>;

export const restMergeRequest = restMergeRequestBasic.extend({
  subscribed: z.boolean(),
  changes_count: z.string().nullable(),
  latest_build_started_at: z.iso.datetime().nullable(),
  latest_build_finished_at: z.iso.datetime().nullable(),
  /** Null for who may not see environments. */
  first_deployed_to_production_at: z.iso.datetime().nullable(),
  /** As `head_pipeline`, in short. */
  pipeline: restPipelineBasic.nullable(),
  head_pipeline: restPipeline.nullable(),
  diff_refs: z.strictObject({ base_sha: z.string(), head_sha: z.string(), start_sha: z.string() }).nullable(),
  merge_error: z.string().nullable(),
  rebase_in_progress: z.boolean().optional(),
  diverged_commits_count: z.number().optional(),
  first_contribution: z.boolean(),
  user: z.strictObject({ can_merge: z.boolean() }),
});
export type RestMergeRequest = z.infer<typeof restMergeRequest>;

export const restMergeRequestChanges = restMergeRequest.extend({ changes: z.array(restDiff), overflow: z.boolean() });

export const restReviewer = z.strictObject({ user: restUserBasic, state: z.string(), created_at: z.string() });

export const restCommit = z.strictObject({
  id: z.string(),
  short_id: z.string(),
  created_at: z.string(),
  parent_ids: z.array(z.string()),
  title: z.string(),
  message: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  authored_date: z.string(),
  committer_name: z.string(),
  committer_email: z.string(),
  committed_date: z.string(),
  trailers: z.record(z.string(), z.string()),
  extended_trailers: z.record(z.string(), z.array(z.string())),
  web_url: z.string(),
});
export type RestCommit = z.infer<typeof restCommit>;

export const restVersion = z.strictObject({
  id: z.number(),
  head_commit_sha: z.string(),
  base_commit_sha: z.string(),
  start_commit_sha: z.string(),
  created_at: z.string(),
  merge_request_id: z.number(),
  state: z.string(),
  real_size: z.string(),
  patch_id_sha: z.string().nullable(),
});
export type RestVersion = z.infer<typeof restVersion>;

export const restVersionFull = restVersion.extend({ commits: z.array(restCommit), diffs: z.array(restDiff) });
