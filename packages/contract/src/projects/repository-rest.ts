import { z } from 'zod';
import { restSshKey } from '../accounts/keys.ts';
import { SIGNATURE_TYPES, VERIFICATION_STATUSES } from './commit-signatures.ts';
import { restPipelineBasic } from '../ci/pipeline-rest.ts';
import { CI_STATUSES } from '../ci/status.ts';

/** What the REST endpoint answers about repositories. Times of commits keep their author's offset. */

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const commitTime = z.iso.datetime({ offset: true });

export const restCommit = z.object({
  id: sha,
  short_id: z.string(),
  created_at: commitTime,
  parent_ids: z.array(sha),
  title: z.string(),
  message: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  authored_date: commitTime,
  committer_name: z.string(),
  committer_email: z.string(),
  committed_date: commitTime,
  trailers: z.record(z.string(), z.string()),
  extended_trailers: z.record(z.string(), z.array(z.string())),
  web_url: z.string(),
});
export type RestCommit = z.output<typeof restCommit>;

export const restCommitStats = z.object({ additions: z.number(), deletions: z.number(), total: z.number() });
export type RestCommitStats = z.output<typeof restCommitStats>;

export const restCommitListed = restCommit.extend({ stats: restCommitStats.optional() });

export const restCommitDetail = restCommit.extend({
  stats: restCommitStats.optional(),
  /** That of the last pipeline. */
  status: z.enum(CI_STATUSES).nullable(),
  last_pipeline: restPipelineBasic.nullable(),
  project_id: z.number(),
});
export const restCommitSignature = z.object({
  signature_type: z.enum(SIGNATURE_TYPES),
  verification_status: z.enum(VERIFICATION_STATUSES),
  signature: z.string(),
  commit_source: z.literal('gitaly'),
  /** Of an SSH key that a user has added. */
  key: restSshKey.optional(),
  /** Of a GPG key that a user has added. */
  gpg_key_id: z.number().optional(),
  gpg_key_primary_keyid: z.string().optional(),
  gpg_key_user_name: z.string().nullable().optional(),
  gpg_key_user_email: z.string().nullable().optional(),
  gpg_key_subkey_id: z.null().optional(),
});
export const restTagSignature = restCommitSignature.omit({ commit_source: true });
export type RestCommitSignature = z.output<typeof restCommitSignature>;
export type RestCommitDetail = z.output<typeof restCommitDetail>;

export const restTreeObject = z.object({
  id: sha,
  name: z.string(),
  type: z.enum(['tree', 'blob', 'commit']),
  path: z.string(),
  mode: z.string(),
  last_commit: restCommit.nullable().optional(),
});
export type RestTreeObject = z.output<typeof restTreeObject>;

export const restBlob = z.object({ size: z.number(), encoding: z.literal('base64'), content: z.string(), sha });

export const restFile = z.object({
  file_name: z.string(),
  file_path: z.string(),
  size: z.number(),
  encoding: z.literal('base64'),
  content: z.string(),
  content_sha256: z.string(),
  ref: z.string(),
  blob_id: sha,
  commit_id: sha,
  last_commit_id: sha,
  execute_filemode: z.boolean(),
});
export type RestFile = z.output<typeof restFile>;

export const restFileSaved = z.object({ file_path: z.string(), branch: z.string() });

export const restBranch = z.object({
  name: z.string(),
  commit: restCommit,
  merged: z.boolean(),
  protected: z.boolean(),
  developers_can_push: z.boolean(),
  developers_can_merge: z.boolean(),
  can_push: z.boolean(),
  default: z.boolean(),
  web_url: z.string(),
});
export type RestBranch = z.output<typeof restBranch>;

export const restTag = z.object({
  name: z.string(),
  message: z.string(),
  /** The tag object of an annotated tag, else the commit. */
  target: sha,
  commit: restCommit.nullable(),
  release: z.object({ tag_name: z.string(), description: z.string() }).nullable(),
  protected: z.boolean(),
  created_at: commitTime.nullable(),
});
export type RestTag = z.output<typeof restTag>;

export const restDiff = z.object({
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
  generated_file: z.boolean().nullable(),
});
export type RestDiff = z.output<typeof restDiff>;

export const restCompare = z.object({
  commit: restCommit.nullable(),
  commits: z.array(restCommit),
  diffs: z.array(restDiff),
  compare_timeout: z.boolean(),
  compare_same_ref: z.boolean(),
  web_url: z.string(),
});
export type RestCompare = z.output<typeof restCompare>;

export const restContributor = z.object({
  name: z.string(),
  email: z.string(),
  commits: z.number(),
  additions: z.literal(0),
  deletions: z.literal(0),
});
export type RestContributor = z.output<typeof restContributor>;

export const restBasicRef = z.object({ type: z.enum(['branch', 'tag']), name: z.string() });

export const restBlameRange = z.object({
  commit: z.object({
    id: sha,
    parent_ids: z.array(sha),
    message: z.string(),
    authored_date: commitTime,
    author_name: z.string(),
    author_email: z.string(),
    committed_date: commitTime,
    committer_name: z.string(),
    committer_email: z.string(),
  }),
  lines: z.array(z.string()),
});
export type RestBlameRange = z.output<typeof restBlameRange>;

export const restDivergence = z.object({ ahead: z.number(), behind: z.number() });

export const restProtectedRefAccess = z.object({
  id: z.number(),
  access_level: z.number().nullable(),
  access_level_description: z.string(),
  deploy_key_id: z.null(),
  user_id: z.number().nullable(),
  group_id: z.number().nullable(),
});
export type RestProtectedRefAccess = z.output<typeof restProtectedRefAccess>;

export const restProtectedBranch = z.object({
  id: z.number(),
  name: z.string(),
  push_access_levels: z.array(restProtectedRefAccess),
  merge_access_levels: z.array(restProtectedRefAccess),
  allow_force_push: z.boolean(),
  unprotect_access_levels: z.array(restProtectedRefAccess),
  code_owner_approval_required: z.boolean(),
  inherited: z.boolean(),
});
export type RestProtectedBranch = z.output<typeof restProtectedBranch>;

export const restProtectedTag = z.object({
  name: z.string(),
  create_access_levels: z.array(restProtectedRefAccess),
});
export type RestProtectedTag = z.output<typeof restProtectedTag>;

/** `prune` and `eager` name how much is done; everything is. */
export const housekeepingInput = z.strictObject({ task: z.enum(['prune', 'eager']).optional() });

export const restRepositoryStorage = z.strictObject({
  project_id: z.number(),
  disk_path: z.string(),
  created_at: z.string(),
  repository_storage: z.literal('default'),
});

/** The templates of descriptions that a repository may hold. */
export const descriptionTemplateKind = z.enum(['issues', 'merge_requests']);
export const restDescriptionTemplateListed = z.strictObject({ key: z.string(), name: z.string() });
export const restDescriptionTemplate = z.strictObject({ name: z.string(), content: z.string() });
