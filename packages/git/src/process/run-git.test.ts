import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { GitError, classifyStderr } from './git-error.ts';
import { gitVersion, isSupportedGitVersion, parseGitVersion } from './git-version.ts';
import { gitSpawnCount, runGit, runGitResult, streamGit } from './run-git.ts';

let repository: TestRepository;
let scratch: string;

beforeAll(async () => {
  repository = await createTestRepository({ files: { 'a.txt': 'one\n', '//caf%E9\n': 'odd\n', 'b*': 'star\n' } });
  scratch = await mkdtemp(join(tmpdir(), 'tributary-run-'));
});

afterAll(async () => {
  await repository.remove();
  await rm(scratch, { recursive: true, force: true });
});

async function failure(promise: Promise<unknown>): Promise<GitError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GitError) return error;
    throw error;
  }
  throw new Error('expected a failure');
}

describe('runGit', () => {
  it('gives the output and counts the process', async () => {
    const before = gitSpawnCount();
    const out = await runGit(repository.dir, ['rev-parse', '--verify'], { revs: ['refs/heads/main'] });
    expect(out.toString().trim()).toBe(repository.sha('initial'));
    expect(gitSpawnCount() - before).toBe(1);
  });

  it.each(['--output=/nonexistent', '-x', '', 'a\nb', 'a\0b'])('refuses the revision %j', async (rev) => {
    const error = await failure(runGit(repository.dir, ['log', '-1'], { revs: [rev] }));
    expect(error.kind).toBe('invalid_ref');
  });

  it('T-001: an option-like value writes no file, as revision or as path', async () => {
    const target = join(scratch, 'written');
    await failure(runGit(repository.dir, ['log', '-1'], { revs: [`--output=${target}`] }));
    const out = await runGit(repository.dir, ['log', '-1'], {
      revs: ['refs/heads/main'],
      paths: [`--output=${target}`],
    });
    expect(out.length).toBe(0);
    await expect(access(target)).rejects.toThrow(/ENOENT/);
  });

  it('takes paths literally and passes bytes that are no UTF-8', async () => {
    const star = await runGit(repository.dir, ['ls-tree', '-r', '--name-only'], {
      revs: ['refs/heads/main'],
      paths: ['b*'],
    });
    expect(star.toString()).toBe('b*\n');
    const odd = await runGit(repository.dir, ['log', '--format=%s', '-1'], {
      revs: ['refs/heads/main'],
      paths: ['//caf%E9\n'],
    });
    expect(odd.toString()).toBe('Initial commit\n');
    const none = await runGit(repository.dir, ['log', '--format=%s', '-1'], {
      revs: ['refs/heads/main'],
      paths: ['//caf%E8\n'],
    });
    expect(none.length).toBe(0);
  });

  it('sees none of the service environment', async () => {
    process.env['TRIBUTARY_TEST_SECRET'] = 'canary';
    const { stdout } = await runGitResult(repository.dir, ['-c', 'alias.show-env=!env', 'show-env']);
    delete process.env['TRIBUTARY_TEST_SECRET'];
    expect(stdout.toString()).not.toContain('canary');
    expect(stdout.toString()).toContain('HOME=/nonexistent');
    await expect(runGit(repository.dir, ['--version'], { env: { LD_PRELOAD: 'x' } })).rejects.toThrow(/LD_PRELOAD/);
  });

  it('ends the whole process group at the time limit', async () => {
    const started = Date.now();
    const error = await failure(
      runGit(repository.dir, ['-c', 'alias.wait=!sleep 200 & sleep 200', 'wait'], { timeoutMs: 200 }),
    );
    expect(error.kind).toBe('timeout');
    // Far from what it would have taken, also where everything takes its time.
    expect(Date.now() - started).toBeLessThan(10_000);
    // Deaf to polite requests, and left behind by git.
    const deaf = `alias.deaf=!(trap '' TERM; sleep 200; sleep 200) & exit 0`;
    expect((await failure(runGit(repository.dir, ['-c', deaf, 'deaf'], { timeoutMs: 200 }))).kind).toBe('timeout');
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it('stops at the output limit and on abort', async () => {
    const big = await failure(runGit(repository.dir, ['-c', 'alias.flood=!yes', 'flood'], { maxOutputBytes: 100_000 }));
    expect(big.kind).toBe('too_large');
    const controller = new AbortController();
    const waiting = failure(
      runGit(repository.dir, ['-c', 'alias.wait=!sleep 20', 'wait'], { signal: controller.signal }),
    );
    controller.abort();
    expect((await waiting).kind).toBe('aborted');
    expect(() => streamGit(repository.dir, ['--version'], { signal: controller.signal })).toThrow(/given up/);
  });

  it('ends git when the reader goes away', async () => {
    const stream = streamGit(repository.dir, ['-c', 'alias.flood=!yes', 'flood']);
    stream.stdout.once('data', () => stream.stdout.destroy());
    expect((await failure(stream.finished)).kind).toBe('aborted');
  });

  it('turns complaints into kinds', async () => {
    expect((await failure(runGit(repository.dir, ['cat-file', '-p'], { revs: ['refs/heads/none'] }))).kind).toBe(
      'not_found',
    );
    expect((await failure(runGit(join(scratch, 'none.git'), ['rev-parse', 'HEAD']))).kind).toBe('not_found');
    expect((await failure(runGit(repository.dir, ['archive', '--output=/dev/full', 'HEAD']))).kind).toBe('disk_full');
    expect(classifyStderr("fatal: Unable to create '/x/main.lock': File exists.")).toBe('locked');
    expect(classifyStderr("error: cannot lock ref 'refs/heads/a': is at 1 but expected 2")).toBe('stale_ref');
    expect(classifyStderr('fatal: write error: No space left on device')).toBe('disk_full');
    expect(classifyStderr('something else')).toBe('failed');
  });
});

describe('gitVersion', () => {
  it('reads versions and knows the oldest that works', async () => {
    expect(parseGitVersion('git version 2.39.5 (Apple Git-154)')).toMatchObject({ major: 2, minor: 39, patch: 5 });
    expect(parseGitVersion('nonsense')).toBeNull();
    expect(isSupportedGitVersion({ major: 2, minor: 37, patch: 9, text: '' })).toBe(false);
    expect(isSupportedGitVersion({ major: 3, minor: 0, patch: 0, text: '' })).toBe(true);
    expect((await gitVersion()).major).toBeGreaterThanOrEqual(2);
  });
});
