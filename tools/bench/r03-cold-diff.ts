import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { run } from './processes.ts';
import { median, timed } from './sampling.ts';
import { openStage, waitUntilQuiet } from './stage.ts';

/** What a page shows first. */
const FIRST_FILES = 20;

/**
 * R3: a big comparison nobody asked for before (white space ignored, for which nothing is made ahead): from the first
 * request to the first 20 files with their lines ÷ the full `git diff -M -w` of the same. R4: of that, the names and
 * counts of all files ÷ `git diff --raw -M`. Each comparison is cold once, so there are as many rounds as there are big
 * merge requests kept for this.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  await waitUntilQuiet(service);
  const metadataMs: number[] = [];
  const firstFilesMs: number[] = [];
  const fullMs: number[] = [];
  const rawMs: number[] = [];
  for (const request of stage.extraBigs) {
    const range = `main...${request.sourceBranch}`;
    const git = (...args: string[]) =>
      timed(() => run('git', ['diff', '-M', ...args, range], { cwd: stage.repository }));
    const ask = (name: string) => {
      const address = changesPath(stage, request, name);
      return timed(async () => successBody(await service.client.request('GET', address), address));
    };
    const metadata = await ask('diffs_metadata.json?w=1');
    metadataMs.push(metadata);
    firstFilesMs.push(metadata + (await ask(`diffs_batch.json?w=1&page=0&per_page=${FIRST_FILES}`)));
    fullMs.push(await git('-w'));
    rawMs.push(await git('--raw'));
  }
  const rounds = { rounds: metadataMs.length };
  const first: Row = {
    id: 'R3',
    what: 'first 20 files of a big diff, cold ÷ full git diff -M',
    unit: 'ms',
    ours: median(firstFilesMs),
    reference: median(fullMs),
    goal: 0.15,
    stretch: 0.1,
    details: rounds,
  };
  const names: Row = {
    id: 'R4',
    what: 'names and counts of all files, cold ÷ git diff --raw -M',
    unit: 'ms',
    ours: median(metadataMs),
    reference: median(rawMs),
    goal: 2,
    stretch: 1.3,
    details: rounds,
  };
  return [first, names];
}

export const coldDiff: Benchmark = { id: 'R3', measure };
