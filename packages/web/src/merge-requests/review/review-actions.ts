import type {
  PageDraft,
  PageUndo,
  PublishAnswer,
  PublishBody,
  UndoAnswer,
  UpdateDraftBody,
} from '@tributary/contract/merge-requests/reviews.ts';
import { headersOf, type SentForm } from '../../app/autosave/autosave-store.ts';
import { api } from '../../lib/http.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type ReviewStore, undoable, type Undoable } from './review-store.ts';

/** What is done with pending comments that are there; apart from the store, which a page needs at once. */

/** `seen.at`: of the text that the writer has seen; refused when it has changed since. `seen.form`: where it was written. */
export async function updateDraft(
  store: ReviewStore,
  draft: PageDraft,
  change: UpdateDraftBody['draft_note'],
  seen: { at?: string; form?: SentForm } = {},
): Promise<void> {
  const body: UpdateDraftBody = { draft_note: change };
  if (seen.at !== undefined) body.last_known_updated_at = seen.at;
  store.put(await api.put<PageDraft>(draft.path, { body, ...(seen.form && { headers: headersOf(seen.form) }) }));
}

export async function removeDraft(store: ReviewStore, draft: PageDraft): Promise<void> {
  await api.delete(draft.path);
  store.drop([draft.id]);
}

export async function discardReview(store: ReviewStore): Promise<void> {
  await api.delete(store.data.discardPath);
  store.drop(store.state.drafts.map((draft) => draft.id));
}

/** The key among the headers is the same when the same review is sent again after a failure. `meant`: what is published. */
export async function publishReview(
  store: ReviewStore,
  body: PublishBody,
  headers: Record<string, string>,
  meant: readonly PageDraft[],
): Promise<PublishAnswer> {
  const isConfirming = body.reviewer_state === 'approved';
  const answer = await api.post<PublishAnswer>(store.data.publishPath, { body, headers, isConfirming });
  store.drop(answer.published.map((each) => each.draft_id));
  showPublished(store, answer.undo, outcomeOf(answer, meant));
  return answer;
}

/** What was just published can be taken back for a while, and says what came of it. */
export function showPublished(store: ReviewStore, undo: PageUndo | null, outcome: Outcome): void {
  const isTold = undo !== null || outcome.comments.length > 0;
  store.set({ undo: undoable(undo), outcome: isTold ? outcome : null });
}

/** It cannot be taken back any more. What there is to read of it stays until it is put away. */
export function forgetUndo(store: ReviewStore, reviewId: number): void {
  const { undo, outcome } = store.state;
  if (undo?.reviewId === reviewId) store.set({ undo: null, outcome: outcome?.comments.length ? outcome : null });
}

/** What became of the comments was read. */
export function putAway(store: ReviewStore): void {
  const { undo, outcome } = store.state;
  store.set({ outcome: undo && outcome && { ...outcome, comments: [] } });
}

/** The notes of a review are pending comments again. */
export async function takeReviewBack(store: ReviewStore, undo: Undoable): Promise<UndoAnswer> {
  const answer = await api.post<UndoAnswer>(undo.path, { body: {} });
  forgetUndo(store, undo.reviewId);
  if (store.state.outcome?.reviewId === undo.reviewId) store.set({ outcome: null });
  await Promise.all([store.load(), store.loadUndo()]);
  return answer;
}
