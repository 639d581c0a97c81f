import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../../accounts/testing.ts';
import { registeredJobs } from '../../../platform/jobs.ts';
import { type BuiltProject, createProject } from '../../../projects/testing.ts';
import { createMergeRequest } from '../../lifecycle/operations/create-merge-request.ts';
import { retargetMergeRequest } from '../../lifecycle/operations/retarget.ts';
import { followSource } from '../../pushes/follow-push.ts';
import type { MergeRequestRow } from '../../store/merge-requests.ts';
import { reloadMergeRequest } from '../../testing.ts';
import { BASE, type History, planHistory, type Random, randomOf, type Step } from './testing-histories.ts';

/**
 * Whatever is pushed: every thread is shown somewhere; one that stands on a line stands on the line it was about, and a pin on
 * the very picture it was put on.
 */
let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

// Chosen of many that were tried, so that together they meet everything at least twice.
const SEEDS = [57, 79, 91, 94, 99, 100];
const STEPS = 7;
const histories = new Map(SEEDS.map((seed) => [seed, planHistory(seed, STEPS)]));

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: BASE });
  await project.repository.commits([...histories.values()].flatMap(({ commits }) => commits));
  await app.runJobs();
});
afterAll(() => app.close());

/** As git does it, without starting it; undefined deletes the branch. */
async function point(branch: string, label: string | undefined): Promise<void> {
  const ref = path.join(project.repository.dir, 'refs/heads', branch);
  if (label === undefined) await rm(ref);
  else await writeFile(ref, `${project.repository.sha(label)}\n`);
}

async function get<T>(url: string): Promise<T> {
  const server = await app.server();
  const answer = await server.inject({ method: 'GET', url, headers: owner.headers });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

const pageOf = (row: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${row.iid}`;
const restOf = (row: MergeRequestRow) => `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;

type Shown = { threads: PageDiscussion[]; files: PageDiffFile[] };

async function look(row: MergeRequestRow): Promise<Shown> {
  const threads = await get<PageDiscussion[]>(`${pageOf(row)}/discussions.json?per_page=100`);
  const { diff_files } = await get<{ diff_files: PageDiffFile[] }>(`${pageOf(row)}/diffs_batch.json?per_page=30`);
  return { threads: threads.filter((each) => each.diff_discussion), files: diff_files };
}

type State = Pick<Step, 'files' | 'base'>;

/** Threads that must be there, and of pins the picture they were put on. */
type Made = Map<string, Buffer | null>;

/** The bytes of a picture as the newest version has it; undefined for everything else. */
function pictureOf({ new_path, deleted_file }: PageDiffFile, { files, base }: State): Buffer | undefined {
  const content = (deleted_file ? base : files)[new_path]?.content;
  return Buffer.isBuffer(content) ? content : undefined;
}

function linesIn(file: PageDiffFile, random: Random) {
  const shown = file.highlighted_diff_lines.filter((line) => line.line_code !== null && line.type !== 'match');
  const at = random(shown.length || 1);
  const [first, line] = [shown[Math.max(0, at - random(4))], shown[at]];
  if (!line || !first) return undefined;
  const end = (each: typeof line) => ({
    line_code: each.line_code,
    type: each.type === null ? null : each.type.slice(0, 3),
    old_line: each.type?.startsWith('new') ? null : each.old_line,
    new_line: each.type?.startsWith('old') ? null : each.new_line,
  });
  const { old_line, new_line } = end(line);
  return { text: line.text, old_line, new_line, line_range: random(2) ? { start: end(first), end: end(line) } : null };
}

async function commentOn(row: MergeRequestRow, { files }: Shown, state: State, random: Random, made: Made) {
  const file = files[random(files.length || 1)];
  if (!file) return;
  const [lines, picture, isWhole] = [linesIn(file, random), pictureOf(file, state), random(5) === 0];
  const { text, ...place } = lines ?? { text: '' };
  const pin = { width: 100, height: 50, x: random(100), y: random(50) };
  const kind = isWhole ? 'file' : picture ? 'image' : lines ? 'text' : 'file';
  const { old_path, new_path, diff_refs } = file;
  const position = {
    ...diff_refs,
    old_path,
    new_path,
    position_type: kind,
    ...(kind === 'text' ? place : kind === 'image' ? pin : {}),
  };
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `${restOf(row)}/discussions`,
    headers: owner.headers,
    payload: { body: kind === 'text' ? text : `On the ${kind}`, position },
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  made.set(answer.json().id, kind === 'image' && picture ? picture : null);
}

const wordsOf = (thread: PageDiscussion) => thread.notes.filter((note) => !note.system);
const starterOf = (thread: PageDiscussion) => wordsOf(thread)[0];

/** Somebody answers with the same words, or takes the first words of a thread back; the last ones take it along. */
async function talkOn(
  row: MergeRequestRow,
  shown: readonly PageDiscussion[],
  random: Random,
  made: Made,
): Promise<void> {
  const server = await app.server();
  const threads = [...shown];
  const url = restOf(row);
  for (let count = 0; count < 3; count += 1) {
    // Those that a push spoke in come first: they are to begin with what it said.
    const told = threads.findIndex(({ notes }) => notes.some((note) => note.system));
    const thread = threads.splice(told < 0 ? random(threads.length || 1) : told, 1)[0];
    const starter = thread && starterOf(thread);
    if (!starter) return;
    const isAnswered = wordsOf(thread).length > 1;
    const isTaken = isAnswered || random(4) === 0;
    const payload = { body: starter.note };
    const answer = await (isTaken
      ? server.inject({ method: 'DELETE', url: `${url}/notes/${starter.id}`, headers: owner.headers })
      : server.inject({
          method: 'POST',
          url: `${url}/discussions/${thread.id}/notes`,
          headers: owner.headers,
          payload,
        }));
    expect([201, 204]).toContain(answer.statusCode);
    if (isTaken && !isAnswered) made.delete(thread.id);
    if (isAnswered) seen.add(thread.notes[1]?.system === true ? 'begins with the system' : 'begins with an answer');
  }
}

/** What became of threads in all histories together: the test must have met each. */
const seen = new Set<string>();

async function expectAllShown(row: MergeRequestRow, made: Made, state: State, when: string): Promise<Shown> {
  const shown = await look(row);
  expect(shown.threads.map((thread) => thread.id).toSorted(), when).toEqual([...made.keys()].toSorted());
  const files = new Map(shown.files.map((file) => [file.file_hash, file]));
  const { head_sha: head } = await reloadMergeRequest(app, row.id);
  for (const thread of shown.threads) {
    const place = thread.placement;
    const file = files.get(thread.diff_file?.file_hash ?? '');
    const kind = thread.position?.position_type;
    const why = `${when}: ${JSON.stringify({ kind, place })}`;
    expect(thread.notes.filter((note) => note.base_discussion)).toEqual([starterOf(thread)]);
    if (place) seen.add(`${kind} on ${place.on} ${place.confidence}`);
    if (place?.on === 'overview') expect(thread.active, why).toBe(false);
    else expect(file, why).toBeDefined();
    if (!thread.active) continue;
    expect(thread.position?.head_sha, why).toBe(head);
    const picture = made.get(thread.id);
    if (picture) expect(file && pictureOf(file, state)?.equals(picture), why).toBe(true);
    if (kind !== 'text') continue;
    const line = file?.highlighted_diff_lines.find((each) => each.line_code === thread.line_code);
    const said = starterOf(thread)?.note;
    // A part of a range may be what is left of it; everything else is the very line.
    if (line && place?.confidence !== 'likely') expect(line.text, why).toBe(said);
    if (place?.on === 'range') expect(thread.position?.line_range, why).not.toBeNull();
  }
  return shown;
}

/** The pushes of what is looked at here: of all that follows a new version only the threads are moved. */
let told = 0;
async function moveThreads(): Promise<void> {
  const events = await app.platform.db
    .selectFrom('outbox_events')
    .select('id')
    .where('type', '=', 'merge_request.version_created')
    .where('id', '>', told)
    .orderBy('id')
    .execute();
  const job = registeredJobs().get('event:merge_request.version_created:refresh-positions');
  for (const { id } of events) {
    await job?.run(app.system, { eventId: id });
    told = id;
  }
}

async function take(
  row: MergeRequestRow,
  history: History,
  step: Step,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { branch, target, elsewhere } = history;
  const ctx = contextOf(app, owner);
  if (step.way === 'retargeted') {
    await retargetMergeRequest(ctx, { mergeRequestId: row.id, targetBranch: elsewhere });
  } else {
    const { target_branch: into } = await reloadMergeRequest(app, row.id);
    if (step.way === 'rebased') await point(into === elsewhere ? elsewhere : target, step.target);
    if (step.way.startsWith('deleted')) {
      await point(branch, undefined);
      await followSource(ctx, project.id, branch, owner.user.id);
      await meanwhile();
    }
    await point(branch, step.head);
    await followSource(ctx, project.id, branch, owner.user.id);
  }
  await moveThreads();
}

// A few seconds each, and ten times as many beside much else.
test.for(SEEDS)(
  'history %i shows every thread after every push, rewrite, retarget and loss',
  { timeout: 120_000 },
  async (seed) => {
    const history = histories.get(seed) ?? planHistory(seed, STEPS);
    const { branch, target, elsewhere, steps } = history;
    const [random, talk] = [randomOf(seed + 50), randomOf(seed + 100)];
    const [begun, ...later] = steps;
    // So many comments a minute are too many.
    app.clock.advance(60_000);
    await point(target, 'initial');
    await point(elsewhere, `elsewhere-${seed}`);
    await point(branch, begun?.head);
    const row = await createMergeRequest(contextOf(app, owner), {
      source: { projectId: project.id, branch },
      target: { projectId: project.id, branch: target },
    });
    const made: Made = new Map();
    let state: State = begun ?? { files: {}, base: {} };
    let shown = await look(row);
    for (const [at, step] of later.entries()) {
      const when = `seed ${seed}, step ${at + 1}, ${step.way}, ${step.deed}`;
      for (let count = 0; count < 3; count += 1) await commentOn(row, shown, state, random, made);
      await talkOn(row, shown.threads, talk, made);
      await expectAllShown(row, made, state, `before ${when}`);
      await take(row, history, step, () => expectAllShown(row, made, state, `without a branch before ${when}`));
      seen.add(step.way).add(step.deed);
      state = step;
      shown = await expectAllShown(row, made, state, `after ${when}`);
    }
    expect(made.size).toBeGreaterThan(5);
  },
);

test('the histories led to every kind of place, by every way', () => {
  const places = [
    ...['exact', 'moved'].map((how) => `text on line ${how}`),
    ...['exact', 'moved', 'likely'].map((how) => `text on range ${how}`),
    'text on file lost',
    'text on overview lost',
    'file on file exact',
    'file on file moved',
    'file on overview lost',
    ...['exact', 'moved', 'lost'].map((how) => `image on file ${how}`),
    'image on overview lost',
    'begins with the system',
    'begins with an answer',
  ];
  const ways = ['pushed', 'rewritten', 'rebased', 'retargeted', 'deleted and restored', 'deleted and pushed again'];
  const deeds = [
    'deleted',
    'put back',
    'changed',
    'begun again',
    'given another mode',
    'picture replaced',
    'renamed',
    'renamed with another mode',
    'renamed, changed, with another mode',
  ];
  expect([...seen]).toEqual(expect.arrayContaining([...places, ...ways, ...deeds]));
});
