import type {} from '@fastify/multipart';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
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

/**
 * A multipart form, as some clients send it in place of JSON: its fields with their nesting (`position[new_line]`), as
 * in a query, and the file that the endpoint accepts. Throws `bad_parameter` for another file, `body_too_large` over
 * the limits, `body_not_json` for what is no form.
 */
export async function readMultipartForm(request: FastifyRequest, accepted?: AcceptedFile): Promise<MultipartForm> {
  try {
    const { pairs, file } = await readParts(request, accepted);
    return { fields: parseQuery(pairs.join('&')), ...(file && { file }) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.endsWith('_LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('body_too_large');
    throw new AppError('body_not_json', { detail: 'it is no complete multipart form' }, { cause: error });
  }
}

async function readParts(
  request: FastifyRequest,
  accepted: AcceptedFile | undefined,
): Promise<{ pairs: string[]; file: Buffer | undefined }> {
  const pairs: string[] = [];
  let file: Buffer | undefined;
  let bytes = 0;
  const limits = { fieldSize: MAX_BYTES, fields: MAX_FIELDS, parts: MAX_FIELDS, files: 1 };
  const fileSize = accepted && { fileSize: accepted.maxBytes + 1 };
  const options = { limits: { ...limits, ...fileSize }, throwFileSizeLimit: false };
  for await (const part of request.parts(options)) {
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
