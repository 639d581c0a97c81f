import { expect, test } from 'vitest';
import { prefixLines, surround } from './edit-markdown.ts';

test('marks go around the selection and come off again', () => {
  const bold = surround('**');
  const once = bold({ text: 'a word here', start: 2, end: 6 });
  expect(once).toEqual({ text: 'a **word** here', start: 4, end: 8 });
  expect(bold(once)).toEqual({ text: 'a word here', start: 2, end: 6 });
});

test('a prefix goes before each selected line, from its start', () => {
  const numbered = prefixLines((index) => `${index + 1}. `);
  expect(numbered({ text: 'x\none\ntwo', start: 4, end: 9 })).toEqual({ text: 'x\n1. one\n2. two', start: 2, end: 15 });
});
