import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { ConfirmHost } from './confirm-dialog.tsx';
import { EditableTitle } from './editable-title.tsx';
import { TitleField } from './title-field.tsx';

type Save = (title: string, isAgain: boolean) => Promise<unknown>;

function Title({ kept, onSave }: { kept: string | null; onSave: Save }) {
  const [text, setText] = useState(kept);
  const forget = () => setText(null);
  const begun = { text: text ?? 'Old', setText, sent: forget, discard: forget, isKept: text !== null };
  return (
    <h1 tabIndex={-1}>
      <EditableTitle
        titleHtml="Old"
        reference="#1"
        canEdit
        isBegun={text !== null}
        preload={() => undefined}
        renderField={(onClose, autoFocus) => (
          <TitleField title="Old" begun={begun} onSave={onSave} onClose={onClose} autoFocus={autoFocus} />
        )}
      />
    </h1>
  );
}

function show(onSave: Save, kept: string | null = null) {
  render(<Title kept={kept} onSave={onSave} />);
  render(<ConfirmHost />);
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
  expect(saved.mock.calls).toEqual([['New', false]]);
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
  const edit = () => user.click(screen.getByRole('button', { name: 'Edit title' }));
  await edit();
  await user.clear(await screen.findByRole('textbox', { name: 'Title' }));
  await user.type(screen.getByRole('textbox', { name: 'Title' }), ' {Enter}');
  expect(screen.queryByRole('textbox')).toBeNull();
  await edit();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  // What was written is not lost by one key.
  await edit();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'er{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Continue editing' }));
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Older');
  await user.type(screen.getByRole('textbox', { name: 'Title' }), '{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Cancel editing' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
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

test('what was begun before opens by itself; whoever was told that it is refused may want it all the same', async () => {
  const refusal = new AppError({ status: 409, code: 'unknown', message: 'Somebody was faster.' });
  const saved = vi.fn<Save>((_, isAgain) => (isAgain ? Promise.resolve() : Promise.reject(refusal)));
  const user = show(saved, 'Begun');
  const field = await screen.findByRole('textbox', { name: 'Title' });
  expect(field).toHaveProperty('value', 'Begun');
  expect(document.activeElement).not.toBe(field);
  await user.type(field, '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody was faster. The current title is “Old”.');
  await user.type(field, '{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(saved.mock.calls).toEqual([
    ['Begun', false],
    ['Begun', true],
  ]);
});

test('what stands beside the field belongs to it: going there saves nothing, leaving both does', async () => {
  const saved = vi.fn<(title: string) => Promise<unknown>>(async () => undefined);
  function Field() {
    const [text, setText] = useState('Old');
    const begun = { text, setText, sent: () => undefined, discard: () => undefined, isKept: false };
    const earlier = (
      <button type="button" onClick={() => setText('Older')}>
        Earlier
      </button>
    );
    return (
      <>
        <TitleField title="Old" begun={begun} onSave={saved} onClose={() => undefined} autoFocus beside={earlier} />
        <button type="button">Elsewhere</button>
      </>
    );
  }
  render(<Field />);
  const user = userEvent.setup();
  await user.keyboard('er still');
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  expect([saved.mock.calls, field.value]).toEqual([[], 'Older']);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(saved.mock.calls).toEqual([['Older', false]]);
});
