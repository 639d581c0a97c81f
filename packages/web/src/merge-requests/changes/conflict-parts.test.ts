import { expect, test } from 'vitest';
import { conflictsOf } from './conflict-parts.tsx';

const conflicts = [{ path: 'a.ts', type: 'both_modified', message: 'Conflict: …' }];
const of = (widget: object = {}, metadata: object = {}) => ({
  mergeRequest: { widget: { state: 'opened', has_conflicts: true, conflicts, ...widget } },
  metadata: { commit: null, merge_request_diff: { latest: true }, ...metadata },
});

test.each([
  ['the file itself', { old_path: 'a.ts', new_path: 'a.ts' }, 1],
  ['the file by the name it had', { old_path: 'a.ts', new_path: 'b.ts' }, 1],
  ['another file', { old_path: 'b.ts', new_path: 'b.ts' }, 0],
])('a conflict is told of %s', (_name, file, count) => {
  expect(conflictsOf(of(), file)).toHaveLength(count);
});

test.each([
  ['merged', of({ state: 'merged' })],
  ['free of conflicts by now', of({ has_conflicts: false })],
  ['shown as it was', of({}, { merge_request_diff: { latest: false } })],
  ['shown by one commit', of({}, { commit: { id: 'c' } })],
  ['not made yet', { ...of(), mergeRequest: null }],
])('not where the request is %s', (_name, changes) => {
  expect(conflictsOf(changes, { old_path: 'a.ts', new_path: 'a.ts' })).toEqual([]);
});
