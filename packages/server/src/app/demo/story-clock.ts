const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long users take to answer, in turn. */
const PAUSES_MS = [35 * MINUTE_MS, 3 * HOUR_MS, 50 * MINUTE_MS, 17 * HOUR_MS, 95 * MINUTE_MS, 6 * HOUR_MS];
/** What still happens keeps at least that much time before the present. */
const LEAST_PAUSE_MS = 7 * MINUTE_MS;

/** From `at` on, real time, the stories were so many milliseconds earlier. */
export type TimeShift = { at: Date; shiftMs: number };

/** Time as it passes in the stories: days before the present, and never later. It stands still until it is told to move. */
export type StoryClock = {
  now(): Date;
  /** Goes to a moment of the past, back too: each story has its own days. */
  goTo(moment: Date): void;
  /** Lets the next pause pass, at least until `earliest`; `left` turns follow. */
  pass(left: number, earliest?: Date): void;
  /** Real times with their distance from the stories, oldest first, each time once. */
  shifts(): readonly TimeShift[];
};

/** Starts at `start`; `present` is where the stories end. `realNow` is for tests. */
export function createStoryClock(start: Date, present: Date, realNow = () => Date.now()): StoryClock {
  let time = start.getTime();
  let pauses = 0;
  const shifts: TimeShift[] = [];
  const move = (to: number): void => {
    const real = realNow();
    time = to;
    // Two moves within one millisecond would leave open which of them counts.
    if (shifts.at(-1)?.at.getTime() === real) shifts.pop();
    shifts.push({ at: new Date(real), shiftMs: real - time });
  };
  move(time);
  return {
    now: () => new Date(time),
    goTo: (moment) => move(Math.min(moment.getTime(), present.getTime())),
    pass: (left, earliest) => {
      const pause = PAUSES_MS[pauses++ % PAUSES_MS.length] ?? LEAST_PAUSE_MS;
      const wanted = Math.max(time + pause, earliest?.getTime() ?? 0);
      const latest = present.getTime() - (left + 1) * LEAST_PAUSE_MS;
      move(Math.max(time, Math.min(wanted, latest)));
    },
    shifts: () => shifts,
  };
}
