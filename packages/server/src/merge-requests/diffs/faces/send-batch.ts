import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RouteRequest } from '../../../faces/http/define-route.ts';
import type { ComparedRange } from '../diff-range.ts';
import type { FilePlace } from '../page-diff-file.ts';
import type { BatchSlice } from '../reads/diff-batch.ts';
import { answerBatch } from '../reads/finished-batch.ts';
import { headerOf, takesGzip } from './kept-bodies.ts';

const decompress = promisify(gunzip);

type Request = Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'reply' | 'headers'>;

/** Sends a batch as it is kept, or says that the reader has it. */
export async function sendBatch(
  { ctx, reply, headers }: Request,
  range: ComparedRange,
  place: FilePlace,
  slice: BatchSlice,
): Promise<unknown> {
  const found = await answerBatch(ctx, range, place, slice, headerOf(headers, 'if-none-match'));
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
