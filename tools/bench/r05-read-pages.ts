import type { Benchmark, Row } from './benchmark.ts';
import { CGIT_MISSING, type CgitPage, openCgit } from './cgit.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { geometricMean, sampleInterleaved, timed } from './sampling.ts';
import { gitProcesses, openStage, type Stage } from './stage.ts';

const WHAT = 'five read pages ÷ cgit, geometric mean';

/** A page: what is asked of us, and path and query of the same in cgit. */
type PagePair = CgitPage & { ours: string };

/** Every round another commit and another file, so that nothing is only an answer remembered from the round before. */
async function pagesOf(stage: Stage, rounds: number): Promise<((round: number) => PagePair)[]> {
  const at = (list: readonly string[], round: number) => list[round % list.length] ?? '';
  const commits = (await git(stage.repository, 'rev-list', `-${rounds + 1}`, '--skip=30', 'main')).split('\n');
  const all = (await git(stage.repository, 'ls-tree', '-r', '--name-only', 'main', 'packages/undici')).split('\n');
  const files = all.slice(0, rounds + 1);
  const base = `/-/page/${stage.fullPath}`;
  const page = (name: string, ours: string, cgit: string, query = '') => ({
    name,
    ours: `${base}${ours}`,
    path: cgit,
    query,
  });
  return [
    () => page('summary', '', ''),
    () => page('log', '/-/commits/main', 'log/', 'h=main'),
    () => page('tree', '/-/tree/main/packages', 'tree/packages', 'h=main'),
    (round) => page('blob', `/-/blob/main/${at(files, round)}`, `tree/${at(files, round)}`, 'h=main'),
    (round) => page('commit', `/-/commit/${at(commits, round)}`, 'commit/', `id=${at(commits, round)}`),
  ];
}

/**
 * R5: the pages users read a repository by (summary, log, tree, file, commit), each as its data from our running
 * service with a token ÷ the same page from cgit, one CGI process each with its cache off, in the same repository.
 * The row is the geometric mean of the five ratios; the two figures are the geometric means of the times.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const askCgit = await openCgit(lab, stage.repository);
  if (!askCgit) return [{ id: 'R5', what: WHAT, skipped: CGIT_MISSING }];
  const service = await lab.service();
  const rounds = lab.rounds(25);
  const ours: number[] = [];
  const reference: number[] = [];
  const details: Record<string, string> = {};
  for (const pageOf of await pagesOf(stage, rounds)) {
    const before = await gitProcesses(service);
    const sample = await sampleInterleaved(
      rounds,
      (round) => {
        const { ours: address } = pageOf(round);
        return timed(async () => successBody(await service.client.request('GET', address), address));
      },
      (round) => timed(() => askCgit(pageOf(round))),
    );
    ours.push(sample.ours);
    reference.push(sample.reference);
    const started = ((await gitProcesses(service)) - before) / (rounds + 1);
    details[pageOf(0).name] =
      `${sample.ours.toFixed(1)} ÷ ${sample.reference.toFixed(1)} ms, ${started.toFixed(1)} git processes`;
  }
  const mean = { ours: geometricMean(ours), reference: geometricMean(reference) };
  return [{ id: 'R5', what: WHAT, unit: 'ms', ...mean, goal: 0.5, stretch: 0.2, details }];
}

export const readPages: Benchmark = { id: 'R5', measure };
