import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RouteRequest } from '../../../faces/http/define-route.ts';
import { keptAnswer, type Made } from '../kept-answers.ts';
import { headerOf, takesGzip } from './kept-bodies.ts';

const decompress = promisify(gunzip);

export type KeptRequest = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'reply' | 'headers'>;

/** Sends JSON as it is kept, or says that the reader has it. */
export async function sendKept(
  { ctx, reply, headers }: KeptRequest,
  source: readonly unknown[],
  make: () => Promise<Made>,
): Promise<unknown> {
  const found = await keptAnswer(ctx, source, headerOf(headers, 'if-none-match'), make);
  reply.header('cache-control', 'private, max-age=0, must-revalidate').header('vary', 'accept-encoding');
  const etag = found.kind === 'finished' ? found.answer.etag : found.etag;
  if (etag !== undefined) reply.header('etag', etag);
  if (found.kind === 'unchanged') return void reply.code(304);
  reply.header('content-type', 'application/json');
  if (found.kind === 'made') return found.text;
  if (!takesGzip(headers)) return decompress(found.answer.gzipped);
  reply.header('content-encoding', 'gzip');
  return found.answer.gzipped;
}
