import type { ViewedFiles } from '@tributary/contract/merge-requests/viewed-files.ts';

const EMPTY: ViewedFiles = { reviewed: [], total: 0, uncounted: [] };

/** Ticked files of the shown comparison. A checkbox hears of every change and draws only its own. */
export class ViewedFilesStore {
  #answer: ViewedFiles = EMPTY;
  #hashes: ReadonlySet<string> = new Set();
  #uncounted: ReadonlySet<string> = new Set();
  #isLoaded = false;
  readonly #listeners = new Set<() => void>();

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get total(): number {
    return this.#answer.total;
  }

  get hashes(): ReadonlySet<string> {
    return this.#hashes;
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  /** Not a change of the merge request itself, so there is nothing to tick. */
  isUncounted(hash: string): boolean {
    return this.#uncounted.has(hash);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  replace(answer: ViewedFiles): void {
    this.#answer = answer;
    this.#hashes = new Set(answer.reviewed);
    this.#uncounted = new Set(answer.uncounted);
    this.#isLoaded = true;
    this.#tell();
  }

  /** Shown at once; the answer of the server replaces it. */
  set(hash: string, isReviewed: boolean): void {
    const next = new Set(this.#hashes);
    if (isReviewed) next.add(hash);
    else next.delete(hash);
    this.#hashes = next;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
