import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { fuzzyMatch } from '../../lib/fuzzy.ts';

export type FileEntry = { key: string; display: string; lower: string };
export type FoundFile = { key: string; display: string; ranges: [start: number, end: number][] };

/** More candidates than this are not scored: a query that matches so much says too little to rank by. */
const MAX_SCORED = 4_000;

export function prepareFiles(keys: readonly string[]): FileEntry[] {
  return keys.map((key) => {
    const display = displayPath(key);
    return { key, display, lower: display.toLowerCase() };
  });
}

function holdsLetters(letters: string, text: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** The entries whose path holds the letters in order. Asked with a longer query, the earlier answer is enough. */
export function narrowFiles(entries: readonly FileEntry[], query: string): FileEntry[] {
  const letters = query.toLowerCase().replaceAll(/\s+/g, '');
  return letters === '' ? [...entries] : entries.filter((entry) => holdsLetters(letters, entry.lower));
}

function scoreOf(entry: FileEntry, query: string): { score: number; ranges: FoundFile['ranges'] } | null {
  const slash = entry.display.lastIndexOf('/');
  const inName = fuzzyMatch(query, entry.display.slice(slash + 1));
  const nearness = -entry.display.length / 200;
  if (inName !== null && !query.includes('/')) {
    const ranges = inName.ranges.map(([start, end]): [number, number] => [start + slash + 1, end + slash + 1]);
    return { score: inName.score + 120 + nearness, ranges };
  }
  const inPath = fuzzyMatch(query, entry.display);
  return inPath === null ? null : { score: inPath.score + nearness, ranges: inPath.ranges };
}

/** Best matches first: the file's own name counts more than the folders it is in. */
export function rankFiles(narrowed: readonly FileEntry[], query: string, limit: number): FoundFile[] {
  if (query.trim() === '') {
    return narrowed.slice(0, limit).map(({ key, display }) => ({ key, display, ranges: [] }));
  }
  const scored = narrowed.slice(0, MAX_SCORED).flatMap((entry) => {
    const match = scoreOf(entry, query);
    return match === null ? [] : [{ entry, ...match }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || (a.entry.display < b.entry.display ? -1 : 1))
    .slice(0, limit)
    .map(({ entry, ranges }) => ({ key: entry.key, display: entry.display, ranges }));
}
