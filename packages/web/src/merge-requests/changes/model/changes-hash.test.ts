import { expect, test } from 'vitest';
import { parseChangesHash } from './changes-hash.ts';

const FILE = 'a'.repeat(40);

test('a hash names what a diff has, or a note', () => {
  expect(parseChangesHash(`#${FILE}`)).toEqual({ type: 'file', fileHash: FILE });
  expect(parseChangesHash(`${FILE}_3_4`)).toMatchObject({ type: 'lines', from: `${FILE}_3_4` });
  expect(parseChangesHash('#note_42')).toEqual({ type: 'note', noteId: '42' });
  expect(parseChangesHash('note_a1')).toEqual({ type: 'note', noteId: 'a1' });
});

test.each(['', '#', '#notes', '#note_'])('%s is nothing of the changes', (hash) => {
  expect(parseChangesHash(hash)).toBeNull();
});
