import { MAX_REPLAY_GAP_MS } from '@tributary/contract/page/realtime-events.ts';
import type { RealtimeMessage } from './hub.ts';

const MOST_KEPT = 2_000;

/**
 * What was told lately, for streams that begin a moment after the page they belong to was made. Times in ms of a clock
 * that only goes forward.
 */
export class RecentMessages {
  #kept: { at: number; message: RealtimeMessage }[] = [];
  /** After this time every message is here; infinite while none is heard. */
  #from = Infinity;

  /** From now on every message is heard, or none (`isHearing` false). */
  begin(now: number, isHearing: boolean): void {
    this.#kept = [];
    this.#from = isHearing ? now : Infinity;
  }

  add(message: RealtimeMessage, now: number): void {
    this.#kept.push({ at: now, message });
    if (this.#kept.length <= MOST_KEPT * 2) return;
    // Thrown away by halves, so that adding stays cheap.
    this.#from = this.#kept[MOST_KEPT]?.at ?? now;
    this.#kept = this.#kept.slice(MOST_KEPT);
  }

  /** Messages of the topics since then, in their order; null when some may have been missed. */
  since(topics: ReadonlySet<string>, then: number, now: number): RealtimeMessage[] | null {
    if (then <= this.#from || now - then > MAX_REPLAY_GAP_MS) return null;
    return this.#kept
      .filter(({ at, message }) => at >= then && topics.has(message.topic))
      .map(({ message }) => message);
  }
}
