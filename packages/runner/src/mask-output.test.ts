import { expect, test } from 'vitest';
import { OutputMask } from './mask-output.ts';

const SECRET = 'hunter2-and-more';

function masked(pieces: readonly string[], secrets: readonly string[] = [SECRET]): string {
  const mask = new OutputMask(secrets);
  return Buffer.concat([...pieces.map((piece) => mask.add(Buffer.from(piece))), mask.end()]).toString();
}

test('a secret is hidden wherever the output is cut', () => {
  const text = `a ${SECRET} b ${SECRET}${SECRET} c`;
  const hidden = 'a [MASKED] b [MASKED][MASKED] c';
  for (let cut = 0; cut <= text.length; cut += 1) {
    expect(masked([text.slice(0, cut), text.slice(cut)])).toBe(hidden);
  }
  expect(masked([...text])).toBe(hidden);
});

test('what only begins like a secret is shown in the end, and short values hide nothing', () => {
  expect(masked(['hunter2', '-and'])).toBe('hunter2-and');
  expect(masked(['yes or no'], ['yes', 'no'])).toBe('yes or no');
  expect(masked(['first-line and second-line'], ['first-line\nsecond-line'])).toBe('[MASKED] and [MASKED]');
});
