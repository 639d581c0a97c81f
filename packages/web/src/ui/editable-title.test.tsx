import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { EditableTitle } from './editable-title.tsx';

function show(onSave: (title: string) => Promise<unknown>) {
  render(
    <h1 tabIndex={-1}>
      <EditableTitle title="Old" titleHtml="Old" reference="#1" canEdit onSave={onSave} />
    </h1>,
  );
  return userEvent.setup();
}

test('Enter saves once, although the field loses focus as well', async () => {
  let finish = () => {};
  const saved = vi.fn<(title: string) => Promise<unknown>>(() => new Promise<void>((resolve) => (finish = resolve)));
  const user = show(saved);
  await user.click(screen.getByRole('button', { name: 'Edit title' }));
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.type(field, 'New{Enter}');
  await user.tab();
  finish();
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(saved.mock.calls).toEqual([['New']]);
});

test('what could not be saved stays in the field, with the reason', async () => {
  const user = show(() => Promise.reject(new Error('somebody was faster')));
  await user.click(screen.getByRole('button', { name: 'Edit title' }));
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.type(field, 'New{Enter}');
  await screen.findByRole('alert');
  expect(field).toHaveProperty('value', 'New');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('Escape and an empty title change nothing', async () => {
  const saved = vi.fn<() => Promise<unknown>>(() => Promise.resolve());
  const user = show(saved);
  for (const keys of ['New{Escape}', ' {Enter}']) {
    await user.click(screen.getByRole('button', { name: 'Edit title' }));
    await user.clear(await screen.findByRole('textbox', { name: 'Title' }));
    await user.type(screen.getByRole('textbox', { name: 'Title' }), keys);
    expect(screen.queryByRole('textbox')).toBeNull();
  }
  expect(saved).not.toHaveBeenCalled();
});

test('what its writer does not want to save after all stays in the field', async () => {
  const answers = [false, true];
  const user = show(() => Promise.resolve(answers.shift()));
  await user.click(screen.getByRole('button', { name: 'Edit title' }));
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.type(field, ' and new{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field).toHaveProperty('value', 'Old and new');
  await user.type(field, '{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});
