import type { PairedLines } from '@tributary/contract/projects/pair-lines.ts';
import { coverageLabel, type DiffRow, type DiffView, lineLabel, type GutterButton } from './diff-row.ts';
import { type ExpandWay, expandWays } from './expand-ways.ts';
import { breaksAnywhere, withoutTags } from './line-breaks.ts';

/**
 * Rows of one chunk. A chunk in view is laid out whole, and the one that a form opens in is written again: little more than
 * a screen of lines. Many more pieces would cost more than they save.
 */
export const CHUNK_ROWS = 50;
export const ROW_HEIGHT_PX = 20;

const MARKERS = { added: '+', removed: '-', context: ' ', expanded: ' ', match: '', fold: '' } as const;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML. */
export function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

function markButton({ key, words, tone = 'accent', text = '', shape, images = [] }: GutterButton): string {
  const inside = images.map((src) => `<img src="${attribute(src)}" alt="" width="14" height="14">`).join('');
  const said = attribute(words);
  const look = `${shape ? ` dg-${shape}` : ''}${inside === '' ? '' : ' dg-pictures'}`;
  // Drawn by the style: a sign is no part of what it is called.
  const sign = inside === '' && text !== '' ? ` data-text="${attribute(text)}"` : '';
  return `<button type="button" class="dg dg-${tone}${look}" data-mark="${attribute(key)}"${sign} aria-label="${said}" title="${said}">${inside}</button>`;
}

function coverageOf(hits: number | undefined): string {
  return hits === undefined ? '' : ` data-cov="${hits === 0 ? 'none' : 'hit'}" title="${coverageLabel(hits)}"`;
}

function numberCell(
  line: number | null,
  side: 'old' | 'new',
  marks: readonly GutterButton[] = [],
  hits?: number,
): string {
  const inside = marks.length === 0 ? '' : `<span class="dgs">${marks.map(markButton).join('')}</span>`;
  // Numbers are spoken with the line, in words; a button in the gutter must stay within reach.
  const hidden = inside === '' ? ' aria-hidden="true"' : '';
  const look = inside === '' ? 'dn' : 'dn dn-marked';
  return line === null
    ? `<td class="${look}" data-side="${side}"${hidden}>${inside}</td>`
    : `<td class="${look}" data-side="${side}" data-n="${line}"${coverageOf(hits)}${hidden}>${inside}</td>`;
}

function remarkLink({ remark }: DiffRow): string {
  return remark ? `<a class="de" href="${attribute(remark.href)}">${attribute(remark.text)}</a>` : '';
}

/** Classes of a line by its kind. */
function kindClass(row: DiffRow): string {
  return `dk-${row.kind}${row.isMoved === true ? ' dk-moved' : ''}${row.origin === 'target' ? ' dk-target' : ''}`;
}

function codeCell(row: DiffRow, side?: 'old' | 'new'): string {
  const said = row.kind === 'match' ? '' : `<span class="ds">${lineLabel(row)}: </span>`;
  const end = row.hasNoNewline
    ? '<span class="de" title="No newline at end of file">No newline at end of file</span>'
    : '';
  return `<td class="dc" data-m="${MARKERS[row.kind]}"${side ? ` data-side="${side}"` : ''}>${said}<span class="dt${breaksAnywhere(withoutTags(row.html)) ? ' dw' : ''}">${row.html}</span>${end}${remarkLink(row)}</td>`;
}

/** Arrows away from what stands there; for all lines, both. */
const EXPAND_PATHS: Record<ExpandWay, string> = {
  up: 'M8 13V4M4.5 7.5 8 4l3.5 3.5',
  down: 'M8 3v9M4.5 8.5 8 12l3.5-3.5',
  all: 'M8 7V2M5.5 4.5 8 2l2.5 2.5M8 9v5M5.5 11.5 8 14l2.5-2.5',
};

function expandButton({ way, words }: { way: ExpandWay; words: string }): string {
  const icon = `<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="${EXPAND_PATHS[way]}"/></svg>`;
  return `<button type="button" class="dx" data-expand="${way}" aria-label="${words}" title="${words}">${icon}</button>`;
}

/** The row of hidden lines, with what opens them. As many cells as any row: the first one sets the columns. */
function expandableRow(rows: readonly DiffRow[], index: number, view: DiffView): string {
  const row = rows[index];
  const ways = expandWays(rows, index);
  const buttons = `<span class="dxs">${ways.map(expandButton).join('')}</span>`;
  const text = `<span class="dt">${row?.html ?? ''}</span>`;
  const cells =
    view === 'inline'
      ? `<td class="dn dxn">${buttons}</td><td class="dn"></td><td class="dc">${text}</td>`
      : `<td class="dn"></td><td class="dc">${buttons}${text}</td><td class="dn"></td><td class="dc"></td>`;
  return `<tr class="dr dk-match${ways.length === 0 ? '' : ' dk-expandable'}" data-i="${index}">${cells}</tr>`;
}

const FOLD_PATHS = { open: 'M4 6l4 4 4-4', folded: 'M6 4l4 4-4 4' };

/** The row of a block that is folded, or shown below it. As many cells as any row: the first one sets the columns. */
function foldableRow({ fold, remark }: DiffRow, index: number, view: DiffView): string {
  if (!fold) return '';
  const words = `${fold.isOpen ? 'Hide' : 'Show'} ${fold.what} that moved`;
  const icon = `<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="${FOLD_PATHS[fold.isOpen ? 'open' : 'folded']}"/></svg>`;
  const button = `<span class="dxs"><button type="button" class="dx" data-fold="${attribute(fold.key)}" aria-expanded="${fold.isOpen}" aria-label="${attribute(words)}" title="${attribute(words)}">${icon}</button></span>`;
  const place = remark ? ` <a href="${attribute(remark.href)}">${attribute(remark.text)}</a>` : '';
  const text = `<span class="dt">${attribute(fold.what)}${place}</span>`;
  const cells =
    view === 'inline'
      ? `<td class="dn dxn">${button}</td><td class="dn"></td><td class="dc">${text}</td>`
      : `<td class="dn"></td><td class="dc">${button}${text}</td><td class="dn"></td><td class="dc"></td>`;
  return `<tr class="dr dk-fold" data-i="${index}">${cells}</tr>`;
}

function idOf(row: DiffRow | undefined): string {
  return row === undefined || row.lineCode === null ? '' : ` id="${attribute(row.lineCode)}"`;
}

function inlineRow(row: DiffRow, index: number, marks: GutterButtons): string {
  const id = idOf(row);
  return `<tr class="dr ${kindClass(row)}" data-i="${index}"${id}>${numberCell(row.oldLine, 'old', marks.get(index))}${numberCell(row.newLine, 'new', [], row.hits)}${codeCell(row)}</tr>`;
}

function sideCells(rows: readonly DiffRow[], index: number | null, side: 'old' | 'new', marks: GutterButtons): string {
  const row = index === null ? undefined : rows[index];
  if (!row || index === null) return `<td class="dn dk-empty"></td><td class="dc dk-empty"></td>`;
  const line = side === 'old' ? row.oldLine : row.newLine;
  return `${numberCell(line, side, marks.get(index), side === 'new' ? row.hits : undefined).replace('class="dn', `data-i="${index}" class="dn ${kindClass(row)}`)}${codeCell(row, side).replace('class="dc"', `class="dc ${kindClass(row)}" data-i="${index}"`)}`;
}

function parallelRow(rows: readonly DiffRow[], pair: PairedLines, marks: GutterButtons): string {
  const main = pair.right ?? pair.left ?? 0;
  const isOne = pair.left === pair.right;
  const left = sideCells(rows, pair.left, 'old', isOne ? NO_GUTTER_BUTTONS : marks);
  // Both lines of a pair can be named by an address: the right one by its row, the left one by its cell.
  const other = !isOne && pair.right !== null && pair.left !== null ? idOf(rows[pair.left]) : '';
  return `<tr class="dr" data-i="${main}"${idOf(rows[main])}>${left.replace('<td', `<td${other}`)}${sideCells(rows, pair.right, 'new', marks)}</tr>`;
}

/** Marks by index into the rows. */
export type GutterButtons = ReadonlyMap<number, readonly GutterButton[]>;

export const NO_GUTTER_BUTTONS: GutterButtons = new Map();

/** HTML of the rows `[from, to)` of the inline view, or of the pairs `[from, to)` of the side-by-side view. */
export function chunkHtml(
  rows: readonly DiffRow[],
  pairs: readonly PairedLines[],
  view: DiffView,
  from: number,
  to: number,
  { canExpand = false, marks = NO_GUTTER_BUTTONS }: { canExpand?: boolean; marks?: GutterButtons } = {},
): string {
  const parts: string[] = [];
  for (let index = from; index < to; index++) {
    const row = rows[index];
    const pair = pairs[index];
    const own = view === 'inline' ? index : (pair?.right ?? pair?.left ?? -1);
    if (rows[own]?.isHidden) continue;
    if (canExpand && rows[own]?.kind === 'match') {
      parts.push(expandableRow(rows, own, view));
      continue;
    }
    const shown = rows[own];
    if (shown?.kind === 'fold') {
      parts.push(foldableRow(shown, own, view));
      continue;
    }
    if (view === 'inline' && row) parts.push(inlineRow(row, index, marks));
    if (view === 'parallel' && pair) parts.push(parallelRow(rows, pair, marks));
  }
  return parts.join('');
}
