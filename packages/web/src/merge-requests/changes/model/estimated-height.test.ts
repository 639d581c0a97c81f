import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, it } from 'vitest';
import { estimatedBody, estimatedHeight, FOLDED_PX } from './estimated-height.ts';

const file = (more: Partial<DiffFileSummary>) =>
  ({ new_file: false, deleted_file: false, added_lines: 3, removed_lines: 2, ...more }) as DiffFileSummary;

it.each([
  ['a new file has its lines', { new_file: true, added_lines: 21, removed_lines: 0 }, 21 * 20],
  ['a deleted file has its lines', { deleted_file: true, added_lines: 0, removed_lines: 300 }, 300 * 20],
  ['a change has lines around it, and what shows more of them', {}, (5 + 6 + 2) * 20],
  ['what is folded has a sentence, however long it is', { new_file: true, added_lines: 9_000, folded: true }, 64],
  ['of a very long file not all is drawn', { new_file: true, added_lines: 100_000 }, 2_500 * 20],
] as const)('%s', (_what, more, height) => {
  expect(estimatedBody(file(more))).toBe(height);
});

it('a card has its header, its border and a gap besides', () => {
  expect(estimatedHeight(file({}))).toBe(36 + 2 + 16 + 260);
  expect(FOLDED_PX).toBe(estimatedHeight(file({ folded: true })));
});
