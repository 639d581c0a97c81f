import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark, Row } from './benchmark.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { git, run } from './processes.ts';
import { geometricMean, sampleInTurns, timed } from './sampling.ts';
import { gitProcesses, openStage, type Stage } from './stage.ts';

const CGIT = '/usr/lib/cgit/cgit.cgi';
const WHAT = 'five read pages ÷ cgit, geometric mean';

/** A page: what is asked of us, and path and query of the same in cgit. */
type PagePair = { name: string; ours: string; path: string; query: string };

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
    path: `/bench/${cgit}`,
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
 * R5: the pages people read a repository by (summary, log, tree, file, commit), each as its data from our running
 * service with a token ÷ the same page from cgit, one CGI process each with its cache off, in the same repository.
 * The row is the geometric mean of the five ratios; the two figures are the geometric means of the times.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const isInstalled = await access(CGIT).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return [{ id: 'R5', what: WHAT, skipped: `cgit is not installed (${CGIT})` }];
  const stage = await openStage(lab);
  const service = await lab.service();
  const config = path.join(await lab.scratch('cgit'), 'cgitrc');
  await writeFile(config, `cache-size=0\nmax-blob-size=0\nrepo.url=bench\nrepo.path=${stage.repository}\n`);
  const askCgit = async ({ path: place, query, name }: PagePair) => {
    const env = {
      CGIT_CONFIG: config,
      REQUEST_METHOD: 'GET',
      HTTP_HOST: 'localhost',
      SCRIPT_NAME: '/cgit',
      PATH_INFO: place,
      QUERY_STRING: query,
    };
    const answer = (await run(CGIT, [], { env })).toString();
    if (/^Status: [^2]/m.test(answer.slice(0, 500)) || answer.includes("<div class='error'>"))
      throw new Error(`cgit did not show ${name}: ${answer.slice(-1_000)}`);
  };
  const rounds = lab.rounds(25);
  const ours: number[] = [];
  const reference: number[] = [];
  const details: Record<string, string> = {};
  for (const pageOf of await pagesOf(stage, rounds)) {
    const before = await gitProcesses(service);
    const sample = await sampleInTurns(
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
