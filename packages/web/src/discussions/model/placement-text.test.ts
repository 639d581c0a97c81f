import type { DiffPosition, Placement } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { placementText, threadPlacementText, placementTextIn } from './placement-text.ts';

const refs = (version: string) => ({ base_sha: 'base', start_sha: 'base', head_sha: version });
const at = (version: string, more: Partial<DiffPosition> = {}): DiffPosition => {
  return { ...refs(version), old_path: 'f', new_path: 'f', position_type: 'text', new_line: 3, ...more };
};
const end = (line: number) => ({ line_code: `f_0_${line}`, type: 'new' as const, old_line: null, new_line: line });
const RANGE = { line_range: { start: end(1), end: end(3) } };
const placement = (on: Placement['on'], confidence: Placement['confidence'], since?: number): Placement => {
  return { on, confidence, path: 'f', file_hash: 'f', version: 3, ...(since !== undefined && { since }) };
};
const words = (place: Placement | null, original: DiffPosition | null = at('v1')) =>
  placementText({ placement: place, original_position: original });

test('what became of a place is said with how sure that is, and since when', () => {
  expect(words(null)).toBeNull();
  expect(words(placement('line', 'exact', 1))).toBeNull();
  expect(words(placement('line', 'moved', 2))).toBe('The line moved after version 2.');
  expect(words(placement('range', 'moved', 2), at('v1', RANGE))).toBe('The lines moved after version 2.');
  expect(words(placement('range', 'likely', 2), at('v1', RANGE))).toBe(
    'Approximate position: some lines changed after version 2.',
  );
  expect(words(placement('file', 'moved', 1), at('v1', { position_type: 'image' }))).toBe(
    'The file moved after version 1.',
  );
  expect(words(placement('line', 'moved'))).toBe('The line moved after the comment was written.');
});

test('what lost its place says where its line went', () => {
  expect(words(placement('file', 'lost', 2))).toBe('Outdated: this line changed after version 2.');
  expect(words(placement('file', 'lost', 2), at('v1', RANGE))).toBe('Outdated: these lines changed after version 2.');
  expect(words(placement('file', 'lost', 2), at('v1', { position_type: 'image' }))).toBe(
    'Outdated: this image was replaced after version 2.',
  );
  expect(words(placement('overview', 'lost', 2))).toBe('Outdated: this file is no longer part of the changes.');
  expect(threadPlacementText({ placement: null, original_position: at('v1'), active: false })).toBe('Outdated');
  expect(threadPlacementText({ placement: null, original_position: at('v1'), active: true })).toBeNull();
});

test('on its lines nothing is said where it was begun, nor in any version but the newest', () => {
  const thread = {
    active: true,
    placement: placement('range', 'likely', 1),
    position: at('v3', RANGE),
    original_position: at('v1', RANGE),
  };
  const told = (version: string, base = 'base') => placementTextIn(thread, { base_sha: base, head_sha: version });
  expect(told('v3')).toContain('Approximate position');
  expect(told('v3', 'other')).toContain('Approximate position');
  expect([told('v1'), told('v2')]).toEqual([null, null]);
  const outdated = { ...thread, active: false, placement: placement('file', 'lost', 1) };
  expect(placementTextIn(outdated, refs('v3'))).toBeNull();
});
