import type { NotesData, PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { mergeNotes, putDiscussion, removeNote } from '../model/merge-notes.ts';
import { fetchDiscussion, fetchDiscussions, fetchNotesSince } from './queries.ts';

export type DiscussionsState = {
  discussions: readonly PageDiscussion[];
  status: 'loading' | 'loaded' | 'failed';
};

/**
 * The threads of one thing, shared by its tabs. Writes, live messages and polls all end here; merging is by id and
 * time of change, so the same news twice is harmless.
 */
export class DiscussionStore {
  readonly notes: NotesData;
  #state: DiscussionsState = { discussions: [], status: 'loading' };
  #lastFetchedAt: string;
  #abort = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(notes: NotesData) {
    this.notes = notes;
    this.#lastFetchedAt = notes.lastFetchedAt;
  }

  get state(): DiscussionsState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads everything from the start; what is shown stays until the answer is there. */
  async load(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      await fetchDiscussions(
        this.notes.discussionsPath,
        (page) => {
          let { discussions } = this.#state;
          for (const discussion of page) discussions = putDiscussion(discussions, discussion);
          this.#set({ discussions, status: this.#state.status });
        },
        signal,
      );
      this.#set({ ...this.#state, status: 'loaded' });
    } catch {
      if (!signal.aborted) this.#set({ ...this.#state, status: 'failed' });
    }
  }

  /** Asks for what is new since the last time. Throws when the server cannot be reached. */
  async catchUp(signal: AbortSignal): Promise<void> {
    const answer = await fetchNotesSince(this.notes, this.#lastFetchedAt, signal);
    this.#lastFetchedAt = answer.last_fetched_at;
    await this.merge(answer.notes);
    if (answer.more) await this.catchUp(signal);
  }

  async merge(incoming: readonly PageNote[]): Promise<void> {
    const { discussions, missing } = mergeNotes(this.#state.discussions, incoming);
    if (incoming.length > missing.length) this.#set({ ...this.#state, discussions });
    const fetched = await Promise.all(missing.map((id) => fetchDiscussion(this.notes, id)));
    for (const discussion of fetched) this.put(discussion);
  }

  put(discussion: PageDiscussion): void {
    this.#set({ ...this.#state, discussions: putDiscussion(this.#state.discussions, discussion) });
  }

  remove(noteId: string): void {
    this.#set({ ...this.#state, discussions: removeNote(this.#state.discussions, noteId) });
  }

  setExpanded(id: string, expanded: boolean): void {
    const discussions = this.#state.discussions.map((each) => (each.id === id ? { ...each, expanded } : each));
    this.#set({ ...this.#state, discussions });
  }

  #set(state: DiscussionsState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
