import { expect, test } from 'vitest';
import { readSshCommand } from './ssh-command.ts';

test.each([
  ["git-upload-pack '/a/b.git'", 'git-upload-pack', 'a/b'],
  ["git-upload-pack 'a/b'", 'git-upload-pack', 'a/b'],
  ["git-receive-pack 'group/sub.group/p-1.git/'", 'git-receive-pack', 'group/sub.group/p-1'],
  ["git upload-pack '/a/.b.git'", 'git-upload-pack', 'a/.b'],
  ['git-receive-pack a/b.git', 'git-receive-pack', 'a/b'],
  ['git-receive-pack "a/b.git"', 'git-receive-pack', 'a/b'],
])('%s is read', (text, service, fullPath) => {
  expect(readSshCommand(text)).toEqual({ kind: 'git', service, fullPath });
});

test('git-lfs-authenticate is read with its operation', () => {
  const command = { kind: 'lfs', fullPath: 'a/b', operation: 'upload' };
  expect(readSshCommand('git-lfs-authenticate a/b.git upload')).toEqual(command);
  expect(readSshCommand("git-lfs-authenticate '/a/b.git' upload")).toEqual(command);
  expect(readSshCommand('git-lfs-authenticate a/b.git delete')).toBeUndefined();
});

test.each([
  '',
  'ls',
  "git-upload-pack '/a/b.git'; id",
  "git-upload-pack '/a/b.git' && id",
  "git-upload-pack '/a/b.git'\nid",
  'git-upload-pack $(id)/b',
  'git-upload-pack a/`id`',
  "git-upload-pack 'a/../../etc/passwd'",
  "git-upload-pack '../b'",
  "git-upload-pack 'a/..'",
  "git-upload-pack 'a/./b'",
  "git-upload-pack '42'",
  "git-upload-pack 'a//b'",
  "git-upload-pack '~/a/b'",
  "git-upload-pack 'a/b\\'",
  "git-upload-pack --strict 'a/b'",
  "git-upload-pack '-a/b'",
  "git-upload-archive 'a/b'",
  "git-shell 'a/b'",
  `git-upload-pack '${'a/'.repeat(3_000)}b'`,
])('%s is refused', (text) => {
  expect(readSshCommand(text)).toBeUndefined();
});
