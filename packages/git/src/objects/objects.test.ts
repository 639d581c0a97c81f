import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { gitSpawnCount } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import {
  aheadBehind,
  isAncestor,
  isAncestorOf,
  isCommitReachable,
  isObjectReachable,
  mergeBase,
  mergeBaseOfMany,
  reachableCommits,
} from './ancestry.ts';
import { archive } from './archive.ts';
import { countBehind } from './behind-counts.ts';
import { blame } from './blame.ts';
import { grep } from './grep.ts';
import { lastCommitForEntries } from './last-commits.ts';
import { countCommits, listCommits } from './list-commits.ts';
import { ZERO_OID, assertRev, isFullRef } from './object-id.ts';
import { findCommit, readCommit } from './read-commit.ts';
import { isBinaryContent, parseLfsPointer, readBlob, readBlobAt, streamBlob } from './read-blob.ts';
import { findEntry, readTree, readTreeRecursive } from './read-tree.ts';
import { resolveRevision, splitRefAndPath } from './resolve-revision.ts';

let repository: TestRepository;
let repo: string;

beforeAll(async () => {
  repository = await createTestRepository({
    commits: [
      {
        label: 'one',
        message: 'First\n\nBody text\n\nSigned-off-by: Ada <a@b>',
        date: '1700000000 +0230',
        files: {
          'a.txt': 'one\ntwo\nthree\n',
          'src/b.ts': 'let b;\n',
          '//src/caf%E9%0A.txt': 'odd\n',
          'src/deep/c.ts': 'c\n',
        },
      },
      {
        label: 'two',
        message: 'Second',
        author: { name: 'Bob', email: 'bob@example.test' },
        files: { 'a.txt': 'one\nTWO\nthree\n' },
      },
      {
        label: 'side',
        branch: 'feature/x',
        parents: ['one'],
        message: 'Side NEEDLE',
        files: { 'src/b.ts': 'let b = 1;\n' },
      },
      { label: 'merge', message: 'Merge', parents: ['two', 'side'], files: { 'src/b.ts': 'let b = 1;\n' } },
      { label: 'moved', message: 'Rename', files: { 'a.txt': null, 'renamed.txt': 'one\nTWO\nthree\n' } },
      { label: 'orphan', branch: 'orphan', parents: [], message: 'Root again', files: { x: 'needle [x]\n' } },
      { label: 'lost', branch: 'lost', message: 'Lost', files: { secret: 'hidden' } },
    ],
    tags: [
      { name: 'v1', target: 'one' },
      { name: 'v2', target: 'two', message: 'Version 2' },
      { name: 'feature/x', target: 'orphan' },
    ],
  });
  repo = repository.dir;
  await repository.git('update-ref', '-d', 'refs/heads/lost');
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

describe('commits', () => {
  it('are read in full', async () => {
    expect(await readCommit(repo, 'refs/heads/main')).toMatchObject({
      sha: repository.sha('moved'),
      subject: 'Rename',
      parents: [repository.sha('merge')],
    });
    const one = await readCommit(repo, repository.sha('one'));
    expect(one.author).toMatchObject({ name: 'Ada Example', date: '2023-11-15T00:43:20+02:30', timezone: '+0230' });
    expect(one).toMatchObject({
      subject: 'First',
      body: 'Body text\n\nSigned-off-by: Ada <a@b>',
      parents: [],
      signature: null,
    });
    expect((await readCommit(repo, 'refs/tags/v2')).sha).toBe(repository.sha('two'));
    expect(await findCommit(repo, '1'.repeat(40))).toBeUndefined();
  });

  it('are listed, filtered and counted', async () => {
    const subjects = async (options: Partial<Parameters<typeof listCommits>[1]>): Promise<string[]> =>
      (await listCommits(repo, { rev: 'refs/heads/main', ...options })).map((commit) => commit.subject);
    expect(await subjects({ order: 'topo' })).toHaveLength(5);
    expect(await subjects({ limit: 1, skip: 1 })).toEqual(['Merge']);
    expect(await subjects({ path: 'src', firstParent: true })).toEqual(['Merge', 'First']);
    expect(await subjects({ path: '//src/caf%E9%0A.txt' })).toEqual(['First']);
    expect(await subjects({ author: 'BOB@' })).toEqual(['Second']);
    expect(await subjects({ search: 'needle' })).toEqual(['Side NEEDLE']);
    expect(await subjects({ search: '.*' })).toEqual([]);
    expect(await subjects({ until: new Date(1_700_000_000_000) })).toEqual(['First']);
    for (const past of [new Date('0001-01-01'), new Date('1960-06-01')]) {
      expect(await subjects({ until: past })).toEqual([]);
      expect(await subjects({ since: past })).toHaveLength(5);
    }
    for (const future of [new Date('2150-01-01'), new Date('9999-12-31T23:59:59.999-12:00')]) {
      expect(await subjects({ until: future })).toHaveLength(5);
      expect(await subjects({ since: future })).toEqual([]);
    }
    expect(await subjects({ path: 'renamed.txt', follow: true })).toEqual(['Rename', 'Second', 'First']);
    expect(await subjects({ notRevs: [repository.sha('merge')] })).toEqual(['Rename']);
    expect((await subjects({ all: true })).length).toBe(6);
    expect(await countCommits(repo, { rev: 'refs/heads/main' })).toBe(5);
    expect(await countCommits(repo, { rev: 'refs/heads/main', max: 2 })).toBe(2);
  });

  it.each([
    '--all',
    'main',
    '@{u}',
    ':/x',
    'HEAD~1',
    'refs/heads/main^',
    'refs/heads/a..b',
    'refs/heads/main:a.txt',
    '',
  ])('T-001: rev %j is refused', async (rev) => {
    expect(() => assertRev(rev)).toThrow(/revision/);
    await expect(listCommits(repo, { rev })).rejects.toMatchObject({ kind: 'invalid_ref' });
  });
});

describe('trees and blobs', () => {
  it('are read without a process each', async () => {
    await readTree(repo, 'HEAD');
    const before = gitSpawnCount();
    const entries = await readTree(repo, repository.sha('one'), 'src', { withSizes: true });
    expect(entries.map(({ path, type, size }) => [path, type, size])).toEqual([
      ['src/b.ts', 'blob', 7],
      ['//src/caf%E9%0A.txt', 'blob', 4],
      ['src/deep', 'tree', undefined],
    ]);
    expect(await findEntry(repo, 'HEAD', 'src/deep/')).toMatchObject({
      type: 'tree',
      mode: '040000',
      path: 'src/deep',
    });
    expect(await findEntry(repo, 'HEAD', 'none')).toBeUndefined();
    expect(gitSpawnCount()).toBe(before);
  });

  it('are listed recursively up to a limit', async () => {
    const all = await readTreeRecursive(repo, repository.sha('one'));
    expect(all.entries.map((entry) => entry.path)).toEqual([
      'a.txt',
      'src/b.ts',
      '//src/caf%E9%0A.txt',
      'src/deep/c.ts',
    ]);
    const some = await readTreeRecursive(repo, repository.sha('one'), { path: 'src', limit: 2 });
    expect(some).toMatchObject({ truncated: true });
    expect(some.entries.map((entry) => entry.path)).toEqual(['src/b.ts', '//src/caf%E9%0A.txt']);
  });

  it('T-010: a path never leaves the tree', async () => {
    for (const path of ['../a.txt', 'src/../a.txt', './a.txt']) {
      await expect(readBlobAt(repo, 'HEAD', path)).rejects.toMatchObject({ kind: 'not_found' });
    }
    await expect(readTree(repo, 'HEAD', 'renamed.txt')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(readBlobAt(repo, 'HEAD', 'src')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('read blobs whole, in part and as a stream', async () => {
    const blob = await readBlobAt(repo, 'HEAD', '//src/caf%E9%0A.txt');
    expect(blob.content.toString()).toBe('odd\n');
    expect(await readBlobAt(repo, 'HEAD', 'renamed.txt', { maxBytes: 5 })).toMatchObject({
      size: 14,
      truncated: true,
      content: Buffer.from('one\nT'),
    });
    await expect(readBlob(repo, blob.oid, { maxBytes: 1 })).rejects.toMatchObject({ kind: 'too_large' });
    const chunks = await streamBlob(repo, blob.oid).stdout.toArray();
    expect(Buffer.concat(chunks).toString()).toBe('odd\n');
  });

  it('know binaries and LFS pointers', () => {
    expect(isBinaryContent(Buffer.from('a\0b'))).toBe(true);
    expect(isBinaryContent(Buffer.concat([Buffer.alloc(9000, 97), Buffer.of(0)]))).toBe(false);
    const oid = 'ab'.repeat(32);
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\n`;
    expect(parseLfsPointer(Buffer.from(pointer))).toEqual({ oid, size: 12 });
    expect(parseLfsPointer(Buffer.from('version 2\n'))).toBeNull();
  });
});

describe('resolveRevision', () => {
  it('takes branches before tags before ids, and no syntax', async () => {
    expect(await resolveRevision(repo, 'feature/x')).toMatchObject({ kind: 'branch', sha: repository.sha('side') });
    expect(await resolveRevision(repo, 'refs/tags/feature/x')).toMatchObject({
      kind: 'tag',
      sha: repository.sha('orphan'),
    });
    expect(await resolveRevision(repo, 'v2')).toMatchObject({ kind: 'tag', commitSha: repository.sha('two') });
    expect(await resolveRevision(repo, repository.sha('two').slice(0, 9).toUpperCase())).toMatchObject({
      kind: 'sha',
      sha: repository.sha('two'),
    });
    expect(await resolveRevision(repo, 'HEAD')).toMatchObject({ kind: 'branch', name: 'main' });
    const names = [
      'heads/main',
      'main@{0}',
      'main@{0}~1',
      'main~99',
      'main^3',
      'main^{tree}',
      'main^{/First}',
      'main^{/~1',
      'main:a.txt~1',
      'main..v1~1',
      'none~1',
      '~1',
      '^',
      '-x~1',
      `main${'~1'.repeat(51)}`,
      '@',
      ':/First',
      'main..v1',
      '^{/First}',
      '--all',
      '-x',
      '',
      repository.sha('two').slice(0, 6),
      'refs/heads/none',
    ];
    const answers = await Promise.all(names.map((name) => resolveRevision(repo, name)));
    expect(answers.filter((answer) => answer !== undefined)).toEqual([]);
  });

  it.each([
    ['main~1', 'merge'],
    ['main~', 'merge'],
    ['main^', 'merge'],
    ['main~1^2', 'side'],
    ['main^^2~1', 'one'],
    ['HEAD~3', 'one'],
    ['HEAD~0', 'moved'],
    ['HEAD^0', 'moved'],
    ['v2^{}', 'two'],
    ['v2^{commit}', 'two'],
    ['v2~1', 'one'],
    ['refs/tags/v2^', 'one'],
    ['feature/x~1', 'one'],
  ])('goes on from %s to a commit before it', async (name, label) => {
    const sha = repository.sha(label);
    expect(await resolveRevision(repo, name)).toMatchObject({ kind: 'sha', commitSha: sha, name: sha });
    // The tag of the same name is not meant, as everywhere here; git alone would take that.
    const asGit = name.startsWith('feature') ? `refs/heads/${name}` : name;
    expect(await repository.git('rev-parse', `${asGit}^{commit}`)).toBe(sha);
    expect(await splitRefAndPath(repo, `${name}/src`)).toMatchObject({ ref: { commitSha: sha }, path: 'src' });
  });

  it('goes on from a short id, and says where it started', async () => {
    const two = repository.sha('two');
    expect(await resolveRevision(repo, `${two.slice(0, 9)}~1`)).toMatchObject({
      commitSha: repository.sha('one'),
      startSha: two,
    });
  });

  it('T-005: a branch named like part of another address does not capture it', async () => {
    expect(await splitRefAndPath(repo, 'feature/x/src/b.ts')).toMatchObject({
      ref: { kind: 'branch', name: 'feature/x' },
      path: 'src/b.ts',
    });
    expect(await splitRefAndPath(repo, `${repository.sha('one')}/src`)).toMatchObject({
      ref: { kind: 'sha' },
      path: 'src',
    });
    expect(await splitRefAndPath(repo, 'none/src')).toBeUndefined();
    expect(isFullRef('refs/heads/-x')).toBe(true);
    expect(isFullRef('refs/heads/a.lock')).toBe(false);
  });
});

describe('ancestry and reachability', () => {
  it('compares histories', async () => {
    const [one, two, side, orphan] = ['one', 'two', 'side', 'orphan'].map((label) => repository.sha(label)) as [
      string,
      string,
      string,
      string,
    ];
    expect(await mergeBase(repo, two, side)).toBe(one);
    expect(await mergeBaseOfMany(repo, [two, side, one])).toBe(one);
    expect(await mergeBase(repo, two, orphan)).toBeNull();
    expect(await isAncestor(repo, one, 'refs/heads/main')).toBe(true);
    expect(await isAncestor(repo, side, two)).toBe(false);
    expect(await isAncestorOf(repo, side, { some: [two, side, orphan] })).toBe(true);
    expect(await isAncestorOf(repo, side, { some: [two, orphan] })).toBe(false);
    expect(await isAncestorOf(repo, one, { every: [two, side] })).toBe(true);
    expect(await isAncestorOf(repo, one, { every: [two, side, orphan] })).toBe(false);
    expect(await isAncestorOf(repo, side, { every: [two, side] })).toBe(false);
    expect(await aheadBehind(repo, two, 'refs/heads/main')).toEqual({ ahead: 3, behind: 0 });
    // The same for many at once, with two processes.
    const main = await resolveRevision(repo, 'refs/heads/main');
    const sources = [one, two, side, orphan, main?.sha ?? ''];
    const single = sources.map(async (sha) => [sha, (await aheadBehind(repo, main?.sha ?? '', sha)).behind] as const);
    const expected = new Map(await Promise.all(single));
    const before = gitSpawnCount();
    expect(await countBehind(repo, main?.sha ?? '', sources)).toEqual(expected);
    expect(gitSpawnCount() - before).toBe(2);
  });

  it('T-014: a stored object outside every branch and tag is not reachable', async () => {
    expect(await isCommitReachable(repo, repository.sha('side'))).toBe(true);
    expect(await isCommitReachable(repo, repository.sha('lost'))).toBe(false);
    expect(await isCommitReachable(repo, '2'.repeat(40))).toBe(false);
    const hurried = isCommitReachable(repo, repository.sha('side'), undefined, { timeoutMs: 1 });
    // The time is over before this process can learn that git has ended.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    await expect(hurried).rejects.toMatchObject({ kind: 'timeout' });
    const [side, lost] = [repository.sha('side'), repository.sha('lost')];
    const before = gitSpawnCount();
    expect(await reachableCommits(repo, [lost, side, lost])).toEqual(new Set([side]));
    expect(await reachableCommits(repo, [side], ['refs/nothing/'])).toEqual(new Set());
    expect(await reachableCommits(repo, [])).toEqual(new Set());
    expect(gitSpawnCount() - before).toBe(2);
    await expect(reachableCommits(repo, ['2'.repeat(40)])).rejects.toThrow('bad object');
    const secret = await findEntry(repo, repository.sha('lost'), 'secret');
    const shown = await findEntry(repo, 'HEAD', 'renamed.txt');
    expect(await isCommitReachable(repo, shown?.oid ?? '')).toBe(false);
    expect(await isObjectReachable(repo, secret?.oid ?? '')).toBe(false);
    expect(await isObjectReachable(repo, shown?.oid ?? '')).toBe(true);
    expect(await isObjectReachable(repo, ZERO_OID)).toBe(false);
  });
});

describe('history of files', () => {
  it('finds the last commit of each entry with at most two processes', async () => {
    await readTree(repo, 'HEAD');
    const before = gitSpawnCount();
    const root = await lastCommitForEntries(repo, 'HEAD', '', ['renamed.txt', 'src', 'none']);
    expect(gitSpawnCount() - before).toBeLessThanOrEqual(2);
    expect([...root.commits].map(([name, commit]) => [name, commit.subject])).toEqual([
      ['renamed.txt', 'Rename'],
      ['src', 'Side NEEDLE'],
    ]);
    expect(root.complete).toBe(false);
    const src = await lastCommitForEntries(repo, 'HEAD', 'src', ['b.ts', 'deep', '//caf%E9%0A.txt']);
    expect(src.complete).toBe(true);
    expect(src.commits.get('//caf%E9%0A.txt')?.subject).toBe('First');
  });

  it('blames lines', async () => {
    const ranges = await blame(repo, 'refs/heads/main', 'renamed.txt');
    expect(
      ranges.map(({ commit, startLine, endLine, originalPath, lines }) => [
        commit.subject,
        startLine,
        endLine,
        originalPath,
        lines,
      ]),
    ).toEqual([
      ['First', 1, 1, 'a.txt', ['one']],
      ['Second', 2, 2, 'a.txt', ['TWO']],
      ['First', 3, 3, 'a.txt', ['three']],
    ]);
    expect(ranges[1]?.commit).toMatchObject({
      author: { name: 'Bob', email: 'bob@example.test' },
      previous: { sha: repository.sha('one'), path: 'a.txt' },
    });
    expect(await blame(repo, 'refs/heads/main', 'renamed.txt', { start: 2, end: 2 })).toHaveLength(1);
    expect((await blame(repo, 'refs/heads/main', '//src/caf%E9%0A.txt'))[0]?.originalPath).toBe('//src/caf%E9%0A.txt');
    await expect(blame(repo, 'refs/heads/main', 'renamed.txt', { start: 9 })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(blame(repo, 'refs/heads/main', 'none')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('archive and grep', () => {
  it('streams archives', async () => {
    const zip = Buffer.concat(
      await archive(repo, { rev: 'HEAD', format: 'zip', prefix: '../up main' }).stdout.toArray(),
    );
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.toString('latin1')).toContain('up-main/renamed.txt');
    const tar = gunzipSync(
      Buffer.concat(
        await archive(repo, { rev: 'HEAD', format: 'tar.gz', prefix: 'p', paths: ['src'] }).stdout.toArray(),
      ),
    );
    expect(tar.toString('latin1')).toContain('p/src/b.ts');
    expect(tar.toString('latin1')).not.toContain('renamed.txt');
    const missing = archive(repo, { rev: 'HEAD', format: 'tar', prefix: 'p', paths: ['nope'] });
    missing.stdout.resume();
    await expect(missing.finished).rejects.toMatchObject({ kind: 'failed' });
  });

  it('searches text', async () => {
    expect(await grep(repo, 'refs/heads/orphan', '[x]')).toEqual({
      matches: [{ path: 'x', line: 1, text: 'needle [x]' }],
      truncated: false,
    });
    expect((await grep(repo, 'HEAD', 'o', { max: 1 })).truncated).toBe(true);
    expect((await grep(repo, 'HEAD', '^ODD$', { regex: true, ignoreCase: true, path: 'src' })).matches).toEqual([
      { path: '//src/caf%E9%0A.txt', line: 1, text: 'odd' },
    ]);
    expect((await grep(repo, 'HEAD', '--output=/x')).matches).toEqual([]);
    await expect(grep(repo, 'HEAD', '((a{1,255}){1,255}){1,255}', { regex: true })).rejects.toMatchObject({
      kind: 'rejected',
    });
  });
});
