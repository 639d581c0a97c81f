import { expect, test } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';

test('a value comes back as it was, whatever stands in it, and names are not taken for their beginnings', () => {
  writeCookie('diff_view_of', 'other');
  expect(readCookie('diff_view')).toBeUndefined();
  writeCookie('diff_view', 'a=b; c');
  expect(readCookie('diff_view')).toBe('a=b; c');
  expect(readCookie('diff_view_of')).toBe('other');
});

test('what nobody here wrote counts as nothing', () => {
  document.cookie = 'frequently_used_emojis=100%; path=/';
  expect(readCookie('frequently_used_emojis')).toBeUndefined();
});
