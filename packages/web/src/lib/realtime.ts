import type { RealtimeMessage } from '@tributary/contract/page/page-data.ts';
import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useEffect, useRef } from 'react';
import { msSinceOpened } from './since-opened.ts';

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

/** What was on its way when a connection broke was not heard, though it was sent before. */
const onItsWayMs = 2_000;

/** Whether the message is this news, or says that it may have been missed. */
export function isEventOrReconnect(event: string, message: Pick<RealtimeMessage, 'event'>): boolean {
  return message.event === event || message.event === reconnectedEvent;
}

function isMessage(value: unknown): value is RealtimeMessage {
  return typeof value === 'object' && value !== null && 'topic' in value && 'event' in value;
}

/** One server-sent event stream for all topics of the tab. */
export class RealtimeClient {
  readonly #options: Options;
  readonly #listeners = new Map<string, Set<RealtimeListener>>();
  #source: RealtimeSource | null = null;
  #openTopics: readonly string[] = [];
  #attempt = 0;
  /** When something came for the last time, or the stream began; 0 before. */
  #heardAt = 0;
  /** When the stream began, which brings what was missed first. */
  #openedAt = 0;
  /** Since when news of a topic may have been missed: of `msSinceOpened()`, like all times here. */
  readonly #unheardSince = new Map<string, number>();
  #shownSince = 0;
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

  /** What is shown was asked for then: what is told later is news for it. */
  showsFrom(askedAt: number): void {
    this.#shownSince = askedAt;
  }

  /**
   * Calls back for each message of the topic, also for those that were told between what is shown and the connection;
   * with `reconnectedEvent` when nobody knows any more what was told then. Returns the unsubscribe.
   */
  subscribe(topic: string, listener: RealtimeListener): () => void {
    if (!this.#listeners.has(topic) && !this.#openTopics.includes(topic))
      this.#unheardSince.set(topic, this.#shownSince);
    const set = this.#listeners.get(topic) ?? new Set();
    set.add(listener);
    this.#listeners.set(topic, set);
    this.#settle();
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#listeners.get(topic) === set) {
        this.#listeners.delete(topic);
        if (!this.#openTopics.includes(topic)) this.#unheardSince.delete(topic);
      }
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
    const topics = [...this.#listeners.keys()].toSorted();
    const isOpen = this.#source !== null && topics.join() === this.#openTopics.join();
    if (this.#isPaused || this.#holds.size > 0 || isOpen) return;
    this.#close();
    if (topics.length === 0) return;
    this.#openTopics = topics;
    const now = msSinceOpened();
    const missed = Math.ceil(now - Math.min(...topics.map((topic) => this.#unheardSince.get(topic) ?? 0)));
    const query = `topics=${encodeURIComponent(topics.join(','))}&missed=${missed}`;
    const source = this.#options.open(`${shellPaths.realtime}?${query}`);
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onmessage = (event) => this.#receive(event.data);
    source.onerror = () => this.#failed();
  }

  #opened(): void {
    this.#attempt = 0;
    this.#openedAt = msSinceOpened();
    this.#heardAt = this.#openedAt;
  }

  #receive(text: string): void {
    this.#heardAt = msSinceOpened();
    const message: unknown = JSON.parse(text);
    if (isMessage(message)) this.#deliver(message);
  }

  #deliver(message: RealtimeMessage): void {
    for (const listener of this.#listeners.get(message.topic) ?? []) listener(message);
  }

  #failed(): void {
    // Nobody knows since when it was broken.
    this.#close(this.#heardAt - onItsWayMs);
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
    this.#close();
  }

  #close(heardUntil = msSinceOpened() - onItsWayMs): void {
    clearTimeout(this.#retryTimer);
    this.#source?.close();
    this.#source = null;
    // Of one that never began, or broke before it brought what was missed, it stays as it was.
    if (this.#openedAt > 0 && heardUntil > this.#openedAt)
      for (const topic of this.#openTopics) this.#unheardSince.set(topic, heardUntil);
    this.#openedAt = 0;
    this.#openTopics = [];
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
  showsFrom(askedAt: number): void {
    client().showsFrom(askedAt);
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
