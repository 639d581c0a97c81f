import type { DiffStatus, Hunk } from './diff-file.ts';

/** How one file changed from the version a position was made for to the version it is wanted in. */
export interface FileChange {
  oldPath: string;
  newPath: string;
  status: DiffStatus;
  /** Null when the lines are not known (binary, too large). */
  hunks: readonly Hunk[] | null;
}

export type TracedPosition =
  /** The line is there, unchanged, under this number. */
  | { kind: 'line'; path: string; line: number }
  /** The file is there, the line was changed or removed. */
  | { kind: 'file'; path: string }
  /** The file is not there any more. */
  | { kind: 'gone' };

/**
 * Where a line of the old version is in the new one. `change` is the difference between the two versions for that file;
 * null when the file is the same in both. Use it for the new side with the two heads, for the old side with the two bases.
 */
export function tracePosition(position: { path: string; line: number }, change: FileChange | null): TracedPosition {
  if (change === null) return { kind: 'line', ...position };
  if (change.status === 'deleted') return { kind: 'gone' };
  // A copy leaves the original where it was.
  if (change.status === 'copied') return { kind: 'line', ...position };
  const path = change.newPath;
  if (change.hunks === null || change.status === 'type_changed') return { kind: 'file', path };
  const line = traceLine(position.line, change.hunks);
  return line === null ? { kind: 'file', path } : { kind: 'line', path, line };
}

/** The same for lines `start` to `end`: they are still there only if all are, in one piece. */
export function traceRange(
  range: { path: string; start: number; end: number },
  change: FileChange | null,
): { kind: 'range'; path: string; start: number; end: number } | { kind: 'file'; path: string } | { kind: 'gone' } {
  const first = tracePosition({ path: range.path, line: range.start }, change);
  if (first.kind !== 'line') return first;
  for (let line = range.start + 1; line <= range.end; line += 1) {
    const traced = tracePosition({ path: range.path, line }, change);
    if (traced.kind !== 'line') return traced;
    if (traced.line !== first.line + line - range.start) return { kind: 'file', path: first.path };
  }
  return { kind: 'range', path: first.path, start: first.line, end: first.line + range.end - range.start };
}

function traceLine(line: number, hunks: readonly Hunk[]): number | null {
  let shift = 0;
  for (const hunk of hunks) {
    // A hunk that only adds stands after the line its heading names.
    const first = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    if (line < first) return line + shift;
    if (line < first + hunk.oldLines) return hunk.lines.find((each) => each.oldLine === line)?.newLine ?? null;
    shift += hunk.newLines - hunk.oldLines;
  }
  return line + shift;
}
