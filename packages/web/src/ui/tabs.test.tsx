import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

const ITEMS = [
  { key: 'write', label: 'Write', content: <input aria-label="Text" /> },
  { key: 'preview', label: 'Preview', count: 3, content: <p>Seen</p> },
  { key: 'help', label: 'Help', content: <p>Told</p> },
];

const tab = (name: string | RegExp) => screen.getByRole('tab', { name });
const shown = () => screen.getByRole('tabpanel').getAttribute('aria-labelledby');

it('shows one at a time, by a press or by the arrows, which go round', async () => {
  const onValueChange = vi.fn<(value: string) => void>();
  render(<Tabs label="Text" items={ITEMS} onValueChange={onValueChange} />);
  expect(screen.getByRole('textbox', { name: 'Text' })).toBeTruthy();
  await userEvent.click(tab(/Preview/));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Seen')).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect([document.activeElement, shown()]).toEqual([tab('Write'), tab('Write').id]);
  await userEvent.keyboard('{End}');
  expect(screen.getByText('Told')).toBeTruthy();
  await userEvent.keyboard('{ArrowLeft}{Home}{ArrowLeft}');
  expect(document.activeElement).toBe(tab('Help'));
  expect(onValueChange.mock.calls.flat()).toEqual(['preview', 'help', 'write', 'help', 'preview', 'write', 'help']);
});

it('is one stop of the keyboard, before what it shows, and has no barriers', async () => {
  const { container } = render(<Tabs label="Text" items={ITEMS} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(tab('Write'));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }));
  expect((await axe.run(container)).violations.map(({ id }) => id)).toEqual([]);
});

it('shows what its owner wants', async () => {
  const { rerender } = render(<Tabs label="Text" items={ITEMS} value="help" />);
  expect(screen.getByText('Told')).toBeTruthy();
  await userEvent.click(tab('Write'));
  expect(screen.getByText('Told')).toBeTruthy();
  rerender(<Tabs label="Text" items={ITEMS} value="preview" />);
  expect(screen.getByText('Seen')).toBeTruthy();
  rerender(<Tabs label="Text" items={ITEMS.slice(0, 1)} value="preview" />);
  expect(tab('Write').getAttribute('aria-selected')).toBe('true');
});
