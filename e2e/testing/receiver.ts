import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answer(status: number): void;
  /** Answers are kept back from now on; the returned function lets them go. */
  hold(): () => void;
  close(): Promise<void>;
};

/** Something of someone else that webhooks call; the server must be allowed to reach 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  let status = 200;
  let held = Promise.resolve();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
      void held.then(() => response.writeHead(status, { 'content-type': 'application/json' }).end('{"thanks":true}'));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (next) => {
      status = next;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
