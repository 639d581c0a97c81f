import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { type ByFile, indexByFile, NO_FILE_THREADS } from '../model/index-by-line.ts';
import { Signal } from '../../lib/signal.ts';
import type { FileComments, LineComments, OpenForm } from './line-comments.ts';

type FormsByFile = ReadonlyMap<string, ReadonlyMap<string, OpenForm>>;

/** Places of forms begin with the hash of their file. */
function byFile(places: ReadonlyMap<string, OpenForm>): FormsByFile {
  const files = new Map<string, Map<string, OpenForm>>();
  for (const [place, value] of places) {
    const hash = place.slice(0, place.indexOf('_'));
    const file = files.get(hash);
    if (file) file.set(place, value);
    else files.set(hash, new Map([[place, value]]));
  }
  return files;
}

function areSameForms(one: OpenForm, other: OpenForm | undefined): boolean {
  return one.start === other?.start && one.asked === other.asked;
}

/** Hashes of the files that are not the same in both. */
function changed<T>(
  before: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  isSame: (one: T | undefined, other: T | undefined) => boolean = Object.is,
): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((hash) => !isSame(before.get(hash), now.get(hash)));
}

function areSameOnFile(was: FileComments['forms'] | undefined, is: FileComments['forms'] | undefined): boolean {
  return was?.size === is?.size && [...(was ?? [])].every(([place, form]) => areSameForms(form, is?.get(place)));
}

/** Threads, pending comments and open forms of the changed files. A file hears of itself alone. */
export class LineCommentsStore implements LineComments {
  readonly canBegin: boolean;
  readonly changes = new Signal(0);
  #threads: ByFile<PageDiscussion> = new Map();
  #drafts: ByFile<PageDraft> = new Map();
  #forms: FormsByFile = new Map();
  /** What the reader opened, by its place. */
  readonly #asked = new Map<string, OpenForm>();
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
      drafts: this.#drafts.get(fileHash)?.threads ?? NO_FILE_THREADS,
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

  begin = (place: string, start: string | null, asks = 1): void => {
    this.#asked.set(place, { start, asked: (this.#asked.get(place)?.asked ?? 0) + asks });
    this.#showForms();
  };

  close = (place: string): void => {
    this.#asked.delete(place);
    this.#showForms();
  };

  setThreads(discussions: readonly PageDiscussion[]): void {
    const before = this.#threads;
    this.#threads = indexByFile(discussions, before);
    this.#tell(changed(before, this.#threads));
  }

  setDrafts(drafts: readonly PageDraft[]): void {
    const before = this.#drafts;
    this.#drafts = indexByFile(drafts, before);
    this.#tell(changed(before, this.#drafts));
  }

  /** Places where a comment was begun and not sent: their forms open again by themselves. */
  setBegun(places: readonly string[]): void {
    this.#begun = places;
    this.#showForms();
  }

  #showForms(): void {
    const before = this.#forms;
    const open = new Map<string, OpenForm>();
    if (this.canBegin) {
      for (const place of this.#begun) open.set(place, { start: null, asked: 0 });
      for (const [place, form] of this.#asked) open.set(place, form);
    }
    this.#forms = byFile(open);
    this.#tell(changed(before, this.#forms, areSameOnFile));
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
