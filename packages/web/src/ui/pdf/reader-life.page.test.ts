import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MOST_SECONDS } from './in-time.ts';
import { cachedReader, watchWorker } from './reader-life.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);

test('a worker that fails ends every step at once', async () => {
  const port = new EventTarget();
  const { step, hasEnded, hasFailed } = watchWorker(port);
  expect(await step(Promise.resolve('read'))).toBe('read');
  const failures = [step(never), step(never)].map((work) => work.catch((error: unknown) => error));
  const event = new Event('error', { cancelable: true });
  port.dispatchEvent(event);
  expect(await Promise.all(failures)).toEqual([
    expect.objectContaining({ problem: 'missing' }),
    expect.objectContaining({ problem: 'missing' }),
  ]);
  expect([hasEnded(), hasFailed(), event.defaultPrevented]).toEqual([true, true, true]);
});

test('one that does not answer in time has ended too, and what it read may be why', async () => {
  const { step, hasEnded, hasFailed } = watchWorker(new EventTarget());
  const giveUp = vi.fn<() => void>();
  const failures = [step(never, giveUp), step(never)].map((work) => work.catch((error: unknown) => error));
  await vi.advanceTimersByTimeAsync(MOST_SECONDS * 1_000);
  expect(await Promise.all(failures)).toEqual([
    expect.objectContaining({ problem: 'broken' }),
    expect.objectContaining({ problem: 'broken' }),
  ]);
  expect(giveUp).toHaveBeenCalledOnce();
  expect([hasEnded(), hasFailed()]).toEqual([true, false]);
});

function readers() {
  const begun: { hasEnded: () => boolean; close: () => void; end: () => void }[] = [];
  const start = vi.fn<() => Promise<(typeof begun)[number]>>(async () => {
    let isOver = false;
    const made = { hasEnded: () => isOver, close: vi.fn<() => void>(), end: () => (isOver = true) };
    begun.push(made);
    return made;
  });
  return { begun, start, reader: cachedReader(start) };
}

test('one reader serves all, and one takes the place of another that has ended', async () => {
  const { begun, start, reader } = readers();
  const [one, same] = await Promise.all([reader(), reader()]);
  expect(one).toBe(same);
  one.end();
  const [next, again] = await Promise.all([reader(), reader()]);
  expect(next).toBe(again);
  expect(next).not.toBe(one);
  expect(start).toHaveBeenCalledTimes(2);
  expect(begun[0]?.close).toHaveBeenCalledOnce();
  expect(begun[1]?.close).not.toHaveBeenCalled();
});

test('one that could not be started is started by who asks next', async () => {
  const { start, reader } = readers();
  start.mockRejectedValueOnce(new Error('offline'));
  await expect(reader()).rejects.toThrow('offline');
  expect((await reader()).hasEnded()).toBe(false);
  expect(start).toHaveBeenCalledTimes(2);
});
