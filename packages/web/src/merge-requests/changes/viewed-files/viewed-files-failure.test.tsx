import { act, fireEvent, render, screen } from '@testing-library/react';
import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAnswers } from '../../../lib/answers.ts';
import { Signal } from '../../../lib/signal.ts';
import { type Changes, ChangesProvider } from '../changes-context.ts';
import { FileViews } from '../model/file-views.ts';
import { ReviewProgress, ViewedCheckbox } from './viewed-files-parts.tsx';
import { ViewedFilesProvider } from './viewed-files-provider.tsx';

const WORDS = 'Viewed files could not be loaded.';
const file = { index: 0, file_hash: 'abc', file_path: 'a.md', old_path: 'a.md', new_path: 'a.md' } as DiffFileSummary;
const mergeRequest = {
  paths: { overview: '/mr' },
  review: { reviewedPath: '/reviewed.json', ownTopic: null },
} as Changes['mergeRequest'];
const changesOf = (diffId: string) =>
  ({
    mergeRequest,
    params: { view: 'inline', w: 0, diff_id: diffId },
    metadata: { size: 3, diff_files: [file] } as Partial<Changes['metadata']> as Changes['metadata'],
    views: new FileViews(),
    current: new Signal<string | null>(null),
  }) as Partial<Changes> as Changes;

/** What the server has to say: an answer, or none. */
let answers: (() => Promise<Response>)[];
beforeEach(() => {
  forgetAnswers();
  localStorage.clear();
  answers = [];
  vi.stubGlobal('fetch', () => (answers.shift() ?? marks)());
});
afterEach(() => vi.unstubAllGlobals());

const refused = async () => Response.json({ message: 'No.' }, { status: 500 });
const marks = async () => Response.json({ reviewed: [], total: 3, uncounted: [] });

function page(changes: Changes) {
  return (
    <ChangesProvider value={changes}>
      <ViewedFilesProvider>
        <ReviewProgress />
        <ViewedCheckbox file={file} />
      </ViewedFilesProvider>
    </ChangesProvider>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('checkbox');
const again = () => screen.findByRole('button', { name: 'Try again' });

test('marks that could not be had are told and asked for again; then the boxes work, and the keyboard stays there', async () => {
  answers = [refused, refused];
  render(page(changesOf('1')));
  const button = await again();
  const told = screen.getByRole('alert');
  expect(told.textContent).toBe(WORDS);
  expect(box().disabled).toBe(true);
  button.focus();
  await act(async () => void fireEvent.click(button));
  // It failed again: said again, on the same button.
  await vi.waitFor(() => expect(screen.getByRole('alert')).not.toBe(told));
  expect(screen.getByRole('alert').textContent).toBe(WORDS);
  expect(document.activeElement).toBe(button);
  let answer: (response: Response) => void = () => undefined;
  answers = [() => new Promise((resolve) => (answer = resolve))];
  await act(async () => void fireEvent.click(button));
  expect(button.getAttribute('aria-busy')).toBe('true');
  await act(async () => answer(await marks()));
  expect((await screen.findByRole('status')).textContent).toBe('0 of 3 viewed');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement?.textContent).toContain('0 of 3 viewed');
  expect(box().disabled).toBe(false);
  fireEvent.click(box());
  await screen.findByText('1 of 3 viewed');
});

test('a failure is of the comparison that it was about', async () => {
  answers = [refused];
  const { rerender } = render(page(changesOf('1')));
  await again();
  answers = [() => new Promise(() => undefined)];
  rerender(page(changesOf('2')));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
