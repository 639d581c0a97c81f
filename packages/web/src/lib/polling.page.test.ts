import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPolling } from './polling.ts';
import type { PollingOptions } from './polling.ts';

type Poll = PollingOptions['poll'];

let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('startPolling', () => {
  it('polls at the interval that the server names', async () => {
    const poll = vi.fn<Poll>(async () => new Response(null, { headers: { 'Poll-Interval': '3000' } }));
    const polling = startPolling({ intervalMs: 1_000, poll });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(poll).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(poll).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(poll).toHaveBeenCalledTimes(2);
    polling.stop();
  });

  it('keeps its own interval where the server names none, or none that is one', async () => {
    for (const said of [undefined, '0', '', 'often']) {
      const poll = vi.fn<Poll>(
        async () => new Response(null, said === undefined ? {} : { headers: { 'Poll-Interval': said } }),
      );
      const polling = startPolling({ intervalMs: 1_000, poll });
      await vi.advanceTimersByTimeAsync(3_500);
      expect(poll, said).toHaveBeenCalledTimes(3);
      polling.stop();
    }
  });

  it('stops where the server wants no asking', async () => {
    const poll = vi.fn<Poll>(async () => new Response(null, { headers: { 'Poll-Interval': '-1' } }));
    startPolling({ intervalMs: 1_000, poll, startNow: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).toHaveBeenCalledTimes(1);
  });

  it('stops for a negative interval', async () => {
    const poll = vi.fn<Poll>(async () => -1);
    startPolling({ intervalMs: 1_000, poll, startNow: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).toHaveBeenCalledTimes(1);
  });

  it('waits while the tab is hidden and catches up once', async () => {
    const poll = vi.fn<Poll>(async () => undefined);
    const polling = startPolling({ intervalMs: 1_000, poll });
    visibility = 'hidden';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).not.toHaveBeenCalled();
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(poll).toHaveBeenCalledTimes(1);
    polling.stop();
  });

  it('asks less often after failures, and never twice at once', async () => {
    const poll = vi.fn<Poll>(async () => {
      throw new Error('offline');
    });
    const polling = startPolling({ intervalMs: 1_000, poll });
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(poll).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(poll).toHaveBeenCalledTimes(2);
    polling.stop();

    let running = 0;
    let most = 0;
    const slow = startPolling({
      intervalMs: 100,
      poll: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        running -= 1;
      },
    });
    await vi.advanceTimersByTimeAsync(100);
    slow.now();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(most).toBe(1);
    slow.stop();
  });

  it('cancels the request in flight when it is stopped', async () => {
    let signal: AbortSignal | undefined;
    const polling = startPolling({
      intervalMs: 100,
      poll: (context) => {
        signal = context.signal;
        return new Promise(() => undefined);
      },
    });
    await vi.advanceTimersByTimeAsync(100);
    polling.stop();
    expect(signal?.aborted).toBe(true);
  });
});
