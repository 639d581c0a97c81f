import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { expect, test, vi } from 'vitest';
import { beginBelow, formKeyOf } from './line-comments.ts';
import { formOfField, formOfFile } from './line-field.ts';
import { LineCommentsStore } from './line-comments-store.ts';

const FILES = ['a', 'b', 'c'];
const REFS = { base_sha: 'base', head_sha: 'head' };

function thread(id: string, hash: string): PageDiscussion {
  return {
    id,
    diff_discussion: true,
    active: true,
    resolvable: true,
    resolved: false,
    line_code: `${hash}_1_1`,
    line_codes: [`${hash}_1_1`],
    position: { position_type: 'text', new_line: 1, head_sha: 'head', base_sha: 'base' },
    diff_file: { file_hash: hash, file_path: hash },
  } as Partial<PageDiscussion> as PageDiscussion;
}

const draft = (id: number, lineCode: string): PageDraft =>
  ({
    id,
    file_hash: lineCode.split('_')[0],
    discussion_id: null,
    placement: null,
    active: true,
    line_code: lineCode,
    line_codes: [lineCode],
    position: { position_type: 'text', new_line: 1, head_sha: 'head', base_sha: 'base' },
    diff_file: { file_hash: lineCode.split('_')[0] },
  }) as Partial<PageDraft> as PageDraft;

/** A store, with the files that were told of something since the last question. */
function watched(canBegin = true) {
  const store = new LineCommentsStore(canBegin);
  const told: string[] = [];
  for (const file of FILES) store.subscribe(file, () => told.push(file));
  return { store, told: () => told.splice(0) };
}

test('opening and closing a form is heard by its file alone', () => {
  const { store, told } = watched();
  const other = store.of('b');
  store.begin('a_0_4', null);
  expect(told()).toEqual(['a']);
  expect(store.of('a').forms.get('a_0_4')).toEqual({ start: null, asked: 1 });
  expect(store.of('b')).toBe(other);
  store.begin('a_0_4', null);
  // The keyboard goes there once more.
  expect(told()).toEqual(['a']);
  store.begin('a_0_4', 'a_0_2', 0);
  expect(told()).toEqual(['a']);
  expect(store.of('a').forms.get('a_0_4')).toEqual({ start: 'a_0_2', asked: 2 });
  store.close('a_0_4');
  expect(told()).toEqual(['a']);
  expect(store.of('a').forms.size).toBe(0);
});

test('what was begun earlier opens again, unless the reader may not comment', () => {
  const { store, told } = watched();
  store.setBegun(['b_1_1']);
  expect(told()).toEqual(['b']);
  expect(store.of('b').forms.get('b_1_1')).toEqual({ start: null, asked: 0 });
  const closed = watched(false);
  closed.store.setBegun(['b_1_1']);
  closed.store.begin('b_1_1', null);
  expect(closed.told()).toEqual([]);
  expect(closed.store.of('b').forms.size).toBe(0);
});

test('a new thread is heard by its file alone, and a list that says the same by none', () => {
  const { store, told } = watched();
  const first = thread('1', 'a');
  store.setThreads([first]);
  expect(told()).toEqual(['a']);
  const before = store.of('a');
  store.setThreads([first, thread('2', 'b')]);
  expect(told()).toEqual(['b']);
  expect(store.of('a')).toBe(before);
  expect(store.of('b').threads(REFS).counts(true).open).toBe(1);
  store.setThreads([...store.of('b').threads(REFS).on(line('b'))]);
  expect(told()).toEqual(['a']);
  expect(store.of('a').threads(REFS).count).toBe(0);
});

const line = (hash: string) => ({ lineCode: `${hash}_1_1`, oldLine: 1, newLine: 1 });

test('pending comments are heard by their file, and whoever looks at all files is told once', () => {
  const { store, told } = watched();
  const all = vi.fn<() => void>();
  store.changes.subscribe(all);
  const mine = draft(1, 'c_1_1');
  store.setDrafts([mine]);
  store.setDrafts([mine]);
  expect(told()).toEqual(['c']);
  expect(all).toHaveBeenCalledTimes(1);
  expect(store.of('c').drafts(REFS).on(line('c'))).toEqual([mine]);
});

test('a form that was begun on a line opens below that line alone, and one of before below the line of its code', () => {
  const file = (base: string, head: string) => ({
    file_hash: 'a',
    diff_refs: { base_sha: base, start_sha: base, head_sha: head },
  });
  const row = (lineCode: string, oldLine: number | null, newLine: number | null) =>
    ({ lineCode, oldLine, newLine, kind: 'context', html: '' }) as const;
  const { store } = watched();
  const begin = beginBelow(store, file('target', 'v2'), [row('a_3_4', null, 4), row('a_4_5', 4, 5)]);
  begin(1, null, 0);
  const isOpen = (...[of, at]: [ReturnType<typeof file>, ReturnType<typeof row>]) =>
    store.of('a').forms.has(formKeyOf(store.of('a'), of, at));
  expect(isOpen(file('target', 'v2'), row('a_4_5', 4, 5))).toBe(true);
  expect(isOpen(file('v1', 'v2'), row('a_9_5', 9, 5))).toBe(true);
  expect(isOpen(file('target', 'v1'), row('a_4_5', 4, 5))).toBe(false);
  expect(isOpen(file('target', 'v2'), row('a_4_4', null, 4))).toBe(false);
  // Opened once more it is about the same lines.
  const [open] = store.of('a').forms.values();
  begin(1, null);
  expect([...store.of('a').forms.values()]).toEqual([{ ...open, asked: 2 }]);
  expect(open?.start).toBe('new-v2-4');
  store.setBegun(['a_7_7']);
  expect(isOpen(file('target', 'v1'), row('a_7_7', 7, 7))).toBe(true);
  expect(isOpen(file('target', 'v2'), row('a_7_7', 7, 7))).toBe(true);
  beginBelow(store, file('target', 'v2'), [row('a_7_7', 7, 7)])(0, null);
  expect([...store.of('a').forms.keys()]).toContain('a_7_7');
  expect(store.of('a').forms.size).toBe(2);
});

test('what was begun on a removed line opens below it, also where it is shown unchanged without white space', () => {
  const file = { file_hash: 'a', diff_refs: { base_sha: 'base', start_sha: 'base', head_sha: 'head' } };
  const row = { lineCode: 'a_4_5', oldLine: 4, newLine: 5, kind: 'context', html: '' } as const;
  const { store } = watched();
  store.setBegun(['a_old-base-4']);
  expect(formKeyOf(store.of('a'), file, row)).toBe('a_old-base-4');
  expect(formKeyOf(store.of('a'), file, { ...row, oldLine: 5 })).toBe('a_new-head-5');
  beginBelow(store, file, [row])(0, null);
  expect([...store.of('a').forms.keys()]).toEqual(['a_old-base-4']);
});

test('a form about a whole file opens again by itself, is asked for as often as wanted, and is of this store alone', () => {
  expect([formOfField('line-a_new-1-2'), formOfField('file-a'), formOfField('reply-5')]).toEqual([
    'a_new-1-2',
    formOfFile('a'),
    null,
  ]);
  const { store, told } = watched();
  store.setBegun([formOfFile('a')]);
  const asked = () => store.of('a').forms.get(formOfFile('a'))?.asked;
  expect(asked()).toBe(0);
  store.begin(formOfFile('a'), null);
  store.begin(formOfFile('a'), null);
  expect(asked()).toBe(2);
  expect(told()).toEqual(['a', 'a', 'a']);
  expect(watched().store.of('a').forms.size).toBe(0);
});
