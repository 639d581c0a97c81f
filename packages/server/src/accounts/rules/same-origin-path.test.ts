import { expect, test } from 'vitest';
import { sameOriginPath } from './same-origin-path.ts';

test.each(['/', '/group/project', '/a?b=c#d', '/-/profile', '/users/anna'])('%s is kept', (path) => {
  expect(sameOriginPath(path)).toBe(path);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'evil',
  '',
  '/users/sign_in',
  '/users/sign_in?redirect=/x',
  '/users/sign_out',
  '/-/page/admin',
  undefined,
  ['/a'],
  `/${'a'.repeat(3_000)}`,
])('%j becomes the start page', (path) => {
  expect(sameOriginPath(path)).toBe('/');
});
