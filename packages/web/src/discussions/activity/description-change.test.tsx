import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { note } from '../../../testing/page-notes.ts';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DescriptionChange } from './description-change.tsx';

it('shows the text no more, nor offers it, once someone else has taken it out of the history', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ kind: 'added', text: 'The secret' }]));
  const change = note(1, {
    system: true,
    description_version_id: 7,
    description_diff_path: '/diff/7',
    can_delete_description_version: true,
    delete_description_version_path: '/versions/7',
    restore_description_version_path: '/versions/7/restore',
    has_description_before: true,
  });
  const { rerender } = render(<DescriptionChange note={change} />);
  await userEvent.click(screen.getByRole('button', { name: 'Compare with previous version' }));
  expect(await screen.findByText('The secret')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Restore this description' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Restore previous description' })).toBeTruthy();
  rerender(<DescriptionChange note={{ ...change, description_version_deleted: true }} />);
  expect(screen.queryByText('The secret')).toBeNull();
  expect(screen.getByText('Deleted')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove description history' })).toBeNull();
  vi.unstubAllGlobals();
});

it('says that a description could not be restored, and offers it again', async () => {
  const change = note(1, { system: true, description_version_id: 7, restore_description_version_path: '/restore/7' });
  const { sent } = await renderPage(
    () => <DescriptionChange note={change} />,
    pageData({}),
    () => ({ status: 500, body: {} }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Restore this description' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore description' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The description could not be restored. Please try again.',
  );
  expect(sent.map(({ path }) => path)).toContain('/restore/7');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Restore this description' })).toBeTruthy();
});

it('says that a description was restored when only the page cannot be read again', async () => {
  const change = note(1, { system: true, description_version_id: 7, restore_description_version_path: '/restore/7' });
  const { fetchPage } = await renderPage(() => <DescriptionChange note={change} />, pageData({}));
  fetchPage.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await userEvent.click(screen.getByRole('button', { name: 'Restore this description' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore description' }));
  expect(await screen.findByText('The change was saved. Reload the page to see it.')).toBeTruthy();
  expect(screen.queryByText(/could not be restored/)).toBeNull();
});
