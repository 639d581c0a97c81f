import type { Placement } from '@tributary/contract/discussions/page.ts';
import type { PageDraft, PublishAnswer, PublishResult } from '@tributary/contract/merge-requests/reviews.ts';
import { placementText } from '../../discussions/model/placement-text.ts';
import { plural } from '../../lib/format.ts';

/** One comment that did not become just what it was when it was written. */
export type CommentOutcome = {
  draftId: number;
  /** Null when nothing but commands was in it. */
  noteId: string | null;
  /** As it was written. */
  text: string;
  /** The file it stands on now. */
  path: string | null;
  words: readonly string[];
};

/** What publishing led to, in the window that did it. */
export type Outcome = { reviewId: number | null; sentence: string; comments: readonly CommentOutcome[] };

/** It stands on other lines than it was written on, or on none. */
export function isLost(placement: Placement | null): boolean {
  return placement?.confidence === 'likely' || placement?.confidence === 'lost';
}

/** One sentence for what publishing led to. */
export function publishedText(answer: Pick<PublishAnswer, 'published' | 'quick_actions_status'>): string {
  const results = answer.published.filter((each) => each.note_id !== null);
  const status = answer.quick_actions_status;
  const moved = results.filter((each) => each.placement && each.placement.confidence !== 'exact').length;
  const alone = results.filter((each) => each.thread_gone).length;
  const open = answer.published.filter((each) => each.resolve_refused).length;
  const sentences = [results.length === 0 ? 'Review submitted.' : `Published ${plural(results.length, 'comment')}.`];
  if (moved > 0) sentences.push(`${moved} ${moved === 1 ? 'is' : 'are'} in a new position because the branch changed.`);
  if (alone > 0) sentences.push(`${alone} started a new thread because the original thread was deleted.`);
  if (open > 0) sentences.push(`${plural(open, 'thread')} did not change.`);
  return [...sentences, ...(status?.messages ?? []), ...(status?.error_messages ?? [])].join(' ');
}

function wordsOf(result: PublishResult, draft: PageDraft | undefined): string[] {
  const placed = placementText({ ...result, original_position: draft?.original_position ?? null });
  const words = placed === null ? [] : [placed];
  if (result.thread_gone) words.push('The original thread was deleted, so this comment started a new one.');
  if (result.resolve_refused) {
    const state = draft?.resolve_discussion === false ? 'resolved' : 'open';
    words.push([`The thread is still ${state}.`, result.resolve_refusal].filter(Boolean).join(' '));
  }
  return words;
}

/** `drafts`: as they were when they were sent. */
export function outcomeOf(answer: PublishAnswer, drafts: readonly PageDraft[]): Outcome {
  const comments = answer.published.map((result) => {
    const draft = drafts.find((each) => each.id === result.draft_id);
    return {
      draftId: result.draft_id,
      noteId: result.note_id,
      text: draft?.note ?? 'Comment',
      path: result.placement?.path ?? null,
      words: wordsOf(result, draft),
    };
  });
  const told = comments.filter(({ words }) => words.length > 0);
  return { reviewId: answer.undo?.reviewId ?? null, sentence: publishedText(answer), comments: told };
}
