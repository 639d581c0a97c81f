/** Data of the merge request pages. Addresses are paths of this server. Times are ISO 8601. */
import type { SavedViews } from '../planning/saved-views.ts';
import type { CiStatus } from '../ci/status.ts';
import type { ItemLevel } from '../notifications/enums.ts';
import type { NotesData } from '../discussions/page.ts';
import type { ListFilterToken, PageLabel, PageMilestone, PageUser, PageTime } from '../planning/page.ts';
import type { TaskCounts } from '../planning/task-status.ts';
import type { DescriptionTemplates, PushedBranch } from '../projects/repository-page.ts';
import type { WidgetData } from './widget.ts';
import type { ReportsPart } from './reports.ts';
import type { ReviewPart } from './viewed-files.ts';
import type { ApprovalData, ReviewData } from './reviews.ts';

export type MergeRequestState = 'opened' | 'closed' | 'merged' | 'locked';

export const REVIEWER_STATES = [
  'unreviewed',
  'reviewed',
  'requested_changes',
  'approved',
  'unapproved',
  'review_started',
] as const;
export type ReviewerState = (typeof REVIEWER_STATES)[number];
export type PageReviewer = PageUser & { state: ReviewerState };
export type AskableReviewer = PageReviewer & {
  /** POST asks them to look once more; null where the reader may not, or they have not looked yet. */
  askAgainPath: string | null;
  /** POST takes back that the reader asks for changes; null for everyone else. */
  withdrawPath: string | null;
};

export type MergeRequestListItem = {
  id: number;
  iid: number;
  title: string;
  path: string;
  state: MergeRequestState;
  draft: boolean;
  author: PageUser | null;
  assignees: PageUser[];
  reviewers: PageReviewer[];
  labels: PageLabel[];
  milestone: PageMilestone | null;
  sourceBranch: string;
  targetBranch: string;
  /** Set when the target is not the default branch, so that the row can say so. */
  showsTarget: boolean;
  projectPath: string;
  createdAt: string;
  updatedAt: string;
  mergedAt: string | null;
  mergedBy: PageUser | null;
  closedAt: string | null;
  closedBy: PageUser | null;
  /** Comments by users. */
  notesCount: number;
  threads: { total: number; resolved: number };
  tasks: TaskCounts;
  /** Lines of the newest version; null while they are counted. */
  addedLines: number | null;
  removedLines: number | null;
  hasConflicts: boolean;
  detailedMergeStatus: string;
  /** Of the pipeline of the newest version, where the reader may see it. */
  pipelineStatus: CiStatus | null;
};

export type MergeRequestTabState = 'opened' | 'merged' | 'closed' | 'all';

/**
 * One token of the filter bar. `param` is the name in the address: author_username, assignee_username,
 * reviewer_username, label_name[], milestone_title, draft, source_branch, target_branch, my_reaction_emoji; with
 * `not[…]` for exclusion.
 */
/** Kind `merge_requests`; address parameters: state, search, sort, page and those of ListFilterToken. */
export type MergeRequestsPageData = {
  /** Project or group whose merge requests these are; null on the page of the signed-in user. */
  place: { type: 'project' | 'group'; fullPath: string; name: string } | null;
  state: MergeRequestTabState;
  counts: Record<MergeRequestTabState, number>;
  items: MergeRequestListItem[];
  page: number;
  perPage: number;
  total: number | undefined;
  hasNext: boolean;
  search: string;
  sort: MergeRequestSort;
  tokens: ListFilterToken[];
  canCreate: boolean;
  newPath: string | null;
  /** POST, see `planning/bulk-update.ts`; null for those who may not edit merge requests here. */
  bulkUpdatePath: string | null;
  savedViews: SavedViews | null;
  pushedBranch: PushedBranch | null;
};

export const MERGE_REQUEST_SORTS = [
  'created_date',
  'created_asc',
  'updated_desc',
  'updated_asc',
  'title_asc',
  'title_desc',
  'merged_at_desc',
  'popularity',
] as const;
export type MergeRequestSort = (typeof MERGE_REQUEST_SORTS)[number];

export type MergeRequestTab = 'overview' | 'commits' | 'pipelines' | 'changes';

export type MergeRequestBranchEnd = {
  projectId: number;
  projectPath: string;
  branch: string;
  /** Null when the branch is gone. */
  treePath: string | null;
};

export type PageCommit = {
  sha: string;
  shortSha: string;
  title: string;
  /** Message without the title; may be empty. */
  body: string;
  authorName: string;
  authorEmail: string;
  /** Account with the author's address, when there is one. */
  author: PageUser | null;
  authoredAt: string;
  committedAt: string;
  path: string;
  /** Changes tab showing this commit alone. */
  changesPath: string;
};

export type MergeRequestShowPageData = {
  tab: MergeRequestTab;
  mergeRequest: {
    id: number;
    iid: number;
    /** `!12` and `group/project!12`. */
    reference: string;
    fullReference: string;
    projectId: number;
    projectPath: string;
    title: string;
    /** Safe HTML of the title (code and emoji). */
    titleHtml: string;
    description: string;
    descriptionHtml: string;
    editedAt: string | null;
    editedBy: PageUser | null;
    state: MergeRequestState;
    draft: boolean;
    author: PageUser | null;
    assignees: PageUser[];
    reviewers: AskableReviewer[];
    participants: PageUser[];
    labels: PageLabel[];
    milestone: PageMilestone | null;
    time: PageTime;
    source: MergeRequestBranchEnd | null;
    target: MergeRequestBranchEnd;
    isFork: boolean;
    createdAt: string;
    updatedAt: string;
    mergedAt: string | null;
    closedAt: string | null;
    mergedBy: PageUser | null;
    closedBy: PageUser | null;
    discussionLocked: boolean;
    /** What the reader chose for it; `global` for those without an account. */
    mailLevel: ItemLevel;
    /** Own open to-do about it, to tick it off. */
    todoId: number | null;
    headSha: string | null;
    commitsCount: number;
    pipelinesCount: number;
    changesCount: string | null;
    addedLines: number | null;
    removedLines: number | null;
    notesCount: number;
    threads: { total: number; resolved: number };
    tasks: TaskCounts;
    allowCollaboration: boolean;
    removeSourceBranch: boolean;
    squash: boolean;
    /** Send back as `last_known_updated_at` when editing title or description. */
    version: string;
  };
  paths: {
    overview: string;
    commits: string;
    pipelines: string;
    pipelinesData: string;
    changes: string;
    edit: string;
    /** PUT `?merge_request[state_event]=close` and `reopen`. */
    close: string;
    reopen: string;
    plainDiff: string;
    patch: string;
    widget: string;
    cachedWidget: string;
    /** `/api/v4/projects/:id/merge_requests/:iid`: PUT changes, POST …/subscribe, DELETE. */
    api: string;
    list: string;
    /** PUT {line_number, line_source, checked}: ticks one box of the description. */
    task: string;
    /** POST {level}: chooses how much of it one hears by mail. */
    mailLevel: string;
  };
  can: {
    update: boolean;
    close: boolean;
    reopen: boolean;
    delete: boolean;
    lock: boolean;
    /** Choose its reviewers, as authors may of what is theirs. */
    review: boolean;
    assign: boolean;
    label: boolean;
    subscribe: boolean;
    /** Tell administrators of its author. */
    report: boolean;
    /** Make a copy of the target project to change files in: for who can write to neither end. */
    fork: boolean;
    /** Change files where it comes from. */
    edit: boolean;
  };
  /** Realtime topic of this merge request: `changed` {id}, `version.created`, `merge_status.changed` {parts?}, note events. */
  topic: string;
  notes: NotesData;
  widget: WidgetData;
  diffs: DiffsAddresses;
  review: ReviewPart;
  reports: ReportsPart;
  /** Pending comments and their publication; null for visitors. */
  reviewing: ReviewData | null;
  approval: ApprovalData;
  /** Only on the commits tab. */
  commits: {
    items: PageCommit[];
    total: number;
    /** Commits of the target branch that were named to give context, newest first. */
    context: PageCommit[];
    /** Where what they changed is shown. */
    contextPath: string;
    /** For who may name others. */
    contextForm: {
      /** Searches the commits of the target branch (`search`, `author`, `since`, `until`, `offset`), a page at a time. */
      searchPath: string;
      pageSize: number;
      /** `POST` and `DELETE` `commits`. */
      changePath: string;
      branch: string;
      /** How many may be named. */
      most: number;
    } | null;
  } | null;
};

/** Addresses of the changed files. Parameters: `view`, `w`, `diff_id`, `start_sha`, `commit_id`. */
export type DiffsAddresses = {
  metadataPath: string;
  /** GET `?page&per_page&…` or `?only&…` → DiffsBatch: so many files from `page` on, or these, by their `index`. */
  batchPath: string;
  /**
   * GET `?page&files&only&…` → lines of `DiffsLine`, all files in the order they are read unless `files` says how many or
   * `only` which, by their `index`.
   */
  batchesPath: string;
  diffForPathPath: string;
  /** GET `?file_hash&…` → HighlightAnswer. */
  highlightPath: string;
};

export type ProjectChoice = { id: number; fullPath: string; name: string; defaultBranch: string | null };

/** Kind `merge_request_new`. Step `branches` chooses, step `form` describes. */
export type MergeRequestNewPageData = {
  step: 'branches' | 'form';
  /** What is shown first below the form. */
  tab: 'commits' | 'changes';
  /** Projects the source may lie in (this one and the reader's forks), and where it may go. */
  sourceProjects: ProjectChoice[];
  targetProjects: ProjectChoice[];
  source: { projectId: number; branch: string | null };
  target: { projectId: number; branch: string | null };
  /** Why these two cannot be compared; full sentences. */
  problems: string[];
  /** An open merge request for the same pair. */
  existing: { iid: number; path: string } | null;
  form: MergeRequestFormData | null;
  templates: DescriptionTemplates;
  preview: {
    commits: PageCommit[];
    commitsCount: number;
    filesCount: number;
    addedLines: number;
    removedLines: number;
    diffs: DiffsAddresses;
  } | null;
  /** POST (REST create). */
  createPath: string;
  previewMarkdownPath: string;
  uploadsPath: string | null;
};

export type MergeRequestFormData = {
  title: string;
  description: string;
  draft: boolean;
  assignees: PageUser[];
  reviewers: PageUser[];
  labels: PageLabel[];
  milestone: PageMilestone | null;
  removeSourceBranch: boolean;
  squash: { value: boolean; isReadOnly: boolean; isShown: boolean };
  /** Undefined when the source is not in a fork. */
  allowCollaboration?: boolean;
  /** ISO 8601; null: at any time. */
  mergeAfter: string | null;
  /** References of requests that are merged before, and how many of them the user cannot see. */
  dependencies: { references: string[]; hidden: number };
  /** Whoever gets the form may choose reviewers. */
  can: { assign: boolean; label: boolean; setMilestone: boolean };
};

/** Kind `merge_request_edit`. */
export type MergeRequestEditPageData = {
  iid: number;
  reference: string;
  path: string;
  /** PUT (REST update). */
  api: string;
  version: string;
  targetBranch: string;
  targetProject: ProjectChoice;
  sourceBranch: string;
  canRetarget: boolean;
  canDelete: boolean;
  form: MergeRequestFormData;
  previewMarkdownPath: string;
  uploadsPath: string | null;
};
