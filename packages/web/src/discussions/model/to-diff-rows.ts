import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';

const KINDS = {
  new: 'added',
  old: 'removed',
  match: 'match',
  'new-nonewline': 'context',
  'old-nonewline': 'context',
} as const;

/** Lines as the server sends them → rows of the table. A "no newline" line becomes a mark on the line before it. */
export function toDiffRows(lines: readonly PageDiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  for (const line of lines) {
    if (line.type === 'new-nonewline' || line.type === 'old-nonewline') {
      const before = rows.at(-1);
      if (before) before.hasNoNewline = true;
      continue;
    }
    rows.push({
      kind: line.type === null ? 'context' : KINDS[line.type],
      oldLine: line.type === 'new' ? null : line.old_line,
      newLine: line.type === 'old' ? null : line.new_line,
      html: line.rich_text,
      lineCode: line.type === 'match' ? null : line.line_code,
    });
  }
  return rows;
}
