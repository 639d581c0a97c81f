import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { CreateDraftBody, PageDraft, PageUndo, ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import type { NewDraft } from '../../discussions/store/review.ts';
import { headersOf } from '../../discussions/writing/unfinished-texts.ts';
import { api } from '../../lib/http.ts';
import type { Outcome } from './outcome.ts';

/** `until`: by the clock of this device. */
export type Undoable = { reviewId: number; path: string; until: number };

export type ReviewState = {
  drafts: readonly PageDraft[];
  status: 'loading' | 'loaded' | 'failed';
  /** The review that was just published, while it can be taken back. */
  undo: Undoable | null;
  /** What publishing in this window led to: with the undo, and as long as there is something to read. */
  outcome: Outcome | null;
};

function undoable(undo: PageUndo | null): Undoable | null {
  return undo && { reviewId: undo.reviewId, path: undo.path, until: Date.now() + undo.leftMs };
}

/** The pending comments of the reader on one merge request, the same in every window. */
export class ReviewStore {
  readonly data: Omit<ReviewData, 'can'>;
  #state: ReviewState = { drafts: [], status: 'loading', undo: null, outcome: null };
  readonly #listeners = new Set<() => void>();
  #loads = 0;

  constructor(data: ReviewData) {
    this.data = data;
    this.#state = { ...this.#state, undo: undoable(data.undo) };
  }

  get state(): ReviewState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads them anew; an answer that was overtaken by another is dropped. `takesAhead`: what came with the page will do. */
  async load(takesAhead = false): Promise<void> {
    const mine = ++this.#loads;
    try {
      const drafts = await api.get<PageDraft[]>(this.data.draftsPath, { takesAhead });
      if (mine === this.#loads) this.#set({ ...this.#state, drafts, status: 'loaded' });
    } catch {
      if (mine === this.#loads) this.#set({ ...this.#state, status: 'failed' });
    }
  }

  async add({ text, form, position, commitId, replyTo, resolve }: NewDraft): Promise<PageDraft> {
    const body: CreateDraftBody = {
      draft_note: {
        note: text,
        ...(position && { position: position satisfies DiffPosition }),
        ...(commitId !== undefined && { commit_id: commitId }),
        ...(resolve !== undefined && { resolve_discussion: resolve }),
      },
      ...(replyTo !== undefined && { in_reply_to_discussion_id: replyTo }),
    };
    const draft = await api.post<PageDraft>(this.data.draftsPath, { body, headers: headersOf(form) });
    this.put(draft);
    return draft;
  }

  /** Another window published or took back: what can be taken back now. */
  async loadUndo(): Promise<void> {
    try {
      const { undo } = await api.get<{ undo: PageUndo | null }>(this.data.undoPath);
      // The same keeps its end, so that the time left does not jump.
      if (undo?.reviewId !== this.#state.undo?.reviewId) this.#set({ ...this.#state, undo: undoable(undo) });
    } catch {
      // The next page has it.
    }
  }

  /** What was just published can be taken back for a while, and says what came of it. */
  published(undo: PageUndo | null, outcome: Outcome): void {
    const isTold = undo !== null || outcome.comments.length > 0;
    this.#set({ ...this.#state, undo: undoable(undo), outcome: isTold ? outcome : null });
  }

  /** It cannot be taken back any more. What there is to read of it stays until it is put away. */
  forgetUndo(reviewId: number): void {
    if (this.#state.undo?.reviewId !== reviewId) return;
    const { outcome } = this.#state;
    this.#set({ ...this.#state, undo: null, outcome: outcome?.comments.length ? outcome : null });
  }

  /** What became of the comments was read. */
  putAway(): void {
    const { undo, outcome } = this.#state;
    this.#set({ ...this.#state, outcome: undo && outcome && { ...outcome, comments: [] } });
  }

  /** The review was taken back: its comments are pending again. */
  takenBack(reviewId: number): void {
    this.forgetUndo(reviewId);
    if (this.#state.outcome?.reviewId === reviewId) this.#set({ ...this.#state, outcome: null });
  }

  put(draft: PageDraft): void {
    this.#loads += 1;
    const others = this.#state.drafts.filter((each) => each.id !== draft.id);
    this.#set({ ...this.#state, drafts: [...others, draft].toSorted((a, b) => a.id - b.id), status: 'loaded' });
  }

  drop(ids: readonly number[]): void {
    this.#loads += 1;
    const drafts = this.#state.drafts.filter((each) => !ids.includes(each.id));
    this.#set({ ...this.#state, drafts, status: 'loaded' });
  }

  #set(state: ReviewState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
