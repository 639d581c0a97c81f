import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { screen, within } from '@testing-library/react';
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

const ACT = { method: 'DELETE', path: '/notes/1', status: 500 };

/** Opens the menu of "note 1"; what is done by it (or by `method` and `path`) the server answers with the status. */
async function openMenu(noteableId: number, act: Partial<typeof ACT> = {}, more: Partial<PageNote> = {}) {
  const { method, path: refusedPath, status } = { ...ACT, ...act };
  const own = note(1, { path: '/notes/1', current_user: { ...note(1).current_user, can_edit: true }, ...more });
  const shown = [discussion('d1', [own], { individual_note: true }), discussion('d2', [note(2)])];
  const page = (
    <DiscussionsProvider notes={notesData({ noteableId })}>
      <Activity renderDiff={() => null} />
    </DiscussionsProvider>
  );
  const { sent } = await renderPage(
    () => page,
    pageData({}),
    (asked) => {
      if (asked.method === method && asked.path === refusedPath) return { status, body: { message: '404 Not found' } };
      return { body: asked.path.startsWith('/d.json') ? shown : [] };
    },
  );
  await screen.findByText('note 1');
  await userEvent.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement);
  return sent;
}

/** Deletes the comment "note 1", which the server answers so. */
async function remove(noteableId: number, status: number): Promise<void> {
  await openMenu(noteableId, { status });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete comment' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete comment' }));
}

it('a comment that someone else deleted meanwhile leaves the page', async () => {
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

it('an internal note is called so when it is asked whether to delete it', async () => {
  const sent = await openMenu(73, {}, { internal: true });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete internal note' }));
  const question = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this internal note?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('note 1')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

it('a comment that could not be made a thread stays one, and says so', async () => {
  await openMenu(74, { method: 'POST', path: '/notes/1/convert_to_thread' });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Convert to thread' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong while converting this comment to a thread. Try again.',
  );
  await userEvent.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement);
  expect(await screen.findByRole('menuitem', { name: 'Convert to thread' })).toBeTruthy();
});
