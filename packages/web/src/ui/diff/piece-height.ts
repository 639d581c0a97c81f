import { ROW_HEIGHT_PX } from './chunk-html.ts';
import { breaksAnywhere, withoutTags } from './line-breaks.ts';
import { drawnIn, type PieceOf } from './piece-forms.ts';
import { pieceVirtualizer } from './piece-virtualizer.ts';

/** From here on letters take the room of two in a code endpoint: those of East Asia, and what comes after them. */
const FIRST_WIDE = 0x1100;
const TAB = 4;
const FRAME_MS = 8;

/**
 * Lines that a row takes where so many letters fit beside each other: words stay whole where they do in the row, and spaces
 * hang over.
 */
export function linesOf(html: string, columns: number): number {
  const bare = withoutTags(html);
  const text = bare.replaceAll(/&[^;]{1,8};/g, 'x');
  if (text.length <= columns / 2) return 1;
  const hasWholeWords = !breaksAnywhere(bare);
  let [lines, at, wordFrom] = [1, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isSpace = code === 0x20 || code === 0x09;
    const width = code === 0x09 ? TAB : code < FIRST_WIDE ? 1 : 2;
    at += width;
    if (at > columns && !isSpace) {
      lines += 1;
      // The word goes down with what it has; one that fills a line alone is broken.
      at = wordFrom === 0 ? width : at - wordFrom;
      wordFrom = 0;
    }
    if (hasWholeWords && (isSpace || code === 0x2d)) wordFrom = Math.min(at, columns);
  }
  return lines;
}

let known: { view: string; columns: number } | undefined;
let watched: ResizeObserver | undefined;

/** Letters that fit into a row of such a view; as they were measured last. Undefined before a row is drawn. */
function columnsOf(diff: Element | null, view: string): number | undefined {
  if (known?.view === view) return known.columns;
  const cell = diff?.querySelector('tr.dr:not(.dk-match) td.dc');
  const pen = cell?.clientWidth ? document.createElement('canvas').getContext('2d') : null;
  if (!diff || !cell || !pen) return undefined;
  const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(cell);
  pen.font = `${fontSize} ${fontFamily}`;
  const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  known = { view, columns: Math.max(1, Math.floor(room / pen.measureText('0').width)) };
  watched?.disconnect();
  let isFirst = true;
  watched = new ResizeObserver(() => {
    if (!isFirst) known = undefined;
    isFirst = false;
  });
  watched.observe(diff);
  return known.columns;
}

function heightOf({ rows, ...piece }: PieceOf, columns: number): number {
  let lines = 0;
  for (const indexes of drawnIn({ rows, ...piece })) {
    let most = 1;
    for (const index of indexes) {
      const html = rows[index]?.html ?? '';
      // Tags are letters too: a shorter one needs no closer look.
      if (html.length > columns / 2) most = Math.max(most, linesOf(html, columns));
    }
    lines += most;
  }
  return lines * ROW_HEIGHT_PX;
}

const roomOf = (element: Element) =>
  Number.parseFloat((element as HTMLElement).style.containIntrinsicBlockSize.slice(5));

/** What is not laid out yet is given the room it will need: long lines take that of several. */
export function reserveHeight(element: HTMLElement, of: PieceOf): void {
  const columns = columnsOf(element.closest('.diff'), of.view);
  if (columns === undefined) return;
  const height = `${heightOf(of, columns)}px`;
  element.style.containIntrinsicBlockSize = `auto ${height}`;
  element.style.setProperty('--room', height);
  const group = element.closest<HTMLElement>('.dgroup');
  if (!group) return;
  const room = [...group.children].reduce((sum, each) => sum + (roomOf(each) || 0), 0);
  group.style.containIntrinsicBlockSize = `auto ${room}px`;
}

/** Those that came before this did, some in each frame. */
function keepRoomOf(pieces: Iterator<[HTMLElement, PieceOf]>): void {
  const until = performance.now() + FRAME_MS;
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    reserveHeight(...next.value);
    if (performance.now() > until) return void setTimeout(() => keepRoomOf(pieces));
  }
}

pieceVirtualizer.reserveHeight = reserveHeight;
keepRoomOf(pieceVirtualizer.pieces());
