import { expect, test } from 'vitest';
import { type OpenedDiff, OpenedDiffs } from './opened-diff.ts';

const diff: OpenedDiff = {
  projectId: 1,
  index: {
    version: 2,
    base: null,
    head: 'a'.repeat(40),
    ignoreWhitespace: false,
    files: [],
    totals: { files: 0, addedLines: 0, removedLines: 0, patchBytes: 0 },
    blocks: [],
    packBytes: 0,
  },
  readPatches: () => Promise.resolve([]),
};

test('who joins a read that began too early finds nothing, the next look reads anew', async () => {
  const opened = new OpenedDiffs();
  let finish: (found: OpenedDiff | undefined) => void = () => undefined;
  const early = opened.get('a', () => new Promise((resolve) => (finish = resolve)));
  // The index is there by now; this reader still shares the read from before.
  const joined = opened.get('a', () => Promise.resolve(diff));
  finish(undefined);
  expect([await early, await joined]).toEqual([undefined, undefined]);
  expect(await opened.get('a', () => Promise.resolve(diff))).toBe(diff);
});
