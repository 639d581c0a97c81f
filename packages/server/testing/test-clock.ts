import type { Clock } from '../src/platform/clock.ts';

export type TestClock = Clock & { advance(milliseconds: number): void; set(time: Date): void };

/** Starts at the real time and moves only when told to. */
export function createTestClock(): TestClock {
  let time = Date.now();
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (moment) => {
      time = moment.getTime();
    },
  };
}
