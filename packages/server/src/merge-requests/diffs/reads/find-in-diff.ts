import type { DiffSearchAnswer } from '@tributary/contract/merge-requests/diffs.ts';
import { decodeFileText, type IndexFile, parsePatch, toInlineLines } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import type { ComparedRange } from '../diff-range.ts';
import { openDiff } from '../ensure-index.ts';

const MAX_MATCHES = 500;
/** Hunks of so many files are in memory at once. */
const FILES_AT_ONCE = 50;

type Match = DiffSearchAnswer['matches'][number];
type Search = { text: string; isCaseSensitive: boolean };

/** Shown lines of all files that hold a text, in the order they are read. Long as the comparison may be, no git process. */
export async function findInDiff(ctx: Context, range: ComparedRange, search: Search): Promise<DiffSearchAnswer> {
  const diff = await openDiff(ctx, range.key);
  const matches: Match[] = [];
  const { files } = diff.index;
  for (let start = 0; start < files.length && matches.length <= MAX_MATCHES; start += FILES_AT_ONCE) {
    const some = files.slice(start, start + FILES_AT_ONCE);
    const patches = await diff.readPatches(some);
    for (const [at, file] of some.entries()) {
      const patch = patches[at];
      if (patch && matches.length <= MAX_MATCHES) matches.push(...matchesOf(file, start + at, patch, search));
    }
  }
  return { matches: matches.slice(0, MAX_MATCHES), is_cut: matches.length > MAX_MATCHES };
}

function matchesOf(file: IndexFile, index: number, patch: Buffer, search: Search): Match[] {
  const fold = (text: string) => (search.isCaseSensitive ? text : foldCase(text));
  const wanted = fold(search.text);
  // Most files do not hold it: only those that do are taken apart.
  if (patch.length === 0 || !fold(decodeFileText(patch)).includes(wanted)) return [];
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  return toInlineLines(path, parsePatch(patch)).flatMap((line) => {
    const { type, lineCode, oldLine, newLine, text } = line;
    if (type === 'match' || lineCode === null) return [];
    const ranges = rangesOf(fold(text), wanted);
    if (ranges.length === 0) return [];
    const place = { index, file_hash: file.fileHash, file_path: path, line_code: lineCode };
    return [{ ...place, type, old_line: oldLine, new_line: newLine, text, ranges }];
  });
}

/** Lower case where that keeps every letter in its place (a Turkish İ would become two). */
function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function rangesOf(text: string, wanted: string): Match['ranges'] {
  const ranges: Match['ranges'] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    ranges.push({ start: at, end: at + wanted.length });
  }
  return ranges;
}
