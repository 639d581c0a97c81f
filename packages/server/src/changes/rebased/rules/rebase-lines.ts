type Line = { type: 'context' | 'added' | 'removed'; oldLine: number | null; newLine: number | null };
type Hunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: readonly Line[] };
type Hunks = readonly Hunk[];

/** First and last line, both included. */
export type Span = [first: number, last: number];

export type RebaseInput = {
  /** From the older to the newer version: what is shown. */
  shown: Hunks;
  /** What each version changes on its own base. */
  before: Hunks;
  after: Hunks;
  /** From the older base to the newer one. */
  target: Hunks;
};

export type RebaseLines = { old: Span[]; new: Span[]; isAll: boolean };

/** Number on the old side of a line that a patch leaves alone; undefined for lines it added. */
function beforePatch(hunks: Hunks): (line: number) => number | undefined {
  const known = new Map<number, number | undefined>();
  const ends: { end: number; shift: number }[] = [];
  let shift = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) if (line.newLine !== null) known.set(line.newLine, line.oldLine ?? undefined);
    shift += hunk.oldLines - hunk.newLines;
    // A hunk without new lines stands after the line it names.
    ends.push({ end: hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart + hunk.newLines, shift });
  }
  return (line) => {
    if (known.has(line)) return known.get(line);
    return line + (ends.findLast(({ end }) => end <= line)?.shift ?? 0);
  };
}

function linesOf(hunks: Hunks, side: 'oldLine' | 'newLine', type: Line['type']): Set<number> {
  const lines = hunks.flatMap((hunk) => hunk.lines).filter((line) => line.type === type);
  return new Set(lines.flatMap((line) => line[side] ?? []));
}

/** Changed lines that follow each other without an unchanged one between them. */
function runsOf(hunks: Hunks): Line[][] {
  const runs: Line[][] = [];
  for (const { lines } of hunks) {
    let run: Line[] = [];
    for (const line of lines) {
      if (line.type !== 'context') run.push(line);
      else if (run.length > 0) {
        runs.push(run);
        run = [];
      }
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}

function spanOf(lines: readonly (number | null)[]): Span[] {
  const numbers = lines.filter((line) => line !== null);
  return numbers.length === 0 ? [] : [[Math.min(...numbers), Math.max(...numbers)]];
}

/**
 * Finds what a comparison of two versions of one file shows only because the target branch went on. A removed line
 * counts when the older version had it from its base and the target took it away; an added one when the target added it
 * and the newer version has it from there. A run counts only as a whole: one line of the author keeps all of it.
 */
export function rebaseLines({ shown, before, after, target }: RebaseInput): RebaseLines {
  const [inOldBase, inNewBase] = [beforePatch(before), beforePatch(after)];
  const [removed, added] = [linesOf(target, 'oldLine', 'removed'), linesOf(target, 'newLine', 'added')];
  const isOfTarget = (line: Line): boolean => {
    if (line.type === 'removed') return line.oldLine !== null && removed.has(inOldBase(line.oldLine) ?? 0);
    return line.newLine !== null && added.has(inNewBase(line.newLine) ?? 0);
  };
  const runs = runsOf(shown);
  const foreign = runs.filter((run) => run.every(isOfTarget));
  return {
    old: foreign.flatMap((run) => spanOf(run.map((line) => line.oldLine))),
    new: foreign.flatMap((run) => spanOf(run.map((line) => line.newLine))),
    isAll: runs.length > 0 && foreign.length === runs.length,
  };
}
