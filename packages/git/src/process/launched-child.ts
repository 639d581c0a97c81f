import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { GitChild } from './git-child.ts';

/** A process that the helper started; its pipes are connections to it, its end is told by the helper. */
export class LaunchedChild implements GitChild {
  readonly stdin: Socket;
  readonly stdout: Socket;
  readonly stderr: Socket;
  readonly extra: Socket[];
  readonly signal: GitChild['signal'];
  readonly #events = new EventEmitter();
  #hasExited = false;
  #exitCode: number | null = null;
  #openPipes: number;

  constructor(sockets: readonly [Socket, Socket, Socket, ...Socket[]], signal: GitChild['signal']) {
    [this.stdin, this.stdout, this.stderr, ...this.extra] = sockets;
    this.signal = signal;
    // What the process does not take shows as an end of this connection, which is only seen when someone reads.
    this.stdin.resume();
    const pipes = [this.stdout, this.stderr, ...this.extra];
    this.#openPipes = pipes.length;
    for (const pipe of pipes) pipe.once('close', () => this.#pipeClosed());
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  onError(listener: (cause: Error) => void): void {
    this.#events.on('error', listener);
  }

  onClose(listener: (exitCode: number | null) => void): void {
    this.#events.on('close', listener);
  }

  /** Called once: the process is gone. */
  exited(exitCode: number | null): void {
    if (this.#hasExited) return;
    this.#hasExited = true;
    this.#exitCode = exitCode;
    this.stdin.destroy();
    // Pipes that nobody reads would never be seen to end.
    for (const pipe of [this.stdout, this.stderr, ...this.extra]) pipe.resume();
    this.#closeWhenDone();
  }

  /** Called once: it never ran. */
  failed(cause: Error): void {
    this.#events.emit('error', cause);
    for (const pipe of [this.stdout, this.stderr, ...this.extra]) pipe.destroy();
    this.exited(null);
  }

  #pipeClosed(): void {
    this.#openPipes -= 1;
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#hasExited && this.#openPipes === 0) this.#events.emit('close', this.#exitCode);
  }
}
