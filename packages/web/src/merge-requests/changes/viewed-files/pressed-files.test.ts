import { expect, test } from 'vitest';
import { PressedFiles } from './pressed-files.ts';

test('a press that failed leaves the file as it was', () => {
  const pressed = new PressedFiles();
  expect(pressed.hasFailed(pressed.press('a', true))).toBe(false);
  expect([...pressed.wanted()]).toEqual([]);
});

test('two that failed one after the other leave it as it was before the first', () => {
  const pressed = new PressedFiles();
  const tick = pressed.press('a', true);
  const untick = pressed.press('a', false);
  expect(pressed.hasFailed(tick)).toBeNull();
  expect([...pressed.wanted()]).toEqual([['a', false]]);
  expect(pressed.hasFailed(untick)).toBe(false);
});

test('one that failed after one that was saved leaves what was saved', () => {
  const pressed = new PressedFiles();
  const tick = pressed.press('a', true);
  const untick = pressed.press('a', false);
  expect(pressed.isSaved(tick)).toBe(false);
  expect(pressed.hasFailed(untick)).toBe(true);
});

test('a saved press counts more than answers until one was asked for after it', () => {
  const pressed = new PressedFiles();
  const tick = pressed.press('a', true);
  expect(pressed.isSaved(tick)).toBe(true);
  expect([...pressed.wanted()]).toEqual([['a', true]]);
  pressed.isDone(tick);
  expect([...pressed.wanted()]).toEqual([]);
});
