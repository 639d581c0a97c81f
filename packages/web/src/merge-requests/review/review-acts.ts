import type {
  PageDraft,
  PublishAnswer,
  PublishBody,
  UndoAnswer,
  UpdateDraftBody,
} from '@tributary/contract/merge-requests/reviews.ts';
import { headersOf, type SentForm } from '../../discussions/writing/unfinished-texts.ts';
import { api } from '../../lib/http.ts';
import { outcomeOf } from './outcome.ts';
import type { ReviewStore, Undoable } from './review-store.ts';

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
  const answer = await api.post<PublishAnswer>(store.data.publishPath, { body, headers });
  store.drop(answer.published.map((each) => each.draft_id));
  store.published(answer.undo, outcomeOf(answer, meant));
  return answer;
}

/** The notes of a review are pending comments again. */
export async function takeReviewBack(store: ReviewStore, undo: Undoable): Promise<UndoAnswer> {
  const answer = await api.post<UndoAnswer>(undo.path, { body: {} });
  store.takenBack(undo.reviewId);
  await Promise.all([store.load(), store.loadUndo()]);
  return answer;
}
