import { expect, test } from 'vitest';
import { createRateLimiter, networkOf } from './rate-limiter.ts';

const start = new Date('2026-01-01T00:00:00Z').getTime();
const at = (seconds: number) => new Date(start + seconds * 1_000);

test('the request after the last allowed one is refused and told when to come back', () => {
  const limiter = createRateLimiter({ limit: 3, windowMs: 60_000 });
  for (let count = 1; count <= 3; count++) {
    expect(limiter.hit('a', at(10))).toMatchObject({ isExceeded: false, observed: count, remaining: 3 - count });
  }
  expect(limiter.hit('a', at(10))).toMatchObject({ isExceeded: true, remaining: 0, retryAfterSeconds: 50 });
  expect(limiter.hit('b', at(10)).isExceeded).toBe(false);
});

test('the window slides: the end of one minute and the start of the next count together', () => {
  const limiter = createRateLimiter({ limit: 10, windowMs: 60_000 });
  for (let count = 0; count < 10; count++) limiter.hit('a', at(59));
  expect(limiter.hit('a', at(61)).isExceeded).toBe(true);
  expect(limiter.hit('a', at(95)).isExceeded).toBe(false);
  expect(limiter.peek('a', at(300))).toMatchObject({ observed: 0, remaining: 10 });
});

test('refused requests do not make the wait longer', () => {
  const limiter = createRateLimiter({ limit: 2, windowMs: 60_000 });
  for (let count = 0; count < 500; count++) limiter.hit('a', at(1));
  expect(limiter.hit('a', at(119)).isExceeded).toBe(false);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2::'],
  ['nonsense', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
