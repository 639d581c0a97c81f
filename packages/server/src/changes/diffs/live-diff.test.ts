import type { ChangedFile, IndexFile } from '@tributary/git';
import { expect, test } from 'vitest';
import { LiveDiff } from './live-diff.ts';

const named = (path: string) => ({ newPath: path }) as ChangedFile;
const file = (path: string) => ({ newPath: path }) as IndexFile;
const soon = async <T>(promise: Promise<T>) =>
  Promise.race([promise, new Promise((tell) => setTimeout(tell, 20, 'late'))]);

test('the first files are there before the last is compared', async () => {
  const live = new LiveDiff();
  expect(live.isRead).toBe(false);
  const first = live.first(2);
  expect(live.isRead).toBe(true);
  live.list(['a', 'b', 'c'].map(named));
  live.add(file('a'), Buffer.from('1'));
  expect(await soon(first)).toBe('late');
  live.add(file('b'), Buffer.from('2'));
  const part = await first;
  expect(part.files).toEqual([file('a'), file('b')]);
  expect(part.files.map(part.patchOf)).toEqual([Buffer.from('1'), Buffer.from('2')]);
  expect(await soon(live.first(3))).toBe('late');
  live.add(file('c'), Buffer.from('3'));
  expect((await live.first(30)).files).toHaveLength(3);
});

test('a comparison without files is there at once', async () => {
  const live = new LiveDiff();
  live.list([]);
  expect((await live.first(5)).files).toEqual([]);
});

test('no more is kept than there is room for, and nothing after a gap', async () => {
  const live = new LiveDiff();
  live.list(['a', 'b', 'c', 'd'].map(named));
  live.add(file('a'), Buffer.alloc(100));
  live.add(file('b'), Buffer.alloc(17 * 1_024 * 1_024));
  expect((await live.first(1)).files).toHaveLength(1);
  live.add(file('c'), Buffer.alloc(100));
  expect(await soon(live.first(2))).toBe('late');
});

test('more is kept where someone reads', async () => {
  const live = new LiveDiff();
  live.list(['a', 'b', 'c', 'd'].map(named));
  const first = live.first(2);
  live.add(file('a'), Buffer.alloc(100));
  live.add(file('b'), Buffer.alloc(17 * 1_024 * 1_024));
  expect((await first).files).toHaveLength(2);
  live.add(file('c'), Buffer.alloc(17 * 1_024 * 1_024));
  live.add(file('d'), Buffer.alloc(1));
  expect(await soon(live.first(3))).toBe('late');
});
