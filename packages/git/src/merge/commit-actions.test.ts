import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEntry, readTreeRecursive } from '../objects/read-tree.ts';
import { readBlobAt } from '../objects/read-blob.ts';
import { readCommit } from '../objects/read-commit.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { gitSpawnCount } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { commitActions } from './commit-actions.ts';
import type { FileAction } from './commit-actions.ts';
import { treePathProblem } from './tree-path.ts';

const PERSON = { name: 'Ann', email: 'ann@example.test' };
let repository: TestRepository;
let repo: string;

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      {
        label: 'one',
        files: {
          'a.txt': 'a\n',
          'dir/b.txt': 'b\n',
          'dir/sub/c.txt': 'c\n',
          '//dir/caf%E9': 'odd\n',
          run: { mode: '100755', content: '#!/bin/sh\n' },
          link: { mode: '120000', content: 'a.txt' },
          module: { mode: '160000' },
        },
      },
      { label: 'two', files: { 'a.txt': 'A\n' } },
    ],
  });
  repo = repository.dir;
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

async function apply(
  actions: FileAction[],
  parent: string | null = repository.sha('two'),
  allowEmpty = false,
): Promise<{ sha: string; changedPaths: string[] }> {
  return commitActions(repo, {
    parentSha: parent,
    actions,
    author: PERSON,
    committer: PERSON,
    message: 'Edit',
    allowEmpty,
  });
}

async function listing(sha: string): Promise<string[]> {
  return (await readTreeRecursive(repo, sha)).entries.map(({ mode, path }) => `${mode} ${path}`);
}

describe('commitActions', () => {
  it('applies many actions in order with a handful of processes', async () => {
    await findEntry(repo, 'HEAD', 'a.txt');
    const before = gitSpawnCount();
    const { sha, changedPaths } = await apply([
      { action: 'create', path: 'new/deep/file.txt', content: Buffer.from('new\n') },
      { action: 'update', path: 'a.txt', content: Buffer.from('AA\n'), lastCommitId: repository.sha('two') },
      { action: 'move', path: 'moved/b.txt', previousPath: 'dir/b.txt' },
      { action: 'move', path: 'dir/d.txt', previousPath: 'dir/sub/c.txt', content: Buffer.from('changed\n') },
      { action: 'chmod', path: 'moved/b.txt', executable: true },
      { action: 'delete', path: 'link' },
      { action: 'create', path: 'link', content: Buffer.from('now a file'), executable: true },
      { action: 'create', path: '//dir/%FF', content: Buffer.alloc(0) },
    ]);
    expect(gitSpawnCount() - before).toBe(3);
    expect(await listing(sha)).toEqual([
      '100644 a.txt',
      '100644 //dir/caf%E9',
      '100644 dir/d.txt',
      '100644 //dir/%FF',
      '100755 link',
      '160000 module',
      '100755 moved/b.txt',
      '100644 new/deep/file.txt',
      '100755 run',
    ]);
    expect((await readBlobAt(repo, sha, 'dir/d.txt')).content.toString()).toBe('changed\n');
    expect(changedPaths).toContain('dir/sub/c.txt');
    expect(await readCommit(repo, sha)).toMatchObject({ parents: [repository.sha('two')], subject: 'Edit' });
    expect(await repository.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('makes the first commit of a branch and an allowed empty one', async () => {
    const { sha } = await apply([{ action: 'create', path: 'README.md', content: Buffer.from('hi') }], null);
    expect((await readCommit(repo, sha)).parents).toEqual([]);
    const gone = await apply([{ action: 'delete', path: 'README.md' }], sha);
    expect(await listing(gone.sha)).toEqual([]);
    expect((await apply([], sha, true)).sha).not.toBe(sha);
    await expect(
      apply([{ action: 'update', path: 'README.md', content: Buffer.from('hi') }], sha),
    ).rejects.toMatchObject({ details: { code: 'no_changes' } });
  });

  const content = Buffer.from('x');
  it.each([
    [{ action: 'create', path: 'a.txt', content }, 'file_exists'],
    [{ action: 'create', path: 'dir', content }, 'directory_exists'],
    [{ action: 'create', path: 'a.txt/x', content }, 'parent_is_file'],
    [{ action: 'create', path: 'y' }, 'content_missing'],
    [{ action: 'update', path: 'none', content }, 'file_missing'],
    [{ action: 'update', path: 'dir', content }, 'not_a_file'],
    [{ action: 'update', path: 'module', content }, 'not_a_file'],
    [{ action: 'update', path: 'a.txt' }, 'content_missing'],
    [{ action: 'move', path: 'x', previousPath: 'none' }, 'file_missing'],
    [{ action: 'move', path: 'run', previousPath: 'a.txt' }, 'file_exists'],
    [{ action: 'move', path: 'x' }, 'path_not_allowed'],
    [{ action: 'delete', path: 'dir/none' }, 'file_missing'],
    [{ action: 'delete', path: 'dir' }, 'not_a_file'],
    [{ action: 'chmod', path: 'none', executable: true }, 'file_missing'],
    [{ action: 'create', path: '../x', content }, 'path_not_allowed'],
    [{ action: 'create', path: '.git/hooks/x', content }, 'path_not_allowed'],
  ] satisfies [FileAction, string][])('refuses %j: %s', async (action, code) => {
    await expect(apply([action])).rejects.toMatchObject({ name: 'GitError', details: { code } });
  });

  it('notices that a file changed since the user looked', async () => {
    const update = (lastCommitId: string): Promise<unknown> =>
      apply([{ action: 'update', path: 'a.txt', content: Buffer.from('mine'), lastCommitId }]);
    await expect(update(repository.sha('one'))).rejects.toMatchObject({
      kind: 'conflict',
      details: { code: 'stale_file' },
    });
    await expect(update('nonsense')).rejects.toMatchObject({ details: { code: 'stale_file' } });
    await expect(update('9'.repeat(40))).rejects.toMatchObject({ details: { code: 'stale_file' } });
    await expect(
      apply([
        { action: 'update', path: 'dir/b.txt', content: Buffer.from('mine'), lastCommitId: repository.sha('one') },
      ]),
    ).resolves.toMatchObject({ changedPaths: ['dir/b.txt'] });
  });
});

describe('treePathProblem', () => {
  it.each([
    'a',
    'a/b c',
    '.gitignore',
    '.github/x',
    'git',
    'CON',
    'ä',
    'a\\b',
    '-x',
    '//caf%E9',
    'a.git',
    '.gitmodules',
  ])('accepts %j', (path) => {
    expect(treePathProblem(path)).toBeNull();
  });

  it.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['a//b', 'empty_component'],
    ['a/', 'empty_component'],
    ['./a', 'dot_component'],
    ['a/../b', 'dot_component'],
    ['..', 'dot_component'],
    ['.git', 'dot_git'],
    ['a/.GIT/config', 'dot_git'],
    ['.git./x', 'dot_git'],
    ['.git /x', 'dot_git'],
    ['.git . ./x', 'dot_git'],
    ['git~1/x', 'dot_git'],
    ['GIT~1', 'dot_git'],
    ['.git::$INDEX_ALLOCATION/x', 'dot_git'],
    ['.g\u200cit/x', 'dot_git'],
    ['a\\.git\\hooks', 'dot_git'],
    ['a\nb', 'control_character'],
    ['a\u0000b', 'not_text'],
    ['//%2E%2E/x', 'dot_component'],
    ['//%2Egit%FF/../x', 'dot_component'],
    ['//%zz', 'not_text'],
    ['x'.repeat(256), 'too_long'],
    ['x/'.repeat(2100), 'too_long'],
  ] as const)('refuses %j as %s', (path, problem) => {
    expect(treePathProblem(path)).toBe(problem);
  });
});
