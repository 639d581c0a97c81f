import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type NotesPolling, startNotesPolling } from './notes-polling.ts';

let visibility: DocumentVisibilityState = 'visible';
let polling: NotesPolling | null = null;

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

function start(poll: () => Promise<number>) {
  const onFailing = vi.fn<(isFailing: boolean) => void>();
  const asked = vi.fn<() => Promise<number>>(poll);
  const begun = startNotesPolling({ poll: asked, onFailing });
  polling = begun;
  return { onFailing, asked, polling: begun };
}

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  polling?.end();
  vi.useRealTimers();
});

describe('startNotesPolling', () => {
  it('asks first after 2.5 seconds, then as the server says', async () => {
    const { asked } = start(async () => 6_000);
    await later(2_499);
    expect(asked).toHaveBeenCalledTimes(0);
    await later(1);
    expect(asked).toHaveBeenCalledTimes(1);
    await later(5_999);
    expect(asked).toHaveBeenCalledTimes(1);
    await later(1);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('says nothing at the first failure, alerts at the second, and takes it back at the next success', async () => {
    let isDown = true;
    const { asked, onFailing } = start(async () => {
      if (isDown) throw new Error('down');
      return 6_000;
    });
    await later(2_500);
    expect(onFailing).not.toHaveBeenCalled();
    await later(6_000);
    expect(onFailing.mock.calls).toEqual([[true]]);
    await later(6_000);
    expect([asked.mock.calls.length, onFailing.mock.calls.length]).toEqual([3, 1]);
    isDown = false;
    await later(6_000);
    expect(onFailing.mock.calls).toEqual([[true], [false]]);
  });

  it('rests while nobody looks, and asks at once when someone does', async () => {
    const { asked } = start(async () => 6_000);
    await later(2_500);
    show('hidden');
    await later(60_000);
    expect(asked).toHaveBeenCalledTimes(1);
    show('visible');
    await later(0);
    expect(asked).toHaveBeenCalledTimes(2);
    await later(6_000);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('does not begin in a tab that was never looked at', async () => {
    visibility = 'hidden';
    const { asked } = start(async () => 6_000);
    await later(60_000);
    expect(asked).toHaveBeenCalledTimes(0);
    show('visible');
    await later(0);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('rests while it is paused, whatever happens meanwhile, and goes on a little later', async () => {
    const answer = Promise.withResolvers<number>();
    const { asked, polling: begun } = start(() =>
      asked.mock.calls.length === 1 ? answer.promise : Promise.resolve(6_000),
    );
    await later(2_500);
    const goOn = begun.pause();
    const goOnToo = begun.pause();
    answer.resolve(1);
    show('hidden');
    show('visible');
    await later(60_000);
    expect(asked).toHaveBeenCalledTimes(1);
    goOn();
    await later(60_000);
    expect(asked).toHaveBeenCalledTimes(1);
    goOnToo();
    await later(2_499);
    expect(asked).toHaveBeenCalledTimes(1);
    await later(1);
    expect(asked).toHaveBeenCalledTimes(2);
    begun.pause();
    begun.end();
    await later(60_000);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('ends when the server says so', async () => {
    const { asked } = start(async () => -1);
    await later(120_000);
    show('visible');
    await later(0);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
