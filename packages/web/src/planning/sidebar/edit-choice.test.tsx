import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { listenForHotkeys } from '../../lib/hotkeys.ts';
import type { ComboboxOption } from '../../ui/option-list.tsx';
import { ToastRegion } from '../../ui/toast.tsx';
import { EditChoice } from './edit-choice.tsx';

const reload = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../../app/navigation.tsx', () => ({ reloadPage: reload }));

const option = (id: string): ComboboxOption => ({ id, text: id });
const save = vi.fn<(change: { added: string[]; removed: string[] }) => Promise<void>>();

beforeEach(() => {
  save.mockReset();
  reload.mockReset().mockResolvedValue(undefined);
});

const layer = (...value: string[]) => (
  <EditChoice
    title="Labels"
    multiple
    value={value.map(option)}
    load={async (query) => ['bug', 'docs', 'slow'].filter((each) => each.includes(query)).map(option)}
    save={save}
  />
);

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Edit labels' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
}

const listed = () => screen.getAllByRole('option').map((each) => each.textContent);
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('what another user chose meanwhile stays when the layer closes with nothing picked', async () => {
  const { rerender } = render(layer('bug'));
  await open();
  rerender(layer('bug', 'docs'));
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(save).not.toHaveBeenCalled();
});

it('what is picked comes to what another user chose meanwhile', async () => {
  const { rerender } = render(layer('bug'));
  await open();
  rerender(layer('bug', 'docs'));
  await userEvent.click(await screen.findByRole('option', { name: 'slow' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ added: ['slow'], removed: [] }));
});

it('what is chosen stands first, and what is typed next replaces what found the last one', async () => {
  render(layer('slow'));
  await open();
  expect(listed()).toEqual(['slow', 'bug', 'docs']);
  await userEvent.keyboard('bug');
  await waitFor(() => expect(listed()).toEqual(['bug']));
  await userEvent.keyboard('{Enter}docs');
  await waitFor(() => expect(listed()).toEqual(['docs']));
  await userEvent.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ added: ['bug', 'docs'], removed: [] }));
});

it('everything is taken away at once, and a refusal is said where it was chosen', async () => {
  save.mockRejectedValueOnce(new Error('Not now.'));
  render(layer('bug', 'slow'));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Clear labels' }));
  expect(screen.queryByRole('button', { name: 'Clear labels' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await closed();
  expect(save).toHaveBeenLastCalledWith({ added: [], removed: ['bug', 'slow'] });
});

/** One more is picked, and the layer left; what is told beside it is on the page as well. */
async function leaveWithSlow(): Promise<void> {
  render(
    <>
      {layer('bug')}
      <ToastRegion />
    </>,
  );
  await open();
  await userEvent.click(screen.getByRole('option', { name: 'slow' }));
  await userEvent.keyboard('{Escape}');
}

it.each(['the key', 'the button'])('what is refused for good is left by %s, and it is told', async (way) => {
  save.mockRejectedValue(new Error('You may not.'));
  await leaveWithSlow();
  await screen.findByRole('alert');
  if (way === 'the key') await userEvent.keyboard('{Escape}');
  else await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await closed();
  expect(save).toHaveBeenCalledOnce();
  expect(await screen.findByText('Changes to labels were not saved.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit labels' }));
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('option', { name: 'slow' }).getAttribute('aria-selected')).toBe('false');
});

it('what was saved is not said to be lost when the page cannot be read again', async () => {
  reload.mockRejectedValueOnce(new Error('Gone.'));
  await leaveWithSlow();
  await closed();
  expect(await screen.findByText('The change was saved. Reload the page to see it.')).toBeTruthy();
  expect(save).toHaveBeenCalledOnce();
});

it('nothing is sent or picked beside what is on its way, and another choice after a refusal is sent', async () => {
  const first = Promise.withResolvers<void>();
  save.mockReturnValueOnce(first.promise);
  render(layer('bug'));
  await open();
  await userEvent.click(screen.getByRole('option', { name: 'slow' }));
  await userEvent.keyboard('{Escape}{Escape}');
  await userEvent.click(screen.getByRole('option', { name: 'docs' }));
  expect(screen.getByText('Saving')).toBeTruthy();
  expect(save).toHaveBeenCalledExactlyOnceWith({ added: ['slow'], removed: [] });
  first.reject(new Error('Not now.'));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('option', { name: 'docs' }));
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(save).toHaveBeenLastCalledWith({ added: ['slow', 'docs'], removed: [] });
});

it('one of many is opened by its key, and chosen and saved by one press', async () => {
  const stop = listenForHotkeys();
  render(
    <EditChoice
      title="Milestone"
      multiple={false}
      hotkey={{ keys: 'm', group: 'Issue' }}
      value={[]}
      load={async () => ['first', 'second'].map(option)}
      save={save}
    />,
  );
  await userEvent.keyboard('m');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search milestone' })));
  await screen.findByRole('option', { name: 'second' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await closed();
  expect(save).toHaveBeenCalledExactlyOnceWith({ added: ['second'], removed: [] });
  stop();
});
