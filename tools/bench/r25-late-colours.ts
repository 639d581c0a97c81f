import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Row } from './benchmark.ts';
import { BROWSER, changesPath } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { openLeanReader } from './lean-reader.ts';
import { git } from './processes.ts';
import { median, timed } from './sampling.ts';
import type { Service } from './service.ts';
import { createProject, openRequest, remoteUrl, type StagedProject, type StagedRequest } from './stage.ts';
import { lineOf } from './view-stage.ts';

type Shown = { diff_files: { file_hash: string; is_highlighted: boolean }[] };

const FILES = 5;
/** As many as an answer may have with colours in it; of longer files colours are only made when they are asked for. */
const LINES = 600;
const LONG_LINES = 1_000;
/** One that is coloured, and one that is as long and no language: there is nothing to colour in it. */
const ENDINGS = { coloured: 'ts', plain: 'qq' } as const;
type Kind = keyof typeof ENDINGS;

/** Until what is done behind a reader's back is over. */
const REST_MS = 1_500;
/** How often each of the five files is asked for when its colours are known: once each told more of the machine than of us. */
const KNOWN_ROUNDS = 9;
const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

const BATCH = `diffs_batch.json?page=0&per_page=${FILES}`;

/**
 * R25: what colours add to the first answer with the lines of five new files ÷ `git diff` of these files. Each sample is
 * the first answer of a merge request nobody has looked at. In turns it is one of TypeScript, and one with as many files,
 * lines and bytes whose names tell of no language; what the medians of the two differ by is what colours add. Making
 * lines, opening the index and the way to the server are in both. Git compares the same files of the same merge requests.
 *
 * R26: colours of a file that are known ÷ the same made again. Known ones are asked for as a browser asks, compressed as they
 * are kept, over and over by a program that keeps nothing, and when what is done behind a reader's back is over; those made
 * again without, so that no compressing is counted in the reference.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const rounds = lab.rounds(9);
  const stage = await openColoursStage(lab, rounds);
  const service = await lab.service();
  const get = async (request: StagedRequest, name: string) => {
    const address = changesPath(stage.project, request, name);
    return successBody(await service.client.request('GET', address), address);
  };
  const first: Record<Kind, number[]> = { coloured: [], plain: [] };
  const compared: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    // Neither of the two is always the first.
    const kinds: Kind[] = round % 2 === 0 ? ['coloured', 'plain'] : ['plain', 'coloured'];
    for (const kind of kinds) {
      await rest();
      const request = stage.requests[kind][round];
      if (!request) throw new Error('there are too few merge requests');
      const answerMs = await timed(() => get(request, BATCH));
      const diffMs = await timed(() => git(stage.project.repository, 'diff', '-M', `main...${request.sourceBranch}`));
      // The first of all brings the code to life.
      if (round === 0) continue;
      first[kind].push(answerMs);
      compared.push(diffMs);
    }
  }
  const known = await knownColours(get, stage, service);
  const [coloured, plain] = [median(first.coloured), median(first.plain)];
  return [
    {
      id: 'R25',
      what: 'what colours add to the first answer of five new files ÷ git diff of them',
      unit: 'ms',
      ours: Math.max(coloured - plain, 0),
      reference: median(compared),
      goal: 0.5,
      stretch: 0,
      details: { 'first answer': coloured, 'without anything to colour': plain, rounds },
    },
    known,
  ];
}

async function knownColours(
  get: (request: StagedRequest, name: string) => Promise<Buffer>,
  { project, requests }: ColoursStage,
  service: Service,
): Promise<Row> {
  const what = 'colours of a file that are known ÷ made anew';
  await rest();
  const [unseen, plain] = [requests.coloured.at(-1), requests.plain.at(-1)];
  if (!unseen || !plain) throw new Error('there are too few merge requests');
  const filesOf = async (request: StagedRequest) =>
    (JSON.parse((await get(request, BATCH)).toString()) as Shown).diff_files;
  const path = (hash: string) => `diffs_highlight.json?file_hash=${hash}`;
  const [nothing] = await filesOf(plain);
  if (!nothing || (await get(plain, path(nothing.file_hash))).includes('hl-'))
    throw new Error('what should have no colours has some');
  const files = await filesOf(unseen);
  const late = files.filter((file) => !file.is_highlighted);
  if (late.length === 0) return { id: 'R26', what, skipped: 'all files were coloured within the first answer' };
  const made: number[] = [];
  for (const file of late) made.push(await timed(() => get(unseen, path(file.file_hash))));
  if (!(await get(unseen, path(late[0]?.file_hash ?? ''))).includes('hl-'))
    throw new Error('what should have colours has none');
  await rest();
  const headers = { 'private-token': service.token, ...BROWSER };
  const readers = files.map(({ file_hash: hash }) =>
    openLeanReader(service.url, changesPath(project, unseen, path(hash)), 1, headers),
  );
  const known: number[] = [];
  for (let round = 0; round < KNOWN_ROUNDS; round++)
    for (const reader of readers) known.push(await timed(() => reader.ask()));
  for (const reader of readers) reader.close();
  const details = { 'first reading of each': median(known.slice(0, files.length)), 'times asked': known.length };
  return { id: 'R26', what, unit: 'ms', ours: median(known), reference: median(made), goal: 0.02, details };
}

type ColoursStage = { project: StagedProject; requests: Record<Kind, StagedRequest[]> };

/**
 * A merge request of each kind for every round, and one more of each with longer files. No two files are the same: what is
 * known of one says nothing of another.
 */
async function openColoursStage(lab: Lab, rounds: number): Promise<ColoursStage> {
  const service = await lab.service();
  const project = await createProject(service, 'colours');
  const dir = await lab.scratch('colours');
  await git(dir, 'init', '-q', '-b', 'main');
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  const branches: Record<Kind, string[]> = { coloured: [], plain: [] };
  let file = 0;
  for (let round = 0; round <= rounds + 1; round++) {
    for (const kind of ['coloured', 'plain'] as const) {
      const branch = `${kind}-${round}`;
      await git(dir, 'checkout', '-q', '-b', branch, 'main');
      await mkdir(join(dir, 'parts'));
      for (let part = 1; part <= FILES; part++) {
        file += 1;
        const length = round > rounds ? LONG_LINES : LINES;
        const text = Array.from({ length }, (_, at) => lineOf(1_000_000 + file * LONG_LINES + at)).join('\n');
        await writeFile(join(dir, 'parts', `part-${part}.${ENDINGS[kind]}`), `${text}\n`);
      }
      await git(dir, 'add', '-A');
      await git(dir, 'commit', '-q', '-m', `Add ${branch}`);
      branches[kind].push(branch);
    }
  }
  await git(dir, 'push', '-q', remoteUrl(service, project.fullPath), 'refs/heads/*:refs/heads/*');
  const requests: Record<Kind, StagedRequest[]> = { coloured: [], plain: [] };
  for (const kind of ['coloured', 'plain'] as const) {
    for (const branch of branches[kind]) requests[kind].push(await openRequest(service, project, branch));
  }
  return { project, requests };
}

export const lateColours: Benchmark = { id: 'R25', measure };
