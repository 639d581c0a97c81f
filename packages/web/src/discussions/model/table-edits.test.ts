import { describe, expect, it } from 'vitest';
import { canEditTable, editTable, tableAt, type TableEdit } from './table-edits.ts';

/** `^` is where the caret stands, before and after. */
function edited(marked: string, edit: TableEdit): string {
  const place = marked.indexOf('^');
  const text = marked.replace('^', '');
  const table = tableAt(text, place);
  if (!table) throw new Error('no table');
  const { text: now, caret } = editTable(table, edit);
  return `${text.slice(0, table.from)}${now.slice(0, caret)}^${now.slice(caret)}${text.slice(table.to)}`;
}

const find = (marked: string) => tableAt(marked.replace('^', ''), marked.indexOf('^'));
const lines = (...all: string[]) => all.join('\n');

const TABLE = lines('Before', '', '| a | b |', '|:--|--:|', '| 1 | 2^ |', '| x\\|y | `z` |', '', 'After | not');

describe('tableAt', () => {
  it('finds the table, the line and the cell of the caret', () => {
    expect(find(TABLE)).toMatchObject({ line: 2, column: 1 });
    expect(find('^| a |\n| - |')).toMatchObject({ from: 0, to: 11, line: 0, column: 0 });
    expect(find('| a | b |\n| --^- | --- |')).toMatchObject({ line: 1, column: 0 });
    expect(find('a | b\n- | -\n1 | ^2\nmore')).toMatchObject({ line: 2, column: 1, lines: { length: 4 } });
    expect(find('| a |\n| - |\n| x\\|y^ |')).toMatchObject({ column: 0 });
    expect(find('| a | b |\n| - | - |\n| 1 | 2 |^')).toMatchObject({ column: 1 });
  });

  it.each([
    'no^thing',
    '^',
    'a^\n---',
    '| a | b^ |\n| --- |',
    '| a | b |\n\n| 1^ | 2 |',
    '| a |\n| - |\n| 1 |\n\nbehi^nd | it',
    '```\n| a |\n| - |\n| 1^ |\n```',
    '```\nopen\n```js\n| a |\n| - |\n| 1^ |\n```',
    '- ```\n  | a |\n  | - |\n  | 1^ |\n  ```',
    '<!--\n| a |\n| - |\n| 1^ |\n-->',
    '| a |\n| - |\n# head^ing',
    '> | a |\n> | - |\noutside^ | of it',
  ])('there is none in %j', (marked) => {
    expect(find(marked)).toBeNull();
  });

  it('ends in no time, whatever the text', () => {
    const begin = performance.now();
    for (const text of ['|'.repeat(50_000), '|-\n'.repeat(20_000), `${'> '.repeat(20_000)}|`])
      tableAt(text, text.length);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe('editTable', () => {
  const rest = (...all: string[]) => lines('Before', '', ...all, '', 'After | not');

  it('adds rows above and below, with the caret in their first cell', () => {
    const [head, first, second] = ['| a | b |\n|:--|--:|', '| 1 | 2 |', '| x\\|y | `z` |'];
    expect(edited(TABLE, 'row-below')).toBe(rest(head, first, '| ^ |  |', second));
    expect(edited(TABLE, 'row-above')).toBe(rest(head, '| ^ |  |', first, second));
    expect(edited('| a^ |\n| - |\n| 1 |', 'row-below')).toBe('| a |\n| - |\n| ^ |\n| 1 |');
  });

  it('adds columns left and right, and writes other cells as they were', () => {
    expect(edited(TABLE, 'column-right')).toBe(
      rest('| a | b |  |', '|:--|--:| --- |', '| 1 | 2 | ^ |', '| x\\|y | `z` |  |'),
    );
    expect(edited(TABLE, 'column-left')).toBe(
      rest('| a |  | b |', '|:--| --- |--:|', '| 1 | ^ | 2 |', '| x\\|y |  | `z` |'),
    );
  });

  it('takes rows and columns away; the caret stays in the table', () => {
    expect(edited(TABLE, 'delete-row')).toBe(rest('| a | b |', '|:--|--:|', '| x\\|y | ^`z` |'));
    expect(edited(TABLE, 'delete-column')).toBe(rest('| a |', '|:--|', '| ^1 |', '| x\\|y |'));
    expect(edited('| a |\n| - |\n| 1^ |', 'delete-row')).toBe('| ^a |\n| - |');
  });

  it('takes tables without outer pipes, with short rows, and within a quote', () => {
    expect(edited('a | b\n- | -\n1^', 'column-right')).toBe('| a |  | b |\n| - | --- | - |\n| 1 | ^ |');
    expect(edited('a^ | b\n- | -', 'delete-column')).toBe('| ^b |\n| - |');
    expect(edited('> | a^ |\n> | - |\n> | 1 |', 'row-below')).toBe('> | a |\n> | - |\n> | ^ |\n> | 1 |');
  });

  it('what it writes is a table again, of one more or less', () => {
    const next = edited(TABLE, 'column-left');
    expect(find(next)).toMatchObject({ column: 1, line: 2, lines: { length: 4 } });
    expect(edited(next, 'delete-column').replace('^', '')).toBe(TABLE.replace('^', ''));
  });

  it('headings and the last column stay', () => {
    const head = find('| a^ |\n| - |\n| 1 |');
    const edits: TableEdit[] = ['row-above', 'row-below', 'delete-row', 'column-left', 'delete-column'];
    expect(head && edits.map((edit) => canEditTable(head, edit))).toEqual([false, true, false, true, false]);
    const row = find(TABLE);
    expect(row && edits.map((edit) => canEditTable(row, edit))).toEqual([true, true, true, true, true]);
  });
});
