import type {} from '@fastify/multipart';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
import { parseQuery } from './read-input.ts';

/** As much text as a JSON body may hold, all fields together. */
const MAX_BYTES = 1_048_576;
const MAX_FIELDS = 500;

/**
 * A multipart form without a file, as some clients send it in place of JSON: its fields with their nesting
 * (`position[new_line]`), as in a query. Throws `bad_parameter` for a file, `body_too_large` over the limits,
 * `body_not_json` for what is no form.
 */
export async function readMultipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return parseQuery((await readPairs(request)).join('&'));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.endsWith('_LIMIT') || code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('body_too_large');
    throw new AppError('body_not_json', { detail: 'it is no complete multipart form' }, { cause: error });
  }
}

async function readPairs(request: FastifyRequest): Promise<string[]> {
  const pairs: string[] = [];
  let bytes = 0;
  const limits = { fieldSize: MAX_BYTES, fields: MAX_FIELDS, parts: MAX_FIELDS, files: 1 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      part.file.resume();
      throw new AppError('bad_parameter', { name: part.fieldname });
    }
    const value = typeof part.value === 'string' ? part.value : '';
    bytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value);
    if (part.valueTruncated || part.fieldnameTruncated || bytes > MAX_BYTES) throw new AppError('body_too_large');
    pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(value)}`);
  }
  return pairs;
}
