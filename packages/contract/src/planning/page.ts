import type { ListPaging, UserRef } from '../projects/page.ts';

/** Data of the pages of labels and milestones. */

export type LabelRef = {
  id: number;
  name: string;
  /** `#rrggbb` */
  color: string;
  textColor: '#FFFFFF' | '#1F1E24';
  description: string;
};

/** A filter in the address of a list of issues or merge requests; negated as `not[param]`. */
export type ListFilterToken = { param: string; value: string; isNegated: boolean };

/** Users, labels and milestones as they stand on issues and merge requests. */
export type PageUser = { id: number; username: string; name: string; avatarUrl: string | null; path: string };
export type PageLabel = { id: number; name: string; color: string; textColor: string; description: string };
export type PageMilestone = { id: number; iid: number; title: string; dueDate: string | null; path: string };
/** Spans as users write them, null without; and how many seconds they are. */
export type PageTime = { estimate: string | null; spent: string | null; estimateSeconds: number; spentSeconds: number };

export type PlanningContainer = { kind: 'project' | 'group'; id: number; name: string; fullPath: string; href: string };

export type LabelEntry = LabelRef & {
  /** `type` of `type::bug`: at most one label of a scope is on an item. */
  scope: string | null;
  /** Lower is more urgent; null without. */
  priority: number | null;
  /** Where it is defined; may be a group above. */
  owner: PlanningContainer;
  openIssuesCount: number;
  openMergeRequestsCount: number;
  /** Merge requests that have it. */
  filterHref: string | null;
  /** Issues that have it. */
  issuesHref: string | null;
  /** No longer offered where labels are chosen; stays on what has it. */
  isArchived: boolean;
  /** The reader hears of it here. */
  isSubscribed: boolean;
  /** `prioritize`: its priority in this project, also of one from a group above. */
  /** Full path of the group that the reader may promote it to. */
  promotesTo: string | null;
  can: { update: boolean; delete: boolean; prioritize: boolean; subscribe: boolean };
};

/**
 * `<project>/-/labels` and `/groups/<path>/-/labels`, kind `labels`. Query: `search`, `subscribed`, `page`.
 * Changed with `/api/v4/{projects,groups}/:id/labels`.
 */
export type LabelsPageData = {
  place: PlanningContainer;
  labels: LabelEntry[];
  paging: ListPaging;
  search: string;
  /** Only those that the reader hears of. */
  isSubscribedOnly: boolean;
  suggestedColors: { value: string; name: string }[];
  can: { create: boolean; subscribe: boolean };
};

export type MilestoneState = 'active' | 'closed';

export type MilestoneEntry = {
  id: number;
  iid: number;
  title: string;
  description: string;
  state: MilestoneState;
  /** `YYYY-MM-DD` */
  startDate: string | null;
  dueDate: string | null;
  isExpired: boolean;
  href: string;
  owner: PlanningContainer;
  progress: { total: number; done: number };
  updatedAt: string;
  /** Send back as `last_known_updated_at` when editing title, description or dates. */
  version: string;
  /** Full path of the group that the reader may promote it to. */
  promotesTo: string | null;
  can: { update: boolean; delete: boolean };
};

/** What the editor of a description asks the server. */
export type DescriptionPaths = { previewMarkdownPath: string; uploadsPath: string | null };

/** `<project>/-/milestones` and `/groups/<path>/-/milestones`, kind `milestones`. Query: `state`, `search`, `sort`, `page`. */
export type MilestonesPageData = {
  place: PlanningContainer;
  state: MilestoneState | 'all';
  counts: { active: number; closed: number; all: number };
  sort: 'due_date_asc' | 'due_date_desc' | 'title_asc' | 'updated_desc';
  milestones: MilestoneEntry[];
  paging: ListPaging;
  search: string;
  writing: DescriptionPaths;
  can: { create: boolean };
};

export type MilestoneItem = {
  id: string;
  title: string;
  href: string;
  reference: string;
  icon: string;
  state: 'open' | 'merged' | 'closed';
  people: UserRef[];
  labels: LabelRef[];
};

/** `…/-/milestones/:iid`, kind `milestone_show`. Changed with `/api/v4/…/milestones/:id`. */
export type MilestoneShowPageData = {
  place: PlanningContainer;
  milestone: MilestoneEntry & { descriptionHtml: string; createdAt: string };
  writing: DescriptionPaths;
  /** What belongs to it, e.g. merge requests; filled by the slices to the right. `items` are the first 100; the list has all. */
  sections: { key: string; title: string; total: number; items: MilestoneItem[]; listHref: string }[];
  /** The newest ones that belong to it; `projectPath` only on the page of a group. */
  releases: { name: string; href: string; projectPath: string | null; releasedAt: string }[];
};
