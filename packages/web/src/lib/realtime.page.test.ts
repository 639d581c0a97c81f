import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isEventOrReconnect, RealtimeClient } from './realtime.ts';
import type { RealtimeSource } from './realtime.ts';
import { msSinceOpened } from './since-opened.ts';

class FakeSource implements RealtimeSource {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  close(): void {
    this.isClosed = true;
  }
  say(topic: string, event: string, data: unknown = null): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ topic, event, data }) }));
  }
}

let sources: FakeSource[] = [];
let client: RealtimeClient;
let visibility: DocumentVisibilityState = 'visible';

function last(): FakeSource {
  const source = sources.at(-1);
  if (source === undefined) throw new Error('Nothing was opened.');
  return source;
}

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  sources = [];
  visibility = 'visible';
  client = new RealtimeClient({
    random: () => 1,
    open: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
  });
});

afterEach(() => {
  client.stop();
  vi.useRealTimers();
});

describe('RealtimeClient', () => {
  it('opens one stream for all topics and delivers by topic', () => {
    const a = vi.fn<() => void>();
    const b = vi.fn<() => void>();
    client.subscribe('b', b);
    client.subscribe('a', a);
    vi.advanceTimersByTime(50);
    expect(sources).toHaveLength(1);
    expect(last().url).toMatch(/^\/-\/realtime\?topics=a%2Cb&missed=\d+$/);
    last().say('a', 'note.created', { id: 1 });
    expect(a).toHaveBeenCalledExactlyOnceWith({ topic: 'a', event: 'note.created', data: { id: 1 } });
    expect(b).not.toHaveBeenCalled();
  });

  it('opens again when a topic comes or goes, and closes with the last', () => {
    const stop = client.subscribe('a', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    const stopOther = client.subscribe('b', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    expect(sources[0]?.isClosed).toBe(true);
    stop();
    stopOther();
    vi.advanceTimersByTime(50);
    expect(last().isClosed).toBe(true);
    expect(sources).toHaveLength(2);
  });

  it('comes back with growing pauses', () => {
    client.subscribe('a', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(999);
    expect(sources).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(2);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(1_999);
    expect(sources).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(3);
  });

  it('asks for what was told since it heard last, and for a new topic since its page was asked for', () => {
    const missed = () => Number(new URL(last().url, 'http://test').searchParams.get('missed'));
    const start = msSinceOpened();
    client.subscribe('a', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    // The document was asked for at 0.
    expect(missed()).toBe(Math.ceil(start + 20));
    last().onopen?.(new Event('open'));
    vi.advanceTimersByTime(10_000);
    last().say('a', 'x');
    vi.advanceTimersByTime(5_000);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(1_000);
    // Since the last message, and what may have been on its way then.
    expect(missed()).toBe(8_000);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(2_000);
    expect(missed()).toBe(10_000);
    last().onopen?.(new Event('open'));
    vi.advanceTimersByTime(60_000);
    client.showsFrom(msSinceOpened() - 300);
    client.subscribe('b', vi.fn<() => void>());
    vi.advanceTimersByTime(20);
    // It closed the stream of `a` itself, and knows when.
    expect(missed()).toBe(2_000);
    last().onopen?.(new Event('open'));
    vi.advanceTimersByTime(60_000);
    client.showsFrom(msSinceOpened() - 5_000);
    client.subscribe('c', vi.fn<() => void>());
    vi.advanceTimersByTime(20);
    expect(missed()).toBe(5_020);
  });

  it('counts the time that the machine slept', () => {
    client.subscribe('a', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    last().onopen?.(new Event('open'));
    vi.advanceTimersByTime(10_000);
    // Its own clock stood still.
    vi.setSystemTime(Date.now() + 3_600_000);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(1_000);
    expect(Number(new URL(last().url, 'http://test').searchParams.get('missed'))).toBeGreaterThan(3_600_000);
  });

  it('asks for the same again when the stream breaks before it brought it', () => {
    const missed = () => Number(new URL(last().url, 'http://test').searchParams.get('missed'));
    client.subscribe('a', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    last().onopen?.(new Event('open'));
    vi.advanceTimersByTime(10_000);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(1_000);
    const first = missed();
    expect(first).toBeGreaterThan(10_000);
    last().onopen?.(new Event('open'));
    vi.advanceTimersByTime(100);
    last().onerror?.(new Event('error'));
    vi.advanceTimersByTime(1_000);
    expect(missed()).toBe(first + 1_100);
  });

  it('takes the end of a gap for any news', () => {
    expect(isEventOrReconnect('todos.changed', { event: 'todos.changed' })).toBe(true);
    expect(isEventOrReconnect('todos.changed', { event: 'realtime.reconnected' })).toBe(true);
    expect(isEventOrReconnect('todos.changed', { event: 'note.created' })).toBe(false);
  });

  it('pauses after five hidden minutes and goes on when it is seen', () => {
    client.subscribe('a', vi.fn<() => void>());
    vi.advanceTimersByTime(50);
    show('hidden');
    vi.advanceTimersByTime(4 * 60_000);
    expect(last().isClosed).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(last().isClosed).toBe(true);
    show('visible');
    expect(sources).toHaveLength(2);
    expect(last().isClosed).toBe(false);
  });

  it('opens nothing before what is shown first has come, or has taken too long', async () => {
    const first = Promise.withResolvers<void>();
    client.holdUntil(first.promise, 1_000);
    client.subscribe('a', () => undefined);
    await vi.advanceTimersByTimeAsync(900);
    expect(sources).toHaveLength(0);
    first.resolve();
    await vi.advanceTimersByTimeAsync(20);
    expect(last().url).toContain('topics=a');
    client.holdUntil(new Promise(() => undefined), 1_000);
    client.subscribe('b', () => undefined);
    await vi.advanceTimersByTimeAsync(990);
    expect(sources).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30);
    expect(last().url).toContain('topics=a%2Cb');
  });
});
