import { expect, test } from 'vitest';
import { readGitAddress } from './git-address.ts';

test('addresses of git clients are read, with and without .git', () => {
  const advertise = { fullPath: 'a/b/c', service: 'git-upload-pack', step: 'advertise' };
  expect(readGitAddress('GET', '/a/b/c.git/info/refs?service=git-upload-pack')).toEqual(advertise);
  expect(readGitAddress('GET', '/a/b/c/info/refs?service=git-upload-pack')).toEqual(advertise);
  expect(readGitAddress('POST', '/a/b.git/git-receive-pack')).toEqual({
    fullPath: 'a/b',
    service: 'git-receive-pack',
    step: 'serve',
  });
});

test.each([
  ['GET', '/a/b.git/info/refs'],
  ['GET', '/a/b.git/info/refs?service=git-evil'],
  ['GET', '/a/b.git/git-upload-pack'],
  ['POST', '/a/b.git/info/refs?service=git-upload-pack'],
  ['GET', '/a/b/-/tree/main/info/refs?service=git-upload-pack'],
  ['GET', '/a/%ff/info/refs?service=git-upload-pack'],
  ['GET', '/a/b.git/HEAD'],
])('%s %s is no git request', (method, url) => {
  expect(readGitAddress(method, url)).toBeUndefined();
});
