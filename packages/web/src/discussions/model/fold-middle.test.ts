import { expect, test } from 'vitest';
import { note } from '../../../testing/page-notes.ts';
import { AT_ONCE, foldMiddle, partsOf, unfoldAround, unfoldNext } from './fold-middle.ts';

const notesTo = (count: number) => Array.from({ length: count }, (_, at) => note(at + 1));
/** Numbers of notes that are shown, and in brackets how many are folded away. */
const drawn = (...args: Parameters<typeof partsOf>) =>
  partsOf(...args).map((part) => ('folded' in part ? `(${part.folded.length})` : part.id));

test('a thread of usual length is shown whole', () => {
  const notes = notesTo(60);
  expect(foldMiddle(notes).size).toBe(0);
  expect(partsOf(notes, foldMiddle(notes))).toEqual(notes);
});

test('of a very long one the first and the last are shown', () => {
  const notes = notesTo(2_000);
  const parts = drawn(notes, foldMiddle(notes));
  expect(parts.slice(9, 12)).toEqual(['10', '(1970)', '1981']);
  expect(parts).toHaveLength(31);
});

test('the next ones follow on those above, until none is left', () => {
  const notes = notesTo(300);
  let folded = foldMiddle(notes);
  const next = () => {
    const gap = partsOf(notes, folded).find((part) => 'folded' in part);
    folded = unfoldNext(folded, gap && 'folded' in gap ? gap.folded : []);
  };
  next();
  expect(drawn(notes, folded).slice(9 + AT_ONCE, 12 + AT_ONCE)).toEqual(['210', '(70)', '281']);
  next();
  expect(partsOf(notes, folded)).toEqual(notes);
});

test('one in the middle is shown with its neighbours, and both sides of it stay folded', () => {
  const notes = notesTo(2_000);
  const parts = drawn(notes, unfoldAround(foldMiddle(notes), notes, '1000'));
  expect(parts.filter((part) => part.startsWith('('))).toEqual(['(969)', '(960)']);
  expect(parts.slice(10, 13)).toEqual(['(969)', '980', '981']);
});

test('what is shown stays shown when others come', () => {
  const notes = notesTo(100);
  const folded = foldMiddle(notes);
  const before = drawn(notes, folded);
  expect(drawn([...notes, note(101), note(102)], folded)).toEqual([...before, '101', '102']);
});
