import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { IssueDescription } from './issue-description.tsx';

const page = {
  issue: { title: 'Fix it', description: 'As it was', descriptionHtml: '<p>As it was</p>', version: '1' },
  paths: { self: '/g/p/-/issues/1', api: '/api/issue', task: '/task' },
  can: { update: true },
  notes: notesData(),
} as IssueShowPageData;

it.each(['Insert comment template', 'Table', 'Reference syntax', 'Draft history'])(
  'goes on being edited when the layer “%s” is left by its key',
  async (name) => {
    let isEditing = true;
    const setEditing = (is: boolean) => (isEditing = is);
    const Page = () => <IssueDescription page={page} isEditing setEditing={setEditing} />;
    await renderPage(Page, pageData({}), () => ({ body: [] }));
    // By the keyboard: under the pointer the button is made again when its layer has come.
    act(() => screen.getByRole('button', { name }).focus());
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isEditing).toBe(true);
    await userEvent.click(screen.getByRole('textbox', { name: 'Description' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(isEditing).toBe(false));
  },
);

it('is closed by what was saved, also when the page cannot be read again', async () => {
  let isEditing = true;
  const setEditing = (is: boolean) => (isEditing = is);
  const Page = () => <IssueDescription page={page} isEditing setEditing={setEditing} />;
  const { sent, fetchPage } = await renderPage(Page, pageData({}), () => ({ body: {} }));
  fetchPage.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Description' }), ', and more');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(isEditing).toBe(false));
  expect(sent.filter(({ method, path }) => method === 'PUT' && path.includes('/api/issue'))).toHaveLength(1);
  expect(await screen.findByText('The change was saved. Reload the page to see it.')).toBeTruthy();
});
