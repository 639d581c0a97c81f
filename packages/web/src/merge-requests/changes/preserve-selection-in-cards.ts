import { nodeAt, textCursorOf, type TextCursor } from '../../ui/diff/preserve-selection.ts';
import { fileHashOf } from './reading-position.ts';

type CardPlace = TextCursor & { fileHash: string };

const elementOf = (node: Node | null) => (node instanceof Element ? node : (node?.parentElement ?? null));

/** A place in the lines of a card that is far away. */
function farPlace(group: Element, node: Node | null, offset: number): CardPlace | null {
  const text = elementOf(node)?.closest('.df');
  const card = text?.closest('[data-far]');
  const fileHash = fileHashOf(card ?? null);
  if (!text || !card || fileHash === null || !group.contains(card)) return null;
  const own = textCursorOf(text, node, offset);
  if (!own) return null;
  let line = own.line;
  for (const each of card.querySelectorAll('.df')) {
    if (each === text) break;
    line += (each.textContent ?? '').split('\n').length;
  }
  return { fileHash, line, column: own.column };
}

function linesIn(piece: Element): number {
  return piece.querySelectorAll('tr.dr').length || (piece.textContent ?? '').split('\n').length;
}

/** The same place where the card is drawn. */
function drawnPlace({ fileHash, line, column }: CardPlace): [Node, number] | null {
  let left = line;
  for (const piece of document.querySelectorAll(`#diff-content-${fileHash} > [data-diff] .dchunk`)) {
    if (piece.closest('.diff-insertion')) continue;
    const count = linesIn(piece);
    if (left < count) return nodeAt(piece, { line: left, column });
    left -= count;
  }
  return null;
}

/** Draws cards that were far away without taking the keyboard or an end of a selection from whoever is in them. */
export function preserveSelectionInCards(group: Element, draw: () => void): void {
  const { activeElement } = document;
  const focused = group.contains(activeElement) ? fileHashOf(activeElement) : null;
  const selection = document.getSelection();
  const ends = selection && [
    { node: selection.anchorNode, offset: selection.anchorOffset },
    { node: selection.focusNode, offset: selection.focusOffset },
  ];
  const places = ends?.map(({ node, offset }) => farPlace(group, node, offset)) ?? [];
  draw();
  if (focused !== null) {
    document.querySelector<HTMLElement>(`#diff-content-${focused} h2 a`)?.focus({ preventScroll: true });
  }
  if (!selection || !ends || places.every((place) => place === null)) return;
  const [from, to] = ends.map(({ node, offset }, at) => {
    const place = places[at];
    return place ? drawnPlace(place) : node && ([node, offset] as const);
  });
  if (from && to) selection.setBaseAndExtent(from[0], from[1], to[0], to[1]);
}
