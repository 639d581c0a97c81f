import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Activity } from '../activity/activity.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
});

/** Deletes the comment "note 1", which the server answers so. */
async function remove(noteableId: number, status: number): Promise<void> {
  const own = note(1, { path: '/notes/1', current_user: { ...note(1).current_user, can_edit: true } });
  const shown = [discussion('d1', [own]), discussion('d2', [note(2)])];
  const page = (
    <DiscussionsProvider notes={notesData({ noteableId })}>
      <Activity renderDiff={() => null} />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    ({ method, path }) => {
      if (method === 'DELETE' && path === '/notes/1') return { status, body: { message: '404 Not found' } };
      return { body: path.startsWith('/d.json') ? shown : [] };
    },
  );
  await screen.findByText('note 1');
  await userEvent.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete comment' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete comment' }));
}

it('a comment that somebody else deleted meanwhile leaves the page', async () => {
  await remove(71, 404);
  await expect.poll(() => screen.queryByText('note 1')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('note 2')).toBeTruthy();
});

it('one that could not be deleted stays, and says so', async () => {
  await remove(72, 500);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong while deleting your note. Please try again.',
  );
  expect(screen.getByText('note 1')).toBeTruthy();
});
