import { setImmediate } from 'node:timers/promises';

/** Longer than this nobody else in the process waits for long work. */
const TURN_MS = 1;

/** Lets others have their turn in the middle of long work: readers of what is done already, and everyone else. */
export class EventLoopYielder {
  #since = performance.now();

  async give(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
