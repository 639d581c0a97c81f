import type { RealtimeMessage } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useEffect, useRef } from 'react';

export type RealtimeListener = (message: RealtimeMessage) => void;

/** The part of `EventSource` that is used; tests give their own. */
export type RealtimeSource = {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onerror: ((event: Event) => void) | null;
  close(): void;
};

type Options = { open: (url: string) => RealtimeSource; random: () => number };

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** A tab that nobody looks at gives its connection back after this long. */
const hiddenPauseMs = 5 * 60_000;
/** Several parts of a page subscribe in one render: one connection for all of them. */
const settleMs = 20;

/** Synthetic message after a gap, so that listeners fetch what they may have missed. */
export const reconnectedEvent = 'realtime.reconnected';

function isMessage(value: unknown): value is RealtimeMessage {
  return typeof value === 'object' && value !== null && 'topic' in value && 'event' in value;
}

/** One server-sent event stream for all topics of the tab. */
export class RealtimeClient {
  readonly #options: Options;
  readonly #listeners = new Map<string, Set<RealtimeListener>>();
  #source: RealtimeSource | null = null;
  #openTopics = '';
  #attempt = 0;
  #hadGap = false;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;
  #isPaused = false;
  readonly #holds = new Set<object>();
  readonly #end = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    const { signal } = this.#end;
    document.addEventListener('visibilitychange', () => this.#visibilityChanged(), { signal });
    window.addEventListener('online', () => this.#reconnectNow(), { signal });
  }

  /** Calls back for each message of the topic, and with `reconnectedEvent` after a gap. Returns the unsubscribe. */
  subscribe(topic: string, listener: RealtimeListener): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    set.add(listener);
    this.#listeners.set(topic, set);
    this.#settle();
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(topic) === set) this.#listeners.delete(topic);
      this.#settle();
    };
  }

  /** Opens no connection until this has come, or for so long. */
  holdUntil(first: Promise<unknown>, longestMs: number): void {
    const hold = {};
    this.#holds.add(hold);
    const release = () => {
      if (this.#holds.delete(hold)) this.#settle();
    };
    void first.then(release, release);
    setTimeout(release, longestMs);
  }

  /** Ends for good: no connection, no listeners. */
  stop(): void {
    this.#end.abort();
    this.#listeners.clear();
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#pauseTimer);
    this.#close();
  }

  #settle(): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => this.#connect(), settleMs);
  }

  #connect(): void {
    const topics = [...this.#listeners.keys()].toSorted().join(',');
    if (this.#isPaused || this.#holds.size > 0 || (topics === this.#openTopics && this.#source !== null)) return;
    this.#close();
    if (topics === '') return;
    this.#openTopics = topics;
    const source = this.#options.open(`${shellPaths.realtime}?topics=${encodeURIComponent(topics)}`);
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onmessage = (event) => this.#receive(event.data);
    source.onerror = () => this.#failed();
  }

  #opened(): void {
    this.#attempt = 0;
    if (!this.#hadGap) return;
    this.#hadGap = false;
    for (const topic of this.#listeners.keys()) this.#deliver({ topic, event: reconnectedEvent, data: null });
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (isMessage(message)) this.#deliver(message);
  }

  #deliver(message: RealtimeMessage): void {
    for (const listener of this.#listeners.get(message.topic) ?? []) listener(message);
  }

  #failed(): void {
    this.#close();
    this.#hadGap = true;
    const limit = Math.min(longestRetryMs, firstRetryMs * 2 ** this.#attempt);
    this.#attempt += 1;
    clearTimeout(this.#retryTimer);
    // Full jitter above one half: a restarted server is not met by every tab at once.
    this.#retryTimer = setTimeout(() => this.#connect(), limit / 2 + (limit / 2) * this.#options.random());
  }

  #reconnectNow(): void {
    if (this.#source === null && !this.#isPaused) {
      clearTimeout(this.#retryTimer);
      this.#connect();
    }
  }

  #visibilityChanged(): void {
    clearTimeout(this.#pauseTimer);
    if (document.visibilityState === 'hidden') {
      this.#pauseTimer = setTimeout(() => this.#pause(), hiddenPauseMs);
      return;
    }
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#attempt = 0;
    this.#connect();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#hadGap = true;
    this.#close();
  }

  #close(): void {
    clearTimeout(this.#retryTimer);
    this.#source?.close();
    this.#source = null;
    this.#openTopics = '';
  }
}

let shared: RealtimeClient | undefined;

function client(): RealtimeClient {
  shared ??= new RealtimeClient({ open: (url) => new EventSource(url), random: Math.random });
  return shared;
}

/** No longer than without it, on a machine that is not slow. */
const longestHoldMs = 1_000;

export const realtime = {
  subscribe(topic: string, listener: RealtimeListener): () => void {
    return client().subscribe(topic, listener);
  },
  /** What a document shows first comes before news of it. */
  holdUntil(first: Promise<unknown>): void {
    client().holdUntil(first, longestHoldMs);
  },
};

/** Subscribes while mounted; null subscribes to nothing. The listener may change freely. */
export function useRealtime(topic: string | null, listener: RealtimeListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (topic === null) return undefined;
    return realtime.subscribe(topic, (message) => latest.current(message));
  }, [topic]);
}
