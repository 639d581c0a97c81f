import type { Context } from '../../platform/context.ts';
import type { FinishedAnswers } from './finished-answers.ts';

/** Answers that are still to be made whole; of more, the ones asked for longest ago are left. */
const MAX_TO_FINISH = 24;
/** Answers as they were sent wait for a moment in which nobody reads on, unless they take more room than this. */
const MAX_UNCOMPRESSED_BYTES = 16 * 1_024 * 1_024;
const QUIET_MS = 150;
const LONGEST_WAIT_MS = 2_000;

type Job = { key: string; run: () => Promise<void> };

/**
 * What is done to answers after they were sent, so that the next reader has them finished and compressed. Compressing a
 * long comparison takes longer than making it: whoever reads on does not share the machine with that.
 */
export class PendingResponses {
  readonly #answers: FinishedAnswers;
  readonly #toFinish = new Map<string, () => Promise<void>>();
  readonly #uncompressed = new Map<string, Buffer>();
  #bytes = 0;
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;
  #askedAt = 0;
  #waitsSince = 0;

  constructor(answers: FinishedAnswers) {
    this.#answers = answers;
  }

  /** A final answer that is not compressed yet. */
  get(key: string): Buffer | undefined {
    this.#askedAt = performance.now();
    return this.#uncompressed.get(key);
  }

  compressLater(ctx: Pick<Context, 'log'>, key: string, json: Buffer): void {
    if (this.#uncompressed.has(key)) return;
    this.#uncompressed.set(key, json);
    this.#bytes += json.length;
    for (const oldest of this.#uncompressed.keys()) {
      if (this.#bytes <= MAX_UNCOMPRESSED_BYTES * 2) break;
      this.#drop(oldest);
    }
    this.#wake(ctx);
  }

  /** `finish` keeps what it makes. */
  finishLater(ctx: Pick<Context, 'log'>, key: string, finish: () => Promise<void>): void {
    this.#toFinish.delete(key);
    this.#toFinish.set(key, finish);
    for (const oldest of this.#toFinish.keys()) {
      if (this.#toFinish.size <= MAX_TO_FINISH) break;
      this.#toFinish.delete(oldest);
    }
    this.#wake(ctx);
  }

  async #compress(key: string, json: Buffer): Promise<void> {
    try {
      await this.#answers.keep(key, json);
    } finally {
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#uncompressed.get(key)?.length ?? 0;
    this.#uncompressed.delete(key);
  }

  #wake(ctx: Pick<Context, 'log'>): void {
    if (this.#isWorking || this.#timer) return;
    this.#waitsSince = performance.now();
    this.#sleep(ctx);
  }

  #sleep(ctx: Pick<Context, 'log'>): void {
    this.#timer = setTimeout(() => void this.#work(ctx), this.#waitMs());
    this.#timer.unref();
  }

  /** How long it is until someone must have stopped reading on. */
  #waitMs(): number {
    if (this.#bytes > MAX_UNCOMPRESSED_BYTES) return 0;
    const now = performance.now();
    return Math.max(0, Math.min(this.#askedAt + QUIET_MS, this.#waitsSince + LONGEST_WAIT_MS) - now);
  }

  /** One after the other and behind everything else. */
  async #work(ctx: Pick<Context, 'log'>): Promise<void> {
    this.#timer = undefined;
    this.#isWorking = true;
    for (let job = this.#next(); job && this.#waitMs() === 0; job = this.#next()) {
      await job.run().catch((error: unknown) => ctx.log.debug({ err: error }, 'an answer was not finished'));
    }
    this.#isWorking = false;
    if (this.#next()) this.#sleep(ctx);
  }

  #next(): Job | undefined {
    for (const [key, json] of this.#uncompressed) return { key, run: () => this.#compress(key, json) };
    for (const [key, finish] of this.#toFinish) {
      const run = async () => {
        this.#toFinish.delete(key);
        await finish();
      };
      return { key, run };
    }
    return undefined;
  }
}
