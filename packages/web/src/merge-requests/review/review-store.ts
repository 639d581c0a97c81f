import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type {
  CreateDraftBody,
  PageDraft,
  PageUndo,
  PublishAnswer,
  ReviewData,
} from '@tributary/contract/merge-requests/reviews.ts';
import type { NewDraft } from '../../discussions/store/review.ts';
import { headersOf } from '../../discussions/writing/unfinished-texts.ts';
import { api } from '../../lib/http.ts';

/** `until`: by the clock of this device. `answer`: to publishing it, where that was done in this window. */
export type Undoable = { reviewId: number; path: string; until: number; answer: PublishAnswer | null };

export type ReviewState = {
  drafts: readonly PageDraft[];
  status: 'loading' | 'loaded' | 'failed';
  /** The review that was just published, while it can be taken back. */
  undo: Undoable | null;
};

function undoable(undo: PageUndo | null, answer: PublishAnswer | null = null): Undoable | null {
  return undo && { reviewId: undo.reviewId, path: undo.path, until: Date.now() + undo.leftMs, answer };
}

/** The pending comments of the reader on one merge request, the same in every window. */
export class ReviewStore {
  readonly data: Omit<ReviewData, 'can'>;
  #state: ReviewState = { drafts: [], status: 'loading', undo: null };
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

  /** What was just published can be taken back for a while. */
  offerUndo(undo: PageUndo, answer: PublishAnswer): void {
    this.#set({ ...this.#state, undo: undoable(undo, answer) });
  }

  forgetUndo(reviewId: number): void {
    if (this.#state.undo?.reviewId === reviewId) this.#set({ ...this.#state, undo: null });
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
