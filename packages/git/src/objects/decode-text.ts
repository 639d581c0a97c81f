import { isUtf8 } from 'node:buffer';
import { isPlainUtf8, textEncodingOf } from './text-encoding.ts';

const NEWLINE = 0x0a;
const MINUS = 0x2d;
const AT = 0x40;
const decoders = new Map<string, TextDecoder>();

/**
 * File content as text for showing, in its `encoding` as `textEncodingOf` gives it. Where only some lines are UTF-8 (null),
 * each is decided about alone, so that the lines of a diff, whose sides may differ in this, are the same as those of the
 * files. In a line with both, broken bytes become replacement characters. A byte order mark stays.
 */
export function decodeFileText(bytes: Buffer, encoding: string | null = textEncodingOf(bytes)): string {
  if (encoding !== null) return decodeAs(bytes, encoding);
  const lines: string[] = [];
  for (const line of linesOf(bytes)) lines.push(decodeAs(line, encodingOfLine(line)));
  return lines.join('\n');
}

/** Hunks as text: those of an index are UTF-8, others are in what their lines look like. */
export function decodePatch(patch: Buffer): string {
  return isUtf8(patch) ? patch.toString('utf8') : decodeFileText(patch);
}

/** A patch as UTF-8: its lines are in the encodings of the side they are from, or of both. */
export function patchAsUtf8(patch: Buffer, sides: { old: string | null; new: string | null }): Buffer {
  if (isPlainUtf8(patch)) return patch;
  const lines: string[] = [];
  for (const line of linesOf(patch)) {
    const isOld = line[0] === MINUS || line[0] === AT;
    lines.push(decodeAs(line, (isOld ? sides.old : sides.new) ?? encodingOfLine(line)));
  }
  return Buffer.from(lines.join('\n'), 'utf8');
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at <= bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    yield bytes.subarray(at, end);
    at = end + 1;
  }
}

function encodingOfLine(line: Buffer): string {
  return isUtf8(line) || /[^\0-\u007f\ufffd]/.test(line.toString('utf8')) ? 'utf-8' : 'windows-1252';
}

function decodeAs(bytes: Buffer, encoding: string): string {
  if (encoding === 'utf-8') return bytes.toString('utf8');
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder.decode(bytes);
}
