import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommit, readCommit } from '../objects/read-commit.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { keepAround } from '../refs/internal-refs.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { maintainRepository } from './maintain-repository.ts';
import { needsMaintenance, repositoryStats } from './repository-stats.ts';
import { verifyRepository } from './verify-repository.ts';

let repository: TestRepository;

beforeEach(async () => {
  repository = await createTestRepository({
    commits: Array.from({ length: 20 }, (_unused, index) => ({
      label: `c${index}`,
      files: { [`dir${index % 5}/f`]: `${index}\n` },
    })),
  });
});

afterEach(async () => {
  await closeGitPools();
  await repository.remove();
});

describe('maintainRepository', () => {
  it.each(['quick', 'full'] as const)('%s: packs, and writes bitmaps and the commit-graph', async (mode) => {
    const before = await repositoryStats(repository.dir);
    expect(before.looseObjects).toBeGreaterThan(50);
    expect(needsMaintenance({ ...before, looseObjects: 1000 })).toBe(true);
    const report = await maintainRepository(repository.dir, { mode });
    expect(report.steps.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(report.after).toMatchObject({ looseObjects: 0, packs: 1, hasBitmap: true, hasCommitGraph: true });
    expect(needsMaintenance(report.after)).toBe(false);
    expect((await readCommit(repository.dir, 'refs/heads/main')).subject).toBe('c19');
    await repository.commits(
      Array.from({ length: 5 }, (_unused, index) => ({ label: `later${index}`, files: { later: `${index}` } })),
    );
    await maintainRepository(repository.dir, { mode });
    expect(await verifyRepository(repository.dir, { full: true })).toEqual({
      ok: true,
      fsck: [],
      missing: [],
      leftovers: [],
    });
  });

  it('works for an empty repository', async () => {
    const empty = await createTestRepository();
    const report = await maintainRepository(empty.dir);
    expect(report.steps.filter(({ problem }) => problem !== null)).toEqual([]);
    await empty.remove();
  });

  it('removes what nobody can reach only after two weeks, and never what is kept around', async () => {
    const lost = async (label: string): Promise<string> => {
      const sha = await repository.commit({ label, branch: label, files: { [label]: label } });
      await repository.git('update-ref', '-d', `refs/heads/${label}`);
      return sha;
    };
    const [gone, held, fresh] = [await lost('gone'), await lost('held'), await lost('fresh')];
    await keepAround(repository.dir, [held]);
    const past = new Date(Date.now() - 20 * 86_400_000);
    const objects = join(repository.dir, 'objects');
    for (const sha of [gone, held]) await utimes(join(objects, sha.slice(0, 2), sha.slice(2)), past, past);
    await maintainRepository(repository.dir, { mode: 'full' });
    expect(await findCommit(repository.dir, gone)).toBeUndefined();
    expect((await readCommit(repository.dir, held)).subject).toBe('held');
    expect((await readCommit(repository.dir, fresh)).subject).toBe('fresh');
  });

  it('removes half-written packs of killed processes', async () => {
    const file = join(repository.dir, 'objects/pack/tmp_pack_abc');
    await writeFile(file, 'x');
    const past = new Date(Date.now() - 2 * 86_400_000);
    await utimes(file, past, past);
    await maintainRepository(repository.dir);
    expect((await readdir(join(repository.dir, 'objects/pack'))).filter((name) => name.startsWith('tmp'))).toEqual([]);
  });
});

describe('verifyRepository', () => {
  it('finds missing objects and leftovers', async () => {
    const sha = repository.sha('c5');
    await rm(join(repository.dir, 'objects', sha.slice(0, 2), sha.slice(2)));
    await writeFile(join(repository.dir, 'refs/heads/main.lock'), '');
    const result = await verifyRepository(repository.dir, { expectedShas: [repository.sha('c1'), 'a'.repeat(40)] });
    expect(result.ok).toBe(false);
    expect(result.fsck.join('\n')).toContain(sha);
    expect(result).toMatchObject({ missing: ['a'.repeat(40)], leftovers: ['refs/heads/main.lock'] });
  });
});
