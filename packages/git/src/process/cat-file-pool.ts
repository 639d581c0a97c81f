import { CatFileProcess } from './cat-file-process.ts';
import type { ObjectContents, ObjectInfo } from './cat-file-process.ts';
import { GitError, isGitError } from './git-error.ts';

export interface CatFilePoolOptions {
  /** Processes kept open, over all repositories. */
  maxProcesses?: number;
  idleMs?: number;
  /** A single answer that takes longer ends the process. */
  answerTimeoutMs?: number;
}

interface Slot {
  process: CatFileProcess;
  lastUsed: number;
}

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Long-lived readers, one per repository, least recently used closed first. A round trip costs about a thirtieth of a
 * spawn. Safe to use from many requests at once.
 */
export class CatFilePool {
  readonly #slots = new Map<string, Slot>();
  readonly #maxProcesses: number;
  readonly #idleMs: number;
  readonly #answerTimeoutMs: number;
  #sweeper: NodeJS.Timeout | null = null;

  constructor(options: CatFilePoolOptions = {}) {
    this.#maxProcesses = options.maxProcesses ?? 16;
    this.#idleMs = options.idleMs ?? 30_000;
    this.#answerTimeoutMs = options.answerTimeoutMs ?? 30_000;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Type and size; `null` when there is no such object. `object`: oid, full ref, or `<oid>:<path>` as bytes. */
  async info(repo: string, object: string | Buffer): Promise<ObjectInfo | null> {
    const answer = await this.#ask(repo, object, false, 0);
    return answer === null ? null : { oid: answer.oid, type: answer.type, size: answer.size };
  }

  /** The object with at most `maxBytes` bytes of content (the rest is read and dropped). */
  async contents(repo: string, object: string | Buffer, maxBytes = DEFAULT_MAX_BYTES): Promise<ObjectContents | null> {
    return this.#ask(repo, object, true, maxBytes);
  }

  /** Ends the process of one repository (before it is moved or removed), or of all. */
  async close(repo?: string): Promise<void> {
    const names = repo === undefined ? [...this.#slots.keys()] : [repo];
    await Promise.all(names.map((name) => this.#drop(name)));
    if (this.#slots.size === 0 && this.#sweeper !== null) {
      clearInterval(this.#sweeper);
      this.#sweeper = null;
    }
  }

  async #ask(
    repo: string,
    object: string | Buffer,
    wantsContent: boolean,
    maxBytes: number,
  ): Promise<ObjectContents | null> {
    const name = checkedName(object);
    try {
      return await this.#processFor(repo).ask(name, wantsContent, maxBytes);
    } catch (error) {
      if (!isGitError(error) || error.details['retry'] !== true) throw error;
      this.#forget(repo);
      try {
        return await this.#processFor(repo).ask(name, wantsContent, maxBytes);
      } catch (second) {
        throw isGitError(second) && isGitError(second.cause) ? second.cause : second;
      }
    }
  }

  #processFor(repo: string): CatFileProcess {
    const slot = this.#slots.get(repo);
    if (slot !== undefined && !slot.process.isDead) {
      slot.lastUsed = Date.now();
      // Re-inserting keeps the map in order of use.
      this.#slots.delete(repo);
      this.#slots.set(repo, slot);
      return slot.process;
    }
    this.#slots.delete(repo);
    this.#evict();
    const fresh: Slot = { process: new CatFileProcess(repo, this.#answerTimeoutMs), lastUsed: Date.now() };
    this.#slots.set(repo, fresh);
    this.#sweep();
    return fresh.process;
  }

  #evict(): void {
    for (const [repo, slot] of this.#slots) {
      if (this.#slots.size < this.#maxProcesses) return;
      if (slot.process.isIdle) void this.#drop(repo);
    }
  }

  #sweep(): void {
    if (this.#sweeper !== null) return;
    this.#sweeper = setInterval(() => this.#closeIdle(), Math.max(50, this.#idleMs / 3));
    this.#sweeper.unref();
  }

  #closeIdle(): void {
    const limit = Date.now() - this.#idleMs;
    for (const [repo, slot] of this.#slots) {
      if (slot.lastUsed < limit && slot.process.isIdle) void this.#drop(repo);
    }
    if (this.#slots.size === 0 && this.#sweeper !== null) {
      clearInterval(this.#sweeper);
      this.#sweeper = null;
    }
  }

  #forget(repo: string): void {
    if (this.#slots.get(repo)?.process.isDead === true) this.#slots.delete(repo);
  }

  async #drop(repo: string): Promise<void> {
    const slot = this.#slots.get(repo);
    this.#slots.delete(repo);
    await slot?.process.close();
  }
}

let shared: CatFilePool | null = null;

/** The pool every read of this package goes through. */
export function sharedCatFiles(): CatFilePool {
  shared ??= new CatFilePool();
  return shared;
}

/** Ends all kept-open processes; for shutdown and tests. */
export async function closeGitPools(): Promise<void> {
  await shared?.close();
}

function checkedName(object: string | Buffer): Buffer {
  const name = typeof object === 'string' ? Buffer.from(object, 'utf8') : object;
  // Names end with NUL on this channel (-z), yet an answer repeats a missing name on a line of its own, so a newline in a
  // name could forge an answer.
  if (name.length === 0 || name.includes(0) || name.includes(0x0a)) {
    throw new GitError('not_found', 'No such object.', { details: { reason: 'control character in name' } });
  }
  return name;
}
