import { writeHtml } from '../trusted-html.tsx';
import { preserveSelectedLines } from './preserve-selected-lines.ts';
import { drawnCount, type PieceOf, rowsForm } from './piece-forms.ts';

const LOOKS = ['rows', 'pairs', 'view', 'canExpand', 'marks'] as const;

/** Rows that are not there yet. */
function newRows(of: PieceOf, from: number, to: number): Element[] {
  if (from >= to) return [];
  const place = document.createElement('div');
  writeHtml(place, rowsForm({ ...of, from, to }));
  return [...place.querySelectorAll('tr')];
}

/**
 * Gives a drawn piece other ends, because something was put between its lines or went from there. Lines that stay are not
 * touched: they cost nothing, and whoever has something chosen in them keeps it. False when the piece is another one.
 */
export function reshapePiece(element: HTMLElement, before: PieceOf, now: PieceOf): boolean {
  const body = element.querySelector('tbody');
  if (!body || LOOKS.some((look) => before[look] !== now[look])) return false;
  const [from, to] = [Math.max(before.from, now.from), Math.min(before.to, now.to)];
  if (from >= to) return false;
  const rows = [...body.children];
  const above = drawnCount({ ...before, to: from });
  const below = drawnCount({ ...before, from: to });
  const gone = rows.filter((_row, at) => at < above || at >= rows.length - below);
  preserveSelectedLines(gone);
  for (const row of gone) row.remove();
  body.prepend(...newRows(now, now.from, from));
  body.append(...newRows(now, to, now.to));
  return true;
}
