import type { ErrorDefinition } from './catalogue.ts';

export const DISCUSSION_ERRORS = {
  commit_id_invalid: {
    kind: 'invalid',
    text: 'A commit ID consists of the project ID and the full SHA: gid://gitlab/Commit/<project id>-<40 digits>.',
  },
  discussion_locked: { kind: 'forbidden', text: 'The discussion is locked. Only project members can comment.' },
  note_changed: {
    kind: 'conflict',
    text: 'Someone else changed this comment while you were editing it.',
  },
  task_changed: {
    kind: 'conflict',
    text: 'Someone else changed this checklist in the meantime.',
  },
  note_acted_on: { kind: 'conflict', text: 'This can no longer be undone: {what}.' },
  command_without_end: {
    kind: 'not_allowed_now',
    text: 'it did not finish within {minutes} minutes. Check whether it was applied before you try again.',
  },
  note_is_system: { kind: 'forbidden', text: 'System notes cannot be changed.' },
  note_not_resolvable: { kind: 'invalid', text: 'This thread cannot be resolved.' },
  internal_note_unsupported: { kind: 'invalid', text: 'Internal notes are not supported here.' },
  internal_flag_fixed: { kind: 'invalid', text: 'A note in an internal thread stays internal.' },
  award_emoji_unknown: { kind: 'invalid', text: 'Award Emoji Name is not a valid emoji name' },
  award_emoji_taken: { kind: 'invalid', text: 'Award Emoji Name has already been taken' },
  award_emoji_absent: { kind: 'invalid', text: 'Award Emoji Name was not given' },
  position_invalid: { kind: 'invalid', text: 'The position of the comment is not part of these changes: {reason}.' },
  fetched_at_missing: { kind: 'invalid', text: 'X-Last-Fetched-At header is required' },
  upload_missing: { kind: 'invalid', text: 'file is missing' },
  note_emptied: { kind: 'gone', text: '{done} The comment had no other content and was removed.' },
  command_failed: { kind: 'invalid', text: '{reason}' },
  too_many_custom_emoji: { kind: 'invalid', text: 'A group can have at most {limit} custom emoji.' },
} as const satisfies Record<string, ErrorDefinition>;
