import { expect, test, vi } from 'vitest';
import type { Rebased } from './rebased-context.ts';
import { unhide } from './unhide.ts';

const part = { file_hash: 'part', old: [], new: [] };

function rebasedWith(change: Partial<Rebased> = {}) {
  const [showAll, showFile] = [vi.fn<Rebased['showAll']>(), vi.fn<Rebased['showFile']>()];
  const rebased: Rebased = {
    changes: { files: ['whole'], parts: [part] },
    isUnknown: false,
    isAllShown: false,
    showAll,
    partOf: (hash) => (hash === 'part' ? part : undefined),
    isShown: () => false,
    showFile,
    ...change,
  };
  return { rebased, calls: () => [showAll.mock.calls.flat(), showFile.mock.calls.flat()] };
}

test.each([
  ['whole', {}, true, [[true], []]],
  ['part', {}, false, [[], ['part']]],
  ['part', { isShown: () => true }, false, [[], []]],
  ['own', {}, false, [[], []]],
  ['whole', { isAllShown: true }, false, [[], []]],
] as const)('%s %o', (hash, change, isAwaited, calls) => {
  const of = rebasedWith(change);
  expect(unhide(hash, of.rebased)).toBe(isAwaited);
  expect(of.calls()).toEqual(calls);
});

test('without anything hidden there is nothing to show', () => {
  expect(unhide('whole', null)).toBe(false);
});
