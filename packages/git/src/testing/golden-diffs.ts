import { readdirSync, readFileSync } from 'node:fs';
import { pairLines } from '@tributary/contract/projects/pair-lines.ts';
import { splitLines } from '../diff/context-lines.ts';
import { DiffScanner } from '../diff/diff-scanner.ts';
import type { InlineLine } from '../diff/line-layout.ts';

export const GOLDEN_FOLDER = new URL('../diff/golden/', import.meta.url);

type GoldenFile = {
  status: string;
  oldPath: string;
  newPath: string;
  inline: string[];
  parallel: (string | null)[][];
};

/** Recorded diffs, and what they were read as. */
export function goldenDiffs() {
  const text = (file: string) => readFileSync(new URL(file, GOLDEN_FOLDER), 'utf8');
  const names = readdirSync(GOLDEN_FOLDER).filter((name) => name.endsWith('.diff'));
  return names.map((name) => {
    const bytes = Buffer.from(text(name).replaceAll('␀', '\0'));
    return {
      name,
      bytes,
      /** The hunks of each of its files. */
      patches: (): Buffer[] => {
        const scanner = new DiffScanner({ maxFilePatchBytes: 100_000, ignoreWhitespace: true });
        return [...scanner.feed(bytes), ...scanner.finish()].flatMap((file) =>
          Buffer.isBuffer(file) ? [] : file.patchBytes,
        );
      },
      files: () => JSON.parse(text(name.replace(/diff$/, 'json'))) as GoldenFile[],
    };
  });
}

/** Lines as the golden files have them, in one column and in two. */
export function linesAsText(lines: readonly InlineLine[]): Pick<GoldenFile, 'inline' | 'parallel'> {
  const words = (at: number | null) => (at === null ? null : lineInWords(lines[at]));
  return {
    inline: lines.map((line) => lineInWords(line) ?? ''),
    parallel: pairsOf(lines).map(({ left, right }) => [words(left), words(right)]),
  };
}

function lineInWords(line: InlineLine | undefined): string | null {
  if (line === undefined) return null;
  if (line.type === 'match')
    return `match ${line.metaData?.oldPosition ?? ''} ${line.metaData?.newPosition ?? ''} ${line.text}`.trimEnd();
  const code = line.lineCode?.slice(line.lineCode.indexOf('_') + 1) ?? '';
  return `${line.type ?? 'same'} ${code} [${line.oldLine ?? ''}:${line.newLine ?? ''}] ${line.text}${line.noNewline === true ? ' (no newline)' : ''}`;
}

function pairsOf(lines: readonly InlineLine[]) {
  return pairLines(lines.length, (at) => {
    const type = lines[at]?.type ?? null;
    return type === 'match' ? null : type;
  });
}

type Side = 'old' | 'new';
type Sides = Record<Side, string>;

/** Both sides of a file as its lines give them, in one column and in two; the hidden lines come from `old`. */
export function rebuildSides(lines: readonly InlineLine[], old: string): { inline: Sides; parallel: Sides } {
  const rows = pairsOf(lines);
  const at = (index: number | null) => (index === null ? [] : (lines[index] ?? []));
  const left = rows.flatMap((row) => at(row.left));
  // Only the left column knows how far a gap of the old side reaches, so its removed lines are counted for the right one.
  const right = rows.flatMap((row) => (row.left === row.right ? at(row.left) : [at(row.left), at(row.right)].flat()));
  return {
    inline: { old: rebuild(lines, old, 'old'), new: rebuild(lines, old, 'new') },
    parallel: { old: rebuild(left, old, 'old'), new: rebuild(right, old, 'new') },
  };
}

function rebuild(lines: readonly InlineLine[], old: string, side: Side): string {
  const before = splitLines(old);
  const endsOpen = old !== '' && !old.endsWith('\n');
  const result: { text: string; isOpen: boolean }[] = [];
  let at = 0;
  const copyUntil = (line: number) => {
    for (; at < line; at += 1) result.push({ text: before[at] ?? '', isOpen: endsOpen && at === before.length - 1 });
  };
  for (const line of lines) {
    if (line.type === 'match') {
      copyUntil(Math.min((line.metaData?.oldPosition ?? 1) - 1, before.length));
      continue;
    }
    if (line.type !== 'new') at += 1;
    const isHere = line.type === null || line.type === side;
    if (isHere) result.push({ text: line.text, isOpen: line.noNewline === true });
  }
  copyUntil(before.length);
  return result.map(({ text, isOpen }) => (isOpen ? text : `${text}\n`)).join('');
}
