import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { openStage, remoteUrl } from './stage.ts';

/**
 * R11: `git clone --bare` of the whole project from our HTTP with a token ÷ the same from the same repository by file://,
 * and likewise `git fetch` of main into a clone that is 600 commits behind. The whole client command counts on both
 * sides.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  const dir = await lab.scratch('clones');
  const ours = remoteUrl(service, stage.fullPath);
  const local = `file://${stage.repository}`;
  const target = path.join(dir, 'target.git');
  const clone = async (url: string) => {
    const elapsedMs = await timed(() => git(dir, 'clone', '-q', '--bare', url, target));
    await rm(target, { recursive: true });
    return elapsedMs;
  };
  const behind = path.join(dir, 'behind.git');
  await git(dir, 'clone', '-q', '--bare', '--single-branch', '-b', 'behind', local, behind);
  const fetchInto = async (url: string) => {
    await cp(behind, target, { recursive: true });
    const elapsedMs = await timed(() => git(target, 'fetch', '-q', '--no-auto-gc', url, 'main:refs/heads/main'));
    await rm(target, { recursive: true });
    return elapsedMs;
  };
  const cloned = await sampleInterleaved(
    lab.rounds(7),
    () => clone(ours),
    () => clone(local),
  );
  const fetched = await sampleInterleaved(
    lab.rounds(15),
    () => fetchInto(ours),
    () => fetchInto(local),
  );
  const goals = { unit: 'ms', goal: 1.05, stretch: 1.02 } as const;
  return [
    { id: 'R11', what: 'clone over HTTP ÷ file://', ...cloned, ...goals },
    { id: 'R11', what: 'fetch of 600 commits over HTTP ÷ file://', ...fetched, ...goals },
  ];
}

export const cloneAndFetch: Benchmark = { id: 'R11', measure };
