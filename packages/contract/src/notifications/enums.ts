/** Why something waits for a user, in the words of the API. */
export const TODO_ACTIONS = [
  'assigned',
  'mentioned',
  'directly_addressed',
  'marked',
  'review_requested',
  'review_submitted',
  'approval_required',
  'build_failed',
  'unmergeable',
  'merge_train_removed',
] as const;
/** Reasons that other instances have and nothing here: asking for them finds nothing. */
export const OTHER_TODO_ACTIONS = [
  'member_access_requested',
  'ssh_key_expired',
  'ssh_key_expiring_soon',
  'transfer_failed',
] as const;
export type TodoAction = (typeof TODO_ACTIONS)[number];

/** How much a user wants to hear; `global` follows what they chose for everything. */
export const NOTIFICATION_LEVELS = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** The same for one merge request or issue; `global` follows what they chose for its project. */
export const ITEM_LEVELS = ['global', 'watch', 'mention', 'disabled'] as const;
export type ItemLevel = (typeof ITEM_LEVELS)[number];

/** What can be chosen one by one at the level `custom`. */
export const NOTIFICATION_EVENTS = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'push_to_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'change_reviewer_merge_request',
  'merge_merge_request',
  'approver',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Something that happened to a thing, as users hear of it. */
export type NotificationKind =
  | 'created'
  | 'described'
  | 'commented'
  | 'edited'
  | 'reassigned'
  | 'reviewers_changed'
  | 'relabeled'
  | 'pushed'
  | 'reviewed'
  | 'changes_requested'
  | 'approved'
  | 'unapproved'
  | 'closed'
  | 'reopened'
  | 'merged';

/** Why one user hears of it; the strongest reason counts. */
export type NotificationReason =
  | 'review_requested'
  | 'assigned'
  | 'directly_addressed'
  | 'mentioned'
  | 'own_activity'
  | 'subscribed'
  | 'labelled'
  | 'watching';
