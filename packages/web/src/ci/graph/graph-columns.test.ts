import type { PageJob } from '@tributary/contract/ci/pipeline-page.ts';
import { expect, test } from 'vitest';
import { needsColumns, needsLines } from './graph-columns.ts';
import { groupJobs } from './graph-groups.ts';

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

test('jobs of one entry with parallel share a box, which needs what they need', () => {
  const stages = [
    {
      name: 'build',
      latest_statuses: [job(1, 'unit 1/2'), job(2, 'unit 2/2'), job(3, 'unit'), job(4, 'e2e: [a, b] 1/1')],
    },
    { name: 'test', latest_statuses: [job(5, 'deploy: [eu]'), job(6, 'deploy: [us, 1]'), job(7, 'step 1/2')] },
  ];
  const { stages: grouped, needs } = groupJobs(stages, { 5: ['unit 1/2'], 6: ['unit 2/2', 'unit'], 7: ['unit 1/2'] });
  expect(grouped.map(({ latest_statuses: boxes }) => boxes.map(({ label, jobs }) => [label, jobs.length]))).toEqual([
    [
      ['unit', 3],
      ['e2e: [a, b] 1/1', 1],
    ],
    [
      ['deploy', 2],
      ['step 1/2', 1],
    ],
  ]);
  expect(needs).toEqual({ 5: ['build\nunit'], 7: ['build\nunit'] });
  expect(needsLines(grouped, needs)).toEqual([
    { from: 1, to: 5 },
    { from: 1, to: 7 },
  ]);
});
