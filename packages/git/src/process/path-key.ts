import { isAscii } from 'node:buffer';
import { GitError } from './git-error.ts';

/*
 * git paths are bytes; everything above this package wants strings. A *path key* is a string that stands for exactly one
 * byte path: valid UTF-8 is itself, anything else is "//" and the percent-encoded bytes. No git path starts with a slash,
 * so a key is never ambiguous, and it survives JSON, URLs and PostgreSQL (which refuse lone surrogates or odd bytes).
 */
const MARK = '//';
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The path key of the bytes git gave. */
export function pathFromBytes(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return strictDecoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return MARK + percentEncode(bytes);
    throw error;
  }
}

/** The bytes a path key stands for. Throws `invalid_path` for a key with NUL, lone surrogates or broken escapes. */
export function pathToBytes(path: string): Buffer {
  if (path.includes('\0') || !path.isWellFormed())
    throw new GitError('invalid_path', 'The path has characters git cannot store.');
  if (!path.startsWith(MARK)) return Buffer.from(path, 'utf8');
  const bytes = percentDecode(path.slice(MARK.length));
  if (bytes === null || bytes.includes(0)) throw new GitError('invalid_path', 'The encoded path is not well formed.');
  return bytes;
}

/** True when the path can be passed as an ordinary argument, which Node encodes as UTF-8. */
export function isUtf8Path(path: string): boolean {
  return !path.startsWith(MARK);
}

/** What users see: the name, with a replacement character where its bytes are no text. Not reversible. */
export function displayPath(path: string): string {
  return isUtf8Path(path) ? path : pathToBytes(path).toString('utf8');
}

/** Joins a directory key ('' for the root) and a name key. */
export function joinPath(directory: string, name: string): string {
  if (directory === '') return name;
  if (isUtf8Path(directory) && isUtf8Path(name)) return `${directory}/${name}`;
  return pathFromBytes(Buffer.concat([pathToBytes(directory), Buffer.from('/'), pathToBytes(name)]));
}

/** The key of the last component. */
export function baseName(path: string): string {
  if (isUtf8Path(path)) return path.slice(path.lastIndexOf('/') + 1);
  const bytes = pathToBytes(path);
  return pathFromBytes(bytes.subarray(bytes.lastIndexOf(0x2f) + 1));
}

/** The key of everything before the last slash, '' at the root. */
export function parentPath(path: string): string {
  if (isUtf8Path(path)) return path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const bytes = pathToBytes(path);
  return pathFromBytes(bytes.subarray(0, Math.max(0, bytes.lastIndexOf(0x2f))));
}

/**
 * The bytes of a path that is read from a tree: '' is the root; a leading or trailing slash, an empty, `.` or `..`
 * component cannot name anything, and git would treat some of them as relative-path syntax.
 */
export function readablePathBytes(path: string): Buffer {
  const bytes = pathToBytes(path.startsWith(MARK) ? path : path.replace(/\/+$/, ''));
  if (bytes.length === 0) return bytes;
  for (const component of bytes.toString('latin1').split('/')) {
    if (component === '' || component === '.' || component === '..') {
      throw new GitError('not_found', 'No such path.', { details: { path } });
    }
  }
  return bytes;
}

function percentEncode(bytes: Buffer): string {
  let out = '';
  for (const byte of bytes) {
    const plain = byte > 0x20 && byte < 0x7f && byte !== 0x25;
    out += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

function percentDecode(text: string): Buffer | null {
  if (!/^(?:[^%]|%[0-9A-Fa-f]{2})*$/s.test(text)) return null;
  const bytes: Buffer[] = [];
  for (const part of text.split(/(%[0-9A-Fa-f]{2})/)) {
    bytes.push(part.startsWith('%') ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part, 'utf8'));
  }
  return Buffer.concat(bytes);
}
