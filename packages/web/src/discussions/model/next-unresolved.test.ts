import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { describe, expect, it } from 'vitest';
import { discussion, note } from '../../../testing/page-notes.ts';
import { inOrder, nextUnresolved } from './next-unresolved.ts';
import { unresolvedOf } from './unresolved-order.ts';

function thread(id: string, flags: { resolvable?: boolean; resolved?: boolean; individual_note?: boolean } = {}) {
  return { id, resolvable: true, resolved: false, individual_note: false, ...flags };
}

const all = [
  thread('a'),
  thread('comment', { resolvable: false, individual_note: true }),
  thread('b'),
  thread('done', { resolved: true }),
  thread('c'),
];

describe('unresolvedOf', () => {
  it('counts threads, not comments or what is settled', () => {
    expect(unresolvedOf(all).map((each) => each.id)).toEqual(['a', 'b', 'c']);
  });
});

describe('nextUnresolved', () => {
  it.each([
    [null, 1, 'a'],
    [null, -1, 'c'],
    ['a', 1, 'b'],
    ['b', -1, 'a'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    ['done', 1, 'c'],
    ['done', -1, 'b'],
    ['gone', 1, 'a'],
  ] as const)('from %s by %i is %s', (from, step, expected) => {
    expect(nextUnresolved(all, from, step)?.id).toBe(expected);
  });
  it('is nothing when all is settled', () => {
    expect(nextUnresolved([thread('x', { resolved: true })], null, 1)).toBeUndefined();
  });
});

function on(id: string, file: string, lineCode: string | null, active = true) {
  const seen_hashes = { last: file, original: file };
  const diff_file = { file_hash: file, file_path: file, old_path: file, new_path: file, viewer: 'text', seen_hashes };
  const placement = active
    ? null
    : ({ on: 'file', confidence: 'lost', path: file, file_hash: file, version: 2 } as const);
  return discussion(id, [], { diff_discussion: true, diff_file, line_code: lineCode, active, placement });
}

describe('inOrder', () => {
  it('goes by time, either way', () => {
    const all = [1, 2, 3].map((id) => discussion(`d${id}`, [note(id)]));
    expect(inOrder(all, 'asc').map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
    expect(inOrder(all, 'desc').map(({ id }) => id)).toEqual(['d3', 'd2', 'd1']);
  });

  it('goes from file to file and from line to line, with removed lines before those that came for them', () => {
    const all = [
      discussion('general', []),
      on('a9', 'a', 'a_9_9'),
      on('b12', 'b', 'b_12_10'),
      on('b added', 'b', 'b_6_5'),
      on('b removed', 'b', 'b_5_5'),
      on('b as a whole', 'b', null),
      on('outdated', 'a', 'a_1_1', false),
      on('not shown', 'c', 'c_1_1'),
      discussion('gone', [], { diff_discussion: true, active: false }),
      on('b12 too', 'b', 'b_12_10'),
    ];
    const files = ['b', 'a'].map((file_hash) => ({ file_hash }));
    expect(inOrder(all, { files, refs: { base_sha: 'base', head_sha: 'newest' } }).map(({ id }) => id)).toEqual([
      'gone',
      'b as a whole',
      'b removed',
      'b added',
      'b12',
      'b12 too',
      'outdated',
      'a9',
      'general',
      'not shown',
    ]);
  });

  it('goes to lost lines where they stand in the version that is shown', () => {
    const at = (head_sha: string) =>
      ({ base_sha: 'base', head_sha, position_type: 'text', new_line: 5 }) as Partial<DiffPosition> as DiffPosition;
    const begun = (thread: PageDiscussion) => ({
      ...thread,
      line_codes: [thread.line_code ?? ''],
      position: at('first'),
      original_position: at('first'),
    });
    const all = [begun(on('lost', 'a', 'a_5_5', false)), on('a2', 'a', 'a_2_2'), on('b1', 'b', 'b_1_1')];
    const files = ['b', 'a'].map((file_hash) => ({ file_hash }));
    const idsIn = (head_sha: string) =>
      inOrder(all, { files, refs: { base_sha: 'base', head_sha } }).map(({ id }) => id);
    expect(idsIn('first')).toEqual(['b1', 'a2', 'lost']);
    expect(idsIn('newest')).toEqual(['b1', 'lost', 'a2']);
  });
});
