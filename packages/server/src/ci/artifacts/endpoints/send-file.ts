import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { openArchive, openArchiveRange } from '../reads/job-artifacts.ts';
import type { ArtifactRow } from '../store/artifact-store.ts';
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

/** One range of bytes, both ends included; null where it lies outside, undefined where none or several are wanted. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size || (first === '' && Number(last) === 0) ? null : { start, end };
}

/** A stored file as it was uploaded, or a part of it: an interrupted download goes on where it ended. */
export async function sendStored(
  ctx: Pick<Context, 'storage'>,
  reply: FastifyReply,
  artifact: ArtifactRow,
  name = artifact.file_name,
): Promise<Readable> {
  const { headers } = reply.request;
  const etag = `"${artifact.sha256.toString('hex')}"`;
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame ? rangeOf(headers.range, artifact.size_bytes) : undefined;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  if (range === null) {
    reply.header('content-range', `bytes */${artifact.size_bytes}`);
    throw new AppError('range_not_satisfiable', {}, { status: 416 });
  }
  if (!range) return sendFile(reply, name, await openArchive(ctx, artifact));
  const { start, end } = range;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${artifact.size_bytes}`);
  return sendFile(reply, name, { stream: openArchiveRange(ctx, artifact, start, end + 1), sizeBytes: end + 1 - start });
}
