import type { PairedLines } from '@tributary/contract/projects/pair-lines.ts';
import { attribute, chunkHtml, type GutterButtons } from './chunk-html.ts';
import { type DiffRow, type DiffView, rowOfDisplay } from './diff-row.ts';
import { breaksAnywhere, withoutTags } from './line-breaks.ts';

/** Lines of the view, `[from, to)`, and all that says how they look. */
export type PieceOf = {
  rows: readonly DiffRow[];
  pairs: readonly PairedLines[];
  view: DiffView;
  canExpand: boolean;
  marks: GutterButtons;
  from: number;
  to: number;
};

/** Indexes into the rows of what is drawn of a piece, one or two for each of its lines. */
export function drawnIn({ rows, pairs, view, from, to }: PieceOf): number[][] {
  const found: number[][] = [];
  for (let at = from; at < to; at++) {
    if (rows[rowOfDisplay(pairs, view, at)]?.isHidden === true) continue;
    const { left = null, right = null } = view === 'inline' ? { left: at } : (pairs[at] ?? {});
    found.push([left, right === left ? null : right].filter((index) => index !== null));
  }
  return found;
}

/** How many lines of the view a piece draws. */
export function drawnCount({ rows, pairs, view, from, to }: PieceOf): number {
  let count = 0;
  for (let at = from; at < to; at++) if (rows[rowOfDisplay(pairs, view, at)]?.isHidden !== true) count++;
  return count;
}

/** Whether a piece has such a row. */
export function hasRow({ rows, pairs, view, from, to }: PieceOf, isMeant: (row: DiffRow, index: number) => boolean) {
  const isIt = (index: number | null | undefined) => {
    const row = rows[index ?? -1];
    return row !== undefined && row.isHidden !== true && isMeant(row, index ?? -1);
  };
  for (let at = from; at < to; at++) {
    if (view === 'inline' ? isIt(at) : isIt(pairs[at]?.right) || isIt(pairs[at]?.left)) return true;
  }
  return false;
}

/** A piece as rows, each line with its numbers and buttons. */
export function rowsForm(piece: PieceOf): string {
  const { rows, pairs, view, from, to, ...look } = piece;
  const kind = view === 'parallel' ? 'dtable dtable-parallel' : 'dtable';
  return `<table class="${kind}" role="presentation"><tbody>${chunkHtml(rows, pairs, view, from, to, look)}</tbody></table>`;
}

/** A line that takes as many rows as it does where it is drawn with its number. */
function textOf(row: DiffRow | undefined): string {
  const text = withoutTags(row?.fold ? attribute(row.fold.what) : (row?.html ?? ''));
  return breaksAnywhere(text) ? `<span class="dw">${text}</span>` : text;
}

/** What the keyboard can reach in rows. */
const CONTROLS = /<(button|a)\b[\s\S]*?<\/\1>/g;

/**
 * A piece out of reach: its lines as one text, for the browser's own find, for copying and for what reads the page aloud,
 * followed by what the Tab key goes to. Two elements in place of a thousand.
 */
export function textForm(piece: PieceOf): string {
  const { rows, marks, canExpand, view } = piece;
  const drawn = drawnIn(piece);
  const lines = drawn.map((indexes) => indexes.map((index) => textOf(rows[index])).join('\t'));
  const hasControls = drawn.flat().some((index) => {
    const row = rows[index];
    return marks.has(index) || row?.remark || row?.fold || (canExpand && row?.kind === 'match');
  });
  const controls = hasControls ? `<span class="dfc">${(rowsForm(piece).match(CONTROLS) ?? []).join('')}</span>` : '';
  return `<div class="df df-${view}">${lines.join('\n')}${controls}</div>`;
}
