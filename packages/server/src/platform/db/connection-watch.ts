import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Notices a database that has gone silent: a dead network gives no error, and whatever waits for an answer would wait for
 * ever. A question goes to the database twice a second; when nothing at all arrives for a while, every connection is closed,
 * so that requests fail now and not later. Until it answers again new connections are refused at once.
 */
export type ConnectionWatch = {
  /** For the connections that are watched. */
  socket(): Socket;
  start(): void;
  stop(): void;
};

const ASK_EVERY_MS = 500;
const SILENT_AFTER_MS = 3_000;
const CONNECT_TIMEOUT_MS = 2_500;

class Unreachable extends Error {
  readonly code = 'ECONNRESET';
}

export function createConnectionWatch(url: string, report: (error: Error) => void): ConnectionWatch {
  const sockets = new Set<Socket>();
  let asking: { client: pg.Client; socket: Socket } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDown = false;
  let isStopped = true;

  const bytesRead = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);

  const declareDown = () => {
    if (!isDown) report(new Unreachable('the database has gone silent'));
    isDown = true;
    for (const socket of sockets) socket.destroy(new Unreachable('the database has gone silent'));
    dropAsking();
  };

  const dropAsking = () => {
    asking?.socket.destroy();
    asking = undefined;
  };

  const askOnce = async (): Promise<boolean> => {
    if (!asking) {
      const socket = new Socket();
      const client = new pg.Client({
        connectionString: url,
        application_name: 'tributary-watch',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        stream: () => socket,
      });
      const lost = () => {
        if (asking?.client === client) asking = undefined;
      };
      client.on('error', lost).on('end', lost);
      await client.connect();
      asking = { client, socket };
    }
    await asking.client.query('select 1');
    return true;
  };

  /** One question. A database that refuses is heard by everyone; only silence has to be found out. */
  const look = async (): Promise<void> => {
    const before = bytesRead();
    const answer = askOnce().catch(() => false);
    const outcome = await Promise.race([answer, silence()]);
    if (isStopped) return;
    if (outcome === 'silent') {
      // Answers on another connection: this question is slow, the database is not gone.
      if (bytesRead() === before) declareDown();
      else dropAsking();
    } else if (outcome) isDown = false;
    else dropAsking();
  };

  const again = () => {
    timer = setTimeout(() => {
      look()
        .catch(report)
        .finally(() => {
          if (!isStopped) again();
        });
    }, ASK_EVERY_MS).unref();
  };

  return {
    socket() {
      const socket = new Socket();
      if (isDown) {
        process.nextTick(() => socket.destroy(new Unreachable('the database does not answer')));
        return socket;
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    start() {
      isStopped = false;
      again();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      dropAsking();
    },
  };
}

/**
 * Passes after the time without an answer, measured so that a process which was itself busy or asleep does not take its own
 * absence for the database's.
 */
async function silence(): Promise<'silent'> {
  const step = 250;
  for (let waited = 0; waited < SILENT_AFTER_MS; waited += step) {
    await new Promise((resolve) => setTimeout(resolve, step).unref());
    // What arrived meanwhile is read before the next step is counted.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return 'silent';
}
