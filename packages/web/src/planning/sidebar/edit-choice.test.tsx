import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { listenForHotkeys } from '../../lib/hotkeys.ts';
import type { ComboboxOption } from '../../ui/option-list.tsx';
import { EditChoice } from './edit-choice.tsx';

vi.mock('../../app/navigation.tsx', () => ({ reloadPage: async () => undefined }));

const option = (id: string): ComboboxOption => ({ id, text: id });
const save = vi.fn<(change: { added: string[]; removed: string[] }) => Promise<void>>();

beforeEach(() => {
  save.mockReset();
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

it('what another person chose meanwhile stays when the layer closes with nothing picked', async () => {
  const { rerender } = render(layer('bug'));
  await open();
  rerender(layer('bug', 'docs'));
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(save).not.toHaveBeenCalled();
});

it('what is picked comes to what another person chose meanwhile', async () => {
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
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(save).toHaveBeenLastCalledWith({ added: [], removed: ['bug', 'slow'] });
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
