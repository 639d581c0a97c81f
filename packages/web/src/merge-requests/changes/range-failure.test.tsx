import { act, fireEvent, render, screen } from '@testing-library/react';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { NavigationProvider } from '../../app/navigation.tsx';
import { Navigator } from '../../app/navigator.ts';
import { AppError } from '../../lib/app-error.ts';
import { RangeFailure } from './range-failure.tsx';

const OVERVIEW = '/g/p/-/merge_requests/1';
const mergeRequest = { paths: { overview: OVERVIEW } } as MergeRequestShowPageData;
const page = { shell: { instance: { version: '1' } } } as PageData;
const unknown = { status: 404, code: 'commit_unknown', message: 'Commit abc1234 is not in these changes.' };
const NOT_HAD = "Can't fetch the diff needed to update this view. Please reload this page.";

afterEach(() => window.history.replaceState(null, '', '/'));

function show(search: string, error: unknown, isWithin = false) {
  const Nothing = () => null;
  const ports = {
    fetch: () => Promise.reject(new Error('No page is asked for.')),
    leaveTo: () => undefined,
    load: async () => Nothing,
    mayLeave: () => true as const,
  };
  const navigator = new Navigator(ports, `${OVERVIEW}/diffs${search}`, page, Nothing);
  const onRetry = vi.fn<() => void>();
  render(
    <NavigationProvider navigator={navigator}>
      <main>
        <RangeFailure {...{ error, onRetry, mergeRequest, isWithin }} />
      </main>
    </NavigationProvider>,
  );
  return { onRetry, address: () => navigator.state.address };
}

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);

test.each([
  ['alone', false],
  ['above what was shown before', true],
])('what is not there is said once, with the way to all changes: %s', (_, isWithin) => {
  const { onRetry, address } = show(
    '?commit_id=abc1234&w=1&view=parallel&file=f#line',
    new AppError(unknown),
    isWithin,
  );
  expect(screen.getByRole('alert').textContent).toContain(unknown.message);
  expect(buttons()).toEqual(['Show all changes']);
  act(() => void fireEvent.click(screen.getByRole('button')));
  expect(address()).toBe(`${OVERVIEW}/diffs?w=1&view=parallel#line`);
  expect(onRetry).not.toHaveBeenCalled();
});

test.each([
  ['?diff_id=7', { status: 404, code: 'version_not_kept', message: 'Not kept.' }, 'Not kept.'],
  ['?start_sha=abc1234', { status: 400, code: 'commit_ambiguous', message: 'Several begin so.' }, 'Several begin so.'],
  ['?only_context_commits=true', { status: 404, code: 'not_found', message: 'Not there.' }, 'Not there.'],
  [
    '?diff_id=x',
    { status: 400, code: 'validation_failed', message: 'diff_id is invalid' },
    'The URL does not match a version or commit in this merge request.',
  ],
])('each says what it is: %s', (search, parts, text) => {
  show(search, new AppError(parts));
  expect(screen.getByRole('alert').textContent).toContain(text);
  expect(buttons()).toEqual(['Show all changes']);
});

test('what may be there the next time is asked for again', () => {
  const slow = new AppError({ status: 429, code: 'rate_limited', message: 'Too many questions.' });
  const { onRetry } = show('?commit_id=abc1234', slow);
  expect(screen.getByRole('alert').textContent).toContain('Too many questions.');
  expect(buttons()).toEqual(['Try again']);
  act(() => void fireEvent.click(screen.getByRole('button')));
  expect(onRetry).toHaveBeenCalledOnce();
});

test.each(['', '?w=1'])('without a part that is named it is asked for again: %s', (search) => {
  show(search, new AppError(unknown), true);
  expect(screen.getByRole('alert').textContent).toContain(NOT_HAD);
  expect(buttons()).toEqual(['Try again']);
});
