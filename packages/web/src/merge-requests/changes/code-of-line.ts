import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { numbersOf } from '../../ui/diff/diff-hash.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { Changes } from './changes-context.ts';
import { loadPage } from './load-page.ts';
import { isOmitted } from './model/omitted-lines.ts';
import { isPureRename } from './more-of-file.ts';
import { openCommentedLines } from './open-commented-lines.ts';
import { visibleRows } from './visible-rows.ts';

/** A line by its number on one side, where nobody knows what it is on the other. */
type Place = { side: 'old' | 'new'; line: number };
type Of = Pick<Changes, 'store' | 'views' | 'params' | 'loadFolded'>;

/** The other number is 0, which no line has. */
export function sideAndLineOf(code: string): Place | null {
  const { oldLine = 0, newLine = 0 } = numbersOf(code) ?? {};
  if (newLine > 0 && oldLine === 0) return { side: 'new', line: newLine };
  return oldLine > 0 && newLine === 0 ? { side: 'old', line: oldLine } : null;
}

function numberOn({ kind, oldLine, newLine }: DiffRow, side: Place['side']): number | null {
  if (kind === 'match' || kind === 'fold') return null;
  return side === 'old' ? oldLine : newLine;
}

/**
 * The code of such a line; of its file as much is loaded, and opened, as has to be. Null where there is no such line.
 * Throws when lines cannot be had.
 */
export async function codeOfLine(file: DiffFileSummary, { side, line }: Place, of: Of): Promise<string | null> {
  const first = await of.store.settled(file.index);
  if (first.state !== 'loaded') return null;
  // Whoever goes there has its lines shown.
  if (isPureRename(first.file)) return `${file.file_hash}_${line}_${line}`;
  if (first.file.collapsed) await of.loadFolded(first.file);
  const wanted = side === 'old' ? { old: line } : { new: line };
  let isAsked = false;
  let isOpened = false;
  for (;;) {
    const now = of.store.get(file.index);
    if (now.state !== 'loaded') return null;
    const { rows } = visibleRows(now.file, of);
    const found = rows.find((row) => numberOn(row, side) === line);
    if (found) return found.lineCode;
    if (!isAsked && isOmitted(rows, wanted, now.file.next_line)) {
      isAsked = true;
      await loadPage(now.file, wanted, of);
    } else if (side === 'new' && !isOpened) {
      await openCommentedLines(now.file, [line], of);
      isOpened = true;
    } else return null;
  }
}
