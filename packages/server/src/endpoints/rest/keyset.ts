import type { RouteRequest } from '../http/define-route.ts';

/** `Link: …; rel="next"` with the id to go on from; nothing at the end. */
export function writeKeysetLink(
  { ctx, reply }: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'reply'>,
  next: { name: 'id_after' | 'id_before' | 'cursor'; id: number } | null,
): void {
  if (!next) return;
  const url = new URL(`${ctx.config.url}${reply.request.raw.url ?? '/'}`);
  for (const name of ['private_token', 'access_token', 'id_after', 'id_before', 'cursor'])
    url.searchParams.delete(name);
  url.searchParams.set(next.name, String(next.id));
  reply.header('Link', `<${url.href}>; rel="next"`);
}
