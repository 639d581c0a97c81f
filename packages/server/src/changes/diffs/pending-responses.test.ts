import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { FinishedAnswers } from './finished-answers.ts';
import { PendingResponses } from './pending-responses.ts';

const ctx = { log: createLog('silent') };
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function start() {
  const finished = new FinishedAnswers();
  return { finished, unfinished: new PendingResponses(finished) };
}

test('an answer is compressed when nobody has asked for a moment', async () => {
  const { finished, unfinished } = start();
  expect(unfinished.get('a')).toBeUndefined();
  unfinished.compressLater(ctx, 'a', Buffer.from('[1]'));
  expect([unfinished.get('a')?.toString(), finished.get('a')]).toEqual(['[1]', undefined]);
  await expect.poll(() => finished.get('a')).toBeDefined();
  expect(gunzipSync(finished.get('a')?.gzipped ?? '').toString()).toBe('[1]');
  await expect.poll(() => unfinished.get('a')).toBeUndefined();
});

test('who reads on is waited for, but not for ever', async () => {
  const { finished, unfinished } = start();
  const began = performance.now();
  unfinished.get('a');
  unfinished.compressLater(ctx, 'a', Buffer.from('[1]'));
  while (!finished.get('a')) {
    unfinished.get('other');
    await sleep(10);
    if (performance.now() - began > 20_000) throw new Error('it was never compressed');
  }
  expect(performance.now() - began).toBeGreaterThan(1_500);
});

test('what takes too much room does not wait', async () => {
  const { finished, unfinished } = start();
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    unfinished.get(key);
    unfinished.compressLater(ctx, key, Buffer.alloc(8 * 1_024 * 1_024));
  }
  // The oldest went for the newest, and will be made again when someone asks.
  expect(unfinished.get('a')).toBeUndefined();
  expect(unfinished.get('e')).toBeDefined();
  await expect.poll(() => finished.get('e'), { timeout: 10_000 }).toBeDefined();
});

test('what was sent without its colours is made whole, unless that fails', async () => {
  const { finished, unfinished } = start();
  unfinished.finishLater(ctx, 'bad', () => Promise.reject(new Error('no colours')));
  unfinished.finishLater(ctx, 'good', async () => void (await finished.keep('good', Buffer.from('[2]'))));
  await expect.poll(() => finished.get('good')).toBeDefined();
  expect(finished.get('bad')).toBeUndefined();
});
