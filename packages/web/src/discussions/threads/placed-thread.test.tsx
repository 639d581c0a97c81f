import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { ThreadList } from '../lines/thread-list.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';

const end = (line: number) => ({ line_code: `f_0_${line}`, type: 'new' as const, old_line: null, new_line: line });
const at = (head: string, from: number, to: number): DiffPosition => {
  const commits = { base_sha: 'base', start_sha: 'base', head_sha: head };
  const range = { line_range: { start: end(from), end: end(to) } };
  return { ...commits, old_path: 'f', new_path: 'f', position_type: 'text', new_line: to, ...range };
};

/** Begun on four lines in the second version, of which the third has two. */
const half: PageDiscussion = discussion('d1', [note(1)], {
  diff_discussion: true,
  line_code: 'f_0_4',
  line_codes: ['f_0_4', 'f_0_5'],
  position: at('v3', 3, 4),
  original_position: at('v2', 2, 5),
  placement: { on: 'range', confidence: 'likely', path: 'f', file_hash: 'f', version: 3, since: 2 },
});

async function show(head: string) {
  const page = (
    <DiscussionsProvider notes={notesData()}>
      <ThreadList threads={[half]} refs={{ base_sha: 'base', head_sha: head }} />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    () => ({ body: [] }),
  );
  return screen.getByRole('group', { name: 'Thread' });
}

it('a thread of which only a part of the lines is left says so, also to who hears it', async () => {
  const thread = await show('v3');
  const said = screen.getByText('Approximate position: some lines changed after version 2.');
  expect(screen.getByText('Lines +3 to +4')).toBeTruthy();
  expect(thread.getAttribute('aria-describedby')).toBe(said.id);
  expect(
    (await axe.run(document.body, { resultTypes: ['violations'], rules: { region: { enabled: false } } })).violations,
  ).toEqual([]);
});

it('in the version that it was begun in, it stands on all of them and says nothing', async () => {
  const thread = await show('v2');
  expect(screen.getByText('Lines +2 to +5')).toBeTruthy();
  expect(screen.queryByText(/Approximate position/)).toBeNull();
  expect(thread.getAttribute('aria-describedby')).toBeNull();
});
