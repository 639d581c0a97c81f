import { type Hunk, type IndexFile, lineCode } from '@tributary/git';
import { positionOfLine } from '../rules/position-of-line.ts';

export type Hunks = readonly Hunk[];

/** A line as the diff of a file shows it. */
export type VisibleLine = { file: IndexFile; oldLine: number | null; newLine: number | null; lineCode: string };

/**
 * The line must be part of what is shown: a removed line that is unchanged now is no longer what was talked about. `shift` is
 * what the lines before the hunks are moved by, where these are not all.
 */
export function findVisibleLine(
  file: IndexFile,
  hunks: Hunks,
  at: { line: number; isNew: boolean },
  shift = 0,
): VisibleLine | undefined {
  const found = hunks
    .flatMap((hunk) => hunk.lines)
    .find((line) => (at.isNew ? line.newLine : line.oldLine) === at.line);
  const [oldLine, newLine] = found ? [found.oldLine, found.newLine] : outside(hunks, at, shift);
  if (!at.isNew && newLine !== null) return undefined;
  const place = positionOfLine(hunks, oldLine, newLine, shift);
  if (!place) return undefined;
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  return { file, oldLine, newLine, lineCode: lineCode(path, place.oldPosition, place.newPosition) };
}

/** Numbers of an unchanged line between hunks. */
function outside(
  hunks: Hunks,
  at: { line: number; isNew: boolean },
  shiftBefore: number,
): [number | null, number | null] {
  let shift = shiftBefore;
  for (const hunk of hunks) {
    if (at.line < (at.isNew ? hunk.newStart : hunk.oldStart)) break;
    shift += hunk.newLines - hunk.oldLines;
  }
  return at.isNew ? [at.line - shift, at.line] : [at.line, at.line + shift];
}
