import type { Multipart, MultipartFile } from '@fastify/multipart';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { parseQuery } from './read-input.ts';

/** As much text as a JSON body may hold, all fields together. */
const MAX_BYTES = 1_048_576;
const MAX_FIELDS = 500;

/** The one file that a form may hold beside its fields. */
export type AcceptedFile = { name: string; maxBytes: number };

export type MultipartForm = {
  fields: Record<string, unknown>;
  /** At most one byte over the limit: enough to know that it is too big. */
  file?: Buffer;
};

type FormOptions = Parameters<FastifyRequest['parts']>[0];

/** What the parser of forms refuses is the client's mistake, also where it has no code of its own. */
function formFailure(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.endsWith('_LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('body_too_large', {}, { cause: error });
  const detail =
    error instanceof Error && /boundary/i.test(error.message) ? 'the boundary is missing' : 'it is incomplete';
  return new AppError('form_malformed', { detail }, { cause: error });
}

/** The parts of a form in their order; what cannot be read fails as `form_malformed` or `body_too_large`. */
export async function* readParts(request: FastifyRequest, options?: FormOptions): AsyncGenerator<Multipart> {
  try {
    for await (const part of request.parts(options)) yield part.type === 'file' ? withOwnFailures(part) : part;
  } catch (error) {
    throw formFailure(error);
  }
}

function withOwnFailures(part: MultipartFile): MultipartFile {
  const read = part.toBuffer;
  part.toBuffer = async () => {
    try {
      return await read.call(part);
    } catch (error) {
      throw formFailure(error);
    }
  };
  return part;
}

export type FormFile = {
  fieldname: string;
  filename: string;
  content: Readable;
  isTruncated: () => boolean;
  toBuffer: () => Promise<Buffer>;
};

/** The first file of a form; undefined when there is none. Fails as `readParts` does, also while the content is read. */
export async function readFormFile(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['file']>[0],
): Promise<FormFile | undefined> {
  if (!request.isMultipart()) return undefined;
  const part = await request.file(options).catch((error: unknown) => {
    throw formFailure(error);
  });
  if (!part) return undefined;
  const { file, fieldname, filename } = withOwnFailures(part);
  const content = async function* () {
    try {
      for await (const chunk of file) yield chunk;
    } catch (error) {
      throw formFailure(error);
    }
  };
  const isTruncated = () => file.truncated;
  return { fieldname, filename, content: Readable.from(content()), isTruncated, toBuffer: () => part.toBuffer() };
}

/**
 * A multipart form, as some clients send it in place of JSON: its fields with their nesting (`position[new_line]`), as
 * in a query, and the file that the endpoint accepts. Throws `bad_parameter` for another file, otherwise as `readParts`.
 */
export async function readMultipartForm(request: FastifyRequest, accepted?: AcceptedFile): Promise<MultipartForm> {
  const { pairs, file } = await readForm(request, accepted);
  return { fields: parseQuery(pairs.join('&')), ...(file && { file }) };
}

async function readForm(
  request: FastifyRequest,
  accepted: AcceptedFile | undefined,
): Promise<{ pairs: string[]; file: Buffer | undefined }> {
  const pairs: string[] = [];
  let file: Buffer | undefined;
  let bytes = 0;
  const limits = { fieldSize: MAX_BYTES, fields: MAX_FIELDS, parts: MAX_FIELDS, files: 1 };
  const fileSize = accepted && { fileSize: accepted.maxBytes + 1 };
  const options = { limits: { ...limits, ...fileSize }, throwFileSizeLimit: false };
  for await (const part of readParts(request, options)) {
    if (part.type === 'file') {
      if (part.fieldname === accepted?.name) {
        file = await part.toBuffer();
        continue;
      }
      part.file.resume();
      throw new AppError('bad_parameter', { name: part.fieldname });
    }
    const value = typeof part.value === 'string' ? part.value : '';
    bytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value);
    if (part.valueTruncated || part.fieldnameTruncated || bytes > MAX_BYTES) throw new AppError('body_too_large');
    pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(value)}`);
  }
  return { pairs, file };
}
