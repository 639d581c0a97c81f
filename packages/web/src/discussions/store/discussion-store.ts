import type { ReadingOrder } from '../model/next-unresolved.ts';
import type { CreateNoteBody, NotesData, PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { asAnswered, mergeNotes, putDiscussion, putDiscussions, removeNote } from '../model/merge-notes.ts';
import { type Placeholder, placeholdersOf, withoutArrived } from '../model/placeholders.ts';
import type { SentForm } from '../../app/autosave/autosave-store.ts';
import { knownCommands } from './known-commands.ts';
import { type NotesPolling, startNotesPolling } from './notes-polling.ts';
import { createNote, fetchDiscussion, fetchDiscussions, fetchNotesSince, type FirstThreads } from './queries.ts';

export type DiscussionsState = {
  discussions: readonly PageDiscussion[];
  status: 'loading' | 'loaded' | 'failed';
  /** Ids of threads of which only the header is shown. */
  folded: ReadonlySet<string>;
  /** Notes on their way. */
  placeholders: readonly Placeholder[];
  /** News could not be fetched several times in a row. */
  isBehind: boolean;
};

function withMember(all: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (all.has(id) === isIn) return all;
  return new Set(isIn ? [...all, id] : [...all].filter((each) => each !== id));
}

/**
 * The threads of one thing, shared by its tabs. Writes, live messages and polls all end here; merging is by id and
 * time of change, so the same news twice is harmless.
 */
export class DiscussionStore {
  #notes: NotesData;
  #state: DiscussionsState = {
    discussions: [],
    status: 'loading',
    folded: new Set(),
    placeholders: [],
    isBehind: false,
  };
  #lastFetchedAt: string;
  #abort = new AbortController();
  /** How the page shows them now, for who goes from one to the next. */
  #order: ReadingOrder = 'asc';
  /** Reading everything has failed. */
  #isStale = false;
  #polling: NotesPolling | null = null;
  readonly #listeners = new Set<() => void>();
  #writtenIn: string | null = null;

  constructor(notes: NotesData) {
    this.#notes = notes;
    this.#lastFetchedAt = notes.lastFetchedAt;
  }

  get state(): DiscussionsState {
    return this.#state;
  }

  get notes(): NotesData {
    return this.#notes;
  }

  get order(): ReadingOrder {
    return this.#order;
  }

  readIn(order: ReadingOrder): void {
    this.#order = order;
  }

  /** Which thread has the keyboard in a form. */
  writeIn(id: string | null): void {
    this.#writtenIn = id;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes from newer data of the same page what may be said here; what may be done with each note is read again then. */
  renew({ headSha, currentUser, notice, warning }: NotesData): void {
    if (headSha !== this.#notes.headSha) this.#notes = { ...this.#notes, headSha };
    const renewed = { ...this.#notes, currentUser, notice, warning };
    if (JSON.stringify(renewed) === JSON.stringify(this.#notes)) return;
    this.#notes = renewed;
    this.#set({ ...this.#state });
    void this.load();
  }

  /**
   * Loads everything, first what is around a note if one is given; what is shown stays until the answer is there.
   * `takesAhead`: what came along with the page will do.
   */
  async load(first: FirstThreads = {}): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const since = this.#lastFetchedAt;
    const known = new Set(this.#state.discussions.map(({ id }) => id));
    try {
      const ids = await fetchDiscussions(
        this.notes.discussionsPath,
        (page, before) => {
          this.#set({ ...this.#state, discussions: this.#open(putDiscussions(this.#state.discussions, page, before)) });
        },
        signal,
        first,
      );
      this.#set({ ...this.#state, discussions: asAnswered(this.#state.discussions, ids, known), status: 'loaded' });
      // What came while pages were read may stand in an older one.
      if (this.#lastFetchedAt !== since) {
        this.#lastFetchedAt = since;
        await this.catchUp(signal);
      }
    } catch {
      if (signal.aborted) return;
      // What is shown stays, and the next poll tries again.
      this.#isStale = true;
      if (this.#state.status !== 'loaded') this.#set({ ...this.#state, status: 'failed' });
    }
  }

  /**
   * Asks for what is new since the last time; answers after how many ms the server wants to be asked again. Throws when
   * it cannot be reached.
   */
  async catchUp(signal: AbortSignal): Promise<number> {
    if (this.#isStale) {
      this.#isStale = false;
      void this.load();
    }
    const { answer, nextMs } = await fetchNotesSince(this.notes, this.#lastFetchedAt, signal);
    this.#lastFetchedAt = answer.last_fetched_at;
    await this.merge(answer.notes);
    return answer.more ? this.catchUp(signal) : nextMs;
  }

  /** Asks for news now and then, until the function that this gives is called. */
  beginPolling(): () => void {
    const polling = startNotesPolling({
      poll: (signal) => this.catchUp(signal),
      onFailing: (isFailing) => this.setBehind(isFailing),
    });
    this.#polling = polling;
    return polling.end;
  }

  /** For work whose own answer is the news. */
  async withoutPolls<T>(work: () => Promise<T>): Promise<T> {
    const goOn = this.#polling?.pause();
    try {
      return await work();
    } finally {
      goOn?.();
    }
  }

  async merge(incoming: readonly PageNote[]): Promise<void> {
    const { discussions, missing } = mergeNotes(this.#state.discussions, incoming);
    if (incoming.length > missing.length)
      this.#set({ ...this.#state, discussions: this.#open(discussions), placeholders: this.#waiting(incoming) });
    const fetched = await Promise.all(missing.map((id) => fetchDiscussion(this.notes, id)));
    for (const discussion of fetched) this.put(discussion);
  }

  setBehind(isBehind: boolean): void {
    this.#set({ ...this.#state, isBehind });
  }

  /** Writes a note. It is shown while it is on its way, and taken back when it does not arrive. `at` as in placeholders. */
  async post(
    body: CreateNoteBody,
    form: SentForm,
    at = body.in_reply_to_discussion_id ?? null,
  ): Promise<PageDiscussion | undefined> {
    const mine = await placeholdersOf(
      body,
      at,
      form.key,
      this.notes.commandNames,
      knownCommands(this.notes.previewMarkdownPath),
    );
    const without = () => this.#state.placeholders.filter((each) => !mine.some(({ id }) => id === each.id));
    this.#set({ ...this.#state, placeholders: [...without(), ...mine] });
    try {
      const made = await createNote(this.notes, body, form);
      const known = this.#state.discussions;
      const discussions = made ? putDiscussion(known, made) : known;
      this.#set({ ...this.#state, discussions, placeholders: without() });
      return made;
    } catch (error) {
      this.#set({ ...this.#state, placeholders: without() });
      throw error;
    }
  }

  put(discussion: PageDiscussion): void {
    const discussions = this.#open(putDiscussion(this.#state.discussions, discussion));
    this.#set({ ...this.#state, discussions, placeholders: this.#waiting(discussion.notes) });
  }

  remove(noteId: string): void {
    this.#set({ ...this.#state, discussions: removeNote(this.#state.discussions, noteId) });
  }

  /** Shows or hides the replies of a thread, or what is said in a resolved one; a folded one opens. */
  setExpanded(id: string, expanded: boolean): void {
    const discussions = this.#state.discussions.map((each) => (each.id === id ? { ...each, expanded } : each));
    this.#set({ ...this.#state, discussions, folded: withMember(this.#state.folded, id, false) });
  }

  setFolded(id: string, isFolded: boolean): void {
    this.#set({ ...this.#state, folded: withMember(this.#state.folded, id, isFolded) });
  }

  /** A thread that others settle folds, but not under the hands of who is writing in it. */
  #open(discussions: PageDiscussion[]): PageDiscussion[] {
    return discussions.map((each) =>
      each.id === this.#writtenIn && !each.expanded ? { ...each, expanded: true } : each,
    );
  }

  /** Placeholders whose notes are still on their way. */
  #waiting(incoming: readonly PageNote[]): readonly Placeholder[] {
    const known = new Set(this.#state.discussions.flatMap((each) => each.notes.map((note) => note.id)));
    return withoutArrived(
      this.#state.placeholders,
      incoming.filter((note) => !known.has(note.id)),
    );
  }

  #set(state: DiscussionsState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
