import http from 'node:http';
import type { Benchmark, Row } from './benchmark.ts';
import { changesPath, filesIn, streamPath } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { run } from './processes.ts';
import { median, timed } from './sampling.ts';
import type { Service } from './service.ts';
import { coldComparison, openStage, type StagedProject, type StagedRequest, waitUntilQuiet } from './stage.ts';

/** What a page shows first. */
const FIRST_FILES = 20;

/**
 * A big comparison nobody asked for before and for which nothing is made ahead (`coldComparison`), from the first request
 * on. R4: to the names of all files ÷ `git diff --raw -M`; R3: to the first 20 files with their lines ÷ the full
 * `git diff -M -w` of the same; R2: to the last file with its lines ÷ the same, read as pages do: after the first files all
 * in one answer, which has the first 20 once more here. What that answer tells at its end, of blocks that moved between
 * files, is not waited for. Nothing is compressed, as git's text is not. Each comparison is cold once, so there are as many
 * rounds as there are big merge requests kept for this.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  return coldRows(lab, stage, stage.extraBigs, 'big diff');
}

export async function coldRows(
  lab: Lab,
  project: StagedProject,
  requests: readonly StagedRequest[],
  name: string,
): Promise<Row[]> {
  const service = await lab.service();
  await waitUntilQuiet(service);
  const samples = {
    names: [] as number[],
    first: [] as number[],
    whole: [] as number[],
    counted: [] as number[],
    ended: [] as number[],
  };
  const byGit = { full: [] as number[], raw: [] as number[] };
  for (const request of requests) {
    const range = `main...${request.sourceBranch}`;
    const git = (...args: string[]) =>
      timed(() => run('git', ['diff', '-M', ...args, range], { cwd: project.repository }));
    const query = await coldComparison(service, project, request);
    const from = performance.now();
    const ask = async (page: string) => {
      const address = changesPath(project, request, page);
      return successBody(await service.client.request('GET', address), address).toString('latin1');
    };
    const metadata = await ask(`diffs_metadata.json?${query}`);
    samples.names.push(performance.now() - from);
    await ask(`diffs_batch.json?${query}&page=0&per_page=${FIRST_FILES}`);
    samples.first.push(performance.now() - from);
    const size = Number(/"size":(\d+)/.exec(metadata)?.[1]);
    const rest = await readGrowing(service, `${streamPath(project, request)}?${query}`);
    samples.whole.push(rest.lastFileAt - from);
    samples.ended.push(performance.now() - from);
    const files = filesIn(rest.body);
    if (files !== size) throw new Error(`the one answer has ${files} of ${size} files`);
    samples.counted.push(metadata.includes('"counts_ready":true') ? 1 : 0);
    byGit.full.push(await git('-w'));
    byGit.raw.push(await git('--raw'));
  }
  const rounds = requests.length;
  const row = (id: string, what: string, times: number[], reference: number[], goal: number, stretch: number): Row => ({
    id,
    what: `${what} of a ${name}, cold`,
    unit: 'ms',
    ours: median(times),
    reference: median(reference),
    goal,
    stretch,
    details: { rounds },
  });
  const counted = samples.counted.filter((each) => each === 1).length;
  const names = row('R4', 'names of all files', samples.names, byGit.raw, 2, 1.3);
  const whole = row('R2', 'all files with their lines', samples.whole, byGit.full, 1.3, 1.1);
  return [
    { ...names, details: { rounds, 'answered with counts': counted } },
    row('R3', 'first 20 files', samples.first, byGit.full, 0.15, 0.1),
    { ...whole, details: { rounds, 'with what moved (ms)': Math.round(median(samples.ended)) } },
  ];
}

/** Reads lines while they are made. `lastFileAt` is when the last of a file was there. */
function readGrowing(service: Service, address: string): Promise<{ body: Buffer; lastFileAt: number }> {
  return new Promise((resolve, reject) => {
    const asked = http.get(
      new URL(address, service.url),
      { headers: { 'private-token': service.token } },
      (response) => {
        const parts: Buffer[] = [];
        let lastFileAt = 0;
        let isOver = false;
        response.on('data', (part: Buffer) => {
          parts.push(part);
          isOver ||= part.includes('{"late_moves":');
          if (!isOver) lastFileAt = performance.now();
        });
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(parts);
          if (response.statusCode === 200) resolve({ body, lastFileAt });
          else reject(new Error(`${address} was answered ${response.statusCode}: ${body.toString().slice(0, 500)}`));
        });
      },
    );
    asked.on('error', reject);
  });
}

export const coldDiff: Benchmark = { id: 'R3', measure };
