import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Shorter answers are sent as they are. */
export const COMPRESSED_FROM_BYTES = 2_048;
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
export const GZIP = { level: 4 };

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Beside the event loop, as strong as what is compressed while it is sent. */
export function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? toBrotli(bytes, BROTLI) : toGzip(bytes, GZIP);
}

/** The shorter of what the reader takes; undefined when that is neither. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const text = Array.isArray(accepted) ? accepted.join(',') : (accepted ?? '');
  const takes = (name: string) =>
    text.split(',').some((part) => {
      const [coding = '', ...options] = part.split(';').map((each) => each.trim().toLowerCase());
      return coding === name && !options.some((option) => /^q=0(?:\.0*)?$/.test(option));
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}
