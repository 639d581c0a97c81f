import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { batchSize } from './batch-size.ts';

export type LoadedFile =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'loaded'; file: PageDiffFile }
  | { state: 'failed'; message: string };

/** Asks the server for `count` files from `start`. */
export type FetchBatch = (start: number, count: number, signal: AbortSignal) => Promise<DiffsBatch>;

const IDLE: LoadedFile = { state: 'idle' };
const LOADING: LoadedFile = { state: 'loading' };

/** How long to wait before a batch is asked for again, longer each time. */
const AGAIN_MS = 1_000;
const MOST_ROUNDS = 8;

/** False when it was called off. */
function waitFor(timeMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), timeMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/**
 * The changed files of one comparison, loaded from wherever the reader is. A card subscribes to its own file, so a
 * batch that arrives draws its files and nothing else.
 */
export class DiffFileStore {
  readonly #fetch: FetchBatch;
  readonly #count: number;
  readonly #files = new Map<number, LoadedFile>();
  readonly #listeners = new Map<number, Set<() => void>>();
  readonly #abort = new AbortController();
  readonly #pageSize: number | undefined;
  readonly #onLateMoves: (file: PageDiffFile, moves: PageDiffFile['moves']) => void;
  #round = 0;

  /**
   * Batches grow by themselves unless `pageSize` says how many files each one has. `onLateMoves` hears of moved blocks
   * that became known after the lines were shown, before they are put into the file.
   */
  constructor(
    count: number,
    fetch: FetchBatch,
    options: { pageSize?: number; onLateMoves?: (file: PageDiffFile, moves: PageDiffFile['moves']) => void } = {},
  ) {
    this.#count = count;
    this.#fetch = fetch;
    this.#pageSize = options.pageSize;
    this.#onLateMoves = options.onLateMoves ?? (() => undefined);
  }

  get(index: number): LoadedFile {
    return this.#files.get(index) ?? IDLE;
  }

  subscribe(index: number, listener: () => void): () => void {
    const set = this.#listeners.get(index) ?? new Set();
    set.add(listener);
    this.#listeners.set(index, set);
    return () => set.delete(listener);
  }

  /** Loads this file because a reader wants it, also after a failure, with those after it that are not there yet. */
  async ensure(index: number): Promise<void> {
    await this.#begin(index, ['idle', 'failed']);
  }

  /**
   * Loads this file before anybody asks for it, with those after it, and waits for what comes of it. What failed stays
   * failed: its reader tries again, and nothing is redrawn under the hand that is about to.
   */
  async preload(index: number): Promise<LoadedFile> {
    await this.#begin(index, ['idle']);
    return this.#whenSettled(index);
  }

  /** Loads this file if it has to, and waits for what comes of it. */
  async settled(index: number): Promise<LoadedFile> {
    await this.ensure(index);
    return this.#whenSettled(index);
  }

  async #begin(index: number, from: readonly LoadedFile['state'][]): Promise<void> {
    const isOpen = (at: number) => at < this.#count && from.includes(this.get(at).state);
    if (!isOpen(index)) return;
    const wanted = this.#pageSize ?? batchSize(this.#round++);
    let count = 0;
    while (count < wanted && isOpen(index + count)) {
      this.#set(index + count, LOADING);
      count++;
    }
    await this.#load(index, count);
  }

  async #whenSettled(index: number): Promise<LoadedFile> {
    while (this.get(index).state === 'loading') {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(index, () => {
          stop();
          resolve();
        });
      });
    }
    return this.get(index);
  }

  /** Replaces a file, e.g. when its folded lines arrived. */
  put(index: number, file: PageDiffFile): void {
    this.#set(index, { state: 'loaded', file });
  }

  /** Stops loading; the store is of no more use. */
  dispose(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  async #load(start: number, count: number): Promise<void> {
    try {
      const { diff_files: files, provisional } = await this.#fetch(start, count, this.#abort.signal);
      for (const file of files) this.#set(file.index, { state: 'loaded', file });
      for (let index = start; index < start + count; index++) {
        if (this.get(index).state === 'loading')
          this.#set(index, { state: 'failed', message: 'Unable to load the diff' });
      }
      if (provisional) void this.#askAgain(start, count);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      const message = error instanceof Error ? error.message : 'Unable to load the diff';
      for (let index = start; index < start + count; index++) this.#set(index, { state: 'failed', message });
    }
  }

  /** Lines of a batch that came while later files were compared are right; which of them moved is known afterwards. */
  async #askAgain(start: number, count: number): Promise<void> {
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      if (!(await waitFor(round * AGAIN_MS, this.#abort.signal))) return;
      try {
        const { diff_files: files, provisional } = await this.#fetch(start, count, this.#abort.signal);
        if (provisional) continue;
        for (const file of files) this.#takeMoves(file);
        return;
      } catch {
        // The lines are there; only the marks of what moved are missing.
      }
    }
  }

  #takeMoves({ index, moves, moved_lines: count }: PageDiffFile): void {
    const now = this.get(index);
    if (now.state !== 'loaded' || moves.length === 0 || now.file.moves.length > 0) return;
    this.#onLateMoves(now.file, moves);
    this.#set(index, { state: 'loaded', file: { ...now.file, moves, moved_lines: count } });
  }

  #set(index: number, value: LoadedFile): void {
    this.#files.set(index, value);
    for (const listener of this.#listeners.get(index) ?? []) listener();
  }
}
