import { lineKinds } from '@tributary/contract/discussions/line-kinds.ts';

/** A line of a table: what stands before it (a quote, an indent) and its cells as they are written. */
type Line = { lead: string; cells: string[] };

/** A table of the Markdown around a place in it. */
export type TableAt = {
  from: number;
  to: number;
  /** The headings, the row of dashes, then the rows. */
  lines: Line[];
  /** Where the place is: a line and a cell of it. */
  line: number;
  column: number;
};

export type TableEdit = 'row-above' | 'row-below' | 'column-left' | 'column-right' | 'delete-row' | 'delete-column';

/** The table as it is then, and where the caret stands in it. */
export type EditedTable = { text: string; caret: number };

const DASHES = 1;
const FIRST_ROW = 2;
const LEAD = /^(?:[ \t]*>)*[ \t]*/;
const DASH_CELL = /^[ \t]*:?-+:?[ \t]*$/;
/** Begins something else, so it ends a table. */
const OTHER_BLOCK = /^(?:#{1,6}(?:\s|$)|[-*+]\s|\d{1,9}[.)]\s|>|<|`{3}|~{3})/;

function splitCells(content: string): string[] {
  const cells = [''];
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at] ?? '';
    if (sign === '|') cells.push('');
    else {
      const taken = sign === '\\' ? content.slice(at, at + 2) : sign;
      cells[cells.length - 1] += taken;
      at += taken.length - 1;
    }
  }
  // Pipes at the ends are no borders between cells; where there are none, there will be.
  if (content.startsWith('|')) cells.shift();
  else cells[0] = ` ${cells[0]}`;
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  else if (!content.endsWith('|')) cells[cells.length - 1] += ' ';
  return cells;
}

function lineOf(text: string): Line {
  const [lead = ''] = LEAD.exec(text) ?? [];
  return { lead, cells: splitCells(text.slice(lead.length).trimEnd()) };
}

const depthOf = (lead: string): number => lead.split('>').length;

/** The first line after the dashes at `dashes` that is no row any more. */
function endOf(lines: readonly string[], dashes: number): number {
  const { lead } = lineOf(lines[dashes] ?? '');
  const depth = depthOf(lead);
  const isRow = (line: string): boolean => {
    const [own = ''] = LEAD.exec(line) ?? [];
    const content = line.slice(own.length);
    return content.trim() !== '' && depthOf(own) === depth && !OTHER_BLOCK.test(content);
  };
  let end = dashes + 1;
  while (end < lines.length && isRow(lines[end] ?? '')) end += 1;
  return end;
}

function isDashes(line: string): boolean {
  return line.includes('-') && /[|:]/.test(line) && lineOf(line).cells.every((cell) => DASH_CELL.test(cell));
}

/** The table that a place of a text stands in; null where it stands in none. */
export function tableAt(text: string, place: number): TableAt | null {
  const lines = text.split('\n');
  const at = text.slice(0, place).split('\n').length - 1;
  const isCode = lineKinds(lines).map((kind) => kind === 'code');
  for (let dashes = Math.min(at + 1, lines.length - 1); dashes >= 1; dashes -= 1) {
    const [head = '', row = ''] = [lines[dashes - 1], lines[dashes]];
    if (isCode[dashes] || head.trim() === '') {
      if (dashes <= at) return null;
    } else if (isDashes(row) && lineOf(head).cells.length === lineOf(row).cells.length) {
      const end = endOf(lines, dashes);
      if (at >= end) return null;
      const table = lines.slice(dashes - 1, end);
      const from = lines.slice(0, dashes - 1).reduce((sum, line) => sum + line.length + 1, 0);
      const line = at - dashes + 1;
      const before = text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
      const parts = table.map(lineOf);
      const column = Math.min(columnOf(before), (parts[0]?.cells.length ?? 1) - 1);
      return { from, to: from + table.join('\n').length, lines: parts, line, column };
    }
  }
  return null;
}

/** Which cell what stands before the caret leads to. */
function columnOf(before: string): number {
  const [lead = ''] = LEAD.exec(before) ?? [];
  const content = before.slice(lead.length);
  const borders = content.replaceAll(/\\[^]/g, '').split('|').length - 1;
  return Math.max(0, content.startsWith('|') ? borders - 1 : borders);
}

/** What makes sense where the caret is. */
export function canEditTable({ lines, line }: TableAt, edit: TableEdit): boolean {
  if (edit === 'delete-row') return line >= FIRST_ROW;
  if (edit === 'row-above') return line >= FIRST_ROW;
  return edit !== 'delete-column' || (lines[0]?.cells.length ?? 0) > 1;
}

const EMPTY = '  ';

function withColumn(line: Line, index: number, at: number): Line {
  const filled = Array.from({ length: Math.max(at, line.cells.length) }, (_, cell) => line.cells[cell] ?? EMPTY);
  return { ...line, cells: filled.toSpliced(at, 0, index === DASHES ? ' --- ' : EMPTY) };
}

function write(lines: readonly Line[], line: number, column: number): EditedTable {
  const written = lines.map(({ lead, cells }) => ({ lead, row: `|${cells.join('|')}|` }));
  const before = written.slice(0, line).reduce((sum, { lead, row }) => sum + lead.length + row.length + 1, 0);
  const cells = lines[line]?.cells ?? [];
  const caret = cells.slice(0, column).reduce((sum, cell) => sum + cell.length + 1, 1);
  const inCell = cells[column]?.startsWith(' ') === true ? 1 : 0;
  return {
    text: written.map(({ lead, row }) => lead + row).join('\n'),
    caret: before + (lines[line]?.lead.length ?? 0) + caret + inCell,
  };
}

/** Other cells stay as they are written. The caret goes to what is new, or stays where it was. */
export function editTable(table: TableAt, edit: TableEdit): EditedTable {
  const { lines, line, column } = table;
  const width = lines[0]?.cells.length ?? 1;
  const lead = lines[Math.max(line, DASHES)]?.lead ?? '';
  const empty: Line = { lead, cells: Array.from({ length: width }, () => EMPTY) };
  if (edit === 'row-above' || edit === 'row-below') {
    const at = edit === 'row-above' ? line : Math.max(line + 1, FIRST_ROW);
    return write(lines.toSpliced(at, 0, empty), at, 0);
  }
  if (edit === 'delete-row') {
    const left = lines.toSpliced(line, 1);
    const next = Math.min(line, left.length - 1);
    return write(left, next === DASHES ? 0 : next, column);
  }
  if (edit === 'delete-column') {
    const left = lines.map((each) => ({ ...each, cells: each.cells.toSpliced(column, 1) }));
    return write(left, line === DASHES ? 0 : line, Math.min(column, width - 2));
  }
  const at = edit === 'column-left' ? column : column + 1;
  return write(
    lines.map((each, index) => withColumn(each, index, at)),
    line === DASHES ? 0 : line,
    at,
  );
}
