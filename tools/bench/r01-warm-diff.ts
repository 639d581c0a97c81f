import type { Benchmark, Row } from './benchmark.ts';
import { readWholeDiff } from './big-diff.ts';
import { openCorpus } from './corpus.ts';
import type { Lab } from './lab.ts';
import { run } from './processes.ts';
import { sampleInTurns, timed } from './sampling.ts';
import { openStage } from './stage.ts';

/**
 * R1: a person reads the whole big diff again: names of all files and every batch of lines, as JSON, one request after
 * the other with the most files a batch may have ÷ `git diff -M` of the same in the same repository.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const corpus = await openCorpus(lab);
  const service = await lab.service();
  let read = { files: 0, bytes: 0 };
  const { ours, reference } = await sampleInTurns(
    lab.rounds(9),
    () => timed(async () => (read = await readWholeDiff(service, stage, stage.big))),
    () => timed(() => run('git', ['diff', '-M', 'main...big'], { cwd: stage.repository })),
  );
  const details = { files: read.files, 'hunk lines': corpus.bigHunkLines, 'answered (MB)': read.bytes / 1e6 };
  const what = 'whole big diff, warm, all batches ÷ git diff -M';
  return [{ id: 'R1', what, unit: 'ms', ours, reference, goal: 0.02, stretch: 0.005, details }];
}

export const warmDiff: Benchmark = { id: 'R1', measure };
