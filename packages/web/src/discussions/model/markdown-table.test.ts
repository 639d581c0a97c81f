import { describe, expect, it } from 'vitest';
import { cellsOf, emptyTable, tableOfClipboard } from './markdown-table.ts';

const pasted = (plain: string, html = '<table><tr></tr></table>') =>
  tableOfClipboard({ getData: (type) => (type === 'text/html' ? html : plain) });

describe('tableOfClipboard', () => {
  it('makes a table of what a spreadsheet copies', () => {
    expect(pasted('Name\tSize\r\na|b\t3\r\nlast\r\n')).toBe(
      ['| Name | Size |', '| --- | --- |', '| a\\|b | 3 |', '| last |  |'].join('\n'),
    );
  });
  it('keeps line ends inside cells', () => {
    expect(pasted('a\tb\n"two\nlines"\t"say ""hi"""')).toContain('| two<br>lines | say "hi" |');
  });
  it('leaves everything else alone', () => {
    expect(pasted('a\tb\nc\td', '<p>no table</p>')).toBeNull();
    expect(pasted('one cell')).toBeNull();
    expect(pasted('one\ncolumn')).toBeNull();
  });
  it('reads hostile cells in no time', () => {
    expect(cellsOf('"'.repeat(50_000)).length).toBe(1);
  });
});

describe('emptyTable', () => {
  it('has headings, the first of which is selected, and so many rows', () => {
    const { markdown, selected } = emptyTable(3, 2);
    expect(markdown.split('\n')).toEqual([
      '| Heading 1 | Heading 2 | Heading 3 |',
      '| --- | --- | --- |',
      '|  |  |  |',
      '|  |  |  |',
    ]);
    expect(markdown.slice(selected.start, selected.end)).toBe('Heading 1');
    expect(emptyTable(1, 1).markdown).toBe('| Heading 1 |\n| --- |\n|  |');
  });
});
