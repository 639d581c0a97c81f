import { access, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAncestor } from '../objects/ancestry.ts';
import { findCommit, readCommit } from '../objects/read-commit.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { runGit } from '../process/run-git.ts';
import { getDefaultBranch } from '../refs/default-branch.ts';
import { keepAround, writeMergeRequestRef } from '../refs/internal-refs.ts';
import { listRefNames, readRef } from '../refs/read-ref.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { deleteRepository, moveRepository, repositorySize } from './delete-repository.ts';
import { fetchFrom } from './fetch-from.ts';
import { forkRepository } from './fork-repository.ts';
import { importRepository } from './import-repository.ts';
import { initRepository, repositoryExists } from './init-repository.ts';

let source: TestRepository;
let root: string;

beforeAll(async () => {
  source = await createTestRepository({
    commits: [
      { label: 'one', files: { a: '1' } },
      { label: 'side', branch: 'side', parents: ['one'], files: { b: '2' } },
    ],
    tags: [{ name: 'v1', target: 'one', message: 'One' }],
  });
  await source.git('repack', '-adq');
  root = join(source.dir, '..');
});

afterAll(async () => {
  await closeGitPools();
  await source.remove();
});

describe('initRepository', () => {
  it('makes an empty repository with our config', async () => {
    const repo = join(root, 'deep/er/new.git');
    await initRepository(repo, { defaultBranch: 'trunk' });
    expect(await getDefaultBranch(repo)).toBe('trunk');
    expect((await runGit(repo, ['config', '--file', join(repo, 'config'), 'receive.fsckObjects'])).toString()).toBe(
      'true\n',
    );
    await expect(initRepository(repo, { defaultBranch: 'trunk' })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(initRepository(join(root, 'x.git'), { defaultBranch: '--bare' })).rejects.toMatchObject({
      kind: 'invalid_ref',
    });
    await moveRepository(repo, join(root, 'moved.git'));
    await deleteRepository(join(root, 'moved.git'));
    await deleteRepository(join(root, 'moved.git'));
    expect((await readdir(root)).filter((name) => name.startsWith('moved'))).toEqual([]);
  });
});

describe('forkRepository', () => {
  it('shares object files, owns everything, leaves internal refs and config behind', async () => {
    await keepAround(source.dir, [source.sha('one')]);
    await writeMergeRequestRef(source.dir, 1, source.sha('side'));
    await source.git('config', '--file', join(source.dir, 'config'), 'core.fsmonitor', 'touch /tmp/never');
    await mkdir(join(source.dir, 'objects/tmp_objdir-incoming-x'));
    const fork = join(root, 'fork.git');
    await forkRepository(source.dir, fork);
    expect((await listRefNames(fork, 'refs/')).map(({ ref }) => ref)).toEqual([
      'refs/heads/main',
      'refs/heads/side',
      'refs/tags/v1',
    ]);
    expect(await readFile(join(fork, 'config'), 'utf8')).not.toMatch(/fsmonitor|remote/);
    const pack = (await readdir(join(fork, 'objects/pack'))).find((name) => name.endsWith('.pack')) ?? '';
    expect((await stat(join(fork, 'objects/pack', pack))).nlink).toBe(2);
    await expect(access(join(fork, 'objects/info/alternates'))).rejects.toThrow(/ENOENT/);
    expect((await readdir(join(fork, 'objects'))).filter((name) => name.startsWith('tmp_'))).toEqual([]);
    expect((await readdir(root)).filter((name) => name.includes('.new-'))).toEqual([]);
    await expect(forkRepository(source.dir, fork)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(forkRepository(join(root, 'none.git'), join(root, 'y.git'))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await repositorySize(fork)).toBeGreaterThan(100);
    await deleteRepository(fork);
    expect(await source.git('fsck', '--full')).toBe('');
    expect(await repositoryExists(fork)).toBe(false);
  });

  it('forks an empty repository', async () => {
    const empty = await createTestRepository({ defaultBranch: 'trunk' });
    await forkRepository(empty.dir, join(root, 'empty.git'));
    expect(await repositoryExists(join(root, 'empty.git'))).toBe(true);
    await empty.remove();
  });
});

describe('fetchFrom', () => {
  it('brings the history of a fork and keeps it', async () => {
    const fork = await createTestRepository({ dir: join(root, 'fork2.git') });
    await deleteRepository(fork.dir);
    await forkRepository(source.dir, fork.dir);
    const head = await new Promise<string>((resolve, reject) => {
      runGit(fork.dir, ['commit-tree', '-p', source.sha('side'), '-m', 'Fork work', `${source.sha('one')}^{tree}`], {
        env: { GIT_AUTHOR_NAME: 'F', GIT_AUTHOR_EMAIL: 'f@f', GIT_COMMITTER_NAME: 'F', GIT_COMMITTER_EMAIL: 'f@f' },
      }).then((out) => resolve(out.toString().trim()), reject);
    });
    expect(await findCommit(source.dir, head)).toBeUndefined();
    await Promise.all([fetchFrom(source.dir, fork.dir, [head]), fetchFrom(source.dir, fork.dir, [head])]);
    expect((await readCommit(source.dir, head)).subject).toBe('Fork work');
    expect(await readRef(source.dir, `refs/keep-around/${head}`)).toBe(head);
    expect(await isAncestor(source.dir, source.sha('side'), head)).toBe(true);
    await fetchFrom(source.dir, fork.dir, [head]);
    await expect(fetchFrom(source.dir, fork.dir, ['6'.repeat(40)])).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('importRepository', () => {
  it('T-016, T-127: takes only objects and allowed refs; nothing it carries is run or followed', async () => {
    const sent = await createTestRepository({ commits: [{ label: 'x', files: { a: 'a' } }] });
    const sha = sent.sha('x');
    await sent.git('update-ref', `refs/heads/${'a'.repeat(40)}`, sha);
    await sent.git('update-ref', 'refs/heads/-x', sha);
    await sent.git('update-ref', 'refs/heads/good', sha);
    await sent.git('update-ref', 'refs/pipelines/1', sha);
    const canary = join(root, 'canary');
    await writeFile(
      join(sent.dir, 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = touch ${canary}\n\thooksPath = ${sent.dir}/hooks\n`,
    );
    await writeFile(join(sent.dir, 'objects/info/alternates'), `${source.dir}/objects\n`);
    const target = join(root, 'imported.git');
    await initRepository(target, { defaultBranch: 'main' });
    const result = await importRepository(target, sent.dir);
    expect(result).toEqual({ imported: 2, refused: [`refs/heads/-x`, `refs/heads/${'a'.repeat(40)}`] });
    expect((await listRefNames(target, 'refs/')).map(({ ref }) => ref)).toEqual(['refs/heads/good', 'refs/heads/main']);
    await expect(access(canary)).rejects.toThrow(/ENOENT/);
    expect(await findCommit(target, source.sha('one'))).toBeUndefined();
    await symlink(source.dir, join(sent.dir, 'objects/link'));
    await expect(importRepository(target, sent.dir)).rejects.toMatchObject({ kind: 'rejected' });
    await sent.remove();
  });
});
