import type { ListPaging, UserRef } from '../projects/page.ts';
import type { NotificationEvent, NotificationLevel, TodoAction } from './enums.ts';

/** One entry of the to-do list. `href` leads to the comment that caused it, where there is one. */
export type TodoItem = {
  id: number;
  state: 'pending' | 'done';
  action: TodoAction;
  author: UserRef | null;
  /** `merge request`, `issue`. */
  noun: string;
  title: string;
  /** `group/project!12` */
  reference: string;
  href: string;
  /** Beginning of the comment; null when nothing but the action is to be told. */
  detail: string | null;
  at: string;
};

/** `/dashboard/todos`, kind `todos`. */
export type TodosPageData = {
  state: 'pending' | 'done';
  /** Entries that machines caused stand apart. */
  from: 'people' | 'bots';
  counts: { pending: number; done: number; bots: number };
  items: TodoItem[];
  paging: ListPaging;
  action: TodoAction | null;
};

export type ContainerChoiceItem = {
  kind: 'project' | 'group';
  id: number;
  name: string;
  path: string;
  level: NotificationLevel;
  /** What was ticked, which counts at the level `custom`. */
  events: Record<NotificationEvent, boolean>;
};

/** `/-/profile/notifications`, kind `notification_settings`. */
export type NotificationSettingsPageData = {
  email: string;
  isEmailConfirmed: boolean;
  level: NotificationLevel;
  events: Record<NotificationEvent, boolean>;
  places: ContainerChoiceItem[];
};

/** Page, and POST with the `token` of its query: mail programs send that by themselves. */
export const LEAVE_PATH = '/-/sent_mails/unsubscribe';

/** Kind `leave_mail`. No `leaver`: a link that does not work, or not any more. */
export type LeaveMailPageData = {
  token: string;
  /** `who` stops the mails about one `noun`; a member is told when they are mentioned all the same. */
  leaver: { who: string; noun: string; isMember: boolean } | null;
};
