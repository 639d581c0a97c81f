import type { DiffsBatch, DiffsLine, LateMoves, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { batchSize } from './batch-size.ts';

export type LoadedFile =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'loaded'; file: PageDiffFile }
  | { state: 'failed'; message: string };

/** Asks the server for these files, in git's order. */
export type FetchBatch = (batch: readonly number[], signal: AbortSignal) => Promise<DiffsBatch>;

/** All files that follow, a batch after the other, as they are there. */
export type StreamRemainingFiles = (signal: AbortSignal) => AsyncIterable<DiffsLine>;

const IDLE: LoadedFile = { state: 'idle' };
const LOADING: LoadedFile = { state: 'loading' };

/** How long to wait before a batch is asked for again, longer each time. */
const AGAIN_MS = 1_000;
const MOST_ROUNDS = 8;

/** Who comes near a file does not wait longer than this for one that is on its way with others. */
export const ON_SCREEN_MAX_WAIT_MS = 400;

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
  readonly #onLateMoves: (file: PageDiffFile, moves: PageDiffFile['moves']) => void;
  /** How many files a batch has; those without it grow by themselves. */
  #pageSize: number | undefined;
  /** Undefined: all of them. */
  #shown: ReadonlySet<number> | undefined;
  #round = 0;
  /** Files that come by themselves, until they are there or nothing comes any more. */
  readonly #coming = new Set<number>();
  #following: Promise<void> | undefined;

  /**
   * `onLateMoves` hears of moved blocks that became known after the lines were shown, before they are put into the file.
   */
  constructor(
    count: number,
    fetch: FetchBatch,
    options: { onLateMoves?: (file: PageDiffFile, moves: PageDiffFile['moves']) => void } = {},
  ) {
    this.#count = count;
    this.#fetch = fetch;
    this.#onLateMoves = options.onLateMoves ?? (() => undefined);
  }

  /** From the next batch on; the files that are there stay. A batch has none but `shown`, so that it brings what is read. */
  setPageSize(pageSize: number | undefined, shown?: readonly { index: number }[]): void {
    this.#pageSize = pageSize;
    this.#shown = shown && new Set(shown.map(({ index }) => index));
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
   * Loads this file before anyone asks for it, with those after it, and waits for what comes of it. What failed stays
   * failed: its reader tries again, and nothing is redrawn under the hand that is about to.
   */
  async preload(index: number, patienceMs?: number): Promise<LoadedFile> {
    if (this.#coming.has(index)) await this.#whenCome(index, patienceMs);
    await this.#begin(index, ['idle']);
    return this.#whenSettled(index);
  }

  /**
   * Takes files that come by themselves; over when no more will come, for whatever reason. Those that did not come are
   * loaded as if nobody had promised them. While some come, others are not asked for.
   */
  follow(coming: readonly number[], files: StreamRemainingFiles): Promise<void> {
    this.#following ??= this.#takeAll(coming, files).finally(() => (this.#following = undefined));
    return this.#following;
  }

  async #takeAll(coming: readonly number[], files: StreamRemainingFiles): Promise<void> {
    for (const index of coming) if (this.get(index).state === 'idle') this.#coming.add(index);
    const early: number[] = [];
    try {
      for await (const line of files(this.#abort.signal)) {
        if ('late_moves' in line) {
          for (const each of line.late_moves) this.#takeMoves(each);
          continue;
        }
        for (const file of line.diff_files) this.#take(file);
        if (line.provisional) early.push(...line.diff_files.map(({ index }) => index));
      }
      early.length = 0;
    } catch {
      // It broke off: the rest is asked for in batches, and those tell their reader of a failure.
    }
    this.#coming.clear();
    void this.#askAgainOneByOne(early);
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
    const batch = [index];
    for (let at = index + 1; batch.length < wanted && at < this.#count; at++) {
      if (this.#shown?.has(at) === false) continue;
      if (!isOpen(at)) break;
      batch.push(at);
    }
    for (const at of batch) this.#set(at, LOADING);
    await this.#load(batch);
  }

  async #whenCome(index: number, patienceMs: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.subscribe(index, resolve);
    if (patienceMs !== undefined) setTimeout(resolve, patienceMs);
    await Promise.race([promise, this.#following]);
    stop();
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

  /** Gives back the lines of a file that nobody is near; who comes near asks for them again. */
  forget(index: number): void {
    this.#set(index, IDLE);
  }

  /** Stops loading; the store is of no more use. */
  dispose(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  async #load(batch: readonly number[]): Promise<void> {
    try {
      const { diff_files: files, provisional } = await this.#fetch(batch, this.#abort.signal);
      for (const file of files) this.#take(file);
      this.#fail(batch, null);
      if (provisional) void this.#askAgain(batch);
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#fail(batch, error);
    }
  }

  /** Those that are still waited for will not come. */
  #fail(batch: readonly number[], error: unknown): void {
    for (const index of batch) {
      if (this.get(index).state === 'loading') this.#set(index, { state: 'failed', message: messageOf(error) });
    }
  }

  /** Lines of a batch that came while later files were compared are right; which of them moved is known afterwards. */
  async #askAgain(batch: readonly number[]): Promise<void> {
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      if (!(await waitFor(round * AGAIN_MS, this.#abort.signal))) return;
      try {
        const { diff_files: files, provisional } = await this.#fetch(batch, this.#abort.signal);
        if (provisional) continue;
        for (const file of files) this.#takeMoves(file);
        return;
      } catch {
        // The lines are there; only the marks of what moved are missing.
      }
    }
  }

  /** What is shown already, maybe with colours since, stays. */
  #take(file: PageDiffFile): void {
    this.#coming.delete(file.index);
    if (this.get(file.index).state !== 'loaded') this.#set(file.index, { state: 'loaded', file });
  }

  async #askAgainOneByOne(indexes: readonly number[]): Promise<void> {
    for (const index of indexes) if (!this.#abort.signal.aborted) await this.#askAgain([index]);
  }

  #takeMoves({ index, moves, moved_lines: count }: LateMoves['late_moves'][number]): void {
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
