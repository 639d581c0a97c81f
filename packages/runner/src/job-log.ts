import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { RunnerApi } from './api.ts';
import { OutputMask } from './mask-output.ts';
import type { Job } from './payload.ts';

const INTERVAL_MS = 1_000;
const KEEP_ALIVE_MS = 30_000;
const MAX_PIECE_BYTES = 1024 * 1024;

/** The log of a job: what is written is masked, and sent in the background. */
export class JobLog {
  readonly #api: RunnerApi;
  readonly #job: Job;
  readonly #mask: OutputMask;
  readonly #stopped = new AbortController();
  readonly #sending: Promise<void>;
  #waiting: Buffer[] = [];
  #sent = 0;
  /** The end of what was sent. */
  #confirmed = Buffer.alloc(0);
  #bytes = 0;
  #checksum = 0;
  #lost: unknown;

  /** `onCanceled` is called when the server says that the job is to end. */
  constructor(api: RunnerApi, job: Job, secrets: readonly string[], onCanceled: (reason?: unknown) => void) {
    this.#api = api;
    this.#job = job;
    this.#mask = new OutputMask(secrets);
    this.#sending = this.#send(onCanceled);
  }

  write(text: string | Buffer): void {
    this.#push(this.#mask.add(Buffer.from(text)));
  }

  /** A line of the runner itself. */
  say(text: string, color = '36;1'): void {
    this.write(`\u001B[${color}m${text}\u001B[0;m\n`);
  }

  /** A part of the log that pages fold. */
  async section<T>(name: string, title: string, work: () => Promise<T>): Promise<T> {
    const now = () => Math.floor(Date.now() / 1_000);
    this.write(`section_start:${now()}:${name}\r\u001B[0K`);
    this.say(title);
    try {
      return await work();
    } finally {
      this.write(`section_end:${now()}:${name}\r\u001B[0K`);
    }
  }

  /** Sends what is left; says how long the log is and what it sums up to. */
  async end(): Promise<{ bytes: number; checksum: string }> {
    this.#push(this.#mask.end());
    this.#stopped.abort();
    await this.#sending;
    while (this.#waiting.length > 0 && this.#lost === undefined) await this.#sendPiece();
    return { bytes: this.#bytes, checksum: `crc32:${this.#checksum.toString(16).padStart(8, '0')}` };
  }

  #push(text: Buffer): void {
    if (text.length === 0) return;
    this.#waiting.push(text);
    this.#bytes += text.length;
    this.#checksum = crc32(text, this.#checksum);
  }

  async #send(onCanceled: (reason?: unknown) => void): Promise<void> {
    let heardAt = Date.now();
    while (!this.#stopped.signal.aborted) {
      await pause(INTERVAL_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      try {
        if (this.#waiting.length === 0 && Date.now() - heardAt < KEEP_ALIVE_MS) continue;
        const state = this.#waiting.length > 0 ? await this.#sendPiece() : await this.#api.keepAlive(this.#job);
        heardAt = Date.now();
        if (state.isCanceled) onCanceled();
      } catch (error) {
        this.#lost = error;
        onCanceled(error);
        return;
      }
    }
  }

  async #sendPiece(): Promise<{ isCanceled: boolean }> {
    const all = Buffer.concat(this.#waiting);
    this.#waiting = [all];
    const { end, isCanceled } = await this.#api.appendTrace(this.#job, this.#sent, all.subarray(0, MAX_PIECE_BYTES));
    const taken = end - this.#sent;
    const now = Buffer.concat(this.#waiting);
    if (taken < 0 && -taken <= this.#confirmed.length) {
      // A crash of its database has lost the end of the log: that is sent again.
      this.#waiting = [this.#confirmed.subarray(taken), now];
      this.#confirmed = this.#confirmed.subarray(0, taken);
      this.#sent = end;
      return { isCanceled };
    }
    // Of what is lost beyond that there is nothing left.
    if (taken < 0 || taken > now.length) throw new Error('The log of the server does not fit this one.');
    this.#sent = end;
    this.#confirmed = Buffer.concat([this.#confirmed, now.subarray(0, taken)]).subarray(-MAX_PIECE_BYTES);
    const rest = now.subarray(taken);
    this.#waiting = rest.length > 0 ? [rest] : [];
    return { isCanceled };
  }
}
