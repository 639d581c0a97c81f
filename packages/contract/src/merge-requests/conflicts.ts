import { z } from 'zod';

/** One conflict of a text, or what git merged; lines without their line ends. */
export type ConflictSectionView =
  | { kind: 'merged'; lines: string[] }
  | { kind: 'conflict'; source: string[]; target: string[]; base: string[] };

export type ConflictFileView = {
  path: string;
  type: string;
  /** One sentence that names both branches between backticks. */
  message: string;
  /** The name of the file in each branch; null where it was removed. */
  sourcePath: string | null;
  targetPath: string | null;
  isBinary: boolean;
  /** Sizes in bytes; null where it was removed. */
  sourceSize: number | null;
  targetSize: number | null;
  /** Null for binary or very long files, and where a branch removed the file: then one of the versions is chosen. */
  sections: ConflictSectionView[] | null;
  /** It is UTF-8, so that it can be edited here. */
  isEditable: boolean;
  lineEnd: '\n' | '\r\n';
};

/** A merge commit of the target on the source branch, or the source's commits on top of the target. */
export const CONFLICT_STRATEGIES = ['merge', 'rebase'] as const;
export type ConflictStrategy = (typeof CONFLICT_STRATEGIES)[number];

export type ConflictsPageData = {
  id: number;
  iid: number;
  title: string;
  path: string;
  sourceBranch: string;
  targetBranch: string;
  sourceSha: string;
  targetSha: string;
  commitMessage: string;
  /** How the resolution can be committed, the usual way of the project first. */
  strategies: ConflictStrategy[];
  files: ConflictFileView[];
  /** Why not all of it can be resolved in the browser; null when it can. */
  blocker: string | null;
  resolvePath: string;
  previewPath: string;
  /** Says how a rebase that was started here goes on. */
  basicPath: string;
};

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const path = z.string().min(1).max(8_192);
const name = z.enum(['source', 'target']).optional();

/** How one file is resolved: a side, a choice for each conflict in order, or a new text. `name`: of two names, which. */
const resolution = z.union([
  z.strictObject({ path, use: z.enum(['source', 'target']) }),
  z.strictObject({ path, name, choices: z.array(z.enum(['source', 'target', 'both'])).max(10_000) }),
  z.strictObject({ path, name, content: z.string().max(10 * 1024 * 1024) }),
]);

export type ConflictResolutionInput = z.output<typeof resolution>;

export const previewConflictsInput = z.strictObject({
  source_sha: sha,
  target_sha: sha,
  files: z.array(resolution).min(1).max(10_000),
});

export const resolveConflictsInput = previewConflictsInput.extend({
  strategy: z.enum(CONFLICT_STRATEGIES).default('merge'),
  /** Of the merge commit; commits that are rebased keep theirs. */
  commit_message: z.string().min(1).max(100_000).optional(),
});

/** `patch`: what the resolution changes in the files with conflicts, against the source branch. */
export type ConflictsPreview = { patch: string };

/** A rebase goes on after the answer: the data of the page says when it has ended. */
export type ConflictsAnswer = { diff_head_sha: string | null; rebase_in_progress: boolean };
