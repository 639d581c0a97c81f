import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

/** Lines with bytes above ASCII that are looked at; the rest of a file says nothing new. */
const SAMPLE_BYTES = 8 * 1024;
const [NEWLINE, ESCAPE] = [0x0a, 0x1b];
const ISO_2022_JP = 'iso-2022-jp';
/** Change to characters of two bytes each; nothing else has a use for these. */
const TO_TWO_BYTES = ['\x1b$B', '\x1b$@'];

/** Scripts without Latin letters; for those with them Windows-1252 stays the guess, which is wrong about few letters. */
const SEVERAL_BYTES = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030']);
const ONE_BYTE = new Set([
  'windows-1251',
  'KOI8-R',
  'ISO-8859-5',
  'ISO-8859-6',
  'windows-1256',
  'ISO-8859-7',
  'windows-1253',
  'ISO-8859-8',
  'windows-1255',
  'windows-874',
]);

/** Of a hundred. Of characters in several bytes the right one is above 60, and any other text below 20. */
const LEAST_SURE_SEVERAL = 60;
/** Of one byte a character it is above 25, and twice that of the next. */
const LEAST_SURE_ONE = 25;
/** Fewer letters could be anything. */
const LEAST_LETTERS = 10;
/** Words of such scripts are runs of bytes above ASCII; in Latin ones these stand alone. */
const WORD_BYTES = 3;

/**
 * The name of what a file is written in: UTF-8 if it is, else what is `said` of it where its bytes allow, else what they
 * look like, else Windows-1252, as most old files are. Null when some lines are UTF-8 and others are not: then each line is
 * decided about alone.
 */
export function textEncodingOf(bytes: Buffer, said: string | null = null): string | null {
  if (isPlainUtf8(bytes)) return 'utf-8';
  // In it the bytes of all characters are below 128, so they are UTF-8 as well.
  if (isUtf8(bytes)) return decodes(bytes, ISO_2022_JP) ? ISO_2022_JP : 'utf-8';
  const named = said === null ? null : knownEncoding(said);
  if (named !== null && decodes(bytes, named)) return named;
  return guess(bytes) ?? (isPartlyUtf8(bytes) ? null : 'windows-1252');
}

/** Is it the text that its bytes are as UTF-8? Otherwise it may be in another encoding; see `textEncodingOf`. */
export function isPlainUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes) && !(bytes.includes(ESCAPE) && TO_TWO_BYTES.some((change) => bytes.includes(change, 'latin1')));
}

/** By its mark; undefined for everything else. */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** As the platform calls it; null for what it does not know, and for what git takes for binary. */
function knownEncoding(label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label);
    return /^utf-|^iso-2022/.test(encoding) ? null : encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** False also for an encoding that the platform cannot decode: the guesses name some of those. */
function decodes(bytes: Buffer, encoding: string): boolean {
  try {
    return !new TextDecoder(encoding, { fatal: true }).decode(bytes).includes('\ufffd');
  } catch (error) {
    // TypeError: the bytes are not in that encoding. RangeError: unknown label.
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

function isPartlyUtf8(bytes: Buffer): boolean {
  return /[^\0-\u007f\ufffd]/.test(bytes.toString('utf8'));
}

function guess(bytes: Buffer): string | null {
  const sample = sampleOf(bytes);
  if (sample === null) return null;
  const matches = analyse(sample);
  const [first, second] = matches.filter(({ name }) => SEVERAL_BYTES.has(name) || decodes(bytes, name));
  if (!first) return null;
  const isSure = SEVERAL_BYTES.has(first.name)
    ? first.confidence >= LEAST_SURE_SEVERAL
    : ONE_BYTE.has(first.name) &&
      first.confidence >= Math.max(LEAST_SURE_ONE, 2 * (second?.confidence ?? 0)) &&
      isOfWords(sample);
  return isSure && decodes(bytes, first.name) ? new TextDecoder(first.name).encoding : null;
}

/** Lines that are not ASCII; null when a quarter of them is UTF-8, so that the others are odd ones in such a file. */
function sampleOf(bytes: Buffer): Buffer | null {
  const lines: Buffer[] = [];
  let [size, utf8Size] = [0, 0];
  for (let at = 0; at < bytes.length && size < SAMPLE_BYTES;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    const line = bytes.subarray(at, Math.min(end, at + SAMPLE_BYTES));
    if (highBytes(line) > 0) {
      lines.push(line);
      size += line.length;
      if (isUtf8(line)) utf8Size += line.length;
    }
    at = end;
  }
  return utf8Size * 4 > size ? null : Buffer.concat(lines);
}

function highBytes(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte > 0x7f) count += 1;
  return count;
}

function isOfWords(sample: Buffer): boolean {
  let [inWords, run] = [0, 0];
  for (const byte of [...sample, NEWLINE]) {
    if (byte > 0x7f) run += 1;
    else {
      if (run >= WORD_BYTES) inWords += run;
      run = 0;
    }
  }
  const all = highBytes(sample);
  return all >= LEAST_LETTERS && inWords * 4 >= all * 3;
}
