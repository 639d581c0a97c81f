import { expect, test } from 'vitest';
import {
  insertPlaceholders,
  movedCaret,
  uploadPlaceholderText,
  findUploadPlaceholders,
} from './upload-placeholders.ts';

test('a place is found again whatever was written around it', () => {
  const [one, two] = [uploadPlaceholderText('0000000a', 'a.png'), uploadPlaceholderText('0000000b', 'a.png')];
  const text = `Look: ${one} and\n> ${two}!`;
  expect(findUploadPlaceholders(text)).toEqual([
    { id: '0000000a', name: 'a.png', from: 6, to: 6 + one.length },
    { id: '0000000b', name: 'a.png', from: text.indexOf(two), to: text.length - 1 },
  ]);
  expect(findUploadPlaceholders('![Uploading a.png…]() ![x](upload:0000000a)')).toEqual([]);
});

test('a name does not break out of its place', () => {
  expect(findUploadPlaceholders(uploadPlaceholderText('0000000a', 'a](b)\n[c].png'))).toMatchObject([
    { id: '0000000a', name: 'a (b) c .png' },
  ]);
});

test('places stand apart from words', () => {
  expect(insertPlaceholders('one two', 3, 3, ['X'])).toBe(' X');
  expect(insertPlaceholders('onetwo', 3, 3, ['X', 'Y'])).toBe(' X\nY ');
  expect(insertPlaceholders('', 0, 0, ['X'])).toBe('X');
});

test.each([
  [2, 2],
  [5, 5],
  [7, 8],
  [10, 8],
  [12, 10],
])('a caret at %i stands at %i then', (caret, expected) => {
  expect(movedCaret(caret, 5, 10, 3)).toBe(expected);
});
