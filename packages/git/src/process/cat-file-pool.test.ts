import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRepository } from '../testing/index.ts';
import type { TestRepository } from '../testing/index.ts';
import { CatFilePool } from './cat-file-pool.ts';
import { gitSpawnCount } from './run-git.ts';

let repository: TestRepository;
let pool: CatFilePool;

beforeAll(async () => {
  const files: Record<string, string> = { empty: '', 'with space': 'spaced\n', '//caf%E9': 'odd\n' };
  for (let index = 0; index < 200; index += 1) files[`f${index}`] = `content ${index}\n`.repeat(index + 1);
  repository = await createTestRepository({ files });
  pool = new CatFilePool({ idleMs: 150, maxProcesses: 2 });
});

afterAll(async () => {
  await pool.close();
  await repository.remove();
});

const at = (path: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${repository.sha('initial')}:`), Buffer.from(path)]);

describe('CatFilePool', () => {
  it('answers many at once, in order, with one process', async () => {
    const before = gitSpawnCount();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_unused, index) =>
        index % 2 === 0 ? pool.contents(repository.dir, at(`f${index}`)) : pool.info(repository.dir, at(`f${index}`)),
      ),
    );
    answers.forEach((answer, index) => expect(answer?.size).toBe(`content ${index}\n`.repeat(index + 1).length));
    expect(gitSpawnCount() - before).toBe(1);
  });

  it('reads empty, odd and missing names', async () => {
    expect((await pool.contents(repository.dir, at('empty')))?.content.length).toBe(0);
    expect((await pool.contents(repository.dir, at('with space')))?.content.toString()).toBe('spaced\n');
    expect((await pool.contents(repository.dir, at(Buffer.from('caf\xe9', 'latin1'))))?.content.toString()).toBe(
      'odd\n',
    );
    expect(await pool.info(repository.dir, at('nothing blob 5'))).toBeNull();
    expect(await pool.info(repository.dir, 'refs/heads/none')).toBeNull();
    await expect(pool.info(repository.dir, 'a\nb')).rejects.toMatchObject({ kind: 'not_found' });
    expect((await pool.info(repository.dir, 'refs/heads/main'))?.type).toBe('commit');
  });

  it('keeps only what was asked for', async () => {
    const answer = await pool.contents(repository.dir, at('f199'), 10);
    expect(answer).toMatchObject({ truncated: true });
    expect(answer?.content.toString()).toBe('content 19');
    expect((await pool.contents(repository.dir, at('f0')))?.content.toString()).toBe('content 0\n');
  });

  it('asks again after its process was killed', async () => {
    await pool.info(repository.dir, at('f1'));
    execFileSync('sh', [
      '-c',
      `for p in $(ps -eo pid,args | grep 'git-dir ${repository.dir} cat-file' | grep -v grep | awk '{print $1}'); do kill -9 $p; done`,
    ]);
    expect((await pool.info(repository.dir, at('f1')))?.size).toBe(20);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await pool.info(repository.dir, at('f2')))?.size).toBe(30);
  });

  it('closes idle processes and never keeps more than its share', async () => {
    const others = await Promise.all([1, 2, 3].map(() => createTestRepository({ files: { a: 'a' } })));
    for (const other of others) expect((await pool.info(other.dir, 'refs/heads/main'))?.type).toBe('commit');
    expect(pool.size).toBeLessThanOrEqual(2);
    await expect.poll(() => pool.size).toBe(0);
    await Promise.all(others.map((other) => other.remove()));
  });

  it('reports a repository that is not there', async () => {
    await expect(pool.info('/nonexistent/x.git', 'HEAD')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
