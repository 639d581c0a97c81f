const MOST_CELLS = 5_000;

type Clipboard = { getData: (type: string) => string };

/** The Markdown table of cells that were copied from a spreadsheet or a page; null for everything else. */
export function tableOfClipboard(clipboard: Clipboard): string | null {
  if (!/<table[\s>]/i.test(clipboard.getData('text/html'))) return null;
  return tableOf(cellsOf(clipboard.getData('text/plain')));
}

/** Cells between tabs, rows between line ends; a cell in quotes may hold both. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;
  const source = text.replaceAll('\r\n', '\n').replace(/\n+$/, '');
  while (cell.lastIndex <= source.length) {
    const match = cell.exec(source);
    if (!match) break;
    row.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    if (match[3] === '\t') continue;
    rows.push(row);
    row = [];
    if (match[3] === '') break;
  }
  return rows;
}

/** As Markdown; null for what is hardly a table. */
export function tableOf(rows: readonly (readonly string[])[]): string | null {
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2 || rows.length * width > MOST_CELLS) return null;
  return markdownTable(rows, width);
}

function markdownTable(rows: readonly (readonly string[])[], width: number): string {
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

/** A table to be filled: a row of headings, the first of which is selected, and so many empty rows below. */
export function emptyTable(
  columns: number,
  rows: number,
): { markdown: string; selected: { start: number; end: number } } {
  const headings = Array.from({ length: columns }, (_, at) => `Heading ${at + 1}`);
  const markdown = markdownTable([headings, ...Array.from({ length: rows }, () => [])], columns);
  const start = markdown.indexOf('Heading 1');
  return { markdown, selected: { start, end: start + 'Heading 1'.length } };
}
