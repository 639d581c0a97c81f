import { describe, expect, it } from 'vitest';
import { Behind } from './behind.ts';
import { EventLoopYielder } from './event-loop-yielder.ts';

describe('Behind', () => {
  it('works in order, after whoever brings it went on', async () => {
    const done: number[] = [];
    const behind = new Behind(new EventLoopYielder(), async (file) => void done.push(file));
    for (const file of [0, 1, 2]) await behind.add(file, Buffer.from('x'));
    expect(done).toEqual([]);
    await behind.finish();
    expect(done).toEqual([0, 1, 2]);
    await behind.add(3, Buffer.alloc(0));
    await behind.finish();
    expect(done).toEqual([0, 1, 2, 3]);
  });

  it('holds up whoever brings more than may wait', async () => {
    const done: number[] = [];
    const behind = new Behind(new EventLoopYielder(), async (file) => void done.push(file));
    const large = Buffer.alloc(9 * 1_024 * 1_024);
    await behind.add(0, large);
    expect(done).toEqual([]);
    await behind.add(1, large);
    expect(done).toEqual([0, 1]);
  });

  it('leaves git and its readers alone until all is there', async () => {
    const done: number[] = [];
    let isRead = false;
    const behind = new Behind(
      new EventLoopYielder(),
      async (file) => {
        done.push(file);
        isRead = true;
      },
      () => isRead,
    );
    for (const file of [0, 1, 2]) await behind.add(file, Buffer.from('x'));
    await expect.poll(() => done, { timeout: 5_000 }).toEqual([0]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual([0]);
    await behind.finish();
    expect(done).toEqual([0, 1, 2]);
    await behind.add(3, Buffer.alloc(17 * 1_024 * 1_024));
    expect(done).toHaveLength(3);
    await behind.add(4, Buffer.alloc(17 * 1_024 * 1_024));
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });

  it('tells of a failure with the next file, and at the end', async () => {
    const behind = new Behind(new EventLoopYielder(), async (file) => {
      if (file === 1) throw new Error('no room');
    });
    await behind.add(0, Buffer.from('x'));
    await behind.add(1, Buffer.from('x'));
    await expect(behind.finish()).rejects.toThrow('no room');
    await expect(behind.add(2, Buffer.from('x'))).rejects.toThrow('no room');
  });
});
