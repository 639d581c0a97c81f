import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswersFirst } from './answers-first.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const done: string[] = [];
  const answers = createAnswersFirst(() => Date.now());
  return { answers, done, later: (name: string) => answers.afterwards(() => done.push(name)) };
}

test('work starts at once while nothing is answered, and after the last answer otherwise', () => {
  const { answers, done, later } = open();
  later('at rest');
  expect(done).toEqual(['at rest']);
  const [first, second] = [answers.begin(), answers.begin()];
  later('a');
  first();
  later('b');
  expect(done).toEqual(['at rest']);
  second();
  expect(done).toEqual(['at rest', 'a', 'b']);
});

test('work waits 30 ms at most, however many requests come', () => {
  const { answers, done, later } = open();
  answers.begin();
  later('a');
  vi.advanceTimersByTime(29);
  answers.begin();
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['a']);
  later('b');
  expect(done).toEqual(['a']);
  vi.advanceTimersByTime(30);
  expect(done).toEqual(['a', 'b']);
});

test('streams and requests that wait hold up nothing, and may end at any time', () => {
  const { answers, done, later } = open();
  const stream = answers.begin();
  vi.advanceTimersByTime(250);
  later('a');
  expect(done).toEqual(['a']);
  answers.begin();
  stream();
  stream();
  later('b');
  expect(done).toEqual(['a']);
});
