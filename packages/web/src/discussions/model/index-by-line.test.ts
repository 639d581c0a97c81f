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
    line_codes: [code],
    position: at,
    original_position: original,
    diff_file: { file_hash: 'f', file_path: 'a', seen_hashes: { last: 'f', original: 'f' } },
  } as Partial<PageDiscussion> as PageDiscussion;
}

const row = (lineCode: string, oldLine: number | null, newLine: number | null) => ({ lineCode, oldLine, newLine });
const shownOf = (threads: PageDiscussion[], base: string, head: string, file = 'f') =>
  indexByFile(threads).get(file)?.threads({ base_sha: base, head_sha: head });
const on = (threads: PageDiscussion[], base: string, head: string, at: ReturnType<typeof row>) =>
  shownOf(threads, base, head)
    ?.on(at)
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

test('lines that may be hidden are told with what is said of them, in every comparison that ends where they are', () => {
  const unchanged = thread('t', 'f_3_5', position('base', 'head', 3, 5));
  const added = thread('u', 'f_3_6', position('base', 'head', null, 6));
  const removed = thread('v', 'f_4_6', position('base', 'head', 4, null));
  const settled = { ...added, id: 'x', resolved: true };
  const said = [unchanged, added, removed, { ...unchanged, id: 'w' }, settled];
  const told = (...of: [base: string, head: string, file?: string]) =>
    [...(shownOf(said, ...of)?.onUnchanged ?? [])].map(([line, threads]) => [line, threads.map(({ id }) => id)]);
  expect(told('base', 'head')).toEqual([
    [5, ['t', 'w']],
    [6, ['u', 'x']],
    // Without white space what was removed may be a line that did not change: by its number there.
    [-4, ['v']],
  ]);
  // There a line that was added before did not change; for what is settled it stays hidden.
  expect(told('since', 'head')).toEqual([
    [5, ['t', 'w']],
    [6, ['u']],
  ]);
  expect(told('base', 'other')).toEqual([]);
  expect(told('base', 'head', 'g')).toEqual([]);
});

test('open and resolved threads are counted, and what cannot be resolved is neither', () => {
  const at = position('base', 'head', null, 5);
  const open = thread('open', 'f_3_5', at);
  const resolved = { ...open, id: 'resolved', resolved: true };
  const remark = { ...open, id: 'remark', resolvable: false };
  const counts = (threads: PageDiscussion[]) => {
    const shown = shownOf(threads, 'base', 'head');
    return { count: shown?.count, ...shown?.counts(true) };
  };
  expect(counts([open, resolved, remark])).toEqual({ count: 3, open: 1, resolved: 1 });
  expect(counts([{ ...open, resolved: true }, resolved])).toEqual({ count: 2, open: 0, resolved: 2 });
});

test('counted is what is shown: on a line of one end, on the file, and in the newest changes what waits for its place', () => {
  const added = thread('t', 'f_3_5', position('base', 'head', null, 5));
  const removed = thread('u', 'f_3_5', position('base', 'head', 3, null), position('first base', 'first', 3, null));
  const settled = { ...added, id: 'v', resolved: true };
  const whole = { ...added, id: 'w', line_code: null, position: { ...position('base', 'head', null, null), position_type: 'file' as const } }; // prettier-ignore
  const counts = (base: string, head: string, isNewest = false) =>
    shownOf([added, removed, settled, whole], base, head)?.counts(isNewest);
  expect(counts('base', 'head', true)).toEqual({ open: 3, resolved: 1 });
  // What changed since an earlier version has the added line, and not the removed one.
  expect(counts('first', 'head')).toEqual({ open: 2, resolved: 1 });
  expect(counts('base', 'before')).toEqual({ open: 2, resolved: 0 });
  expect(counts('one', 'commit')).toEqual({ open: 1, resolved: 0 });
  expect(counts('first base', 'other')).toEqual({ open: 2, resolved: 0 });
  expect(counts('new base', 'just pushed', true)).toEqual({ open: 3, resolved: 1 });
});

test('until it is placed again, a thread stays on the code of its line', () => {
  const waiting = thread('t', 'f_3_5', position('base', 'before', null, 5));
  expect(on([waiting], 'base', 'head', row('f_3_5', null, 5))).toEqual(['t']);
});

/** Begun on a line of `f` in the first version; the second one has lost it. */
function lost(placement: { on: 'file' | 'overview'; file: string | null }): PageDiscussion {
  const begun = thread('t', 'f_3_5', position('base', 'first', null, 5));
  const { on, file } = placement;
  return {
    ...begun,
    active: false,
    placement: { on, confidence: 'lost', path: file, file_hash: file, version: 2 },
    diff_file: { ...begun.diff_file, file_hash: file ?? 'f' } as PageDiscussion['diff_file'],
  };
}

test('a thread whose lines are gone stands on them where they are shown, and on its file everywhere else', () => {
  const gone = lost({ on: 'file', file: 'f' });
  expect(on([gone], 'base', 'first', row('f_3_5', null, 5))).toEqual(['t']);
  expect(shownOf([gone], 'base', 'first')).toMatchObject({ file: [], count: 1 });
  expect(shownOf([gone], 'base', 'first')?.counts(false)).toEqual({ open: 1, resolved: 0 });
  expect(on([gone], 'base', 'second', row('f_3_5', null, 5))).toEqual([]);
  expect(shownOf([gone], 'base', 'second')).toMatchObject({ file: [{ id: 't' }], count: 1 });
  // The same line of the older side, compared with something else, is not what it is about.
  const removed = { ...gone, position: position('base', 'first', 3, null) };
  expect(on([removed], 'base', 'first', row('f_3_5', 3, null))).toEqual(['t']);
  expect(on([removed], 'base', 'second', row('f_3_5', 3, null))).toEqual([]);
});

test('the file of lost lines may have another name now, or none', () => {
  for (const gone of [lost({ on: 'file', file: 'renamed' }), lost({ on: 'overview', file: null })]) {
    expect(on([gone], 'base', 'first', row('f_3_5', null, 5))).toEqual(['t']);
    expect(shownOf([gone], 'base', 'second')).toMatchObject({ file: [], count: 0 });
  }
  const renamed = [lost({ on: 'file', file: 'renamed' })];
  expect(shownOf(renamed, 'base', 'second', 'renamed')).toMatchObject({ file: [{ id: 't' }] });
  expect(shownOf(renamed, 'base', 'first', 'renamed')).toMatchObject({ file: [], count: 0 });
});

test('a thread that went along to another name stands on both, each in its version', () => {
  const moved = {
    ...thread('t', 'g_9_9', position('base', 'second', null, 9), position('base', 'first', null, 5)),
    line_codes: ['g_9_9', 'f_3_5'],
    diff_file: { file_hash: 'g', file_path: 'g' } as PageDiscussion['diff_file'],
  };
  expect(on([moved], 'base', 'first', row('f_3_5', null, 5))).toEqual(['t']);
  expect(shownOf([moved], 'base', 'second', 'g')?.on(row('g_9_9', null, 9))).toEqual([moved]);
  expect(shownOf([moved], 'base', 'second')?.count).toBe(0);
});

test('what was said of a file that is gone stands on it in the version that had it', () => {
  const at = { ...position('base', 'first', null, null), position_type: 'file' as const };
  const gone = {
    ...lost({ on: 'overview', file: null }),
    line_code: null,
    line_codes: [],
    position: at,
    original_position: at,
  };
  expect(shownOf([gone], 'base', 'first')).toMatchObject({ file: [{ id: 't' }] });
  expect(shownOf([gone], 'base', 'second')?.count).toBe(0);
});

test('points of an image are told apart from the rest of its file, in every version and under the name it had there', () => {
  const at = (head: string) => ({ ...position('base', head, null, null), position_type: 'image' as const });
  const pin = {
    ...thread('t', '', at('third'), at('second')),
    line_code: null,
    line_codes: [],
    diff_file: {
      file_hash: 'new',
      file_path: 'new',
      old_path: 'new',
      new_path: 'new',
      viewer: 'image',
      seen_hashes: { last: 'new', original: 'old' },
    },
  };
  expect(shownOf([pin], 'base', 'third', 'new')).toMatchObject({ pins: [pin], file: [], count: 1 });
  expect(shownOf([pin], 'base', 'second', 'old')).toMatchObject({ pins: [pin], file: [], count: 1 });
  expect(shownOf([pin], 'base', 'first', 'new')).toMatchObject({ pins: [pin], file: [], count: 1 });
  expect(shownOf([pin], 'base', 'first', 'old')?.count).toBe(0);
});
