import type { DiffIndex, IndexFile, PatchPart } from '@tributary/git';

/** The index of one comparison, with its hunks a read away. */
export type OpenedDiff = {
  projectId: number;
  index: DiffIndex;
  /** Hunks as git prints them, in the order of `files`; none of long ones. */
  readPatches: (files: readonly IndexFile[]) => Promise<Buffer[]>;
  /** Of a long one, pages `from` to `to` (not included). */
  readPages: (file: IndexFile, from: number, to: number) => Promise<PatchPart | undefined>;
};

const MAX_FILES = 60_000;
/** Then the row is looked at again: a comparison that is used says so, one that ended is not read from for ever. */
const BELIEVED_MS = 86_400_000;

type Entry = { opened: Promise<OpenedDiff | undefined>; files: number; openedAtMs: number };

/**
 * Headers that were opened lately. They never change, so they are only dropped for room: least recently used first,
 * counted by files. Concurrent readers of one header share one read.
 */
export class OpenedDiffs {
  readonly #entries = new Map<string, Entry>();
  #files = 0;

  get(key: string, now: Date, open: () => Promise<OpenedDiff | undefined>): Promise<OpenedDiff | undefined> {
    const known = this.#entries.get(key);
    if (known && now.getTime() - known.openedAtMs < BELIEVED_MS) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.opened;
    }
    const entry: Entry = { opened: open(), files: 1, openedAtMs: now.getTime() };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#files += 1 - (known?.files ?? 0);
    entry.opened.then(
      (diff) => this.#settle(key, entry, diff),
      () => this.#settle(key, entry, undefined),
    );
    return entry.opened;
  }

  /** Remembers one that was not read but made. */
  put(key: string, now: Date, diff: OpenedDiff): void {
    const entry: Entry = { opened: Promise.resolve(diff), files: 0, openedAtMs: now.getTime() };
    this.#files -= this.#entries.get(key)?.files ?? 0;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#settle(key, entry, diff);
  }

  /** One that turned out to be damaged, unless another was opened since. */
  async drop(key: string, diff: OpenedDiff): Promise<void> {
    const entry = this.#entries.get(key);
    if (!entry || (await entry.opened) !== diff || this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#files -= entry.files;
  }

  /** What is not there is not remembered: it may be in a moment. */
  #settle(key: string, entry: Entry, diff: OpenedDiff | undefined): void {
    if (this.#entries.get(key) !== entry) return;
    this.#files -= entry.files;
    if (!diff) {
      this.#entries.delete(key);
      return;
    }
    entry.files = diff.index.files.length + 1;
    this.#files += entry.files;
    for (const [other, { files }] of this.#entries) {
      if (this.#files <= MAX_FILES || this.#entries.size === 1) return;
      this.#entries.delete(other);
      this.#files -= files;
    }
  }
}
