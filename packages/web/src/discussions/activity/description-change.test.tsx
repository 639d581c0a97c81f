import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { note } from '../../../testing/page-notes.ts';
import { DescriptionChange } from './description-change.tsx';

it('shows the text no more, nor offers it, once somebody else has taken it out of the history', async () => {
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
  expect(screen.getByRole('button', { name: 'Restore the description before' })).toBeTruthy();
  rerender(<DescriptionChange note={{ ...change, description_version_deleted: true }} />);
  expect(screen.queryByText('The secret')).toBeNull();
  expect(screen.getByText('Deleted')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove description history' })).toBeNull();
  vi.unstubAllGlobals();
});
