/** What the hash of an address names in a diff. Line codes are `<file hash>_<old>_<new>`. */
export type DiffHash =
  | { type: 'file'; fileHash: string }
  | { type: 'lines'; fileHash: string; from: string; to: string };

const FILE = /^(?:diff-content-)?([0-9a-f]{40})$/;
const LINES = /^([0-9a-f]{40})(_\d+_\d+)(?:-(?:\1)?(_\d+_\d+))?$/;

/** Null for what is no part of a diff. The sign may stand before it. */
export function parseDiffHash(hash: string): DiffHash | null {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  const [, fileHash] = FILE.exec(text) ?? [];
  if (fileHash !== undefined) return { type: 'file', fileHash };
  const [, of, first, last = first] = LINES.exec(text) ?? [];
  if (of === undefined || first === undefined) return null;
  return { type: 'lines', fileHash: of, from: `${of}${first}`, to: `${of}${last}` };
}

/** The hash of a run of lines; of one line it is its line code. */
export function linesHash(from: string, to: string): string {
  return from === to ? from : `${from}-${to.slice(to.indexOf('_'))}`;
}

/** Old and new number in a line code; null for what is none. */
export function numbersOf(lineCode: string): { oldLine: number; newLine: number } | null {
  const [, oldLine, newLine] = /_(\d+)_(\d+)$/.exec(lineCode) ?? [];
  return oldLine === undefined || newLine === undefined ? null : { oldLine: Number(oldLine), newLine: Number(newLine) };
}
