import type { ProjectBadge } from './badges.ts';
import type { NotesData } from '../discussions/page.ts';
import type { CommitStatusView } from './commit-statuses.ts';
import type { Visibility } from '../core/access-levels.ts';
import type { AccessRequestState } from './page.ts';
import type { DiffListView } from './repository-diff.ts';
import type {
  CloneBox,
  CommitUser,
  CommitSummary,
  Pager,
  ProjectHead,
  ReadmeView,
  RefView,
  RepositoryLocation,
  TreeView,
  UserChip,
} from './repository-views.ts';

/**
 * Description templates of the default branch that a form offers; GET `path/<name>` gives the text of one. `initial` is the
 * one that the description begins with.
 */
export type DescriptionTemplates = { names: string[]; path: string; initial: string | null };

/** A branch that the reader pushed lately and that has no merge request yet; `createPath` opens the form for one. */
export type PushedBranch = { name: string; createPath: string; pushedAt: string };

/** Kind `project_show`: `/<project>`. */
export type ProjectShowPageData = {
  project: ProjectHead;
  isStarred: boolean;
  badges: ProjectBadge[];
  pushedBranch: PushedBranch | null;
  can: { push: boolean; fork: boolean; star: boolean; configure: boolean; createMergeRequest: boolean };
  newForkHref: string;
  accessRequest: AccessRequestState;
  repository:
    /** Switched off, or the viewer may not read code. */
    | { state: 'hidden' }
    /** Being made or forked; realtime topic `project:<id>` says when it is done. `pollMs` is negative for no asking. */
    | { state: 'preparing'; isFork: boolean; topic: string; pollMs: number }
    | { state: 'failed'; message: string }
    /** `branchesHref` is set when there are branches, but not the default one. */
    | { state: 'empty'; clone: CloneBox; defaultBranch: string; newFileHref: string; branchesHref: string | null }
    | {
        state: 'ready';
        clone: CloneBox;
        place: RepositoryLocation;
        tree: TreeView;
        readme: ReadmeView | null;
        lastCommit: CommitSummary | null;
        newFileHref: string;
        counts: { commits: number; branches: number; tags: number; sizeBytes: number };
      };
};

/** Kind `tree`: `/-/tree/<ref>/<path>`. */
export type TreePageData = {
  place: RepositoryLocation;
  tree: TreeView;
  readme: ReadmeView | null;
  lastCommit: CommitSummary | null;
  clone: CloneBox;
  historyHref: string;
  newFileHref: string;
  newMergeRequestHref: string | null;
};

export type BlobViewer =
  | {
      type: 'code';
      /** One safe HTML string for each line; anchors are `#L12` and `#L12-20`. */
      lines: string[];
      language: string | null;
      /** Lines with characters that mislead, 1-based. */
      hiddenCharacters: { line: number; labels: string[] }[];
      lineEndings: 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';
      endsWithNewline: boolean;
    }
  | { type: 'markdown'; html: string }
  /** `src` answers the image itself; SVG is inert there. */
  | { type: 'image'; src: string }
  | { type: 'symlink'; target: string; targetHref: string | null }
  | { type: 'submodule'; url: string | null; sha: string; href: string | null }
  | { type: 'lfs'; oid: string; sizeBytes: number }
  | { type: 'empty' }
  | { type: 'download'; reason: 'binary' | 'too_large' | 'pdf' };

/** Kind `blob`: `/-/blob/<ref>/<path>`; `?plain=1` shows the source of Markdown and SVG. */
export type BlobPageData = {
  place: RepositoryLocation;
  file: { name: string; path: string; oid: string; sizeBytes: number; mode: string; isExecutable: boolean };
  viewer: BlobViewer;
  /** Set when there are two ways to look at it. */
  views: { current: 'rendered' | 'source'; renderedHref: string; sourceHref: string } | null;
  lastCommit: CommitSummary | null;
  rawHref: string;
  downloadHref: string;
  /** The same by commit id, which never changes. */
  permalinkHref: string;
  historyHref: string;
  blameHref: string | null;
  editHref: string | null;
  /** Delete or replace through `POST /api/v4/projects/:id/repository/commits`. */
  canDelete: boolean;
};

export type BlameRangeView = {
  commit: CommitSummary;
  startLine: number;
  lines: string[];
  /** The path it had then, when another. */
  originalPath: string | null;
  /** Blame of the state before that commit. */
  previousHref: string | null;
};

/** Kind `blame`: `/-/blame/<ref>/<path>`. */
export type BlamePageData = {
  place: RepositoryLocation;
  file: { name: string; path: string; oid: string; sizeBytes: number };
  totalLines: number;
  ranges: BlameRangeView[];
  /** GET → `BlameAnswer`; null at the end. */
  moreHref: string | null;
  /** Shown instead of lines when the file can't be blamed. */
  notice: 'binary' | 'too_large' | null;
  blobHref: string;
  rawHref: string;
  historyHref: string;
};
export type BlameAnswer = { ranges: BlameRangeView[]; moreHref: string | null };

/** Kind `commits`: `/-/commits/<ref>/<path>?search=&author=&since=&until=&page=`. */
export type CommitsPageData = {
  place: RepositoryLocation;
  commits: (CommitSummary & { browseHref: string; isMerge: boolean })[];
  filters: { search: string; author: string; since: string; until: string };
  pager: Pager;
  prevHref: string | null;
  nextHref: string | null;
};

/** An open merge request of a branch. */
export type BranchRequest = { reference: string; title: string; href: string; draft: boolean };

/** What stands above the tabs of a commit. */
export type CommitHeadData = {
  projectId: number;
  projectPath: string;
  commit: CommitSummary;
  committerDiffers: boolean;
  parents: { sha: string; shortSha: string; href: string }[];
  trailers: { key: string; value: string }[];
  statuses: CommitStatusView[];
  /** GET → `CommitRefsAnswer`. */
  refsPath: string;
  browseHref: string;
  diffHref: string;
  patchHref: string;
  can: { revert: boolean; cherryPick: boolean; createTag: boolean };
  /** Where revert and cherry-pick go unless another branch is chosen. */
  defaultBranch: string | null;
  /** The number of pipelines that ran for it; null where the reader may not see them. */
  pipelinesCount: number | null;
};

/** Kind `commit`: `/-/commit/<sha>`; also `.diff` and `.patch`. */
export type CommitPageData = CommitHeadData & {
  /** What users say about it; null where that may not be read. */
  notes: NotesData | null;
  diff: DiffListView;
};
export type CommitRefsAnswer = {
  branches: { name: string; href: string; isDefault: boolean }[];
  tags: { name: string; href: string }[];
  isTruncated: boolean;
};

export type BranchRow = {
  name: string;
  href: string;
  sha: string;
  isDefault: boolean;
  isProtected: boolean;
  isMerged: boolean;
  commit: CommitSummary;
  compareHref: string | null;
  /** One that is open already; null where there is none that the reader may see. */
  mergeRequest: BranchRequest | null;
  newMergeRequestHref: string | null;
  canDelete: boolean;
  /** Why not, when it can't be deleted. */
  deleteRefusal: string | null;
};

export type BranchTab = 'overview' | 'active' | 'stale' | 'all';

/** Kind `branches`: `/-/branches?state=&search=&sort=&page=`. */
export type BranchesPageData = {
  projectId: number;
  projectPath: string;
  defaultBranch: string | null;
  tab: BranchTab;
  search: string;
  sort: 'name_asc' | 'updated_asc' | 'updated_desc';
  /** Overview: the first few of each kind; other tabs: one section. */
  sections: { kind: 'active' | 'stale' | 'all'; branches: BranchRow[]; moreHref: string | null }[];
  pager: Pager | null;
  total: number;
  /** GET `?names[]=…` (at most 40) → `DivergenceAnswer`. */
  divergencePath: string;
  can: { create: boolean; deleteMerged: boolean };
  newBranchRefsPath: string;
};
/** By branch name, against the default branch. */
export type DivergenceAnswer = Record<string, { ahead: number; behind: number }>;

export type TagRow = {
  name: string;
  href: string;
  sha: string;
  isAnnotated: boolean;
  message: string;
  tagger: CommitUser | null;
  commit: CommitSummary | null;
  archives: { format: string; href: string }[];
  compareHref: string | null;
  isProtected: boolean;
  canDelete: boolean;
  release: { name: string; href: string } | null;
  /** The form for its release; null where it has one, and for who may not create it. */
  newReleaseHref: string | null;
};

/** Kind `tags`: `/-/tags?search=&sort=&page=`. */
export type TagsPageData = {
  projectId: number;
  projectPath: string;
  defaultBranch: string | null;
  search: string;
  sort: 'updated_desc' | 'updated_asc' | 'name_asc' | 'version_desc';
  tags: TagRow[];
  pager: Pager;
  refsPath: string;
  can: { create: boolean };
};

/** Kind `compare`: `/-/compare` and `/-/compare/<from>...<to>?from_project_id=&straight=`. */
export type ComparePageData = {
  projectId: number;
  projectPath: string;
  refsPath: string;
  from: { project: { id: number; fullPath: string }; name: string };
  to: { project: { id: number; fullPath: string }; name: string };
  /** Projects of the same family whose branches can stand on the left. */
  projects: { id: number; fullPath: string; refsPath: string }[];
  isStraight: boolean;
  /** Null until two refs are chosen. */
  result:
    | null
    | { state: 'same' }
    | { state: 'missing'; names: string[] }
    | { state: 'unrelated' }
    | {
        state: 'ready';
        mergeBaseSha: string | null;
        commits: CommitSummary[];
        totalCommits: number;
        diff: DiffListView;
      };
  swapHref: string | null;
  /** One that is open already for these two branches. */
  mergeRequest: BranchRequest | null;
  newMergeRequestHref: string | null;
};

/** Kind `find_file`: `/-/find_file/<ref>`. `filesPath` answers an array of path keys. */
export type FindFilePageData = {
  projectId: number;
  projectPath: string;
  ref: RefView;
  refsPath: string;
  filesPath: string;
};

export type CodeSearchFile = {
  name: string;
  path: string;
  href: string;
  lines: { number: number; html: string; isMatch: boolean }[];
};

/** Kind `repository_search`: `/-/search?search=&ref=`. */
export type RepositorySearchPageData = {
  projectId: number;
  projectPath: string;
  ref: RefView | null;
  refsPath: string;
  query: string;
  files: CodeSearchFile[];
  matchCount: number;
  isTruncated: boolean;
  /** The search took too long; narrow it. */
  isTimedOut: boolean;
};

/** How a change made in the browser is committed. */
export type CommitForm = {
  projectId: number;
  /** The branch being looked at. */
  branch: string;
  /** May the viewer commit to it? Otherwise a new branch is needed, and `refusal` says why. */
  canCommit: boolean;
  refusal: string | null;
  /** A free name, such as `alice-patch-1`. */
  suggestedBranch: string;
  /** `POST` with JSON; see `createCommit` of the REST endpoint. */
  commitsPath: string;
  /** `POST` multipart: `file`, `branch`, `start_branch`, `commit_message`, `file_path`, `last_commit_id`. */
  uploadPath: string;
  /** With `{branch}` to fill in; where to go when a merge request is wanted. */
  newMergeRequestTemplate: string;
  /** Largest file the form accepts. */
  maxBytes: number;
};

/** Kind `ide`: `/-/ide/<branch>/<path>`. Many files of a branch, edited together and committed as one. */
export type IdePageData = {
  place: RepositoryLocation;
  /** Path key of the file to begin with; '' for none. */
  path: string;
  /** JSON list of the path keys of all files on the branch. */
  filesPath: string;
  /** The commit the branch is at: what a new branch starts from. */
  headSha: string;
  form: CommitForm;
};

/** Kind `file_edit`: `/-/edit/<branch>/<path>`. */
export type FileEditPageData = {
  place: RepositoryLocation;
  file: { name: string; path: string; isExecutable: boolean };
  /** Null when the file can't be edited as text; `notice` says why. */
  content: string | null;
  notice: 'binary' | 'too_large' | 'symlink' | 'submodule' | 'lfs' | null;
  language: string | null;
  /** Sent back as `last_commit_id`, so that a change in the meantime is noticed. */
  lastCommitId: string | null;
  form: CommitForm;
  cancelHref: string;
};

/** Kind `file_new`: `/-/new/<branch>/<directory>`. */
export type FileNewPageData = {
  place: RepositoryLocation | null;
  projectId: number;
  projectPath: string;
  directory: string;
  /** To begin with. */
  fileName: string;
  form: CommitForm;
  cancelHref: string;
};

export type AccessEntryView = {
  id: number;
  /** 0, 30, 40 or 60; null for one user or group. */
  level: number | null;
  user: UserChip | null;
  group: { id: number; fullPath: string; name: string } | null;
  description: string;
};

export type ProtectedBranchView = {
  id: number;
  name: string;
  isWildcard: boolean;
  isDefault: boolean;
  /** Null for the rule of a group. */
  matchingBranches: number | null;
  pushLevels: AccessEntryView[];
  mergeLevels: AccessEntryView[];
  allowForcePush: boolean;
  needsCodeOwners: boolean;
  /** A group protects it; it is changed there. */
  isInherited: boolean;
};

export type ProtectedTagView = {
  id: number;
  name: string;
  isWildcard: boolean;
  matchingTags: number;
  createLevels: AccessEntryView[];
};

/** Rules for branches of a project, or of all projects in a group. */
export type BranchProtectionData = {
  /** Path in the REST API of the project or group. */
  api: string;
  /** Of the project; null of a group, whose rules match branches of many projects. */
  project: { fullPath: string; refsPath: string } | null;
  rules: ProtectedBranchView[];
  levels: { value: number; text: string }[];
  /** Users that a rule can name: members who may push. */
  people: UserChip[];
  can: { manage: boolean };
};

/** Kind `protected_branches`: `/-/settings/repository`. */
export type ProtectedBranchesPageData = BranchProtectionData & {
  projectId: number;
  projectPath: string;
  defaultBranch: string | null;
  tagRules: ProtectedTagView[];
  refsPath: string;
};

/** Kind `group_protected_branches`: `/groups/<group>/-/settings/repository`. */
export type GroupProtectedBranchesPageData = BranchProtectionData;

/** Kind `fork_new`: `/-/forks/new`. Sent to `POST /api/v4/projects/:id/fork`. */
export type ForkNewPageData = {
  source: ProjectHead;
  namespaces: {
    id: number;
    kind: 'user' | 'group';
    name: string;
    fullPath: string;
    visibility: Visibility;
    /** The viewer's fork that is there already. */
    existing: { fullPath: string; href: string } | null;
  }[];
  /** Never wider than the source. */
  visibilities: Visibility[];
  /** The branch that can be copied alone; null of an empty repository. */
  defaultBranch: string | null;
};

/** Kind `forks`: `/-/forks`. */
export type ForksPageData = {
  source: ProjectHead;
  forks: ProjectHead[];
  /** Forks the viewer may not see. */
  hiddenCount: number;
  pager: Pager;
  newForkHref: string | null;
};
