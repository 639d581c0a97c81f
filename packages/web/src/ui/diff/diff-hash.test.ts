import { expect, test } from 'vitest';
import { linesHash, numbersOf, parseDiffHash } from './diff-hash.ts';

const FILE = 'a'.repeat(40);

test('a hash names a file, a line, or a run of lines', () => {
  expect(parseDiffHash(`#diff-content-${FILE}`)).toEqual({ type: 'file', fileHash: FILE });
  expect(parseDiffHash(FILE)).toEqual({ type: 'file', fileHash: FILE });
  const line = { type: 'lines', fileHash: FILE, from: `${FILE}_3_4`, to: `${FILE}_3_4` };
  expect(parseDiffHash(`#${FILE}_3_4`)).toEqual(line);
  expect(parseDiffHash(`#${FILE}_3_4-_5_9`)).toEqual({ ...line, to: `${FILE}_5_9` });
  expect(parseDiffHash(`#${FILE}_3_4-${FILE}_5_9`)).toEqual({ ...line, to: `${FILE}_5_9` });
});

test.each(['', '#', '#note_42', `#${FILE}_3`, `#${FILE}_3_4-`, `#${FILE}_1_1-${'b'.repeat(40)}_2_2`, '#abc'])(
  '%s is nothing of a diff',
  (hash) => {
    expect(parseDiffHash(hash)).toBeNull();
  },
);

test('a run of lines goes into the address and comes out the same', () => {
  const [from, to] = [`${FILE}_0_4`, `${FILE}_12_0`];
  expect(parseDiffHash(linesHash(from, to))).toEqual({ type: 'lines', fileHash: FILE, from, to });
  expect(linesHash(from, from)).toBe(from);
  expect(numbersOf(to)).toEqual({ oldLine: 12, newLine: 0 });
  expect(numbersOf('note_1')).toBeNull();
});
