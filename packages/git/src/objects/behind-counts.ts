import { runGit, runGitResult } from '../process/run-git.ts';
import { assertObjectId } from './object-id.ts';

/** Of a long list of commits; counts of sources that left the target before are too low. */
const MAX_LISTED = 20_000;

/**
 * How many commits of `target` each of these commits does not have: two processes, however many there are. Fails with
 * `not_found` when one of them is missing.
 */
export async function countBehind(
  repo: string,
  target: string,
  sources: readonly string[],
): Promise<Map<string, number>> {
  const others = [...new Set(sources)].filter((sha) => sha !== target).map(assertObjectId);
  const counts = new Map([...new Set(sources)].map((sha) => [sha, 0]));
  if (others.length === 0) return counts;
  const tips = [assertObjectId(target), ...others];
  const base = await runGitResult(repo, ['merge-base', '--octopus'], { revs: tips, okExitCodes: [1] });
  const common = base.stdout.toString('latin1').trim();
  const args = ['rev-list', '--topo-order', '--parents', `--max-count=${MAX_LISTED}`];
  const output = await runGit(repo, args, { revs: [...tips, ...(common === '' ? [] : [`^${common}`])] });
  for (const [mask, count] of reachedBy(output.toString('latin1'), tips)) {
    // Bit 0 is the target's.
    if ((mask & 1n) === 0n) continue;
    for (const [index, sha] of others.entries()) {
      if (((mask >> BigInt(index + 1)) & 1n) === 0n) counts.set(sha, (counts.get(sha) ?? 0) + count);
    }
  }
  return counts;
}

/** Numbers of commits by the tips that have them, as bits. Children come before their parents. */
function reachedBy(listed: string, tips: readonly string[]): Map<bigint, number> {
  const masks = new Map(tips.map((sha, index) => [sha, 1n << BigInt(index)]));
  const counts = new Map<bigint, number>();
  for (const line of listed.split('\n')) {
    const [sha, ...parents] = line.split(' ');
    if (sha === undefined || sha === '') continue;
    const mask = masks.get(sha) ?? 0n;
    for (const parent of parents) masks.set(parent, (masks.get(parent) ?? 0n) | mask);
    counts.set(mask, (counts.get(mask) ?? 0) + 1);
  }
  return counts;
}
