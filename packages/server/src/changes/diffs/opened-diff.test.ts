import { expect, test } from 'vitest';
import { type OpenedDiff, OpenedDiffs } from './opened-diff.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

const diff: OpenedDiff = {
  projectId: 1,
  index: {
    version: 3,
    base: null,
    head: 'a'.repeat(40),
    ignoreWhitespace: false,
    files: [],
    totals: { files: 0, addedLines: 0, removedLines: 0, patchBytes: 0 },
    blocks: [],
    packBytes: 0,
  },
  readPatches: () => Promise.resolve([]),
  readPages: () => Promise.resolve(undefined),
};

test('who joins a read that began too early finds nothing, the next look reads again', async () => {
  const opened = new OpenedDiffs();
  let finish: (found: OpenedDiff | undefined) => void = () => undefined;
  const early = opened.get('a', NOW, () => new Promise((resolve) => (finish = resolve)));
  // The index is there by now; this reader still shares the read from before.
  const joined = opened.get('a', NOW, () => Promise.resolve(diff));
  finish(undefined);
  expect([await early, await joined]).toEqual([undefined, undefined]);
  expect(await opened.get('a', NOW, () => Promise.resolve(diff))).toBe(diff);
});

test('after a day it is read again, and no longer counts when it is gone', async () => {
  const opened = new OpenedDiffs();
  opened.put('a', NOW, diff);
  const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
  expect(await opened.get('a', at(23), () => Promise.resolve(undefined))).toBe(diff);
  expect(await opened.get('a', at(24), () => Promise.resolve(undefined))).toBeUndefined();
  const again = { ...diff, projectId: 2 };
  expect(await opened.get('a', at(24), () => Promise.resolve(again))).toBe(again);
});

test('one that is dropped is read again, another in its place stays', async () => {
  const opened = new OpenedDiffs();
  const again = { ...diff, projectId: 2 };
  opened.put('a', NOW, diff);
  await opened.drop('a', again);
  await opened.drop('unknown', diff);
  expect(await opened.get('a', NOW, () => Promise.resolve(again))).toBe(diff);
  await opened.drop('a', diff);
  expect(await opened.get('a', NOW, () => Promise.resolve(again))).toBe(again);
});
