import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GitChild, LaunchPlan } from './git-child.ts';
import { LaunchedChild } from './launched-child.ts';

const HELPER = fileURLToPath(new URL('process-starter.mjs', import.meta.url));
/** A helper that only starts processes needs no room for anything else. */
const HELPER_FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=64', '--v8-pool-size=1'];
/** Connections made in advance: enough for a dozen processes at once; beyond that they are started from here. */
const CONNECTIONS_AHEAD = 48;
const NUMBER_DIGITS = 12;
const IDLE_MS = 5 * 60_000;

interface FreeConnection {
  number: number;
  socket: Socket;
}

interface Running {
  child: LaunchedChild;
  isBackground: boolean;
}

/**
 * Starts processes by a small helper. A fork takes as long as the forking process is big, and holds up everything in it:
 * 5 ms and more in a service of 200 MB, below 1 ms in the helper, where it holds up nobody. The helper has connections to
 * this process open in advance and gives them to what it starts as standard input, output and errors.
 */
export class Launcher {
  readonly #secret = randomBytes(16).toString('hex');
  readonly #directory = mkdtempSync(join(tmpdir(), 'tributary-launch-'));
  readonly #server: Server;
  readonly #running = new Map<number, Running>();
  #helper: ChildProcess | null = null;
  #free: FreeConnection[] = [];
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor() {
    const address = join(this.#directory, 'socket');
    this.#server = createServer((socket) => this.#greet(socket));
    this.#server.unref();
    this.#server.on('error', () => this.close());
    this.#server.listen(address, () => this.#start(address));
  }

  /** Undefined when there is no connection free: then the caller starts the process itself. */
  launch(plan: LaunchPlan): GitChild | undefined {
    const helper = this.#helper;
    const count = 3 + plan.extraPipes;
    if (helper?.connected !== true || this.#free.length < count) return undefined;
    const taken = this.#free.splice(0, count);
    const [stdin, stdout, stderr, ...extra] = taken.map(({ socket }) => socket);
    if (stdin === undefined || stdout === undefined || stderr === undefined) return undefined;
    const id = (this.#lastId += 1);
    const child = new LaunchedChild([stdin, stdout, stderr, ...extra], (name) =>
      this.#send({ kind: 'signal', id, name }),
    );
    this.#running.set(id, { child, isBackground: plan.background });
    if (!plan.background) for (const { socket } of taken) socket.ref();
    child.onClose(() => this.#done(id));
    const { command, argv, env } = plan;
    this.#send({ kind: 'launch', id, command, argv, env, numbers: taken.map(({ number }) => number) });
    this.#watchUse();
    return child;
  }

  get isClosed(): boolean {
    return !this.#server.listening && this.#helper === null;
  }

  /** Ends the helper. What it started goes on, but is no longer watched. */
  close(): void {
    const helper = this.#helper;
    this.#helper = null;
    this.#server.close();
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    rmSync(this.#directory, { recursive: true, force: true });
    for (const { socket } of this.#free.splice(0)) socket.destroy();
    if (helper?.connected === true) helper.disconnect();
    for (const { child } of this.#running.values()) child.exited(null);
  }

  #start(address: string): void {
    const helper = spawn(process.execPath, [...HELPER_FLAGS, HELPER], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Signals of a terminal are for the service, which may still need it to end in order.
      detached: true,
    });
    this.#helper = helper;
    helper.unref();
    helper.channel?.unref();
    helper.on('message', (message) => this.#hear(message));
    for (const end of ['error', 'disconnect'] as const) helper.on(end, () => this.close());
    this.#send({ kind: 'settings', address, secret: this.#secret, ahead: CONNECTIONS_AHEAD });
    this.#watchUse();
  }

  /** A connection says first which one it is. The folder is ours alone; the secret is for who shares our user. */
  #greet(socket: Socket): void {
    socket.unref();
    socket.on('error', () => undefined);
    const read = (): void => {
      const bytes: unknown = socket.read(this.#secret.length + NUMBER_DIGITS);
      if (!Buffer.isBuffer(bytes)) return;
      socket.off('readable', read);
      const text = bytes.toString('latin1');
      if (!text.startsWith(this.#secret)) {
        socket.destroy();
        return;
      }
      this.#free.push({ number: Number(text.slice(this.#secret.length)), socket });
    };
    socket.on('readable', read);
  }

  #hear(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('id' in message)) return;
    const running = typeof message.id === 'number' ? this.#running.get(message.id) : undefined;
    if (running === undefined) return;
    if ('error' in message) running.child.failed(startFailure(String(message.error)));
    else running.child.exited('code' in message && typeof message.code === 'number' ? message.code : null);
  }

  #done(id: number): void {
    this.#running.delete(id);
    this.#send({ kind: 'done', id });
    this.#watchUse();
  }

  #send(message: object): void {
    if (this.#helper?.connected !== true) return;
    this.#helper.send(message, (error) => {
      if (error !== null) this.close();
    });
  }

  /** The end of a process that someone waits for keeps Node alive; the helper itself does not, and goes when not needed. */
  #watchUse(): void {
    const isAwaited = [...this.#running.values()].some(({ isBackground }) => !isBackground);
    if (isAwaited) this.#helper?.channel?.ref();
    else this.#helper?.channel?.unref();
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = this.#running.size > 0 ? null : setTimeout(() => this.close(), IDLE_MS).unref();
  }
}

function startFailure(code: string): Error {
  return Object.assign(new Error(`the process could not be started: ${code}`), { code });
}

let isWanted = false;
let current: Launcher | null = null;

/** From now on processes are started by the helper. For services; a command that runs git a few times gains nothing. */
export function startLauncher(): void {
  isWanted = true;
}

export function stopLauncher(): void {
  isWanted = false;
  current?.close();
  current = null;
}

/** Undefined when the helper is not wanted, not there yet, or too busy. */
export function launchElsewhere(plan: LaunchPlan): GitChild | undefined {
  if (!isWanted) return undefined;
  if (current === null || current.isClosed) {
    current = new Launcher();
    return undefined;
  }
  return current.launch(plan);
}
