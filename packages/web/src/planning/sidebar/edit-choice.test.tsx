import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { EditChoice } from './edit-choice.tsx';

vi.mock('../../app/navigation.tsx', () => ({ reloadPage: async () => undefined }));

const option = (id: string): ComboboxOption => ({ id, text: id });
const save = vi.fn<(ids: string[], change: { added: string[]; removed: string[] }) => Promise<void>>();

beforeEach(() => {
  save.mockReset();
});

const layer = (...value: string[]) => (
  <EditChoice
    title="Labels"
    multiple
    value={value.map(option)}
    load={async () => ['bug', 'docs', 'slow'].map(option)}
    save={save}
  />
);

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Edit labels' }));
  return screen.findByText('bug');
}

it('what another person chose meanwhile stays when the layer closes with nothing picked', async () => {
  const { rerender } = render(layer('bug'));
  await open();
  rerender(layer('bug', 'docs'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).not.toHaveBeenCalled();
});

it('what is picked comes to what another person chose meanwhile', async () => {
  const { rerender } = render(layer('bug'));
  await userEvent.click(await open());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  rerender(layer('bug', 'docs'));
  await userEvent.click(await screen.findByRole('option', { name: 'slow' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(save).toHaveBeenCalledWith(['bug', 'docs', 'slow'], { added: ['slow'], removed: [] }));
});
