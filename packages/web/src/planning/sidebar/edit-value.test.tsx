import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ToastRegion } from '../../ui/toast.tsx';
import { EditValue } from './edit-value.tsx';

const reload = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../../app/navigation.tsx', () => ({ reloadPage: reload }));

const save = vi.fn<(value: string) => Promise<void>>();

beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined);
  reload.mockReset().mockResolvedValue(undefined);
});

async function write(value: string): Promise<void> {
  render(
    <>
      <EditValue title="Weight" type="text" value="" save={save} />
      <ToastRegion />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Edit weight' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Weight' }), `${value}{Enter}`);
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('what was saved is not said to have failed when the page cannot be read again, which can be tried again', async () => {
  reload.mockRejectedValueOnce(new Error('Gone.'));
  await write('3');
  await closed();
  expect(await screen.findByText('The change was saved. Reload the page to see it.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(2);
  expect(save).toHaveBeenCalledExactlyOnceWith('3');
});

it('what was refused is said at the field, which keeps it', async () => {
  save.mockRejectedValueOnce(new Error('Not now.'));
  await write('3');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Weight' });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(field.value).toBe('3');
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await closed();
  expect(save).toHaveBeenCalledTimes(2);
});
