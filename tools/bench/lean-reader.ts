import { connect, type Socket } from 'node:net';

/**
 * Asks one address again and again over kept-open connections and keeps nothing of the answers, as programs made for load
 * do. A client that keeps each answer makes garbage of it, and its own collections would be measured as waits.
 */
export type LeanReader = {
  /** One question to its end; waits for a free connection. Throws when the answer is no success. */
  ask(): Promise<void>;
  close(): void;
};

const HEAD_END = '\r\n\r\n';
/** Read into over and over; as much as a loopback connection gives at once. */
const BUFFER_BYTES = 262_144;

type Waiting = PromiseWithResolvers<void>;

class Connection {
  private readonly socket: Socket;
  private waiting: Waiting | undefined;
  /** Of the body that is being read; undefined before its head was. */
  private left: number | undefined;
  private head = Buffer.alloc(0);

  constructor(origin: URL) {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    this.socket = connect({
      host: origin.hostname,
      port: Number(origin.port),
      onread: { buffer, callback: (size) => this.take(buffer.subarray(0, size)) },
    });
    this.socket.setNoDelay(true);
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  ask(question: string): Promise<void> {
    this.waiting = Promise.withResolvers<void>();
    this.socket.write(question);
    return this.waiting.promise;
  }

  close(): void {
    this.socket.destroy();
  }

  private take(part: Buffer): boolean {
    if (this.left === undefined) this.readHead(part);
    else this.left -= part.length;
    if (this.left === 0) {
      this.left = undefined;
      this.waiting?.resolve();
    }
    return true;
  }

  private readHead(part: Buffer): void {
    const all = this.head.length === 0 ? part : Buffer.concat([this.head, part]);
    const end = all.indexOf(HEAD_END);
    // What is read into is used again for the next part.
    this.head = end < 0 ? Buffer.from(all) : Buffer.alloc(0);
    if (end < 0) return;
    const text = all.toString('latin1', 0, end);
    const status = Number(text.split(' ', 2)[1]);
    const length = /^content-length: (\d+)$/im.exec(text)?.[1];
    if (status === 200 && length !== undefined) this.left = Number(length) - (all.length - end - HEAD_END.length);
    else this.fail(new Error(`answered ${text.slice(0, 200)}`));
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
  }
}

export function openLeanReader(
  url: string,
  path: string,
  connections: number,
  headers: Readonly<Record<string, string>> = {},
): LeanReader {
  const origin = new URL(url);
  const lines = Object.entries({ host: origin.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const all = Array.from({ length: connections }, () => new Connection(origin));
  const free = [...all];
  const queue: ((connection: Connection) => void)[] = [];
  return {
    async ask() {
      const connection = free.pop() ?? (await new Promise<Connection>((resolve) => queue.push(resolve)));
      try {
        await connection.ask(question);
      } finally {
        const next = queue.shift();
        if (next) next(connection);
        else free.push(connection);
      }
    },
    close: () => all.forEach((connection) => connection.close()),
  };
}
