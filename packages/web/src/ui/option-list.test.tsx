import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { loadFrom, OptionList, type OptionLoad } from './option-list.tsx';
import { IS_FULL } from '../../testing/full-run.ts';

const options = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, text: `Label ${at}` }));
const pick = vi.fn<() => void>();

it.runIf(IS_FULL)('says that there are more than it shows, until what is typed leaves few', async () => {
  render(<OptionList label="Search labels" load={loadFrom(options(12))} chosen={[]} onPick={pick} limit={10} />);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(10));
  expect(screen.getByRole('status').textContent).toBe('Showing the first 10. Type to narrow the list.');
  await userEvent.keyboard('11');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(screen.getByRole('option').textContent).toBe('Label 11');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('asks again where the answer was lost, for what was typed, and keeps the keyboard in the field', async () => {
  const load = vi.fn<OptionLoad>().mockImplementation(loadFrom(options(3)));
  render(<OptionList label="Search labels" load={load} chosen={[]} onPick={pick} />);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  load.mockRejectedValueOnce(new AppError({ status: 503, code: 'unavailable', message: 'Not now.' }));
  await userEvent.keyboard('2');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('status').textContent).toBe('Not now.');
  await userEvent.click(again);
  expect((await screen.findByRole('option')).textContent).toBe('Label 2');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

it('has a name whole for the pointer, however much of it there is room for', async () => {
  const name = 'A label whose name is a whole sentence';
  render(<OptionList label="Search labels" load={loadFrom([{ id: '1', text: name }])} chosen={[]} onPick={pick} />);
  expect((await screen.findByText(name)).title).toBe(name);
});
