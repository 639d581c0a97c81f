import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Search } from 'lucide-react';
import { beforeEach, expect, it, vi } from 'vitest';
import { remapHotkey, useHotkeySheet } from '../../lib/hotkey-sheet.ts';
import { hotkeys, listenForHotkeys, useHotkeys, usePartKeys } from '../../lib/hotkeys.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TooltipLayer } from '../../ui/tooltip-layer.tsx';
import { boundHotkeys, CHANGES_HOTKEYS, WRITING_KEYS } from '../hotkey-catalogue.ts';
import { listHotkeys } from '../known-hotkeys.ts';
import { HotkeyRows } from './hotkey-rows.tsx';
import { IS_FULL } from '../../../testing/full-run.ts';

const find = vi.fn<() => void>();

/** A page with two shortcuts, a text, and the sheet over all that is known. */
function Page() {
  useHotkeys(boundHotkeys(CHANGES_HOTKEYS, { 'diff.find-file': find, 'diff.view': () => undefined }));
  usePartKeys(WRITING_KEYS);
  return (
    <>
      <IconButton icon={Search} label="Find" hotkey="diff.find-file" onClick={find} />
      <HotkeyRows rows={listHotkeys(useHotkeySheet())} />
      <TooltipLayer />
    </>
  );
}

beforeEach(() => {
  find.mockClear();
  for (const id of ['diff.find-file', 'write.send']) remapHotkey(id, null);
  render(<Page />);
  return listenForHotkeys();
});

const user = userEvent.setup();
const keysOf = (label: string) => screen.getByRole('button', { name: new RegExp(`^Change shortcut for ${label} `) });
const row = (label: string) => keysOf(label).closest('li')?.textContent;

async function choose(label: string, keys: string): Promise<void> {
  await user.click(keysOf(label));
  await user.keyboard(keys);
}

async function hint(): Promise<string | null> {
  act(() => document.body.focus());
  await user.hover(screen.getByRole('button', { name: 'Find' }));
  const text = (await screen.findByRole('tooltip')).textContent;
  await user.unhover(screen.getByRole('button', { name: 'Find' }));
  return text;
}

it('lists all that is known, by group, each once', () => {
  const shown = screen.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent);
  const known = listHotkeys([]).map(({ label }) => label);
  expect(shown).toHaveLength(known.length);
  expect(new Set(shown)).toEqual(new Set(known));
});

it('takes the keys that are pressed next: they work, the old ones do not, and hints name them', async () => {
  expect(await hint()).toBe('FindT');
  await choose('Find a changed file', '{Control>}g{/Control}');
  expect(row('Find a changed file')).toContain('CtrlG');
  expect(await hint()).toBe('FindCtrlG');
  // The button that took them still has the keyboard.
  await user.keyboard('t');
  expect(find).not.toHaveBeenCalled();
  await user.keyboard('{Control>}g{/Control}');
  expect(find).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await user.keyboard('t');
  expect(find).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
});

it.runIf(IS_FULL)('Backspace switches one off, with its hints; Escape changes nothing', async () => {
  await choose('Find a changed file', '{Escape}');
  expect(row('Find a changed file')).toContain('T');
  await choose('Find a changed file', '{Backspace}');
  expect(row('Find a changed file')).toContain('Off');
  expect(await hint()).toBe('Find');
  await user.keyboard('t');
  expect(find).not.toHaveBeenCalled();
});

it.each([
  ['Find a changed file', 'n', 'These keys are already used for “Next unresolved thread”. Change that shortcut first.'],
  ['Find a changed file', '{Enter}', 'These keys are reserved for keyboard navigation. Choose others.'],
  ['Find a changed file', '{Tab}', 'These keys are reserved for keyboard navigation. Choose others.'],
  [
    'Submit comment, or add it to the review',
    'q',
    'This shortcut works while you type. Use a combination with Ctrl, Alt or Cmd.',
  ],
])('%s cannot have %s', async (label, keys, text) => {
  const before = row(label);
  await choose(label, keys);
  expect(screen.getByRole('alert').textContent).toBe(text);
  expect(row(label)).toBe(`${before}${text}`);
});

it('the keys that send a text are chosen like others', async () => {
  await choose('Submit comment, or add it to the review', '{Alt>}s{/Alt}');
  const press = (init: KeyboardEventInit) => hotkeys.pressed(WRITING_KEYS, new KeyboardEvent('keydown', init));
  expect([press({ key: 's', altKey: true }), press({ key: 'Enter', ctrlKey: true })]).toEqual([
    'write.send',
    undefined,
  ]);
});
