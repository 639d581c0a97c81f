import { expect, it } from 'vitest';
import { preferencesInput, readPreferences } from './preferences.ts';

it.each([
  ['Shift+Mod+Enter', 'mod+shift+enter'],
  ['mod++', 'mod++'],
  ['G i', 'g i'],
  ['', ''],
])('keys are kept in one order: %s', (sent, kept) => {
  expect(preferencesInput.parse({ hotkeys: { next: sent } })).toEqual({ hotkeys: { next: kept } });
  expect(readPreferences({ hotkeys: { next: sent } }).hotkeys).toEqual({ next: kept });
});
