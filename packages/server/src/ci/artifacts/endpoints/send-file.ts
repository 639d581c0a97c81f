import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A file that users made: always as a download, never as a page of this origin. */
export function sendFile(
  reply: FastifyReply,
  name: string,
  { stream, sizeBytes }: { stream: Readable; sizeBytes: number },
): Readable {
  const plain = name.replaceAll(/[^\w.+ -]/g, '_');
  reply.header('content-type', 'application/octet-stream');
  reply.header('content-length', String(sizeBytes));
  reply.header(
    'content-disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  );
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  reply.header('cache-control', 'private, no-cache');
  return stream;
}
