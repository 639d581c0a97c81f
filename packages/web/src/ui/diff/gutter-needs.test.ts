import { expect, test } from 'vitest';
import { NO_GUTTER_BUTTONS, type GutterButtons } from './chunk-html.ts';
import type { DiffRow } from './diff-row.ts';
import { gutterNeeds } from './gutter-needs.ts';

const row = (oldLine: number | null, newLine: number | null): DiffRow => ({
  kind: 'context',
  oldLine,
  newLine,
  html: '',
  lineCode: null,
});
const mark = (key: string) => ({ key, words: key });

test('the longest number of either side, also where the last row has none', () => {
  expect(gutterNeeds([row(1, 1), row(99, 100)], NO_GUTTER_BUTTONS).digits).toBe(3);
  expect(gutterNeeds([row(12_345, 999), row(null, 1000), row(null, null)], NO_GUTTER_BUTTONS).digits).toBe(5);
  expect(gutterNeeds([], NO_GUTTER_BUTTONS)).toEqual({ digits: 1, most: 0 });
});

test('the most buttons beside one line', () => {
  const marks: GutterButtons = new Map([
    [0, [mark('a')]],
    [4, [mark('b'), mark('c')]],
  ]);
  expect(gutterNeeds([row(1, 1)], marks).most).toBe(2);
});
