import { afterAll, expect, test } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { gitSpawnCount } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import { aheadBehind } from './ancestry.ts';
import { nearbyCommits } from './nearby-commits.ts';

afterAll(() => closeGitPools());

/** Repeatable random numbers. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >>> 8) % below;
  };
}

test('what it finds in random histories is what git finds, without a process', async () => {
  const random = randomOf(7);
  const commits = Array.from({ length: 40 }, (_unused, at) => ({
    label: `c${at}`,
    branch: `b${at}`,
    // Three of the same second.
    date: `${1_700_000_000 + Math.floor(at / 3)} +0000`,
    parents:
      at === 0 ? [] : [...new Set([`c${Math.max(0, at - 1 - random(4))}`, `c${Math.max(0, at - 1 - random(6))}`])],
    files: { [`f${at}`]: String(at) },
  }));
  const repository = await createTestRepository({ commits });
  const shas = Object.values(repository.shas);
  await nearbyCommits(repository.dir, shas[0] ?? '', shas[1] ?? '');
  for (let round = 0; round < 30; round += 1) {
    const [base, head] = [shas[random(shas.length)] ?? '', shas[random(shas.length)] ?? ''];
    const before = gitSpawnCount();
    const found = await nearbyCommits(repository.dir, base, head);
    expect(gitSpawnCount()).toBe(before);
    const { ahead, behind } = await aheadBehind(repository.dir, base, head);
    expect([round, found?.ahead.length, found?.behind]).toEqual([round, ahead, behind]);
  }
  await repository.remove();
});
