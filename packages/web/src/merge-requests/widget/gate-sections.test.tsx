import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../app/query-client.ts';
import { DependenciesSection } from './dependencies-section.tsx';
import { StackSection } from './stack-section.tsx';
import { StatusChecksSection } from './status-checks-section.tsx';
import type { Widget } from './use-widget.ts';
import { sampleData } from './widget-samples.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const blocker = (iid: number, more: object = {}) => ({
  id: iid,
  iid,
  title: `Title ${iid}`,
  reference: `!${iid}`,
  web_path: `/p/-/merge_requests/${iid}`,
  merged_at: null,
  closed_at: null,
  ...more,
});

test.each([
  [{ opened: [blocker(1)], merged: [] }, 1, 'Depends on 2 merge requests being merged', true],
  [
    { closed: [blocker(2, { closed_at: '2026-01-01T00:00:00Z' })], merged: [] },
    0,
    'Depends on 1 merge request being merged (1 closed)',
    false,
  ],
  [{ merged: [blocker(3, { merged_at: '2026-01-01T00:00:00Z' })] }, 0, 'All 1 merge request dependency merged', false],
])('%j with %d hidden: %s', (visible, hidden, text, tellsOfHidden) => {
  const total = Object.values(visible).flat().length + hidden;
  const blocking = { total_count: total, hidden_count: hidden, visible_merge_requests: visible };
  render(<DependenciesSection data={{ ...sampleData, blocking_merge_requests: blocking }} />);
  fireEvent.click(screen.getByRole('button', { name: text }));
  expect(screen.queryByText('1 merge request that you don’t have access to') !== null).toBe(tellsOfHidden);
});

test('a stack lists its requests from the bottom, and says what stopped its merge', () => {
  const item = (iid: number, depth: number) => ({
    id: iid,
    iid,
    title: `Title ${iid}`,
    draft: false,
    depth,
    is_current: depth === 1,
    source_branch: `s${iid}`,
    target_branch: 'main',
    detailed_merge_status: 'mergeable',
    mergeable: true,
    web_path: `/p/-/merge_requests/${iid}`,
  });
  const merge = { state: 'stopped' as const, reason: '!1 has new commits.', merged_count: 0, can_cancel: false };
  const stack = { items: [item(1, 0), item(2, 1), item(3, 2)], merged_with: 1, can_merge: true, merge };
  render(<StackSection widget={{ data: { ...sampleData, stack } } as Widget} stack={stack} />);
  expect(screen.getByText('Merging the stack stopped: !1 has new commits.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Merge the stack' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stack of 3 merge requests' }));
  const rows = screen.getAllByRole('listitem');
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Title 1', 'Title 3']);
});

const realTimeout = globalThis.setTimeout;

/** Time passes, and what it started is answered: bodies are read outside of timers. */
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    for (let round = 0; round < 5; round += 1) {
      await new Promise<void>((resolve) => {
        realTimeout(resolve, 5);
      });
      await vi.advanceTimersByTimeAsync(1);
    }
  });
const useClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

test('status checks are asked for after a second, again while one is pending, and retried', async () => {
  useClock();
  const asked: string[] = [];
  let status = 'pending';
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url.replace(/^https?:\/\/[^/]+/, '')}`);
    if (init.method === 'POST') return Promise.resolve(Response.json({ message: '202 Accepted' }, { status: 202 }));
    const checks = [{ id: 1, name: 'QA', external_url: 'https://qa.example.com', status }];
    return Promise.resolve(Response.json(checks, { headers: { 'Poll-Interval': '10000' } }));
  });
  const data = { ...sampleData, status_checks_path: '/checks', can_retry_external_status_checks: true };
  render(<StatusChecksSection data={data} />);
  expect(screen.getByText('Status checks are being fetched')).toBeTruthy();
  await pass(990);
  expect(asked).toEqual([]);
  await pass(10);
  expect(asked).toEqual(['GET /checks']);
  await pass(10);
  expect(screen.getByText('Status checks 1 pending')).toBeTruthy();
  status = 'failed';
  await pass(10_000);
  expect(screen.getByText('Status checks 1 failed')).toBeTruthy();
  await pass(60_000);
  expect(asked).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Status checks 1 failed' }));
  status = 'passed';
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(10);
  expect(asked.slice(2)).toEqual(['POST /checks/1/retry', 'GET /checks']);
  expect(screen.getByText('Status checks all passed')).toBeTruthy();
});

test('status checks that cannot be loaded say so', async () => {
  useClock();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: '404' }, { status: 404 })));
  render(<StatusChecksSection data={{ ...sampleData, status_checks_path: '/none' }} />);
  await pass(1_000);
  await pass(5_000);
  expect(screen.getByText('Failed to load status checks')).toBeTruthy();
});
