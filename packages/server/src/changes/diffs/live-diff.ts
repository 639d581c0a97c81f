import type { ChangedFile, IndexFile } from '@tributary/git';

/**
 * Hunks kept for readers while git goes on, where there is a reader and where one may come; what comes later is read from
 * the index when that is done.
 */
const MAX_KEPT_BYTES = { read: 32 * 1_024 * 1_024, unread: 16 * 1_024 * 1_024 };

/** What is compared so far; more than was asked for, maybe. It may grow. */
export type LivePart = {
  files: readonly IndexFile[];
  patchOf: (file: IndexFile) => Buffer | undefined;
};

/** A comparison that git is still making: its list of files comes first, then one file after the other. */
export class LiveDiff {
  readonly #listed = Promise.withResolvers<readonly ChangedFile[]>();
  readonly #files: IndexFile[] = [];
  readonly #patches = new Map<IndexFile, Buffer>();
  #keptBytes = 0;
  #isRead = false;
  #isFull = false;
  #waiting: { count: number; tell: () => void }[] = [];

  /** All changed files, without what only comparing them tells. Never settles when the build fails before. */
  get listed(): Promise<readonly ChangedFile[]> {
    return this.#listed.promise;
  }

  /** Has anyone asked for its files? */
  get isRead(): boolean {
    return this.#isRead;
  }

  list(files: readonly ChangedFile[]): void {
    this.#listed.resolve(files);
  }

  add(file: IndexFile, patch: Buffer): void {
    this.#keptBytes += patch.length;
    this.#isFull ||= this.#keptBytes > MAX_KEPT_BYTES[this.#isRead ? 'read' : 'unread'];
    if (this.#isFull) return;
    this.#files.push(file);
    this.#patches.set(file, patch);
    const [ready, waiting] = [this.#files.length, this.#waiting];
    this.#waiting = waiting.filter(({ count }) => count > ready);
    for (const { count, tell } of waiting) if (count <= ready) tell();
  }

  /** The first `count` files, as soon as they are compared; never when they are more than may be kept. */
  async first(count: number): Promise<LivePart> {
    this.#isRead = true;
    const { length } = await this.listed;
    const wanted = Math.min(count, length);
    if (this.#files.length < wanted)
      await new Promise<void>((resolve) => this.#waiting.push({ count: wanted, tell: resolve }));
    return { files: this.#files, patchOf: (file) => this.#patches.get(file) };
  }
}
