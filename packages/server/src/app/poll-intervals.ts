import type { FastifyInstance } from 'fastify';
import { getSettings } from '../accounts/index.ts';
import type { Platform } from '../platform/context.ts';

const HEADER = 'poll-interval';
const NO_MORE = '-1';

/**
 * Routes say how often they are asked when nothing else is wished; here that becomes what administrators wish. With 0 nobody
 * is to ask again: who does all the same and would hear that nothing changed is turned away.
 */
export function addPollIntervals(server: FastifyInstance, platform: Pick<Platform, 'db' | 'realtime'>): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    const wanted = reply.getHeader(HEADER);
    if (wanted === undefined) return payload;
    const { polling_interval_multiplier: factor } = await getSettings(platform);
    reply.header(HEADER, factor === 0 ? NO_MORE : String(Math.round(Number(wanted) * factor)));
    if (factor === 0 && reply.statusCode === 304) reply.code(429);
    return payload;
  });
}
