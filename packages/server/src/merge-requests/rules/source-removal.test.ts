import { expect, test } from 'vitest';
import { isSourceBeingRemoved, removalGivenUpAt } from './source-removal.ts';

const merged = new Date('2026-11-22T10:00:00Z');
const row = { source_removal_until: removalGivenUpAt(merged), head_sha: 'head' };

test('a branch goes until it is gone, moves on, or its removal ended or was given up', () => {
  expect(isSourceBeingRemoved(row, 'head', merged)).toBe(true);
  expect(isSourceBeingRemoved(row, undefined, merged)).toBe(false);
  expect(isSourceBeingRemoved(row, 'newer', merged)).toBe(false);
  expect(isSourceBeingRemoved({ ...row, source_removal_until: null }, 'head', merged)).toBe(false);
  expect(isSourceBeingRemoved(row, 'head', new Date('2026-11-22T12:00:00Z'))).toBe(false);
});
