import { z } from 'zod';
import { ignored } from '../core/ignored.ts';
import { VISIBILITIES } from '../core/access-levels.ts';
import {
  boolInput,
  filledText,
  idInput,
  idOrPathInput,
  intInput,
  listInput,
  pagingInput,
  timeInput,
} from '../core/inputs.ts';

/** What the REST endpoint takes about repositories. */

/** A branch, tag or commit id as users write it; what it means is looked up, never given to git as it is. */
export const refInput = filledText.max(1_024);
export const pathInput = z.string().max(16_384);

const PAGINATION = ['legacy', 'keyset', 'none'] as const;

export const treeInput = z.strictObject({
  ...pagingInput,
  ref: refInput.optional(),
  path: pathInput.default(''),
  recursive: boolInput.default(false),
  with_last_commit: boolInput.default(false),
  pagination: z.enum(PAGINATION).default('legacy'),
  page_token: filledText.max(30_000).optional(),
});

export const archiveInput = z.strictObject({
  sha: refInput.optional(),
  format: z.string().max(20).optional(),
  path: pathInput.optional(),
  ...ignored('include_lfs_blobs'),
});

export const compareInput = z.strictObject({
  from: refInput,
  to: refInput,
  from_project_id: idInput.optional(),
  straight: boolInput.default(false),
  unidiff: boolInput.default(false),
});

export const contributorsInput = z.strictObject({
  ...pagingInput,
  ref: refInput.optional(),
  order_by: z.enum(['email', 'name', 'commits']).default('commits'),
  sort: z.enum(['asc', 'desc']).default('asc'),
});

export const mergeBaseInput = z.strictObject({
  refs: listInput.refine((refs) => refs.length <= 20),
});

const changelog = {
  version: z.string().regex(/^v?\d{1,9}\.\d{1,9}\.\d{1,9}$/),
  from: refInput.optional(),
  to: refInput.optional(),
  date: timeInput.optional(),
  trailer: z.string().min(1).max(100).default('Changelog'),
  ...ignored('config_file', 'config_file_ref'),
};
export const changelogInput = z.strictObject(changelog);
export const commitChangelogInput = z.strictObject({
  ...changelog,
  branch: refInput.optional(),
  file: pathInput.min(1).default('CHANGELOG.md'),
  message: z.string().min(1).max(10_000).optional(),
});

export const divergingInput = z.strictObject({
  from: refInput,
  to: refInput,
  max_count: intInput.refine((value) => value >= 0).optional(),
});

export const listCommitsInput = z.strictObject({
  ...pagingInput,
  ref_name: refInput.optional(),
  since: timeInput.optional(),
  until: timeInput.optional(),
  path: pathInput.optional(),
  follow: boolInput.default(false),
  author: z.string().max(500).optional(),
  all: boolInput.default(false),
  with_stats: boolInput.default(false),
  first_parent: boolInput.default(false),
  order: z.enum(['default', 'topo']).default('default'),
  /** Trailers are always in the answer. */
  trailers: boolInput.optional(),
  pagination: z.enum(['legacy', 'keyset']).optional(),
  page_token: filledText.max(100).optional(),
});

const action = z.strictObject({
  action: z.enum(['create', 'update', 'move', 'delete', 'chmod']),
  file_path: pathInput.min(1),
  previous_path: pathInput.min(1).optional(),
  content: z.string().nullish(),
  encoding: z.enum(['text', 'base64']).default('text'),
  last_commit_id: filledText.max(64).nullish(),
  execute_filemode: boolInput.optional(),
});
export type CommitActionInput = z.output<typeof action>;

export const MAX_COMMIT_ACTIONS = 10_000;

export const createCommitInput = z.strictObject({
  branch: refInput,
  commit_message: z.string().max(1_000_000),
  actions: z.array(action).max(MAX_COMMIT_ACTIONS).default([]),
  start_branch: refInput.optional(),
  start_sha: refInput.optional(),
  start_project: idOrPathInput.or(z.number().transform(String)).optional(),
  author_name: z.string().min(1).max(255).optional(),
  author_email: z.string().min(1).max(255).optional(),
  stats: boolInput.default(true),
  force: boolInput.default(false),
  allow_empty: boolInput.default(false),
});
export type CreateCommitInput = z.output<typeof createCommitInput>;

const saveFile = {
  branch: refInput,
  commit_message: z.string().max(1_000_000),
  start_branch: refInput.optional(),
  author_name: z.string().min(1).max(255).optional(),
  author_email: z.string().min(1).max(255).optional(),
};

export const saveFileInput = z.strictObject({
  ...saveFile,
  content: z.string(),
  encoding: z.enum(['text', 'base64']).default('text'),
  last_commit_id: filledText.max(64).optional(),
  execute_filemode: boolInput.optional(),
  // What reading the file told, sent back with it.
  ...ignored('commit_id'),
});

export const updateSubmoduleInput = z.strictObject({
  branch: refInput,
  /** Of the other repository: not looked up, as it may be on another server. */
  commit_sha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i),
  commit_message: z.string().max(1_000_000).optional(),
});

export const deleteFileInput = z.strictObject({ ...saveFile, last_commit_id: filledText.max(64).optional() });

export const fileInput = z.strictObject({ ref: refInput });
export const rawFileInput = z.strictObject({
  ref: refInput.optional(),
  // Files are answered as they are in the repository.
  ...ignored('lfs'),
});

const line = intInput.refine((value) => value >= 1);
export const blameInput = z.strictObject({
  ref: refInput,
  range: z.strictObject({ start: line, end: line }).optional(),
});

export const commitInput = z.strictObject({ stats: boolInput.default(true) });
export const commitDiffInput = z.strictObject({ ...pagingInput, unidiff: boolInput.default(false) });
export const commitRefsInput = z.strictObject({
  ...pagingInput,
  type: z.enum(['branch', 'tag', 'all']).default('all'),
});
export const commitSequenceInput = z.strictObject({ first_parent: boolInput.default(false) });
export const commitMergeRequestsInput = z.strictObject({ ...pagingInput, state: z.string().max(20).optional() });

export const pickInput = z.strictObject({
  branch: refInput,
  dry_run: boolInput.default(false),
  message: filledText.max(1_000_000).optional(),
  /** Where the commit is: a fork, or what this project was forked from. Left out: this project. */
  source_project_id: idInput.optional(),
});
export const revertInput = z.strictObject({ branch: refInput, dry_run: boolInput.default(false) });

export const listBranchesInput = z.strictObject({
  ...pagingInput,
  search: z.string().max(250).optional(),
  regex: z.string().max(1_000).optional(),
  sort: z.enum(['name_asc', 'updated_asc', 'updated_desc']).default('name_asc'),
  pagination: z.enum(['legacy', 'keyset']).optional(),
  page_token: refInput.optional(),
});
export const createBranchInput = z.strictObject({ branch: z.string().max(1_024), ref: refInput });

export const listTagsInput = z.strictObject({
  ...pagingInput,
  search: z.string().max(250).optional(),
  order_by: z.enum(['name', 'updated', 'version']).default('updated'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  pagination: z.enum(['legacy', 'keyset']).optional(),
  page_token: refInput.optional(),
});
export const createTagInput = z.strictObject({
  tag_name: z.string().max(1_024),
  ref: refInput,
  message: z.string().max(1_000_000).nullish(),
});

const protectionLevel = intInput.refine((value) => [0, 30, 40, 60].includes(value));
/** Only maintainers take a protection away. */
const maintainersOnly = intInput.refine((value) => value === 40);

const accessEntry = z.strictObject({
  id: idInput.optional(),
  access_level: protectionLevel.optional(),
  user_id: idInput.optional(),
  group_id: idInput.optional(),
  _destroy: boolInput.default(false),
});
export type AccessEntryInput = z.output<typeof accessEntry>;

const accessList = z.array(accessEntry).max(100);

export const listProtectedBranchesInput = z.strictObject({ ...pagingInput, search: z.string().max(250).optional() });
export const protectBranchInput = z.strictObject({
  name: z.string(),
  push_access_level: protectionLevel.optional(),
  merge_access_level: protectionLevel.optional(),
  unprotect_access_level: maintainersOnly.optional(),
  allowed_to_push: accessList.optional(),
  allowed_to_merge: accessList.optional(),
  allow_force_push: boolInput.default(false),
  code_owner_approval_required: boolInput.default(false),
});
export type ProtectBranchInput = z.output<typeof protectBranchInput>;

export const updateProtectedBranchInput = z.strictObject({
  allowed_to_push: accessList.optional(),
  allowed_to_merge: accessList.optional(),
  allow_force_push: boolInput.optional(),
  unprotect_access_level: maintainersOnly.optional(),
  code_owner_approval_required: boolInput.optional(),
});
export type UpdateProtectedBranchInput = z.output<typeof updateProtectedBranchInput>;

export const protectTagInput = z.strictObject({
  name: z.string(),
  create_access_level: protectionLevel.optional(),
  allowed_to_create: accessList.optional(),
});
export type ProtectTagInput = z.output<typeof protectTagInput>;

export const forkInput = z.strictObject({
  namespace: z.union([filledText, z.number()]).transform(String).optional(),
  namespace_id: idInput.optional(),
  namespace_path: filledText.max(1_024).optional(),
  path: filledText.max(255).optional(),
  name: filledText.max(255).optional(),
  description: z.string().max(2_000).optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  /** The one branch to copy; empty for all. */
  branches: z.string().max(255).optional(),
  // A new merge request asks for its target each time.
  ...ignored('mr_default_target_self'),
});
export type ForkInput = z.output<typeof forkInput>;
