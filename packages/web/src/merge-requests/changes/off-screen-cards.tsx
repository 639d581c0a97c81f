import { useLayoutEffect, useRef } from 'react';
import { type PieceOf, textForm } from '../../ui/diff/piece-forms.ts';
import { pieceVirtualizer } from '../../ui/diff/piece-virtualizer.ts';
import { writeHtml } from '../../ui/trusted-html.tsx';

function block(className: string, text: string, height: number): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.textContent = text;
  made.style.height = `${height}px`;
  made.style.overflow = 'hidden';
  return made;
}

/** The lines of a piece as they are read; of two sides both. */
function textOf(piece: PieceOf): string {
  const place = document.createElement('div');
  writeHtml(place, textForm(piece));
  place.querySelector('.dfc')?.remove();
  return place.textContent ?? '';
}

type Pieces = ReadonlyMap<HTMLElement, PieceOf>;

const piecesIn = (place: Element, pieces: Pieces) =>
  [...place.querySelectorAll<HTMLElement>('.dchunk')].flatMap((each) => pieces.get(each) ?? []);

/** Lines as one text as far as nothing stands between them, and what does with its words. */
function farDiff(diff: HTMLElement, pieces: Pieces): HTMLElement {
  const place = document.createElement('div');
  place.className = 'diff';
  place.style.cssText = diff.style.cssText;
  let lines: string[] = [];
  let [height, look] = [0, 'df'];
  const flush = () => {
    if (height > 0) place.append(block(look, lines.join('\n'), height));
    [lines, height] = [[], 0];
  };
  for (const group of diff.children) {
    // A group of lines that is skipped knows its height, and what is in it does not.
    const parts = group.matches('.dgroup') ? [group] : group.matches('span, button') ? [] : group.children;
    for (const part of parts as Iterable<HTMLElement>) {
      if (part.matches('.diff-insertion')) {
        flush();
        place.append(block('', part.textContent ?? '', part.offsetHeight));
        continue;
      }
      const own = part.matches('.dchunk') ? pieces.get(part) : undefined;
      for (const piece of own ? [own] : piecesIn(part, pieces)) {
        look = `df df-${piece.view}`;
        lines.push(textOf(piece));
      }
      height += part.offsetHeight;
    }
  }
  flush();
  return place;
}

function farHeader(header: HTMLElement): HTMLElement {
  const name = header.querySelector('h2');
  const link = name?.querySelector('a');
  const made = document.createElement('h2');
  made.className = `${name?.className ?? ''} border-b bg-raised px-4`;
  made.style.height = `${header.offsetHeight}px`;
  if (link) {
    const own = link.cloneNode(false) as HTMLElement;
    own.className = 'min-w-0 truncate';
    own.textContent = link.textContent;
    made.append(own);
  }
  return made;
}

/** A card as it is far away: its name, a link as it was, and its lines as plain text, in the room that it had. */
function farCard(card: HTMLElement, pieces: Pieces): HTMLElement {
  const made = card.cloneNode(false) as HTMLElement;
  made.dataset['far'] = '';
  // Of a dialog that is open just now: it takes that back from the card alone.
  for (const name of ['aria-hidden', 'data-aria-hidden', 'inert']) made.removeAttribute(name);
  made.style.height = `${card.offsetHeight}px`;
  for (const part of card.children as Iterable<HTMLElement>) {
    if (part.matches('[data-file-header]')) made.append(farHeader(part));
    else if (part.matches('[data-diff]')) made.append(farDiff(part, pieces));
    else made.append(block('', part.textContent ?? '', part.offsetHeight));
  }
  return made;
}

/** Cards without what draws them, a few elements each. */
export function offScreenCards(place: Element): HTMLElement[] {
  const pieces = new Map(pieceVirtualizer.pieces());
  return [...place.querySelectorAll<HTMLElement>(':scope > [data-file-card]')].map((card) => farCard(card, pieces));
}

/** Shows cards that were made, which are in the page alone afterwards: `take` gives them once. */
export function OffScreenCards({ take }: { take: () => HTMLElement[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(...take()), [take]);
  return <div ref={place} />;
}
