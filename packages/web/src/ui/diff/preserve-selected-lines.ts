import { nodeAt, textCursorOf } from './preserve-selection.ts';

/** An end of a selection: the line, by its diff and its index there, and where in it. */
type End = { diff: Element; row: string; column: number };

function endOf(rows: readonly Element[], node: Node | null, offset: number): End | null {
  const row = rows.find((each) => each.contains(node));
  const diff = row?.closest('[data-diff]');
  const place = row && textCursorOf(row, node, offset);
  return diff && place ? { diff, row: row.getAttribute('data-i') ?? '', column: place.column } : null;
}

function nodeOf({ diff, row, column }: End): [Node, number] | null {
  const element = diff.querySelector(`tr.dr[data-i="${row}"]`);
  const lines = element?.parentElement;
  return lines ? nodeAt(lines, { line: [...lines.children].indexOf(element), column }) : null;
}

/** Rows that come again in another piece: what is chosen in them is chosen there once all pieces are written. */
export function preserveSelectedLines(rows: readonly Element[]): void {
  // To ask for the selection, the browser lays the page out, and in a field there is none of lines.
  if (rows.length === 0 || document.activeElement?.matches('textarea, input')) return;
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const anchor = endOf(rows, anchorNode, anchorOffset);
  const focus = endOf(rows, focusNode, focusOffset);
  if (!anchor && !focus) return;
  queueMicrotask(() => {
    const from = anchor ? nodeOf(anchor) : ([anchorNode, anchorOffset] as const);
    const to = focus ? nodeOf(focus) : ([focusNode, focusOffset] as const);
    if (from && to && from[0].isConnected && to[0].isConnected) selection.setBaseAndExtent(...from, ...to);
  });
}
