import { expect, test } from 'vitest';
import { remapHotkey } from '../lib/hotkeys.ts';
import { listHotkeys } from './known-hotkeys.ts';

test('shortcuts of merge requests are known where they do not work, with the keys they have now', () => {
  const here = [{ id: 'threads.next', label: 'Next open thread', group: 'Threads', keys: ['n'] }];
  remapHotkey('merge-request.copy-branch', 'shift+b');
  remapHotkey('merge-request.edit', '');
  const listed = listHotkeys(here);
  const keysOf = (id: string) => listed.filter((each) => each.id === id).map(({ keys }) => keys);
  expect(keysOf('threads.next')).toEqual([['n']]);
  expect(keysOf('merge-request.copy-branch')).toEqual([['shift+b']]);
  expect(keysOf('merge-request.edit')).toEqual([[]]);
  expect(keysOf('diff.next-file')).toEqual([[']', 'j']]);
  expect(keysOf('choice.l')).toEqual([['l']]);
  // One key, one meaning on a page of a merge request.
  remapHotkey('merge-request.copy-branch', null);
  remapHotkey('merge-request.edit', null);
  const all = listHotkeys([]).flatMap(({ keys }) => keys);
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});

test('no sign is asked for with Shift: which sign that gives is up to the keyboard, so it could never be pressed', () => {
  const chords = listHotkeys([]).flatMap(({ keys }) => keys.flatMap((each) => each.split(' ')));
  expect(chords).toContain(':');
  expect(chords.filter((chord) => /(^|\+)shift\+[^a-z]$/.test(chord))).toEqual([]);
});
