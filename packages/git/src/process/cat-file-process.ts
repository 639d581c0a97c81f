import { GitError, isGitError } from './git-error.ts';
import { streamGit } from './run-git.ts';
import type { GitStream } from './run-git.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface ObjectInfo {
  oid: string;
  type: ObjectType;
  size: number;
}

export interface ObjectContents extends ObjectInfo {
  content: Buffer;
  /** True when only the first `maxBytes` bytes were kept. */
  truncated: boolean;
}

interface Request {
  wantsContent: boolean;
  maxBytes: number;
  resolve: (answer: ObjectContents | null) => void;
  reject: (error: GitError) => void;
}

interface Body {
  info: ObjectInfo;
  /** Bytes still to come, without the newline after them. */
  remaining: number;
  kept: Buffer[];
  keptBytes: number;
}

const NEWLINE = 0x0a;
const CLOSE_TIMEOUT_MS = 2_000;
const FLUSH_AT_BYTES = 32 * 1024;

/**
 * One `cat-file --batch-command` kept open. Requests are pipelined; answers come in order. When the process dies, what
 * was waiting is rejected with `retry` so that the pool may ask a fresh process once.
 */
export class CatFileProcess {
  readonly #stream: GitStream;
  readonly #waiting: Request[] = [];
  #head: Buffer[] = [];
  #body: Body | null = null;
  #skipNewline = false;
  #dead = false;
  #unsent: Buffer[] = [];
  #unsentBytes = 0;
  readonly #answerTimeoutMs: number;
  /** Runs while something is waited for, and keeps Node alive so long. */
  #watchdog: NodeJS.Timeout | null = null;

  constructor(repo: string, answerTimeoutMs: number) {
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#stream = streamGit(repo, ['cat-file', '--batch-command', '--buffer', '-z'], {
      timeoutMs: 0,
      background: true,
    });
    this.#stream.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    const end = (cause?: unknown): void => this.#die(cause);
    this.#stream.finished.then(() => end(), end);
  }

  get isDead(): boolean {
    return this.#dead;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** `object` is a full oid, a full ref, or `<oid>:<path bytes>`. */
  ask(object: Buffer, wantsContent: boolean, maxBytes: number): Promise<ObjectContents | null> {
    return new Promise((resolve, reject) => {
      if (this.#dead) {
        reject(new GitError('failed', 'cat-file has ended', { details: { retry: true } }));
        return;
      }
      const line = Buffer.concat([Buffer.from(wantsContent ? 'contents ' : 'info '), object, Buffer.of(0)]);
      this.#waiting.push({ wantsContent, maxBytes, resolve, reject });
      this.#watchdog ??= setTimeout(() => this.#giveUp(), this.#answerTimeoutMs);
      this.#unsent.push(line);
      this.#unsentBytes += line.length;
      if (this.#unsentBytes > FLUSH_AT_BYTES) this.#flush();
      else if (this.#unsent.length === 1) queueMicrotask(() => this.#flush());
    });
  }

  async close(): Promise<void> {
    this.#dead = true;
    this.#stream.stdin.end();
    // The process does not keep Node alive; this timer does, so that a closing service waits for it, but not for ever.
    const timer = setTimeout(() => this.#stream.kill(), CLOSE_TIMEOUT_MS);
    await this.#stream.finished.catch(() => undefined);
    clearTimeout(timer);
  }

  // Requests made in one turn of the event loop travel in one write, with one flush of git's output buffer.
  #flush(): void {
    if (this.#unsent.length === 0 || this.#dead) return;
    this.#stream.stdin.write(Buffer.concat([...this.#unsent, Buffer.from('flush\0')]));
    this.#unsent = [];
    this.#unsentBytes = 0;
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#skipNewline) {
        rest = rest.subarray(1);
        this.#skipNewline = false;
      } else if (this.#body !== null) {
        rest = this.#readBody(this.#body, rest);
      } else {
        const end = rest.indexOf(NEWLINE);
        if (end === -1) {
          this.#head.push(rest);
          return;
        }
        const line = Buffer.concat([...this.#head, rest.subarray(0, end)]);
        this.#head = [];
        rest = rest.subarray(end + 1);
        this.#readHead(line);
      }
    }
  }

  #readHead(line: Buffer): void {
    const request = this.#waiting[0];
    if (request === undefined) return;
    const match = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(line.toString('latin1'));
    if (match === null) {
      this.#answer(null);
      return;
    }
    const info: ObjectInfo = { oid: match[1] ?? '', type: asType(match[2] ?? ''), size: Number(match[3]) };
    if (!request.wantsContent) {
      this.#answer({ ...info, content: Buffer.alloc(0), truncated: false });
      return;
    }
    this.#body = { info, remaining: info.size, kept: [], keptBytes: 0 };
    if (info.size === 0) this.#finishBody(this.#body);
  }

  #readBody(body: Body, chunk: Buffer): Buffer {
    const part = chunk.subarray(0, body.remaining);
    body.remaining -= part.length;
    const room = (this.#waiting[0]?.maxBytes ?? 0) - body.keptBytes;
    if (room > 0) {
      const kept = part.subarray(0, room);
      body.kept.push(kept);
      body.keptBytes += kept.length;
    }
    if (body.remaining === 0) this.#finishBody(body);
    return chunk.subarray(part.length);
  }

  #finishBody(body: Body): void {
    this.#body = null;
    this.#skipNewline = true;
    // Copied, so that a small object does not keep a whole pipe buffer alive.
    this.#answer({ ...body.info, content: Buffer.concat(body.kept), truncated: body.keptBytes < body.info.size });
  }

  #answer(answer: ObjectContents | null): void {
    this.#waiting.shift()?.resolve(answer);
    if (this.#waiting.length > 0) this.#watchdog?.refresh();
    else this.#rest();
  }

  #rest(): void {
    if (this.#watchdog !== null) clearTimeout(this.#watchdog);
    this.#watchdog = null;
  }

  #giveUp(): void {
    this.#stream.kill(new GitError('timeout', `git cat-file gave no answer in ${this.#answerTimeoutMs} ms`));
  }

  #die(cause: unknown): void {
    this.#dead = true;
    this.#rest();
    const error = isGitError(cause, 'timeout')
      ? cause
      : new GitError('failed', 'cat-file has ended', { details: { retry: true }, cause });
    for (const request of this.#waiting.splice(0)) request.reject(error);
  }
}

function asType(text: string): ObjectType {
  if (text === 'commit' || text === 'tree' || text === 'tag') return text;
  return 'blob';
}
