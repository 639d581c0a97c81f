import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { OpenedUpload } from '../reads/open-upload.ts';

/** A file that users put into texts: never run in the browser, never kept between us and the reader. */
export function sendUpload(reply: FastifyReply, file: OpenedUpload): Readable {
  reply.header('content-type', file.contentType);
  reply.header('content-length', String(file.sizeBytes));
  reply.header('content-disposition', file.disposition);
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  reply.header('cross-origin-resource-policy', 'same-origin');
  // Rights may end: nothing between us and the reader may keep it.
  reply.header('cache-control', 'private, max-age=0, must-revalidate');
  return file.stream;
}
