import type { WidgetDeployment } from '@tributary/contract/environments/page.ts';
import { expect, test } from 'vitest';
import { visibleStatus } from './deployment-row.tsx';
import { nextPollMs } from './use-deployments.ts';
import { matchingChanges } from './view-app.tsx';

const played: WidgetDeployment['details'] = { playable_build: { play_path: '/play', retry_path: null } };
const none: WidgetDeployment['details'] = { playable_build: null };

test.each([
  ['created', played, 'manual_deploy'],
  ['created', none, 'will_deploy'],
  ['running', none, 'running'],
  ['failed', played, 'failed'],
] as const)('%s is shown as %#', (status, details, shown) => expect(visibleStatus({ status, details })).toBe(shown));

test('asks after 30 s, 120 s and then every 240 s', () => {
  expect([0, 1, 2, 3, 9].map(nextPollMs)).toEqual([30_000, 30_000, 120_000, 240_000, 240_000]);
});

test('the search of changed pages is trimmed', () => {
  const changes = ['about.html', 'Index.html'].map((path) => ({ path, external_url: `https://a.example/${path}` }));
  expect(matchingChanges(changes, '  index ').map(({ path }) => path)).toEqual(['Index.html']);
});
