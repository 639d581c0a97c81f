import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { expect, test } from 'vitest';
import { needsColumns, needsLines } from './graph-columns.ts';

const job = (id: number, name: string) => ({ id, name }) as PageJob;

test('jobs stand right of what they wait for', () => {
  const stages = [
    { name: 'build', latest_statuses: [job(1, 'web'), job(2, 'server')] },
    { name: 'test', latest_statuses: [job(3, 'report'), job(4, 'unit'), job(5, 'lint')] },
    { name: 'deploy', latest_statuses: [job(6, 'quick'), job(7, 'all')] },
  ];
  // `report` needs a job of its own stage; `all` waits for every stage before it.
  const needs = { 3: ['unit'], 4: ['server'], 5: [], 6: ['web', 'absent'] };
  const names = needsColumns(stages, needs).map(({ jobs }) => jobs.map(({ name }) => name));
  expect(names).toEqual([['web', 'server', 'lint'], ['unit', 'quick'], ['report'], ['all']]);
  expect(needsLines(stages, needs)).toEqual([
    { from: 4, to: 3 },
    { from: 2, to: 4 },
    { from: 1, to: 6 },
  ]);
});
