import { setImmediate } from 'node:timers/promises';
import type { EventLoopYielder } from './event-loop-yielder.ts';

/** More than this does not wait: whoever brings it waits instead. What is read is kept for its readers anyway. */
const MAX_WAITING_BYTES = { read: 32 * 1_024 * 1_024, unread: 16 * 1_024 * 1_024 };
/** The first files have readers who see nothing yet: so long nothing is done beside them. */
const BEGIN_AFTER_MS = 150;

/**
 * Work on files that nobody waits for, done in order whenever the process has nothing else to do. So what is wanted at
 * once, the files themselves, never stands behind what is made of them for later. While someone reads the files, it waits
 * until all of them are there: it would take from git and from the reader what they need.
 */
export class Behind {
  readonly #work: (file: number, bytes: Buffer) => Promise<void>;
  readonly #turns: EventLoopYielder;
  readonly #isRead: () => boolean;
  #waiting: { file: number; bytes: Buffer }[] = [];
  #waitingBytes = 0;
  #running: Promise<void> | undefined;
  readonly #begin = Promise.withResolvers<void>();
  /** Someone waits for the end of all this. */
  #hurry = Promise.withResolvers<void>();
  #isHurried = false;
  #timer: NodeJS.Timeout | undefined;
  #failure: { error: unknown } | undefined;

  constructor(turns: EventLoopYielder, work: (file: number, bytes: Buffer) => Promise<void>, isRead = () => false) {
    this.#turns = turns;
    this.#work = work;
    this.#isRead = isRead;
  }

  /** Takes on one more; a failure of an earlier one is thrown here. */
  async add(file: number, bytes: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#waiting.push({ file, bytes });
    this.#waitingBytes += bytes.length;
    this.#timer ??= setTimeout(this.#begin.resolve, BEGIN_AFTER_MS);
    this.#running ??= this.#run();
    if (this.#waitingBytes > MAX_WAITING_BYTES[this.#isRead() ? 'read' : 'unread']) await this.finish();
  }

  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#begin.resolve();
    this.#isHurried = true;
    this.#hurry.resolve();
    await this.#running;
    this.#isHurried = false;
    this.#hurry = Promise.withResolvers<void>();
    if (this.#failure) throw this.#failure.error;
  }

  async #run(): Promise<void> {
    await this.#begin.promise;
    await setImmediate();
    try {
      while (this.#waiting.length > 0) {
        const some = this.#waiting;
        this.#waiting = [];
        for (const { file, bytes } of some) {
          if (!this.#isHurried && this.#isRead()) await this.#hurry.promise;
          await this.#work(file, bytes);
          this.#waitingBytes -= bytes.length;
          await this.#turns.give();
        }
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#running = undefined;
  }
}
