import { CI_STATUSES, type CiStatus, isFinished } from '@tributary/contract/ci/status.ts';
import { expect, test } from 'vitest';
import { busySeconds } from './busy-seconds.ts';
import { compositeStatus } from './composite-status.ts';
import { type JobEvent, nextStatus, TRANSITIONS } from './status-machine.ts';

// A trailing `?` is a job that may fail.
test.each([
  ['', null],
  ['success success', 'success'],
  ['success skipped', 'success'],
  ['skipped skipped', 'skipped'],
  ['success failed', 'failed'],
  ['success failed?', 'success!'],
  ['failed?', 'success!'],
  ['skipped canceled?', 'success!'],
  ['failed failed?', 'failed!'],
  ['failed running', 'running'],
  ['failed? running', 'running!'],
  ['created created', 'created'],
  ['success created', 'running'],
  ['failed created', 'running'],
  ['pending created', 'pending'],
  ['pending success', 'running'],
  ['pending skipped', 'pending'],
  ['success canceled', 'canceled'],
  ['failed canceled', 'failed'],
  ['canceling running', 'canceling'],
  ['success manual', 'manual'],
  ['failed manual', 'manual'],
  ['success manual created', 'manual'],
  ['success manual?', 'success'],
  ['manual?', 'skipped'],
  ['manual? created', 'created'],
  ['running manual', 'running'],
  ['success scheduled', 'scheduled'],
  ['success preparing', 'preparing'],
  ['preparing', 'preparing'],
  ['success waiting_for_resource created', 'waiting_for_resource'],
] as const)('jobs %j make %s', (text, expected) => {
  const jobs = text.split(' ').flatMap((each) => {
    const status = CI_STATUSES.find((known) => known === each.replace('?', ''));
    return status ? [{ status, allowFailure: each.endsWith('?') }] : [];
  });
  const result = compositeStatus(jobs);
  expect(result && `${result.status}${result.hasWarnings ? '!' : ''}`).toBe(expected);
});

test('what has finished does not change, but a skipped job may still be started', () => {
  for (const status of CI_STATUSES.filter(isFinished)) {
    const possible = (Object.keys(TRANSITIONS) as JobEvent[]).filter((event) => nextStatus(status, event) !== null);
    expect(possible.length > 0, status).toBe(status === 'skipped');
  }
});

test.each([
  ['created', 'enqueue', 'pending'],
  ['pending', 'run', 'running'],
  ['running', 'succeed', 'success'],
  ['running', 'fail', 'failed'],
  ['running', 'request_cancel', 'canceling'],
  ['canceling', 'cancel', 'canceled'],
  ['pending', 'request_cancel', null],
  ['running', 'skip', null],
  ['running', 'enqueue', null],
  ['manual', 'enqueue', 'pending'],
  ['success', 'fail', null],
] as readonly (readonly [CiStatus, JobEvent, CiStatus | null])[])('%s, %s: %s', (status, event, expected) => {
  expect(nextStatus(status, event)).toBe(expected);
});

test('time during which two jobs run counts once', () => {
  const at = (seconds: number) => new Date(seconds * 1_000);
  const periods = [
    { start: at(0), end: at(10) },
    { start: at(5), end: at(12) },
    { start: at(20), end: at(21) },
  ];
  expect(busySeconds(periods)).toBe(13);
  expect(busySeconds([])).toBe(0);
});
