import type { LastCommitsAnswer } from '@tributary/contract/projects/repository-views.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastCommits } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['a second', '1000', 8],
  ['never', '-1', 1],
])('what was not found in time is asked for again %s later as the server says, eight times at most', async (...of) => {
  const [, said, times] = of;
  const answer: LastCommitsAnswer = { commits: {}, complete: false };
  const ask = vi.fn<() => Promise<Response>>(async () => Response.json(answer, { headers: { 'Poll-Interval': said } }));
  vi.stubGlobal('fetch', ask);
  const client = new QueryClient();
  const end = new QueryObserver(client, lastCommits('/logs_tree', 0)).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(times);
  end();
  client.clear();
});
