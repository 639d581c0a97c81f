import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { indexByFile, NO_FILE_THREADS, type ThreadsByFile } from '../model/index-by-line.ts';
import { Signal } from '../../lib/signal.ts';
import type { FileComments, LineComments, OpenForm } from './line-comments.ts';

type ByFile<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

/** Line codes and the hashes of files themselves both begin with the hash. */
function fileHashOf(place: string): string {
  const end = place.indexOf('_');
  return end < 0 ? place : place.slice(0, end);
}

function byFile<T>(places: ReadonlyMap<string, T>): ByFile<T> {
  const files = new Map<string, Map<string, T>>();
  for (const [place, value] of places) {
    const hash = fileHashOf(place);
    const file = files.get(hash);
    if (file) file.set(place, value);
    else files.set(hash, new Map([[place, value]]));
  }
  return files;
}

function areSameDrafts(one: readonly PageDraft[], other: readonly PageDraft[] | undefined): boolean {
  return one.length === other?.length && one.every((draft, at) => draft === other[at]);
}

function areSameForms(one: OpenForm, other: OpenForm | undefined): boolean {
  return one.start === other?.start && one.isAsked === other.isAsked;
}

/** Hashes of the files that are not the same in both. */
function changed<T>(before: ByFile<T>, now: ByFile<T>, isSame: (one: T, other: T | undefined) => boolean): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((hash) => {
    const [was, is] = [before.get(hash), now.get(hash)];
    if (was?.size !== is?.size) return true;
    return [...(was ?? [])].some(([place, value]) => !isSame(value, is?.get(place)));
  });
}

/** Threads, pending comments and open forms of the changed files. A file hears of itself alone. */
export class LineCommentsStore implements LineComments {
  readonly canBegin: boolean;
  readonly changes = new Signal(0);
  #threads: ThreadsByFile = new Map();
  #drafts: ByFile<readonly PageDraft[]> = new Map();
  #forms: ByFile<OpenForm> = new Map();
  /** What the reader opened, by line code. */
  readonly #asked = new Map<string, string | null>();
  #begun: readonly string[] = [];
  readonly #files = new Map<string, FileComments>();
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(canBegin: boolean) {
    this.canBegin = canBegin;
  }

  of = (fileHash: string): FileComments => {
    const known = this.#files.get(fileHash);
    if (known) return known;
    const made: FileComments = {
      threads: this.#threads.get(fileHash)?.threads ?? NO_FILE_THREADS,
      drafts: this.#drafts.get(fileHash) ?? new Map(),
      forms: this.#forms.get(fileHash) ?? new Map(),
    };
    this.#files.set(fileHash, made);
    return made;
  };

  subscribe = (fileHash: string, listener: () => void): (() => void) => {
    const set = this.#listeners.get(fileHash) ?? new Set();
    set.add(listener);
    this.#listeners.set(fileHash, set);
    return () => set.delete(listener);
  };

  begin = (lineCode: string, start: string | null): void => {
    this.#asked.set(lineCode, start);
    this.#showForms();
  };

  close = (lineCode: string): void => {
    this.#asked.delete(lineCode);
    this.#showForms();
  };

  setThreads(discussions: readonly PageDiscussion[]): void {
    const before = this.#threads;
    this.#threads = indexByFile(discussions, before);
    const hashes = new Set([...before.keys(), ...this.#threads.keys()]);
    this.#tell([...hashes].filter((hash) => before.get(hash) !== this.#threads.get(hash)));
  }

  /** By line code or the hash of the file. */
  setDrafts(places: ReadonlyMap<string, readonly PageDraft[]>): void {
    const before = this.#drafts;
    this.#drafts = byFile(places);
    this.#tell(changed(before, this.#drafts, areSameDrafts));
  }

  /** Line codes where a comment was begun and not sent: their forms open again by themselves. */
  setBegun(lineCodes: readonly string[]): void {
    this.#begun = lineCodes;
    this.#showForms();
  }

  #showForms(): void {
    const before = this.#forms;
    const open = new Map<string, OpenForm>();
    if (this.canBegin) {
      for (const lineCode of this.#begun) open.set(lineCode, { start: null, isAsked: false });
      for (const [lineCode, start] of this.#asked) open.set(lineCode, { start, isAsked: true });
    }
    this.#forms = byFile(open);
    this.#tell(changed(before, this.#forms, areSameForms));
  }

  #tell(hashes: readonly string[]): void {
    if (hashes.length === 0) return;
    for (const hash of hashes) this.#files.delete(hash);
    this.changes.set(this.changes.get() + 1);
    for (const hash of hashes) {
      for (const listener of this.#listeners.get(hash) ?? []) listener();
    }
  }
}
