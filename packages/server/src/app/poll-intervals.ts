import type { FastifyInstance } from 'fastify';
import { pollIntervalOf } from '../accounts/index.ts';
import type { Platform } from '../platform/context.ts';

const HEADER = 'poll-interval';

/**
 * Routes say how often they are asked when nothing else is wished; here that becomes what administrators wish. With 0 nobody
 * is to ask again: who does all the same and would hear that nothing changed is turned away.
 */
export function addPollIntervals(server: FastifyInstance, platform: Pick<Platform, 'db' | 'realtime'>): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    const wanted = reply.getHeader(HEADER);
    if (wanted === undefined) return payload;
    const intervalMs = await pollIntervalOf(platform, Number(wanted));
    reply.header(HEADER, String(intervalMs));
    if (intervalMs < 0 && reply.statusCode === 304) reply.code(429);
    return payload;
  });
}
