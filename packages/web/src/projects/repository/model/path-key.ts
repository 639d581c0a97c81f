/**
 * Paths come from the server as *path keys*: UTF-8 names as they are, other names as `//` and percent-encoded bytes.
 * They go back exactly as they came; these are the two things the browser does with them besides.
 */
const MARK = '//';
const decoder = new TextDecoder('utf-8');

function decodeBytes(encoded: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const part of encoded.split(/(%[0-9A-Fa-f]{2})/)) {
    if (/^%[0-9A-Fa-f]{2}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else bytes.push(...encoder.encode(part));
  }
  return decoder.decode(Uint8Array.from(bytes));
}

/** What people see: bytes that are no text become replacement characters. Not reversible. */
export function displayPath(key: string): string {
  return key.startsWith(MARK) ? decodeBytes(key.slice(MARK.length)) : key;
}

/** The key of a typed name (with its own slashes) in a directory ('' for the root). */
export function joinPath(directory: string, typed: string): string {
  if (directory === '') return typed;
  if (!directory.startsWith(MARK)) return `${directory}/${typed}`;
  return `${directory}/${typed.replaceAll('%', '%25')}`;
}

/** The last part of a path as people see it. */
export function displayName(key: string): string {
  const path = displayPath(key);
  return path.slice(path.lastIndexOf('/') + 1);
}
