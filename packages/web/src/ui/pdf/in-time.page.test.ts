import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime, MOST_SECONDS } from './in-time.ts';
import { PdfFailure } from './pdf-failure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const never = new Promise<string>(() => undefined);

/** What became of work that does not end. */
function watch(giveUp?: () => void) {
  const seen: unknown[] = [];
  inTime(never, giveUp).catch((error: unknown) => seen.push(error));
  return seen;
}

test('work that takes too long is given up', async () => {
  const giveUp = vi.fn<() => void>();
  const failures = watch(giveUp);
  await vi.advanceTimersByTimeAsync((MOST_SECONDS - 1) * 1_000);
  expect(failures).toEqual([]);
  expect(giveUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(failures).toEqual([expect.any(PdfFailure)]);
  expect(giveUp).toHaveBeenCalledOnce();
});

test('time in the background does not count', async () => {
  const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const failures = watch();
  await vi.advanceTimersByTimeAsync(MOST_SECONDS * 10_000);
  expect(failures).toEqual([]);
  shown.mockReturnValue('visible');
  await vi.advanceTimersByTimeAsync((MOST_SECONDS - 1) * 1_000);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toHaveLength(1);
});

test('nothing goes on counting after work that ended', async () => {
  expect(await inTime(Promise.resolve('done'))).toBe('done');
  await expect(inTime(Promise.reject(new Error('broken off')))).rejects.toThrow('broken off');
  expect(vi.getTimerCount()).toBe(0);
});
