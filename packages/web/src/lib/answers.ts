import { useEffect, useSyncExternalStore } from 'react';
import { isWorthRetrying } from './app-error.ts';
import { replaceEqualDeep } from './replace-equal-deep.ts';

/*
 * What the server answers to a question, kept for all who ask the same: what a view that is drawn first needs of such a
 * thing. Pages and layers that are loaded later have TanStack Query for pages of answers and the like.
 */

export type Question<T> = {
  /** Tells the question from all others. */
  key: readonly unknown[];
  /** `isFirst`: there is no answer yet, so one that came along with the page will do. */
  ask: (context: { signal: AbortSignal; isFirst: boolean }) => Promise<T>;
  /** As long an answer is not asked for again by someone who comes later. */
  freshMs: number;
  /** After this many ms it is asked again by itself; null when the answer is final. */
  askAgainMs?: (answer: T | undefined) => number | null;
};

export type Answer<T> = {
  data: T | undefined;
  /** Of the last attempt; an answer from before stays. */
  error: unknown;
  /** Neither an answer nor an error so far. */
  isPending: boolean;
  /** Asks again, also when a question is under way; ends when the last one does. */
  refetch: () => Promise<void>;
};

/** Nobody asked for so long: the next one waits again. */
const KEPT_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 1_000;

/** Ends early when the signal is given. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

class Asked<T> {
  question: Question<T>;
  #answer: Answer<T>;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #abort = new AbortController();
  #again: ReturnType<typeof setTimeout> | undefined;
  #forget: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #end: () => void;

  constructor(question: Question<T>, end: () => void) {
    this.question = question;
    this.#end = end;
    this.#answer = { data: undefined, error: null, isPending: true, refetch: this.refetch };
  }

  readonly read = (): Answer<T> => this.#answer;

  readonly subscribe = (listener: () => void): (() => void) => {
    clearTimeout(this.#forget);
    if (this.#listeners.size === 0) window.addEventListener('online', this.#askIfOld);
    this.#listeners.add(listener);
    this.#askIfOld();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      window.removeEventListener('online', this.#askIfOld);
      this.#abort.abort();
      this.#asking = null;
      clearTimeout(this.#again);
      this.#forget = setTimeout(this.#end, KEPT_MS);
    };
  };

  readonly refetch = (): Promise<void> => {
    this.#abort.abort();
    this.#abort = new AbortController();
    if (this.#answer.data === undefined && this.#answer.error !== null) this.#set({ error: null });
    const asking = this.#ask(this.#abort.signal);
    this.#asking = asking;
    return asking;
  };

  readonly #askIfOld = (): void => {
    const isOld = this.#answer.error !== null || Date.now() - this.#answeredAt >= this.question.freshMs;
    if (isOld && this.#asking === null) void this.refetch();
  };

  async #ask(signal: AbortSignal): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        // One question after the other, in the order of their answers.
        // oxlint-disable-next-line no-await-in-loop
        const data = await this.question.ask({ signal, isFirst: this.#answer.data === undefined });
        if (signal.aborted) return this.#asking ?? undefined;
        this.#answeredAt = Date.now();
        this.#set({ data: replaceEqualDeep(this.#answer.data, data), error: null });
        break;
      } catch (error) {
        if (signal.aborted) return this.#asking ?? undefined;
        if (!isWorthRetrying(failures, error)) {
          this.#set({ error });
          break;
        }
        // oxlint-disable-next-line no-await-in-loop
        await pause(FIRST_PAUSE_MS * 2 ** failures, signal);
        if (signal.aborted) return this.#asking ?? undefined;
      }
    }
    this.#asking = null;
    this.#planNext();
    return undefined;
  }

  #planNext(): void {
    clearTimeout(this.#again);
    const ms = this.question.askAgainMs?.(this.#answer.data) ?? null;
    if (ms === null || this.#listeners.size === 0) return;
    this.#again = setTimeout(() => {
      if (document.visibilityState === 'hidden') this.#planNext();
      else void this.refetch();
    }, ms);
  }

  #set(change: Partial<Answer<T>>): void {
    const next = { ...this.#answer, ...change };
    this.#answer = { ...next, isPending: next.data === undefined && next.error === null };
    for (const listener of this.#listeners) listener();
  }
}

type Kept = { of<T>(question: Question<T>): Asked<T>; clear(): void };

/** One for each question; what is kept under a key is what its question answers. */
function keptAnswers(): Kept {
  const all = new Map<string, object>();
  return {
    of<T>(question: Question<T>): Asked<T> {
      const id = JSON.stringify(question.key);
      const found = all.get(id) as Asked<T> | undefined;
      if (found) return found;
      const asked = new Asked(question, () => all.delete(id));
      all.set(id, asked);
      return asked;
    },
    clear: () => all.clear(),
  };
}

const kept = keptAnswers();

/** For tests, which begin with nothing known. */
export const forgetAnswers = (): void => kept.clear();

const NOT_ASKED: Answer<never> = {
  data: undefined,
  error: null,
  isPending: true,
  refetch: async () => undefined,
};

const never = (): (() => void) => () => undefined;

/** The answer to a question, kept current while it is drawn; null asks nothing. */
export function useAnswer<T>(question: Question<T> | null): Answer<T> {
  const asked = question && kept.of(question);
  useEffect(() => {
    if (asked && question) asked.question = question;
  });
  return useSyncExternalStore<Answer<T>>(asked?.subscribe ?? never, asked?.read ?? (() => NOT_ASKED));
}
