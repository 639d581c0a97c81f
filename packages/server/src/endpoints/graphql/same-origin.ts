import type { FastifyRequest } from 'fastify';

/** A browser's session may only open a socket from our own pages; programs send no Origin. */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}
