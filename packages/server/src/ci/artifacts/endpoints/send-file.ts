import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { OpenFile } from '../read-zip.ts';

/** A file that users made: always as a download, never as a page of this origin. */
export function sendFile(reply: FastifyReply, name: string, { stream, sizeBytes }: OpenFile): Readable {
  const plain = name.replaceAll(/[^\w.+ -]/g, '_');
  reply.header('content-type', 'application/octet-stream');
  reply.header('content-length', String(sizeBytes));
  reply.header(
    'content-disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  );
  return guard(reply, stream);
}

/** The same in the browser, for types that run nothing; the sandbox gives it no origin. */
export function showFile(reply: FastifyReply, type: string, { stream, sizeBytes }: OpenFile): Readable {
  reply.header('content-type', type).header('content-length', String(sizeBytes));
  reply.header('content-disposition', 'inline');
  return guard(reply, stream);
}

function guard(reply: FastifyReply, stream: Readable): Readable {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  reply.header('cache-control', 'private, no-cache');
  return stream;
}
