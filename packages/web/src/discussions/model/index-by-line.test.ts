import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { indexByFile } from './index-by-line.ts';

const position = (base: string, head: string, oldLine: number | null, newLine: number | null): DiffPosition => ({
  base_sha: base,
  start_sha: base,
  head_sha: head,
  old_path: 'a',
  new_path: 'a',
  position_type: 'text',
  old_line: oldLine,
  new_line: newLine,
});

function thread(id: string, code: string, at: DiffPosition, original = at): PageDiscussion {
  return {
    id,
    diff_discussion: true,
    active: true,
    resolvable: true,
    resolved: false,
    line_code: code,
    position: at,
    original_position: original,
    diff_file: { file_hash: 'f', file_path: 'a' },
  } as Partial<PageDiscussion> as PageDiscussion;
}

const row = (lineCode: string, oldLine: number | null, newLine: number | null) => ({ lineCode, oldLine, newLine });
const on = (threads: PageDiscussion[], base: string, head: string, at: ReturnType<typeof row>) =>
  indexByFile(threads)
    .get('f')
    ?.threads.on({ base_sha: base, head_sha: head }, at)
    .map((each) => each.id);

test('a line of the newer side is the same line whatever it is compared with', () => {
  const added = thread('t', 'f_3_5', position('base', 'head', null, 5));
  expect(on([added], 'base', 'head', row('f_3_5', null, 5))).toEqual(['t']);
  expect(on([added], 'older', 'head', row('f_4_5', 4, 5))).toEqual(['t']);
  expect(on([added], 'older', 'head', row('f_3_5', 5, null))).toEqual([]);
});

test('a removed line belongs to the commit it was removed from', () => {
  const removed = thread('t', 'f_3_5', position('base', 'head', 3, null));
  expect(on([removed], 'base', 'head', row('f_3_5', 3, null))).toEqual(['t']);
  expect(on([removed], 'older', 'head', row('f_3_5', 3, null))).toEqual([]);
});

test('a thread stands where it was begun, too', () => {
  const moved = thread('t', 'f_9_9', position('base', 'head', null, 9), position('base', 'before', null, 7));
  expect(on([moved], 'base', 'before', row('f_7_7', null, 7))).toEqual(['t']);
});

test('open and resolved threads are counted, and what cannot be resolved is neither', () => {
  const at = position('base', 'head', null, 5);
  const open = thread('open', 'f_3_5', at);
  const resolved = { ...open, id: 'resolved', resolved: true };
  const remark = { ...open, id: 'remark', resolvable: false };
  const counts = (threads: PageDiscussion[]) => {
    const { count, openCount, resolvedCount } = indexByFile(threads).get('f')?.threads ?? {};
    return { count, openCount, resolvedCount };
  };
  expect(counts([open, resolved, remark])).toEqual({ count: 3, openCount: 1, resolvedCount: 1 });
  expect(counts([{ ...open, resolved: true }, resolved])).toEqual({ count: 2, openCount: 0, resolvedCount: 2 });
});

test('until it is placed anew, a thread stays on the code of its line', () => {
  const waiting = thread('t', 'f_3_5', position('base', 'before', null, 5));
  expect(on([waiting], 'base', 'head', row('f_3_5', null, 5))).toEqual(['t']);
});
