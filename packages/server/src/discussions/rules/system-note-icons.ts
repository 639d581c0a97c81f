/** Icon of a system note by what it tells of. */
const ICONS: Record<string, string> = {
  commit: 'commit',
  approved: 'check',
  unapproved: 'close',
  requested_changes: 'close',
  merge: 'git-merge',
  description: 'pencil',
  title: 'pencil',
  assignee: 'user',
  reviewer: 'user',
  label: 'label',
  milestone: 'milestone',
  branch: 'fork',
  draft: 'pencil',
  opened: 'merge-request',
  closed: 'merge-request-close',
  reopened: 'merge-request',
  merged: 'git-merge',
  issue_closed: 'issue-close',
  issue_reopened: 'issue-open-m',
  confidential: 'eye-slash',
  visible: 'eye',
  date: 'calendar',
  weight: 'weight',
  time: 'timer',
  relate: 'link',
  moved: 'arrow-right',
  duplicate: 'duplicate',
  locked: 'lock',
  unlocked: 'lock-open',
  discussion: 'comment',
  outdated: 'pencil',
  cross_reference: 'comment-dots',
};

export function systemNoteIcon(action: string): string {
  return ICONS[action] ?? 'comment';
}
