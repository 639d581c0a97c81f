import { expect, test } from 'vitest';
import { remapHotkey } from '../lib/hotkey-sheet.ts';
import { listHotkeys } from './known-hotkeys.ts';

test('shortcuts of merge requests are known where they do not work, with the keys they have now', () => {
  const here = [{ id: 'threads.next', scope: 'This page', keys: ['n'] }];
  remapHotkey('merge-request.copy-branch', 'shift+b');
  remapHotkey('merge-request.edit', '');
  const listed = listHotkeys(here);
  const keysOf = (id: string) => listed.filter((each) => each.id === id).map(({ keys }) => keys);
  expect(keysOf('threads.next')).toEqual([['n']]);
  expect(listed[0]).toMatchObject({ label: 'Next unresolved thread', group: 'Threads' });
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

test('every shortcut of a review is known: none may go unlisted', () => {
  const all = Object.fromEntries(listHotkeys([]).map(({ id, keys }) => [id, keys]));
  expect(all).toEqual({
    'diff.next-file': [']', 'j'],
    'diff.previous-file': ['[', 'k'],
    'diff.next-change': ['.'],
    'diff.previous-change': [','],
    'diff.next-line': ['shift+j'],
    'diff.previous-line': ['shift+k'],
    'diff.old-side': ['shift+h'],
    'diff.new-side': ['shift+l'],
    'diff.copy-link': ['y'],
    'diff.copy-range-link': ['shift+y'],
    'diff.find-file': ['t', 'mod+p'],
    'diff.file-tree': ['shift+f'],
    'diff.view': ['shift+d'],
    'diff.whitespace': ['shift+w'],
    'diff.expand-all': [';'],
    'diff.collapse-all': [':'],
    'diff.next-commit': ['c'],
    'diff.previous-commit': ['x'],
    'diff.find': ['/'],
    'diff.reviewed': ['v'],
    'threads.next': ['n'],
    'threads.previous': ['p'],
    'threads.quote': ['r'],
    'lines.down': ['arrowdown'],
    'lines.up': ['arrowup'],
    'lines.old-side': ['arrowleft'],
    'lines.new-side': ['arrowright'],
    'lines.comment': ['enter'],
    'write.send': ['mod+enter'],
    'write.send-now': ['mod+shift+enter'],
    'merge-request.copy-branch': ['b'],
    'merge-request.edit': ['e'],
    'review.submit': ['shift+r'],
    'review.undo': ['shift+u'],
    'choice.a': ['a'],
    'choice.l': ['l'],
    'choice.m': ['m'],
  });
});

test('no sign is asked for with Shift: which sign that gives is up to the keyboard, so it could never be pressed', () => {
  const chords = listHotkeys([]).flatMap(({ keys }) => keys.flatMap((each) => each.split(' ')));
  expect(chords).toContain(':');
  expect(chords.filter((chord) => /(^|\+)shift\+[^a-z]$/.test(chord))).toEqual([]);
});
