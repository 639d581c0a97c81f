/** Data of the issue pages. Addresses are paths of this server. Times are ISO 8601, days `YYYY-MM-DD`. */
import type { ItemLevel } from '../notifications/enums.ts';
import type { TaskCounts } from './task-status.ts';
import type { NotesData } from '../discussions/page.ts';
import type { DescriptionTemplates } from '../projects/repository-page.ts';
import type { IssueLinkType, IssueType } from './issue-inputs.ts';
import type { SavedViews } from './saved-views.ts';
import type { ListFilterToken, PageLabel, PageMilestone, PageUser, PageTime } from './page.ts';

export type IssueState = 'opened' | 'closed';
export type IssueTabState = IssueState | 'all';

export type IssueListItem = {
  id: number;
  iid: number;
  title: string;
  path: string;
  state: IssueState;
  type: IssueType;
  confidential: boolean;
  author: PageUser | null;
  assignees: PageUser[];
  labels: PageLabel[];
  milestone: PageMilestone | null;
  projectPath: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  dueDate: string | null;
  isOverdue: boolean;
  weight: number | null;
  /** Comments by users. */
  notesCount: number;
  mergeRequestsCount: number;
  /** Open issues that wait for this one, as far as the reader may see them. */
  blockingCount: number;
  tasks: TaskCounts;
};

/**
 * One token of the filter bar. `param` is the name in the address: author_username, assignee_username, label_name[],
 * milestone_title, confidential, weight, due_date, my_reaction_emoji; with `not[…]` for exclusion.
 */
export const ISSUE_SORTS = [
  'created_date',
  'created_asc',
  'updated_desc',
  'updated_asc',
  'due_date',
  'milestone_due',
  'title_asc',
  'title_desc',
  'weight',
  'weight_asc',
  'label_priority',
  'popularity',
  'relative_position',
] as const;
export type IssueSort = (typeof ISSUE_SORTS)[number];

/** Kind `issues`; address parameters: state, search, sort, page and those of ListFilterToken. */
export type IssuesPageData = {
  /** Project or group whose issues these are; null on the page of the signed-in user. */
  place: { type: 'project' | 'group'; fullPath: string; name: string } | null;
  state: IssueTabState;
  counts: Record<IssueTabState, number>;
  items: IssueListItem[];
  page: number;
  perPage: number;
  total: number | undefined;
  hasNext: boolean;
  search: string;
  sort: IssueSort;
  tokens: ListFilterToken[];
  /** Issues of a project in the order by hand, for those who may change it: PUT {move_after_id, move_before_id} to their `reorder`. */
  canReorder: boolean;
  /** POST, see `bulk-update.ts`; null for those who may not edit issues here. */
  bulkUpdatePath: string | null;
  savedViews: SavedViews | null;
  newPath: string | null;
};

export type PageLinkedIssue = {
  linkId: number;
  type: IssueLinkType;
  /** `#12`, or `group/project#12` for one of another project. */
  reference: string;
  title: string;
  path: string;
  state: IssueState;
  confidential: boolean;
  assignees: PageUser[];
};

/** An open issue that should be done first; its address is whole. */
export type BlockingIssue = { iid: number; web_url: string };

/** Someone without an account who hears of comments by mail. */
export type EmailParticipant = { email: string };

export type PageRelatedRequest = {
  id: number;
  title: string;
  reference: string;
  href: string;
  state: 'opened' | 'closed' | 'merged' | 'locked';
  isDraft: boolean;
  /** Its merge closes the issue. */
  isClosing: boolean;
};

/** Kind `issue_show`. */
export type IssueShowPageData = {
  issue: {
    id: number;
    iid: number;
    /** `#12` and `group/project#12`. */
    reference: string;
    fullReference: string;
    projectId: number;
    projectPath: string;
    title: string;
    /** Safe HTML of the title (code). */
    titleHtml: string;
    description: string;
    descriptionHtml: string;
    state: IssueState;
    type: IssueType;
    confidential: boolean;
    discussionLocked: boolean;
    author: PageUser | null;
    assignees: PageUser[];
    participants: PageUser[];
    labels: PageLabel[];
    milestone: PageMilestone | null;
    startDate: string | null;
    dueDate: string | null;
    isOverdue: boolean;
    weight: number | null;
    time: PageTime;
    createdAt: string;
    updatedAt: string;
    closedAt: string | null;
    closedBy: PageUser | null;
    editedAt: string | null;
    editedBy: PageUser | null;
    movedTo: { reference: string; path: string } | null;
    duplicateOf: { reference: string; path: string } | null;
    /** What the reader chose for it; `global` for those without an account. */
    mailLevel: ItemLevel;
    /** Own open to-do about it, to tick it off. */
    todoId: number | null;
    tasks: TaskCounts;
    /** Send back as `last_known_updated_at` when editing title or description. */
    version: string;
  };
  /** Who closes the issue is told of these first; only those that the reader may see. */
  blocked_by_issues: BlockingIssue[];
  /** Who is told by mail what is said here, in full only for those who may know the addresses. */
  issue_email_participants: EmailParticipant[];
  paths: {
    self: string;
    /** `/api/v4/projects/:id/issues/:iid`: PUT changes, POST …/subscribe, …/links, …/move, DELETE. */
    api: string;
    list: string;
    /** PUT {line_number, line_source, checked}: ticks one box of the description. */
    task: string;
    /** POST {level}: chooses how much of it one hears by mail. */
    mailLevel: string;
    /** Null for those who may not open issues here. */
    new: string | null;
  };
  can: {
    update: boolean;
    close: boolean;
    reopen: boolean;
    delete: boolean;
    lock: boolean;
    /** Users, labels, milestone, dates, weight, time, links, confidentiality, moving. */
    admin: boolean;
    subscribe: boolean;
    /** Tell administrators of its author. */
    report: boolean;
  };
  /** Realtime topic: `changed` {id, changed}, `deleted`, note events. */
  topic: string;
  notes: NotesData;
  links: PageLinkedIssue[];
  requests: PageRelatedRequest[];
};

/** Kind `issue_new`. Query: `issue[title]`, `issue[description]`, `issue[confidential]`, those of taking over threads. */
export type IssueNewPageData = {
  projectId: number;
  title: string;
  description: string;
  templates: DescriptionTemplates;
  confidential: boolean;
  can: { setMetadata: boolean; createLabels: boolean };
  /** Threads of a merge request that the issue takes over. */
  followUp: {
    /** `!12` */
    reference: string;
    path: string;
    /** Of those that are open it resolves what its writer may resolve. */
    openCount: number;
    resolvableCount: number;
    /** Name of who resolved the one thread meanwhile. */
    resolvedBy: string | null;
    mergeRequestIid: number;
    discussionId: string | null;
  } | null;
  /** POST (REST create). */
  createPath: string;
  listPath: string;
  previewMarkdownPath: string;
  uploadsPath: string | null;
};
