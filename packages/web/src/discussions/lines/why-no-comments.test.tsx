import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { WhyNoComments } from './why-no-comments.tsx';

beforeEach(() => window.history.replaceState(null, '', '/'));

const may = { canCreateNote: false, canCreateInternalNote: false, canResolve: false };

/** Above the lines of something that has this to say. */
async function show(notice: NotesData['notice']): Promise<void> {
  const Lines = () => (
    <DiscussionsProvider notes={notesData(notice ? { notice, currentUser: may } : {})}>
      <main>
        <WhyNoComments />
      </main>
    </DiscussionsProvider>
  );
  await renderPage(Lines, pageData({}), () => ({ body: [] }));
}

test('who may comment is told nothing, and nothing takes room', async () => {
  await show(null);
  expect(document.querySelector('main main')?.childElementCount).toBe(0);
});

test('the way in leads back to what was being read', async () => {
  const reading = '/a/b/-/merge_requests/1/diffs?view=parallel&file=x#abc_1_2';
  window.history.replaceState(null, '', reading);
  await show({ kind: 'signed_out', text: 'Please register or sign in to reply' });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'sign in' });
  expect([link.pathname, new URLSearchParams(link.search).get('redirect')]).toEqual(['/users/sign_in', reading]);
});

test.each([
  ['locked', 'This merge request is locked. Only project members can comment.'],
  ['archived', 'This project is archived and cannot be commented on.'],
] as const)('why nobody else can: %s', async (kind, text) => {
  await show({ kind, text, docsPath: `/help/${kind}` });
  await screen.findByText(text, { exact: false });
  expect(screen.getByRole('link', { name: /Learn more/ }).getAttribute('href')).toBe(`/help/${kind}`);
  cleanup();
});
