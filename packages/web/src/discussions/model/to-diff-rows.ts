import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffRow, OmittedLines } from '../../ui/diff/diff-row.ts';
import { markRanges } from './mark-ranges.ts';

const KINDS = {
  new: 'added',
  old: 'removed',
  match: 'match',
  'new-nonewline': 'added',
  'old-nonewline': 'removed',
} as const;

/** A line of a diff, or in its place what stands for lines of a long one that are not here. */
export type VisibleLine = PageDiffLine & { leftOut?: OmittedLines };

/** Lines as the server sends them → rows of the table. A side that a line is not on has no number. */
export function toDiffRows(lines: readonly VisibleLine[]): DiffRow[] {
  return lines.map((line) => {
    const kind = line.type === null ? 'context' : KINDS[line.type];
    const isLast = line.type === 'new-nonewline' || line.type === 'old-nonewline';
    return {
      kind,
      oldLine: kind === 'added' ? null : line.old_line,
      newLine: kind === 'removed' ? null : line.new_line,
      html: markRanges(line.rich_text, line.changed_ranges ?? []),
      lineCode: kind === 'match' ? null : line.line_code,
      ...(isLast && { hasNoNewline: true }),
      ...(line.leftOut && { leftOut: line.leftOut }),
      ...(line.meta_data?.lines_left !== undefined && { linesLeft: line.meta_data.lines_left }),
    };
  });
}
