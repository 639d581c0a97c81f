import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import type { RouteRequest } from '../../../endpoints/http/define-route.ts';
import { cachedResponse, cachedStream, type BuiltResponse, type Streamed } from '../cached-response.ts';
import { headerOf, takesGzip } from './request-headers.ts';

const decompress = promisify(gunzip);
const CHUNK_BYTES = 512 * 1_024;

export type CacheableRequest = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'reply' | 'headers'>;

/** Sends JSON as it is kept, or says that the reader has it. */
export async function sendCached(
  { ctx, reply, headers }: CacheableRequest,
  source: readonly unknown[],
  make: () => Promise<BuiltResponse>,
): Promise<unknown> {
  const reader = { etag: headerOf(headers, 'if-none-match'), takesGzip: takesGzip(headers) };
  const found = await cachedResponse(ctx, source, reader, make);
  reply.header('cache-control', 'private, max-age=0, must-revalidate').header('vary', 'accept-encoding');
  reply.header('etag', found.kind === 'finished' ? found.answer.etag : found.etag);
  if (found.kind === 'unchanged') return void reply.code(304);
  reply.header('content-type', 'application/json');
  if (found.kind === 'made') return found.json;
  const gzipped = found.kind === 'packed' ? found.gzipped : found.answer.gzipped;
  if (!reader.takesGzip) return decompress(gzipped, { chunkSize: CHUNK_BYTES });
  reply.header('content-encoding', 'gzip');
  return gzipped;
}

/** Sends lines of JSON while they are made, or all of them as they are kept, or says that the reader has them. */
export async function sendCachedStream(
  { ctx, reply, headers }: CacheableRequest,
  source: readonly unknown[],
  open: () => Promise<Streamed>,
): Promise<unknown> {
  const reader = { etag: headerOf(headers, 'if-none-match'), takesGzip: takesGzip(headers) };
  const found = await cachedStream(ctx, source, reader, open);
  reply.header('cache-control', 'private, max-age=0, must-revalidate').header('vary', 'accept-encoding');
  const etag = found.kind === 'finished' ? found.answer.etag : found.etag;
  if (etag !== undefined) reply.header('etag', etag);
  if (found.kind === 'unchanged') return void reply.code(304);
  // Who passes it on shall not wait for all of it.
  reply.header('content-type', 'application/x-ndjson').header('x-accel-buffering', 'no');
  const isGzipped = found.kind === 'finished' ? reader.takesGzip : found.isGzipped;
  if (isGzipped) reply.header('content-encoding', 'gzip');
  if (found.kind === 'streamed') return found.body;
  const { gzipped } = found.answer;
  return isGzipped ? gzipped : Readable.from([gzipped]).pipe(createGunzip());
}
