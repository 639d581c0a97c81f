/** A place in the text of a piece: line, and letters into it. */
export type TextCursor = { line: number; column: number };

/** Text of a line that is drawn as a row; two sides have it on both. */
function textsOf(row: Element): Element[] {
  return [...row.querySelectorAll('.dt')];
}

export function textCursorOf(piece: Element, node: Node | null, offset: number): TextCursor | null {
  if (!node || !piece.contains(node)) return null;
  const before = document.createRange();
  const row = (node instanceof Element ? node : node.parentElement)?.closest('tr.dr');
  if (row) {
    const own = textsOf(row).find((text) => text.contains(node)) ?? textsOf(row)[0] ?? row;
    before.setStart(own, 0);
    if (own.contains(node)) before.setEnd(node, offset);
    const line = [...piece.querySelectorAll('tr.dr')].indexOf(row);
    return { line, column: before.toString().length };
  }
  before.setStart(piece, 0);
  before.setEnd(node, offset);
  const lines = before.toString().split('\n');
  return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

export function nodeAt(piece: Element, { line, column }: TextCursor): [Node, number] {
  const row = piece.querySelectorAll('tr.dr')[line];
  const own = row && textsOf(row)[0];
  const walker = document.createTreeWalker(own ?? piece, NodeFilter.SHOW_TEXT);
  let left = column;
  if (!own) for (const text of (piece.textContent ?? '').split('\n').slice(0, line)) left += text.length + 1;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text;
    if (left <= length) return [node, left];
    left -= length;
  }
  return [own ?? piece, 0];
}

/** Of the selection: asked for once for all that is written at once, for each question lays the page out again. */
let ends: readonly (Node | null | undefined)[] | undefined;

/** Writes a piece in another form without taking the keyboard or an end of a selection from whoever is in it. */
export function preserveSelection(piece: HTMLElement, write: () => void): void {
  const { activeElement } = document;
  if (!ends) {
    const { anchorNode, focusNode } = document.getSelection() ?? {};
    ends = [anchorNode, focusNode];
    queueMicrotask(() => (ends = undefined));
  }
  // Of many pieces the reader is in few.
  if (![activeElement, ...ends].some((node) => node && piece.contains(node))) return write();
  // A row has the keyboard where the address named it.
  const kind = activeElement?.matches('tr') ? 'tr' : 'button, a';
  const controls = () => [...piece.querySelectorAll<HTMLElement>(kind)];
  const focused = controls().indexOf(activeElement as HTMLElement);
  const selection = document.getSelection();
  const { anchorNode = null, anchorOffset = 0, focusNode = null, focusOffset = 0 } = selection ?? {};
  const anchor = textCursorOf(piece, anchorNode, anchorOffset);
  const focus = textCursorOf(piece, focusNode, focusOffset);
  write();
  const now = controls()[focused];
  if (now) {
    if (now.tabIndex < 0) now.tabIndex = -1;
    now.focus({ preventScroll: true });
  }
  if (!selection || !anchorNode || !focusNode || (!anchor && !focus)) return;
  const [fromNode, from] = anchor ? nodeAt(piece, anchor) : [anchorNode, anchorOffset];
  const [toNode, to] = focus ? nodeAt(piece, focus) : [focusNode, focusOffset];
  selection.setBaseAndExtent(fromNode, from, toNode, to);
}
