import { cp } from 'node:fs/promises';
import path from 'node:path';
import { maintainRepository } from '@tributary/git';
import type { Benchmark, Row } from './benchmark.ts';
import { openCorpus } from './corpus.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { sampleInterleaved, timed } from './sampling.ts';

/**
 * R14: two questions every merge request and every clone asks, in the deep corpus after our full maintenance ÷ in the same as
 * one pack without commit-graph and bitmaps: the merge base of main and a branch that left it near its start, and the
 * count of all objects. The start of the git process is part of both.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const corpus = await openCorpus(lab, 'deep');
  const fit = path.join(await lab.scratch('maintenance'), 'fit.git');
  await cp(corpus.dir, fit, { recursive: true });
  const maintenanceMs = await timed(() => maintainRepository(fit, { mode: 'full' }));
  const compare = (...args: string[]) =>
    sampleInterleaved(
      lab.rounds(15),
      () => timed(() => git(fit, ...args)),
      () => timed(() => git(corpus.dir, ...args)),
    );
  const base = await compare('merge-base', 'main', 'old');
  const count = await compare('rev-list', '--objects', '--use-bitmap-index', '--count', '--all');
  const bareStart = await compare('--version');
  const details = {
    commits: corpus.commits,
    objects: corpus.objects,
    'maintenance (ms)': Math.round(maintenanceMs),
    'git --version (ms)': bareStart.ours,
  };
  return [
    { id: 'R14', what: 'merge-base after maintenance ÷ plain', unit: 'ms', ...base, goal: 0.1, details },
    { id: 'R14', what: 'count of objects after maintenance ÷ plain', unit: 'ms', ...count, goal: 0.02, details },
  ];
}

export const maintenance: Benchmark = { id: 'R14', measure };
