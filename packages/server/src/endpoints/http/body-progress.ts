import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** A client must send at least this much of a body in each period; a byte a minute is no progress. */
const MIN_BYTES = 1_024;
export const BODY_IDLE_MS = 60_000;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Closes connections whose request body does not arrive. A body may take as long as it likes while it makes progress, and
 * while what has arrived waits for us. The git services watch both directions themselves and say more, so they come first.
 */
export function closeIdleBodies(server: FastifyInstance, idleMs: number): void {
  server.addHook('onRequest', ({ raw }, { raw: answer }, done) => {
    done();
    // An injected request has no connection to close.
    if (!(raw.socket instanceof Socket) || !hasBody(raw) || raw.complete) return;
    const isGit = (raw.headers['content-type'] ?? '').startsWith('application/x-git-');
    const periodMs = isGit ? 2 * idleMs : idleMs;
    let lastBytes = raw.socket.bytesRead;
    const look = () => {
      if (raw.complete || raw.destroyed || answer.writableEnded) return;
      const { bytesRead } = raw.socket;
      if (bytesRead - lastBytes >= MIN_BYTES || raw.readableLength > 0) {
        lastBytes = bytesRead;
        timer = setTimeout(look, periodMs).unref();
      } else {
        if (!answer.headersSent) raw.socket.write(TIMED_OUT);
        raw.socket.destroySoon();
      }
    };
    let timer = setTimeout(look, periodMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
