import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { api } from '../../../lib/http.ts';
import * as toasts from '../../../ui/toast.tsx';
import { pollCoverage, pollQuality, MOST_RETRIES } from './poll-reports.ts';
import { bySeverity, qualityAnnotations } from './quality-annotations.ts';
import { markCoverage } from './mark-coverage.ts';

const row = (kind: DiffRow['kind'], oldLine: number | null, newLine: number | null): DiffRow => ({
  kind,
  oldLine,
  newLine,
  html: '',
  lineCode: `x_${oldLine}_${newLine}`,
});

const ROWS = [row('match', 1, 1), row('context', 1, 1), row('removed', 2, null), row('added', null, 2)];

test('only lines that are there after the change are covered or not', () => {
  expect(markCoverage(ROWS, { 1: 0, 2: 3 }).map((each) => each.hits)).toEqual([undefined, 0, undefined, 3]);
});

test('a line has one mark that counts its findings and names the worst', () => {
  const marks = qualityAnnotations(ROWS, [
    { line: 2, severity: 'minor', description: 'Long' },
    { line: 2, severity: 'blocker', description: 'Broken' },
    { line: 9, severity: 'info', description: 'Elsewhere' },
  ]);
  expect([...marks]).toEqual([
    [
      3,
      [
        {
          key: 'quality 2',
          words: '2 code quality findings, highest severity blocker: Broken',
          text: '2',
          tone: 'failed',
          shape: 'square',
        },
      ],
    ],
  ]);
});

test('findings stand by how bad they are, then by line', () => {
  const [info, late, early] = [
    { line: 1, severity: 'info' as const, description: '' },
    { line: 9, severity: 'major' as const, description: '' },
    { line: 2, severity: 'major' as const, description: '' },
  ];
  expect([info, late, early].toSorted(bySeverity)).toEqual([early, late, info]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pending = () => new Response(null, { status: 204, headers: { 'Poll-Interval': '3000' } });
const asked = { path: '/x.json', params: { view: 'inline', w: 0 } as const };

test('code quality is asked for again at 3 seconds, 5 times, and then left alone', async () => {
  const raw = vi.spyOn(api, 'raw').mockImplementation(async () => pending());
  const told = vi.spyOn(toasts, 'toast').mockImplementation(() => undefined);
  const take = vi.fn<(answer: object) => void>();
  const stop = pollQuality({ ...asked, take });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(raw).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(raw).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raw).toHaveBeenCalledTimes(1 + MOST_RETRIES);
  expect([take.mock.calls, told.mock.calls]).toEqual([[], []]);
  stop();
});

test('it stops with what it came for', async () => {
  const answers = [pending(), Response.json({ files: { a: [] } })];
  const raw = vi.spyOn(api, 'raw').mockImplementation(async () => answers.shift() ?? pending());
  const take = vi.fn<(answer: object) => void>();
  pollQuality({ ...asked, take });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raw).toHaveBeenCalledTimes(2);
  expect(take.mock.calls).toEqual([[{ files: { a: [] } }]]);
});

test('a window that is hidden waits, and asks when it is seen again', async () => {
  const raw = vi.spyOn(api, 'raw').mockImplementation(async () => pending());
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const stop = pollQuality({ ...asked, take: vi.fn<(answer: object) => void>() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raw).toHaveBeenCalledTimes(0);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(raw).toHaveBeenCalledTimes(1);
  stop();
});

test.each([
  ['coverage', pollCoverage, 'Something went wrong on our end. Please try again!'],
  ['code quality', pollQuality, 'An unexpected error occurred while loading the code quality diff.'],
])('a failure of %s is told once and ends the asking', async (_name, ask, text) => {
  const raw = vi.spyOn(api, 'raw').mockRejectedValue(new Error('500'));
  const told = vi.spyOn(toasts, 'toast').mockImplementation(() => undefined);
  ask({ ...asked, take: vi.fn<(answer: object) => void>() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raw).toHaveBeenCalledTimes(1);
  expect(told.mock.calls).toEqual([[{ text, tone: 'failed' }]]);
});

test.each([
  ['coverage', pollCoverage],
  ['code quality', pollQuality],
])('%s is asked for again when the server says, or not at all', async (_name, ask) => {
  const every = (ms: string) => new Response(null, { status: 204, headers: { 'Poll-Interval': ms } });
  const answers = [every('9000'), every('-1')];
  const raw = vi.spyOn(api, 'raw').mockImplementation(async () => answers.shift() ?? pending());
  ask({ ...asked, take: vi.fn<(answer: object) => void>() });
  await vi.advanceTimersByTimeAsync(8_999);
  expect(raw).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(raw).toHaveBeenCalledTimes(2);
});

test('coverage goes on while it is announced, and stops where there is none', async () => {
  const answers = [pending(), pending(), new Response(null, { status: 204 })];
  const raw = vi.spyOn(api, 'raw').mockImplementation(async () => answers.shift() ?? pending());
  pollCoverage({ ...asked, take: vi.fn<(answer: object) => void>() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(raw).toHaveBeenCalledTimes(3);
});
