import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import MergeNotifications, { notificationTextOf } from './merge-notifications.tsx';
import { sampleData } from './widget-samples.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const facts = { iid: 1, title: 'T', state: 'opened', mergeable: false, ci_status: 'running' };

test.each([
  [{ mergeable: true }, 'Ready to merge'],
  [{ ci_status: 'success' }, 'Pipeline success'],
  [{ ci_status: 'pending' }, null],
  [{ state: 'closed' }, null],
])('%j is told as %j', (change, text) => {
  expect(notificationTextOf(facts, { ...facts, ...change })).toBe(text);
});

test('it is offered once, told in the background alone, and goes after eight seconds', async () => {
  const shown: string[] = [];
  let closed = 0;
  class FakeNotification extends EventTarget {
    static permission = 'default';
    static requestPermission = () => Promise.resolve('granted');
    constructor(text: string) {
      super();
      shown.push(text);
    }
    close() {
      closed += 1;
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  const waiting = { ...sampleData, mergeable: false, state: 'opened' };
  const { rerender } = render(<MergeNotifications data={waiting} />);
  await userEvent.click(screen.getByRole('button', { name: 'Notify me in the browser' }));
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<MergeNotifications data={{ ...waiting, mergeable: true }} />);
  expect(shown).toEqual([]);
  rerender(<MergeNotifications data={waiting} />);
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  rerender(<MergeNotifications data={{ ...waiting, mergeable: true }} />);
  expect(shown).toEqual(['Ready to merge']);
  vi.advanceTimersByTime(7_999);
  expect(closed).toBe(0);
  vi.advanceTimersByTime(1);
  expect(closed).toBe(1);
});
