import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageDraft, PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { fc } from '@tributary/contract/testing/properties.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../../accounts/testing.ts';
import { registeredJobs } from '../../../platform/jobs.ts';
import { type BuiltProject, createProject } from '../../../projects/testing.ts';
import { createMergeRequest, retargetMergeRequest, type MergeRequestRow } from '../../../merge-requests/index.ts';
import { updateSourceHeads, reloadMergeRequest } from '../../../merge-requests/testing.ts';
import { BASE, type History, planHistory, type Random, randomOf, type Step } from './testing-histories.ts';

/**
 * Whatever is pushed: every thread, open or resolved, and every pending comment is shown somewhere; one that stands on a line
 * stands on the line it was about, and a pin on the very image it was put on.
 */
let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const [HISTORIES, STEPS] = [30, 8];
const SEEDS = [...new Set(fc.sample(fc.noBias(fc.nat(999_999)), HISTORIES))];
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

type Shown = { threads: PageDiscussion[]; drafts: PageDraft[]; files: PageDiffFile[] };

async function look(row: MergeRequestRow): Promise<Shown> {
  const [threads, drafts, { diff_files: files }] = await Promise.all([
    get<PageDiscussion[]>(`${pageOf(row)}/discussions.json?per_page=100`),
    get<PageDraft[]>(`${pageOf(row)}/drafts`),
    get<{ diff_files: PageDiffFile[] }>(`${pageOf(row)}/diffs_batch.json?per_page=30`),
  ]);
  return { threads: threads.filter((each) => each.diff_discussion), drafts, files };
}

type State = Pick<Step, 'files' | 'base'>;

/** Of pins the image they were put on. */
type Pinned = Buffer | null;
/** Threads and pending comments that must be there, and those of the threads that are resolved. */
type Made = { threads: Map<string, Pinned>; drafts: Map<number, Pinned>; resolved: Set<string> };

/** The bytes of an image as the newest version has it; undefined for everything else. */
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

async function send<T>(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<T | undefined> {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
  expect([200, 201, 204], `${url}: ${answer.body}`).toContain(answer.statusCode);
  return answer.body === '' ? undefined : answer.json<T>();
}

/** At some place of the changes, for all to see or pending. */
async function commentOn(
  row: MergeRequestRow,
  { files }: Shown,
  state: State,
  random: Random,
  { made, isPending }: { made: Made; isPending: boolean },
): Promise<void> {
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
  const body = kind === 'text' ? text || 'an empty line' : `On the ${kind}`;
  const pinned = kind === 'image' && picture ? picture : null;
  if (isPending) {
    const draft = await send<PageDraft>('POST', `${pageOf(row)}/drafts`, { draft_note: { note: body, position } });
    if (draft) made.drafts.set(draft.id, pinned);
  } else {
    const thread = await send<{ id: string }>('POST', `${restOf(row)}/discussions`, { body, position });
    if (thread) made.threads.set(thread.id, pinned);
  }
}

const wordsOf = (thread: PageDiscussion) => thread.notes.filter((note) => !note.system);
const starterOf = (thread: PageDiscussion) => wordsOf(thread)[0];

/** Someone answers with the same words, or takes the first words of a thread back; the last ones take it along. */
async function talkOn(row: MergeRequestRow, thread: PageDiscussion, isTaken: boolean, made: Made): Promise<void> {
  const url = restOf(row);
  const starter = starterOf(thread);
  if (!starter) return;
  const isAnswered = wordsOf(thread).length > 1;
  if (isTaken || isAnswered) await send('DELETE', `${url}/notes/${starter.id}`);
  else await send('POST', `${url}/discussions/${thread.id}/notes`, { body: starter.note });
  if (isTaken && !isAnswered) {
    made.threads.delete(thread.id);
    made.resolved.delete(thread.id);
  }
  if (isAnswered) seen.add(thread.notes[1]?.system === true ? 'begins with the system' : 'begins with an answer');
}

/** Some threads go on, and one is settled or opened again. */
async function goOn(row: MergeRequestRow, { threads }: Shown, random: Random, made: Made): Promise<void> {
  const left = [...threads];
  for (let count = 0; count < 2; count += 1) {
    // Those that a push spoke in come first: they are to begin with what it said.
    const told = left.findIndex(({ notes }) => notes.some((note) => note.system));
    const [thread] = left.splice(told < 0 ? random(left.length || 1) : told, 1);
    if (thread) await talkOn(row, thread, random(4) === 0, made);
  }
  const settled = left[random(left.length || 1)];
  if (!settled) return;
  await send('PUT', `${restOf(row)}/discussions/${settled.id}`, { resolved: !settled.resolved });
  if (settled.resolved) made.resolved.delete(settled.id);
  else made.resolved.add(settled.id);
}

/** What became of threads in all histories together. */
const seen = new Set<string>();

/** A thread or a pending comment, as both say where they stand. */
type Placed = Pick<PageDraft, 'placement' | 'active' | 'position' | 'line_code' | 'file_hash'> & {
  said: string | undefined;
  pinned: Pinned | undefined;
};

/** It stands on its line, on the card of its file, or in the list above all files, and nowhere that it is not about. */
function expectPlace(of: Placed, { files, state, head, when }: Look): void {
  const { placement: place, active, position, line_code: code, said, pinned } = of;
  const file = files.get(of.file_hash ?? '');
  const kind = position?.position_type;
  const why = `${when}: ${JSON.stringify({ kind, place })}`;
  if (place?.on === 'overview') expect(active, why).toBe(false);
  else expect(file, why).toBeDefined();
  if (place) expect(place.since, why).toBeGreaterThan(0);
  if (!active) return;
  expect(position?.head_sha, why).toBe(head);
  if (pinned) expect(file && pictureOf(file, state)?.equals(pinned), why).toBe(true);
  if (kind !== 'text') return;
  // The web finds its place by the code alone.
  expect(code?.slice(0, 40), why).toBe(file?.file_hash);
  const line = file?.highlighted_diff_lines.find((each) => each.line_code === code);
  // A part of a range may be what is left of it; everything else is the very line.
  if (line && place?.confidence !== 'likely') expect(line.text || 'an empty line', why).toBe(said);
  if (place?.on === 'range') expect(position?.line_range, why).not.toBeNull();
}

type Look = { files: Map<string, PageDiffFile>; state: State; head: string | null; when: string };

async function expectAllShown(row: MergeRequestRow, made: Made, state: State, when: string): Promise<Shown> {
  const shown = await look(row);
  const idsOf = (all: readonly { id: string | number }[]) => all.map(({ id }) => String(id)).toSorted();
  expect(idsOf(shown.threads), when).toEqual([...made.threads.keys()].toSorted());
  expect(idsOf(shown.drafts), when).toEqual([...made.drafts.keys()].map(String).toSorted());
  expect(idsOf(shown.threads.filter((thread) => thread.resolved)), when).toEqual([...made.resolved].toSorted());
  const { head_sha: head } = await reloadMergeRequest(app, row.id);
  const looked = { files: new Map(shown.files.map((file) => [file.file_hash, file])), state, head, when };
  for (const thread of shown.threads) {
    const { placement: place, position, resolved, id } = thread;
    expect(thread.notes.filter((note) => note.base_discussion)).toEqual([starterOf(thread)]);
    const where = `${position?.position_type} on ${place?.on} ${place?.confidence}`;
    if (place) seen.add(where).add(`${resolved ? 'resolved' : 'open'} on ${place.on}`);
    const file_hash = thread.diff_file?.file_hash ?? null;
    expectPlace({ ...thread, file_hash, said: starterOf(thread)?.note, pinned: made.threads.get(id) }, looked);
  }
  for (const draft of shown.drafts) {
    const { placement: place } = draft;
    if (place) seen.add(`pending on ${place.on} ${place.confidence}`);
    expectPlace({ ...draft, said: draft.note, pinned: made.drafts.get(draft.id) }, looked);
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
    if (step.way === 'rebased' || step.way === 'merged')
      await point(into === elsewhere ? elsewhere : target, step.target);
    if (step.way.startsWith('deleted')) {
      await point(branch, undefined);
      await updateSourceHeads(ctx, project.id, branch, owner.user.id);
      await meanwhile();
    }
    await point(branch, step.head);
    await updateSourceHeads(ctx, project.id, branch, owner.user.id);
  }
  await moveThreads();
}

async function begin(seed: number): Promise<{ history: History; row: MergeRequestRow }> {
  const history = histories.get(seed) ?? planHistory(seed, STEPS);
  const { branch, target, elsewhere, steps } = history;
  // So many comments a minute are too many.
  app.clock.advance(60_000);
  await point(target, 'initial');
  await point(elsewhere, `elsewhere-${seed}`);
  await point(branch, steps[0]?.head);
  const row = await createMergeRequest(contextOf(app, owner), {
    source: { projectId: project.id, branch },
    target: { projectId: project.id, branch: target },
  });
  return { history, row };
}

/** What was pending is there for all then, at its place. */
async function publishAll(row: MergeRequestRow, made: Made): Promise<void> {
  const answer = await send<PublishAnswer>('POST', `${pageOf(row)}/drafts/publish`, {});
  expect(answer?.published).toHaveLength(made.drafts.size);
  for (const { draft_id: id, discussion_id: thread } of answer?.published ?? []) {
    if (thread !== null) made.threads.set(thread, made.drafts.get(id) ?? null);
    made.drafts.delete(id);
  }
}

// A few seconds each, and ten times as many beside much else.
test.for(SEEDS)(
  'history %i shows every thread after every push, rewrite, merge, retarget and loss',
  { timeout: 120_000 },
  async (seed) => {
    const { history, row } = await begin(seed);
    const [random, talk] = [randomOf(seed + 50), randomOf(seed + 100)];
    const [begun, ...later] = history.steps;
    const made: Made = { threads: new Map(), drafts: new Map(), resolved: new Set() };
    let state: State = begun ?? { files: {}, base: {} };
    let shown = await look(row);
    for (const [at, step] of later.entries()) {
      const when = `seed ${seed}, step ${at + 1}, ${step.way}, ${step.deed}`;
      for (const isPending of [false, false, true]) await commentOn(row, shown, state, random, { made, isPending });
      await goOn(row, shown, talk, made);
      await take(row, history, step, () => expectAllShown(row, made, state, `without a branch before ${when}`));
      seen.add(step.way).add(step.deed);
      state = step;
      shown = await expectAllShown(row, made, state, `after ${when}`);
    }
    expect(made.threads.size).toBeGreaterThan(2);
    await publishAll(row, made);
    expect((await expectAllShown(row, made, state, `seed ${seed}, published`)).drafts).toEqual([]);
  },
);

const WAYS = 'pushed, rewritten, rebased, merged, retargeted, deleted and restored, deleted and pushed again'.split(
  ', ',
);
const DEEDS = [
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

test('histories go every way, and everything happens to their files', () => {
  const steps = fc.sample(fc.noBias(fc.nat(999_999)), 100).flatMap((seed) => planHistory(seed, STEPS).steps.slice(1));
  const met = Map.groupBy(
    steps.flatMap(({ way, deed }) => [way, deed]),
    (each) => each,
  );
  for (const each of [...WAYS, ...DEEDS]) expect([each, met.get(each)?.length]).toEqual([each, expect.any(Number)]);
});

test('many histories lead to every kind of place', () => {
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
    ...['line', 'file', 'overview'].flatMap((where) => [`open on ${where}`, `resolved on ${where}`]),
    ...['line exact', 'line moved', 'file lost', 'overview lost'].map((place) => `pending on ${place}`),
    'begins with the system',
    'begins with an answer',
  ];
  expect([...seen]).toEqual(expect.arrayContaining([...places, ...WAYS, ...DEEDS]));
});
