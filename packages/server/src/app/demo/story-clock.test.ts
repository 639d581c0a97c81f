import { expect, test } from 'vitest';
import { createStoryClock } from './story-clock.ts';

const PRESENT = new Date('2026-05-20T12:00:00Z');

test('passes by itself only when told, never back and never beyond the present', () => {
  const clock = createStoryClock(new Date('2026-05-01T00:00:00Z'), PRESENT);
  expect(clock.now()).toEqual(clock.now());
  let last = clock.now().getTime();
  for (let left = 400; left >= 0; left--) {
    clock.pass(left);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(last);
    last = clock.now().getTime();
  }
  expect(last).toBeLessThan(PRESENT.getTime());
});

test('remembers how far the stories were from the present', () => {
  let real = PRESENT.getTime();
  const clock = createStoryClock(new Date('2026-05-01T12:00:00Z'), PRESENT, () => real);
  real += 5_000;
  clock.goTo(new Date('2026-05-10T12:00:00Z'));
  expect(clock.shifts()).toEqual([
    { at: PRESENT, shiftMs: 19 * 86_400_000 },
    { at: new Date(real), shiftMs: 10 * 86_400_000 + 5_000 },
  ]);
});

test('waits for what must have happened before', () => {
  const clock = createStoryClock(new Date('2026-05-01T00:00:00Z'), PRESENT);
  const pushed = new Date('2026-05-03T09:00:00Z');
  clock.pass(0, pushed);
  expect(clock.now()).toEqual(pushed);
  clock.goTo(new Date('2027-01-01T00:00:00Z'));
  expect(clock.now()).toEqual(PRESENT);
});

test('of two moves within one millisecond the later one counts', () => {
  const real = PRESENT.getTime();
  const clock = createStoryClock(new Date('2026-05-01T12:00:00Z'), PRESENT, () => real);
  clock.goTo(new Date('2026-05-10T12:00:00Z'));
  clock.pass(3);
  expect(clock.shifts()).toEqual([{ at: PRESENT, shiftMs: real - clock.now().getTime() }]);
});
