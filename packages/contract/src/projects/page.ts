import type { BadgeSettings } from './badges.ts';
import type { ProjectPipelineStatus } from './commit-statuses.ts';
import type { FeatureLevel, Visibility } from '../core/access-levels.ts';

/** Data of the pages of users' homes, groups and projects. Times are ISO 8601 UTC; `href` is an address of this server. */

export type UserRef = { id: number; username: string; name: string; avatarUrl: string | null; href: string };

export type ContainerRef = { id: number; name: string; fullPath: string; href: string; avatarUrl: string | null };

/** `total` is null when there are too many to count. */
export type ListPaging = { page: number; perPage: number; total: number | null; hasNext: boolean };

export type ProjectCard = ContainerRef & {
  /** Names of the namespace from the root, e.g. `Team / Inner`. */
  namespaceName: string;
  description: string;
  visibility: Visibility;
  archived: boolean;
  starCount: number;
  forksCount: number;
  starred: boolean;
  lastActivityAt: string;
  /** The viewer's role (`Maintainer`), null without membership. */
  role: string | null;
  topics: string[];
  /** Null without a pipeline, or for readers who may not see it. */
  pipeline: ProjectPipelineStatus | null;
};

export type GroupCard = ContainerRef & {
  description: string;
  visibility: Visibility;
  projectCount: number;
  subgroupCount: number;
  role: string | null;
};

/** One entry of the activity feed: `<actor> <action> <target> in <project>`. */
export type ActivityItem = {
  id: number;
  at: string;
  actor: UserRef;
  /** `pushed to branch`, `opened merge request`, `commented on` … */
  action: string;
  target: { text: string; href: string } | null;
  project: { name: string; fullPath: string; href: string } | null;
  /** Short second line (subject of the last commit, start of a comment); plain text. */
  detail: string | null;
  icon: string;
};

/** What waits for the viewer, e.g. merge requests to review. Filled by the slices to the right. */
export type HomeSection = {
  key: string;
  title: string;
  /** Where the whole list is. */
  href: string | null;
  emptyText: string;
  total: number;
  items: HomeItem[];
};

export type HomeItem = {
  id: string;
  title: string;
  href: string;
  /** `group/project!12` */
  reference: string;
  icon: string;
  /** `Draft`, `2 threads open`, … */
  facts: string[];
  person: UserRef | null;
  at: string;
};

/** `/` for a signed-in user, kind `home`. */
export type HomePageData = {
  sections: HomeSection[];
  projects: ProjectCard[];
  groups: GroupCard[];
  activity: ActivityItem[];
  can: { createProject: boolean; createGroup: boolean };
};

/** `/` for everyone else, kind `welcome`. */
export type WelcomePageData = { instanceName: string; signUpEnabled: boolean; projects: ProjectCard[] };

export type ProjectSort = 'updated_desc' | 'name_asc' | 'created_desc' | 'stars_desc';

export type ProjectFilters = {
  search: string;
  sort: ProjectSort;
  visibility: Visibility | null;
  archived: 'include' | 'only' | 'exclude';
};

/** `/explore`, kind `explore`. Query: `search`, `sort`, `visibility`, `archived`, `page`. */
export type ExplorePageData = { projects: ProjectCard[]; paging: ListPaging; filters: ProjectFilters };

/** `/dashboard/projects`, kind `dashboard_projects`. Query as for explore, and `tab`. */
export type DashboardProjectsPageData = {
  tab: 'member' | 'personal' | 'starred';
  counts: { member: number; personal: number; starred: number };
  projects: ProjectCard[];
  paging: ListPaging;
  filters: ProjectFilters;
};

/** `/<group>`, kind `group_show`. Query: `search`, `sort`, `visibility`, `archived`, `page`. */
/** Kind `project_activity`: `/<project>/-/activity?page=`. */
export type ProjectActivityPageData = { activity: ActivityItem[]; paging: ListPaging };

/** Whether the viewer waits for a role here, or may ask for one; null when neither. */
export type AccessRequestState = 'requested' | 'requestable' | null;

/**
 * Why nobody can change a project or group: it, or the group named here, is archived or will be deleted on a day. Null when
 * it can be changed.
 */
export type ReadOnlyReason = {
  kind: 'archived' | 'deletion';
  /** The group above; null when it is the project or group itself. */
  group: { name: string; fullPath: string } | null;
  deletedOn: string | null;
} | null;

export type GroupShowPageData = {
  readOnly: ReadOnlyReason;
  group: GroupCard & { descriptionHtml: string; createdAt: string; memberCount: number };
  subgroups: GroupCard[];
  projects: ProjectCard[];
  paging: ListPaging;
  filters: ProjectFilters;
  can: { createProject: boolean; createSubgroup: boolean; update: boolean; readMembers: boolean };
  accessRequest: AccessRequestState;
};

/** Why a choice cannot be taken is said in `refusal`; null when it can. */
export type VisibilityChoice = { value: Visibility; refusal: string | null };

export type NamespaceChoice = {
  id: number;
  kind: 'user' | 'group';
  name: string;
  fullPath: string;
  avatarUrl: string | null;
  visibilities: VisibilityChoice[];
};

/** `/groups/new`, kind `group_new`. Query: `parent_id`. Created with `POST /api/v4/groups`. */
export type GroupNewPageData = {
  parents: NamespaceChoice[];
  parentId: number | null;
  /** Why the viewer may make none at the top; null when they may. */
  topRefusal: string | null;
  /** Choices of a group at the top. */
  visibilities: VisibilityChoice[];
  baseUrl: string;
};

/** `/groups/<path>/-/edit`, kind `group_edit`. Saved with `PUT /api/v4/groups/:id`, removed with `DELETE`. */
export type GroupEditPageData = {
  group: {
    id: number;
    name: string;
    path: string;
    fullPath: string;
    description: string;
    visibility: Visibility;
    avatarUrl: string | null;
    /** Projects in the group cannot be shared with other groups. */
    shareLock: boolean;
    /** Nobody is added to projects in the group. */
    membershipLock: boolean;
    mentionsDisabled: boolean;
    requestAccessEnabled: boolean;
  };
  badges: BadgeSettings;
  /** A group above says the same for everything below it. */
  shareLockAbove: boolean;
  membershipLockAbove: boolean;
  visibilities: VisibilityChoice[];
  /** Groups that it may be moved into, `POST /api/v4/groups/:id/transfer`. */
  transferTargets: NamespaceChoice[];
  baseUrl: string;
  can: { update: boolean; archive: boolean; restore: boolean; delete: boolean; transfer: boolean; moveToTop: boolean };
  isArchived: boolean;
  readOnly: ReadOnlyReason;
  /** Days for which it can be restored after its deletion; 0: it cannot. */
  deletionPeriodDays: number;
  /** What goes with the group when it is removed. */
  contents: { projects: number; subgroups: number };
};

/** `/projects/new`, kind `project_new`. Query: `namespace_id`. Created with `POST /api/v4/projects`. */
export type ProjectNewPageData = {
  namespaces: NamespaceChoice[];
  namespaceId: number | null;
  defaultBranch: string;
  baseUrl: string;
};

/** How a project merges, under the names of `PUT /api/v4/projects/:id`; empty text stands for none or the default. */
export type ProjectMergeSettings = {
  merge_method: 'merge' | 'rebase_merge' | 'ff';
  squash_option: 'never' | 'always' | 'default_on' | 'default_off';
  remove_source_branch_after_merge: boolean;
  resolve_outdated_diff_discussions: boolean;
  merge_pipelines_enabled: boolean;
  merge_trains_enabled: boolean;
  merge_trains_skip_train_allowed: boolean;
  only_allow_merge_if_pipeline_succeeds: boolean;
  allow_merge_on_skipped_pipeline: boolean;
  only_allow_merge_if_all_discussions_are_resolved: boolean;
  only_allow_merge_if_all_status_checks_passed: boolean;
  merge_commit_template: string;
  squash_commit_template: string;
  suggestion_commit_message: string;
  merge_request_title_regex: string;
  merge_request_title_regex_description: string;
  jira_url: string;
  jira_project_keys: string;
  prevent_merge_without_jira_issue: boolean;
};

/** `<project>/-/edit`, kind `project_edit`. Saved with `PUT /api/v4/projects/:id` and the lifecycle calls. */
export type ProjectEditPageData = {
  project: {
    id: number;
    name: string;
    path: string;
    fullPath: string;
    description: string;
    visibility: Visibility;
    defaultBranch: string | null;
    avatarUrl: string | null;
    topics: string[];
    /** By itself; a group above may be archived too. */
    isArchived: boolean;
    repositoryAccessLevel: FeatureLevel;
    issuesAccessLevel: FeatureLevel;
    mergeRequestsAccessLevel: FeatureLevel;
    forkingAccessLevel: FeatureLevel;
    /** Empty where there is none. */
    issuesTemplate: string;
    mergeRequestsTemplate: string;
    requestAccessEnabled: boolean;
  };
  badges: BadgeSettings;
  visibilities: VisibilityChoice[];
  /** Where it may be moved to: `PUT /api/v4/projects/:id/transfer`. */
  transferTargets: NamespaceChoice[];
  baseUrl: string;
  can: {
    update: boolean;
    changeVisibility: boolean;
    rename: boolean;
    archive: boolean;
    restore: boolean;
    transfer: boolean;
    delete: boolean;
  };
  readOnly: ReadOnlyReason;
  /** Days for which it can be restored after its deletion; 0: it cannot. */
  deletionPeriodDays: number;
};

export type HookEventKey =
  | 'push_events'
  | 'tag_push_events'
  | 'merge_requests_events'
  | 'note_events'
  | 'confidential_note_events'
  | 'issues_events'
  | 'confidential_issues_events'
  | 'milestone_events'
  | 'emoji_events'
  | 'resource_access_token_events'
  | 'pipeline_events'
  | 'job_events'
  | 'deployment_events'
  | 'releases_events'
  | 'repository_update_events'
  | 'member_events'
  | 'subgroup_events'
  | 'project_events';

export type HookCard = {
  id: number;
  name: string;
  description: string;
  url: string;
  href: string;
  events: HookEventKey[];
  branchFilter: string;
  sslVerification: boolean;
  tokenPresent: boolean;
  customHeaderNames: string[];
  status: 'executable' | 'temporarily_disabled' | 'disabled';
  /** Why it was switched off, in words. */
  statusReason: string | null;
  disabledUntil: string | null;
  lastDelivery: { at: string; status: number | null; error: string | null } | null;
};

/** `<project>/-/hooks`, kind `project_hooks`, `<group>/-/hooks`, kind `group_hooks`, and `/admin/hooks`, kind `admin_hooks`. Changed in the REST API at `api`. */
export type HooksPageData = {
  scope: 'project' | 'group' | 'system';
  api: string;
  hooks: HookCard[];
  events: { key: HookEventKey; label: string; help: string }[];
};

export type HookDeliveryCard = {
  id: number;
  uuid: string;
  event: string;
  at: string;
  attempt: number;
  durationMs: number | null;
  /** HTTP status of the answer, null while waiting or when none came. */
  status: number | null;
  state: 'waiting' | 'succeeded' | 'failed';
  error: string | null;
};

/** `<project>/-/hooks/:hook_id`, kind `project_hook`, and `/admin/hooks/:hook_id`, kind `admin_hook`. Query: `page`. */
export type HookPageData = {
  scope: 'project' | 'group' | 'system';
  api: string;
  hook: HookCard;
  events: { key: HookEventKey; label: string; help: string }[];
  deliveries: HookDeliveryCard[];
  paging: ListPaging;
  /** POST `{trigger}` with one of these sends a real event: `<hook>/test`. */
  testTriggers: { key: string; label: string }[];
  paths: { test: string; deliveries: string };
};

/** GET `<project>/-/hooks/:hook_id/deliveries/:id`; POST `…/:id/resend` sends it again. */
export type HookDeliveryDetail = HookDeliveryCard & {
  url: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  responseHeaders: Record<string, string>;
  /** First part of the answer's body. */
  responseBody: string;
  resendPath: string;
};

/** `/<username>`, kind `user_show`. Query: `tab`, `page`. */
export type UserShowPageData = {
  user: UserRef & {
    bio: string;
    location: string;
    jobTitle: string;
    organization: string;
    pronouns: string;
    websiteUrl: string;
    publicEmail: string;
    createdAt: string;
    state: string;
  };
  /** What they say of themselves now. `emoji` is the character. */
  status: { emoji: string; messageHtml: string; isBusy: boolean } | null;
  isSelf: boolean;
  /** The user shows no more than their name: everything else is empty. */
  isHidden: boolean;
  tab: 'overview' | 'projects' | 'groups';
  projects: ProjectCard[];
  groups: GroupCard[];
  activity: ActivityItem[];
  paging: ListPaging;
};

export type SearchItem = {
  id: string;
  title: string;
  href: string;
  icon: string;
  /** `group/project!12` or a full path. */
  reference: string | null;
  /** Plain text. */
  excerpt: string | null;
  facts: string[];
  person: UserRef | null;
  avatarUrl: string | null;
  at: string | null;
};

/** `/search`, kind `search`. Query: `search`, `scope`, `project_id`, `group_id`, `page`. */
export type SearchPageData = {
  query: string;
  scope: string;
  scopes: { key: string; label: string; count: number | null }[];
  within: (ContainerRef & { kind: 'project' | 'group' }) | null;
  items: SearchItem[];
  paging: ListPaging;
};
