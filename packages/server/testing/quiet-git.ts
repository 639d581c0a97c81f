import { gitSpawnCount } from '@tributary/git';
import { expect } from 'vitest';

const STILL_MS = 400;

/** How many git processes were started when no more come by themselves: some requests are followed by work of their own. */
export async function quietGit(): Promise<number> {
  let last = -1;
  const isSame = () => {
    const before = last;
    last = gitSpawnCount();
    return last === before;
  };
  await expect.poll(isSame, { interval: STILL_MS }).toBe(true);
  return last;
}
