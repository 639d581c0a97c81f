import { diffLines, splitLines } from './line-diff.ts';

/** Lines [from, to) of the base are replaced by these. */
type Change = { from: number; to: number; lines: string[] };

function changesOf(base: readonly string[], other: readonly string[]): Change[] {
  const changes: Change[] = [];
  let open: Change | null = null;
  let at = 0;
  for (const edit of diffLines(base, other)) {
    if (edit.kind === 'same') {
      open = null;
      at = (edit.old ?? 0) + 1;
      continue;
    }
    if (open === null) {
      open = { from: at, to: at, lines: [] };
      changes.push(open);
    }
    if (edit.kind === 'removed') open.to = at = (edit.old ?? 0) + 1;
    else open.lines.push(other[edit.new ?? 0] ?? '');
  }
  return changes;
}

function isSame(a: Change, b: Change): boolean {
  return a.from === b.from && a.to === b.to && a.lines.join('\n') === b.lines.join('\n');
}

/**
 * Both changes of a text in one, or null when they touch the same or neighbouring lines: then a user has to look. The
 * same change made twice counts once.
 */
export function combineTexts(base: string, mine: string, theirs: string): string | null {
  const lines = splitLines(base);
  const own = changesOf(lines, splitLines(mine));
  const other = changesOf(lines, splitLines(theirs)).filter((change) => !own.some((each) => isSame(each, change)));
  for (const a of own) {
    for (const b of other) {
      if (a.from <= b.to && b.from <= a.to) return null;
    }
  }
  const result: string[] = [];
  let at = 0;
  for (const change of [...own, ...other].toSorted((a, b) => a.from - b.from)) {
    result.push(...lines.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...result, ...lines.slice(at)].join('\n');
}
