import type { CommitSignatureView } from './commit-signatures.ts';
import type { CommitStatusSummary } from './commit-statuses.ts';
import type { Visibility } from '../core/access-levels.ts';
import type { ReadOnlyReason } from './page.ts';

/**
 * Pieces that the repository's pages share. Paths are *path keys*: UTF-8 names as they are, other names as `//` and
 * percent-encoded bytes; show `name`, send `path` back. Every `href` is ready to use.
 */

export type UserChip = { id: number; username: string; name: string; avatarUrl: string | null; href: string };

/** Whoever a commit names. `user` is set when a user here has confirmed that address; nobody proved they wrote it. */
export type CommitUser = { name: string; email: string; date: string; user: UserChip | null };

export type CommitSummary = {
  sha: string;
  shortSha: string;
  title: string;
  /** Text after the title; empty when there is none. */
  body: string;
  author: CommitUser;
  committer: CommitUser;
  parentShas: string[];
  href: string;
  /** How what other systems reported on it stands together; null when nothing was. */
  status: CommitStatusSummary | null;
  /** Null for commits without a signature. */
  signature: CommitSignatureView | null;
};

export type RefKind = 'branch' | 'tag' | 'commit';

/** What is being looked at. */
export type RefView = {
  kind: RefKind;
  /** Branch or tag name, or the full id. */
  name: string;
  /** The commit it stands for. */
  sha: string;
  isDefault: boolean;
  isProtected: boolean;
};

export type PathCrumb = { text: string; path: string; href: string };

/** On every page that shows something at a ref. */
export type RepositoryLocation = {
  projectId: number;
  projectPath: string;
  defaultBranch: string | null;
  ref: RefView;
  /** '' for the root. */
  path: string;
  /** From the project's name down to this path. */
  crumbs: PathCrumb[];
  /** GET with `search` → `RefSwitcherAnswer`. */
  refsPath: string;
  findFileHref: string;
  can: RepositoryRights;
};

export type RepositoryRights = {
  /** Commit to this ref directly: it is a branch and its protection lets the viewer. */
  pushToRef: boolean;
  /** Make branches of one's own here. */
  createBranch: boolean;
  /** No right to push, but a fork would help. */
  fork: boolean;
};

/** `GET /-/refs?search=`; at most 100 of each, best match first. */
export type RefSwitcherAnswer = {
  branches: { name: string; isDefault: boolean; isProtected: boolean }[];
  tags: { name: string }[];
  hasMoreBranches: boolean;
  hasMoreTags: boolean;
};

export type EntryKind = 'directory' | 'file' | 'executable' | 'symlink' | 'submodule';

export type TreeEntryView = {
  kind: EntryKind;
  /** For users: odd bytes replaced. */
  name: string;
  path: string;
  /** Undefined for a submodule whose address leads nowhere. */
  href?: string;
  /** Characters in the name that draw nothing or change direction: `U+202E`. */
  hiddenCharacters?: string[];
  /** `url` is what the repository says, never a link by itself. */
  submodule?: { url: string | null; sha: string };
};

export type TreeView = {
  entries: TreeEntryView[];
  /** More entries than are listed (2,000). */
  isTruncated: boolean;
  totalEntries: number;
  /** GET → `LastCommitsAnswer`, with `?offset=`. */
  lastCommitsPath: string;
};

/** By entry `path`. What is not `complete` is asked for again with the same address, after `Poll-Interval` milliseconds. */
export type LastCommitsAnswer = { commits: Record<string, CommitSummary>; complete: boolean };

export type ReadmeView = {
  path: string;
  name: string;
  href: string;
  /** Sanitised HTML of Markdown; null for other texts. */
  html: string | null;
  /** The text itself when it is not Markdown, or was too large to render. */
  text: string | null;
};

export type CloneBox = {
  httpUrl: string;
  /** Where git is served over SSH. */
  ssh: { url: string; fingerprint: string } | null;
  archives: { format: string; href: string }[];
};

export type Pager = { page: number; perPage: number; total: number | null; hasNext: boolean };

export type ProjectHead = {
  id: number;
  name: string;
  fullPath: string;
  description: string;
  visibility: Visibility;
  /** Why it is read-only; null when it is not. */
  readOnly: ReadOnlyReason;
  topics: string[];
  avatarUrl: string | null;
  starCount: number;
  forksCount: number;
  lastActivityAt: string;
  forkedFrom: { name: string; fullPath: string; href: string } | null;
};
