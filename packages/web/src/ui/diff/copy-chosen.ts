import { writeHtml } from '../trusted-html.tsx';
import { type Side, sideOf } from './chosen-side.ts';
import { rowsForm } from './piece-forms.ts';
import { pieceVirtualizer } from './piece-virtualizer.ts';

function chunkOf(node: Node | null): HTMLElement | null {
  return (node instanceof Element ? node : (node?.parentElement ?? null))?.closest<HTMLElement>('.dchunk') ?? null;
}

const insertionOf = (element: Element | null) => element?.closest('.diff-insertion') ?? null;

/** What a line says on that side, or on any; null where it has nothing there. */
function textIn(row: HTMLTableRowElement, side: Side | null): Element | null {
  const [first, ...others] = row.querySelectorAll('.dt');
  const all = first ? [first, ...others] : [];
  return all.find((text) => side === null || sideOf(text) === side) ?? null;
}

/** Those letters of it that are chosen. */
function chosenOf(text: Element, range: Range): string {
  const own = document.createRange();
  own.selectNodeContents(text);
  if (range.compareBoundaryPoints(Range.START_TO_START, own) > 0) own.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, own) < 0) own.setEnd(range.endContainer, range.endOffset);
  return own.toString();
}

/** Rows of a piece; of one that is a text, rows that nobody sees. */
function rowsOf(chunk: HTMLElement): Iterable<HTMLTableRowElement> {
  const drawn = chunk.querySelector('table');
  if (drawn) return drawn.rows;
  const place = document.createElement('div');
  for (const [element, of] of pieceVirtualizer.pieces()) if (element === chunk) writeHtml(place, rowsForm(of));
  return place.querySelector('table')?.rows ?? [];
}

function chosenLines(range: Range, side: Side | null, chunks: readonly HTMLElement[]): string[] {
  const code: string[] = [];
  const others: string[] = [];
  for (const chunk of chunks) {
    for (const row of rowsOf(chunk)) {
      if (row.isConnected && !range.intersectsNode(row)) continue;
      const text = textIn(row, side);
      if (!text) continue;
      const isCode = !row.matches('.dk-match, .dk-fold');
      (isCode ? code : others).push(row.isConnected ? chosenOf(text, range) : (text.textContent ?? ''));
    }
  }
  return code.length > 0 ? code : others;
}

/** Firefox splits what is chosen wherever something cannot be. */
function wholeRange(selection: Selection): Range {
  const range = selection.getRangeAt(0).cloneRange();
  const last = selection.getRangeAt(selection.rangeCount - 1);
  range.setEnd(last.endContainer, last.endOffset);
  return range;
}

/** Does it end among the lines it was begun on? Lines stand above what is said about them as well, which is no line. */
function endsAmongLines(begun: HTMLElement, end: Element | null): boolean {
  const insertion = insertionOf(begun);
  if (insertionOf(end) !== insertion) return false;
  if (insertion === null && begun.closest('[data-diff]')) return end !== null && end.closest('[data-diff]') !== null;
  return chunkOf(end)?.parentElement === begun.parentElement;
}

/**
 * Lines that were chosen, as they are in the file: of two sides the one that was begun on, without what stands between
 * the lines. Null where something else was chosen, which the browser copies as it is.
 */
export function chosenText(selection: Selection | null): string | null {
  if (!selection || selection.isCollapsed || document.activeElement?.matches('input, textarea')) return null;
  const begun = chunkOf(selection.anchorNode);
  const insertion = insertionOf(begun);
  const focus = selection.focusNode instanceof Element ? selection.focusNode : selection.focusNode?.parentElement;
  if (!begun || !endsAmongLines(begun, focus ?? null)) return null;
  // An end in a text is an end in a row from here on.
  for (const end of [begun, chunkOf(selection.focusNode)]) if (end) pieceVirtualizer.drawWhere(() => true, end);
  const range = wholeRange(selection);
  const chunks = [...document.querySelectorAll<HTMLElement>('.dchunk')].filter(
    (chunk) => insertionOf(chunk) === insertion && range.intersectsNode(chunk),
  );
  return chosenLines(range, sideOf(selection.anchorNode), chunks).join('\n');
}

document.addEventListener('copy', (event) => {
  if (event.defaultPrevented) return;
  const text = chosenText(document.getSelection());
  if (text === null || text === '') return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
});
