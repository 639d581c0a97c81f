import type { FastifyInstance } from 'fastify';
import { readCredentials } from '../../endpoints/http/credentials.ts';
import { ANONYMOUS } from '../../platform/actor.ts';
import { contextFor, type Platform } from '../../platform/context.ts';
import { endReusedTokenFamily } from '../operations/change-token.ts';

const ROTATION =
  /^\/api\/v4\/(?:personal_access_tokens\/(?:self|\d+)|(?:projects|groups)\/[^/]+\/access_tokens\/self)\/rotate(?:\?|$)/;

/**
 * A token that was rotated before and is offered for rotation again is refused by authentication like any dead token;
 * this looks at it first, because it means that the token was copied.
 */
export function watchTokenReuse(server: FastifyInstance, platform: Platform): void {
  const isHttps = platform.config.url.startsWith('https:');
  server.addHook('onRequest', async (request) => {
    if (request.method !== 'POST' || !ROTATION.test(request.raw.url ?? '')) return;
    const credentials = readCredentials(request, { basic: false, isHttps });
    if (credentials.kind !== 'token') return;
    const ctx = contextFor(platform, ANONYMOUS, { id: request.id, ip: request.ip });
    await endReusedTokenFamily(ctx, credentials.token);
  });
}
