import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { RouteRequest } from '../../../endpoints/http/define-route.ts';
import type { Context } from '../../../platform/context.ts';
import type { ComparedRange } from '../diff-range.ts';
import { diffText, type TextKind } from '../reads/diff-text.ts';
import { headerOf, takesGzip } from './request-headers.ts';

type Request = Pick<RouteRequest<unknown, unknown, unknown>, 'reply' | 'headers'> & { ctx: Context };

/** Sends a comparison as plain text, or says that the reader has it. */
export async function sendText(
  { ctx, reply, headers }: Request,
  range: ComparedRange,
  kind: TextKind,
  fileName?: string,
): Promise<unknown> {
  const text = diffText(ctx, range, kind);
  reply.header('etag', text.etag).header('cache-control', 'private, max-age=0, must-revalidate');
  reply.header('vary', 'accept-encoding');
  if (headerOf(headers, 'if-none-match') === text.etag) return void reply.code(304);
  reply.header('content-type', 'text/plain; charset=utf-8');
  if (fileName !== undefined) reply.header('content-disposition', `inline; filename="${fileName}"`);
  const opened = await text.open();
  if ('text' in opened) return opened.text;
  if (!takesGzip(headers)) return Readable.from([opened.gzipped]).pipe(createGunzip());
  reply.header('content-encoding', 'gzip');
  return opened.gzipped;
}
