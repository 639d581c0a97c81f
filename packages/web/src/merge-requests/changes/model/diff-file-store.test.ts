import type { DiffsBatch, DiffsLine, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../../lib/app-error.ts';
import { DiffFileStore } from './diff-file-store.ts';

function answer(start: number, count: number): DiffsBatch {
  const files = Array.from(
    { length: count },
    (_, offset) => ({ index: start + offset, moves: [] as PageDiffFile['moves'] }) as PageDiffFile,
  );
  return { diff_files: files, pagination: { total_pages: 20 } };
}

test('batches grow, never ask twice, and start wherever the reader is', async () => {
  const asked: [number, number][] = [];
  const store = new DiffFileStore(20, async ({ 0: start = 0, length: count }) => {
    asked.push([start, count]);
    return answer(start, count);
  });
  await store.ensure(0);
  await store.ensure(2);
  await store.ensure(16);
  await store.ensure(10);
  expect(asked).toEqual([
    [0, 5],
    [16, 4],
    [10, 6],
  ]);
  expect(store.get(15).state).toBe('loaded');
  expect(store.get(9).state).toBe('idle');
});

test('where files are hidden a batch has those that are shown', async () => {
  const asked: (readonly number[])[] = [];
  const store = new DiffFileStore(20, async (batch) => {
    asked.push(batch);
    return { ...answer(0, 0), diff_files: batch.flatMap((at) => answer(at, 1).diff_files) };
  });
  const shown = [3, 4, 8, 9, 11, 12, 13, 14, 15].map((index) => ({ index }));
  store.setPageSize(undefined, shown);
  await store.ensure(3);
  expect(store.get(11).state).toBe('loaded');
  expect(store.get(5).state).toBe('idle');
  await store.ensure(12);
  // A hidden one that someone asks for all the same.
  await store.ensure(1);
  store.setPageSize(undefined);
  await store.ensure(5);
  expect(asked).toEqual([[3, 4, 8, 9, 11], [12, 13, 14, 15], [1], [5, 6, 7]]);
});

test('a card hears of its own file alone', async () => {
  const heard: number[] = [];
  const store = new DiffFileStore(3, async ({ 0: start = 0, length: count }) => answer(start, count));
  store.subscribe(1, () => heard.push(1));
  store.subscribe(7, () => heard.push(7));
  await store.ensure(0);
  expect(heard).toEqual([1, 1]);
});

test('a failed batch can be tried again', async () => {
  let isDown = true;
  const store = new DiffFileStore(2, async ({ 0: start = 0, length: count }) => {
    if (isDown) throw new AppError({ status: 0, code: 'network', message: 'The server cannot be reached.' });
    return answer(start, count);
  });
  await store.ensure(0);
  expect(store.get(1)).toEqual({ state: 'failed', message: 'The server cannot be reached.' });
  isDown = false;
  await store.ensure(1);
  expect([store.get(0).state, store.get(1).state]).toEqual(['failed', 'loaded']);
});

test('a file that its batch did not have has failed, in words that the card does not say itself', async () => {
  const store = new DiffFileStore(2, async ([start = 0]) => answer(start, 1));
  await store.ensure(0);
  expect([store.get(0).state, store.get(1)]).toEqual([
    'loaded',
    { state: 'failed', message: 'Something went wrong. Try again.' },
  ]);
});

test('what failed is not asked for again until a reader wants it', async () => {
  const asked: [number, number][] = [];
  let isDown = true;
  const store = new DiffFileStore(14, async ({ 0: start = 0, length: count }) => {
    asked.push([start, count]);
    if (isDown) throw new Error('The server cannot be reached.');
    return answer(start, count);
  });
  for (let index = 0; index < 6; index++) expect((await store.preload(index)).state).toBe('failed');
  expect(asked).toEqual([
    [0, 5],
    [5, 7],
  ]);
  isDown = false;
  expect((await store.preload(12)).state).toBe('loaded');
  expect((await store.preload(4)).state).toBe('failed');
  await store.ensure(3);
  expect(asked.slice(2)).toEqual([
    [12, 2],
    [3, 9],
  ]);
  expect([2, 3, 11].map((index) => store.get(index).state)).toEqual(['failed', 'loaded', 'loaded']);
});

test('a file that the answer leaves out is failed, not loading for ever', async () => {
  const store = new DiffFileStore(3, async ([start = 0]) => answer(start, 1));
  await store.ensure(0);
  expect([store.get(0).state, store.get(2).state]).toEqual(['loaded', 'failed']);
});

test('one file at a time asks for one file at a time, and waits for what is on its way', async () => {
  const asked: [number, number][] = [];
  const store = new DiffFileStore(9, async ({ 0: start = 0, length: count }) => {
    asked.push([start, count]);
    return answer(start, count);
  });
  store.setPageSize(1);
  void store.ensure(4);
  expect(await store.settled(4)).toMatchObject({ state: 'loaded', file: { index: 4 } });
  await store.settled(5);
  // All of them again: those that are there stay.
  store.setPageSize(undefined);
  await store.settled(5);
  await store.settled(0);
  expect(asked).toEqual([
    [4, 1],
    [5, 1],
    [0, 4],
  ]);
});

afterEach(() => void vi.useRealTimers());

const moves: PageDiffFile['moves'] = [
  {
    id: 1,
    side: 'new',
    start_line: 1,
    end_line: 4,
    other: { file_hash: 'g', file_path: 'g', name: 'g', index: 1, start_line: 1, end_line: 4 },
    edited_lines: 0,
    reindented: false,
    edits: [],
  },
];

/** Answers as provisional so many times. */
function lateStore(provisional: number, heard: number[] = []) {
  let asked = 0;
  const store = new DiffFileStore(
    2,
    async ({ 0: start = 0, length: count }) => {
      const isLate = asked++ < provisional;
      const { diff_files: files, pagination } = answer(start, count);
      const known = files.map((file) => ({ ...file, moves: isLate || file.index === 1 ? [] : moves, lines: asked }));
      return { diff_files: known, pagination, ...(isLate && { provisional: true as const }) };
    },
    { onLateMoves: (file) => heard.push(file.index) },
  );
  return { store, asked: () => asked };
}

test('a batch that came too early is asked for again, and only what moved is taken from it', async () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const { store, asked } = lateStore(2, heard);
  await store.ensure(0);
  expect(store.get(0)).toMatchObject({ state: 'loaded', file: { moves: [] } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), heard]).toEqual([2, []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked(), heard]).toEqual([3, [0]]);
  expect(store.get(0)).toMatchObject({ state: 'loaded', file: { moves, lines: 1 } });
});

test('it is not asked for without end, nor after the comparison was left', async () => {
  vi.useFakeTimers();
  const { store, asked } = lateStore(100);
  await store.ensure(0);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked()).toBe(9);
  const left = lateStore(100);
  await left.store.ensure(0);
  left.store.dispose();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(left.asked()).toBe(1);
});

/** Lines that come when the test says so. */
function stream() {
  const lines: DiffsLine[] = [];
  let tell = Promise.withResolvers<void>();
  let end: 'open' | 'over' | 'broken' = 'open';
  let asked = 0;
  const say = () => {
    tell.resolve();
    tell = Promise.withResolvers<void>();
  };
  async function* follow(): AsyncGenerator<DiffsLine> {
    asked++;
    for (;;) {
      for (let line = lines.shift(); line; line = lines.shift()) yield line;
      if (end === 'over') return;
      if (end === 'broken') throw new Error('The response was incomplete.');
      await tell.promise;
    }
  }
  return {
    follow,
    asked: () => asked,
    come: (line: DiffsLine) => {
      lines.push(line);
      say();
    },
    end: (how: 'over' | 'broken') => {
      end = how;
      say();
    },
  };
}

function followingStore() {
  const asked: [number, number][] = [];
  const store = new DiffFileStore(20, async ({ 0: start = 0, length: count }) => {
    asked.push([start, count]);
    return answer(start, count);
  });
  return { store, asked, files: stream() };
}

test('files that come by themselves are not asked for, in whatever order they come', async () => {
  const { store, asked, files } = followingStore();
  const following = store.follow([3, 4, 5, 6], files.follow);
  void store.follow([3, 4, 5, 6], files.follow);
  const waiting = store.preload(5);
  files.come(answer(5, 2));
  expect(await waiting).toMatchObject({ state: 'loaded', file: { index: 5 } });
  files.come(answer(3, 2));
  files.end('over');
  await following;
  expect([3, 4, 5, 6].map((index) => store.get(index).state)).toEqual(Array(4).fill('loaded'));
  expect([asked, files.asked()]).toEqual([[], 1]);
});

test('a reader who goes to a file does not wait for those before it, and keeps what is there', async () => {
  const { store, asked, files } = followingStore();
  void store.follow([0, 1, 2, 3], files.follow);
  await store.settled(3);
  expect(asked).toEqual([[3, 5]]);
  const shown = store.get(3);
  files.come(answer(0, 4));
  files.end('over');
  expect((await store.preload(0)).state).toBe('loaded');
  expect(store.get(3)).toBe(shown);
});

test('who comes near a file waits a moment for it, not longer', async () => {
  vi.useFakeTimers();
  const { store, asked, files } = followingStore();
  void store.follow([7, 8], files.follow);
  const near = store.preload(8, 400);
  await vi.advanceTimersByTimeAsync(399);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([[8, 5]]);
  expect((await near).state).toBe('loaded');
});

test('when it breaks off the rest is loaded in batches', async () => {
  const { store, asked, files } = followingStore();
  const following = store.follow([5, 6, 7, 8, 9], files.follow);
  const waiting = store.preload(8);
  files.come(answer(5, 2));
  files.end('broken');
  await following;
  expect((await waiting).state).toBe('loaded');
  expect((await store.preload(7)).state).toBe('loaded');
  expect(asked).toEqual([
    [8, 5],
    [7, 1],
  ]);
});

test('what moved is told at the end; where the end is missing it is asked for', async () => {
  vi.useFakeTimers();
  for (const end of ['over', 'broken'] as const) {
    const { store, asked, files } = followingStore();
    const early = answer(5, 2).diff_files.map((file) => ({ ...file, moves: [] }));
    void store.follow([5, 6], files.follow);
    files.come({ diff_files: early, pagination: { total_pages: 20 }, provisional: true });
    await vi.advanceTimersByTimeAsync(10);
    if (end === 'over') files.come({ late_moves: [{ index: 6, moves, moved_lines: 4 }] });
    files.end(end);
    await vi.advanceTimersByTimeAsync(10_000);
    if (end === 'broken')
      expect(asked).toEqual([[5, 1], [6, 1]]); // prettier-ignore
    else {
      expect(asked).toEqual([]);
      expect(store.get(6)).toMatchObject({ state: 'loaded', file: { moves, moved_lines: 4 } });
    }
  }
});
