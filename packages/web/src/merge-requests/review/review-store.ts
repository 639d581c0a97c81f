import type { CreateDraftBody, PageDraft, PageUndo, ReviewData } from '@tributary/contract/merge-requests/reviews.ts';
import { headersOf, type SentForm } from '../../app/autosave/autosave-store.ts';
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

export function undoable(undo: PageUndo | null): Undoable | null {
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

  /** Reads them again; an answer that was overtaken by another is dropped. `takesAhead`: what came with the page will do. */
  async load(takesAhead = false): Promise<void> {
    const mine = ++this.#loads;
    try {
      const drafts = await api.get<PageDraft[]>(this.data.draftsPath, { takesAhead });
      if (mine === this.#loads) this.set({ drafts, status: 'loaded' });
    } catch {
      if (mine === this.#loads) this.set({ status: 'failed' });
    }
  }

  async add(body: CreateDraftBody, form: SentForm): Promise<PageDraft> {
    const draft = await api.post<PageDraft>(this.data.draftsPath, { body, headers: headersOf(form) });
    this.put(draft);
    return draft;
  }

  /** Another window published or took back: what can be taken back now. */
  async loadUndo(): Promise<void> {
    try {
      const { undo } = await api.get<{ undo: PageUndo | null }>(this.data.undoPath);
      // The same keeps its end, so that the time left does not jump.
      if (undo?.reviewId !== this.#state.undo?.reviewId) this.set({ undo: undoable(undo) });
    } catch {
      // The next page has it.
    }
  }

  put(draft: PageDraft): void {
    this.#loads += 1;
    const others = this.#state.drafts.filter((each) => each.id !== draft.id);
    this.set({ drafts: [...others, draft].toSorted((a, b) => a.id - b.id), status: 'loaded' });
  }

  drop(ids: readonly number[]): void {
    this.#loads += 1;
    const drafts = this.#state.drafts.filter((each) => !ids.includes(each.id));
    this.set({ drafts, status: 'loaded' });
  }

  /** Everyone who listens hears of it. */
  set(change: Partial<ReviewState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
