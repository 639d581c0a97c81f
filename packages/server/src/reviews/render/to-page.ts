import { createHash } from 'node:crypto';
import { fileHash } from '@tributary/git';
import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { PageDraft, PageUndo, PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { toPageAuthor } from '../../discussions/index.ts';
import type { PublishedReview } from '../operations/publish-review.ts';
import type { DraftView } from '../reads/draft-views.ts';

export function toPageDraft({
  row,
  found,
  html,
  author,
  references,
  thread,
  suggestions,
  path: address,
}: DraftView): PageDraft {
  const { project } = found.access;
  const current = row.current ?? { position: row.position, lineCode: row.line_code, isActive: true, placement: null };
  const position = current.position ?? row.position;
  const path = current.placement?.path ?? position?.new_path ?? position?.old_path ?? null;
  const [oldPath, newPath] = [position?.old_path ?? path, position?.new_path ?? path];
  const shownHash = current.placement?.file_hash ?? current.lineCode?.slice(0, 40) ?? fileHash(path ?? '');
  return {
    id: row.id,
    author: author && toPageAuthor(author),
    merge_request_id: row.merge_request_id,
    commit_id: row.commit_id ?? thread?.row.commit_id ?? null,
    note: row.body,
    note_html: html,
    position,
    original_position: row.position,
    placement: current.placement,
    active: current.isActive,
    line_code: position && current.lineCode,
    line_codes: [...new Set([current.lineCode, row.line_code].filter((code) => code !== null))],
    diff_file: position && {
      file_hash: shownHash,
      seen_hashes: { last: hashOf(position), original: hashOf(row.position ?? position) },
    },
    file_hash: position && shownHash,
    file_path: position && path,
    file_identifier_hash: position && createHash('sha1').update(`${project.id}-${oldPath}-${newPath}`).digest('hex'),
    truncated_diff_lines: row.snapshot ?? [],
    discussion_id: row.reply_to,
    resolve_discussion: row.resolve_discussion,
    references,
    suggestions,
    noteable_type: 'MergeRequest',
    internal: false,
    current_user: {
      can_edit: true,
      can_award_emoji: false,
      can_resolve: thread?.notes.some((note) => note.can.resolve) ?? false,
    },
    path: address,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function hashOf({ new_path: now, old_path: before }: DiffPosition): string {
  return fileHash(now ?? before ?? '');
}

export function toPublishAnswer(review: PublishedReview, undo: PageUndo | null): PublishAnswer {
  return {
    published: review.published.map((each) => ({
      draft_id: each.draftId,
      note_id: each.noteId === null ? null : String(each.noteId),
      discussion_id: each.discussionId,
      placement: each.placement,
      thread_gone: each.isThreadGone,
      resolve_refused: each.isResolveRefused,
      resolve_refusal: each.resolveRefusal ?? null,
      gone: each.isGone === true,
    })),
    summary_note_id: review.summaryNoteId === null ? null : String(review.summaryNoteId),
    reviewer_state: review.verdict,
    undo,
    quick_actions_status: review.outcome
      ? { messages: review.outcome.messages, error_messages: review.outcome.errors }
      : null,
  };
}
