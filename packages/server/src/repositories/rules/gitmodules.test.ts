import { expect, test } from 'vitest';
import { submoduleHref } from './gitmodules.ts';

test.each([
  ['https://github.com/o/r.git', 'https://github.com/o/r'],
  ['https://name:secret@code.example/o/r', 'https://code.example/o/r'],
  ['../lib.git', '/group/lib'],
  ['../../../lib.git', null],
  ['git@github.com:o/r.git', 'https://github.com/o/r'],
  ['gitlab.com:group/deep/r', 'https://gitlab.com/group/deep/r'],
  ['ssh://git@GitLab.com:22/o/r.git/', 'https://gitlab.com/o/r'],
  ['git@code.example:o/r.git', null],
  ['ssh://git@github.com.example/o/r.git', null],
  ['git@github.com://evil.example/r', null],
  ['git@github.com:/\\evil.example/r', null],
  ['git@github.com:o/r?x=1', null],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['ext::sh -c whoami', null],
])('a submodule at %s is seen at %s', (url, expected) => {
  expect(submoduleHref(url, 'group/project')).toBe(expected);
});
