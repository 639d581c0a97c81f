import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { pageData } from '../../../../testing/page-data.ts';
import { notesData } from '../../../../testing/page-notes.ts';
import { renderPage } from '../../../../testing/render-page.tsx';
import { Activity } from '../../activity/activity.tsx';
import { DiscussionsProvider } from '../../store/use-discussions.tsx';

beforeEach(() => localStorage.clear());

/** Put together here, so that this file holds none. */
const TOKEN = `glpat-${'aB3dE6gH9jK2mN5pQ8sT'}`;
const COMMENT = { name: 'Comment' };

async function show() {
  const page = (
    <DiscussionsProvider notes={notesData({})}>
      <Activity renderDiff={() => null} />
    </DiscussionsProvider>
  );
  const { sent } = await renderPage(
    () => page,
    pageData({}),
    () => ({ body: [] }),
  );
  return () => sent.filter(({ method, path }) => method !== 'GET' && path === '/notes');
}

const write = async (text: string) => {
  const field = await screen.findByRole('textbox', COMMENT);
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', COMMENT));
  return field;
};

it('asks before a secret is said, without showing all of it; nothing is sent until then and the text stays', async () => {
  const written = await show();
  const field = await write(`Try ${TOKEN}`);
  const dialog = await screen.findByRole('dialog', { name: 'This comment might contain a secret' });
  expect(within(dialog).getByRole('listitem').textContent).toBe('Access tokenglpat-aB3d…');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Edit comment' }));
  expect(field).toHaveProperty('value', `Try ${TOKEN}`);
  expect(field).toHaveProperty('readOnly', false);
  expect(written()).toEqual([]);
  await userEvent.click(screen.getByRole('button', COMMENT));
  await userEvent.click(await screen.findByRole('button', { name: 'Post comment anyway' }));
  await expect.poll(() => written().length).toBe(1);
});

it('asks nothing about other texts', async () => {
  const written = await show();
  await write('See the [token docs](/help) and glpat-');
  await expect.poll(() => written().length).toBe(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
