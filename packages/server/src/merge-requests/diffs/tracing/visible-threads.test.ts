import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../../projects/testing.ts';
import { retargetMergeRequest } from '../../lifecycle/operations/retarget.ts';
import { listOpenBySource, type MergeRequestRow } from '../../store/merge-requests.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../../testing.ts';
import { syncHead } from '../../versions/sync-head.ts';

/** Whatever is pushed: every thread is shown somewhere, and one that stands on a line stands on the line it was about. */
let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const lines = (from: number, count: number) => Array.from({ length: count }, (_, at) => `line ${from + at}`);
const text = (all: readonly string[]) => `${all.join('\n')}\n`;
const BASE: Record<string, string> = { 'a.txt': text(lines(1, 40)), 'b/c.txt': text(lines(100, 30)) };

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: BASE });
});
afterAll(() => app.close());

/** Small, and the same on every machine, so that a history that fails can be run again by its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

type Random = ReturnType<typeof randomOf>;
type Files = Record<string, string>;

function editLines(random: Random, content: string): string {
  const all = content.split('\n').slice(0, -1);
  const at = random(all.length || 1);
  const way = random(3);
  if (way === 0) all.splice(at, 1 + random(3));
  else if (way === 1) all.splice(at, 0, `new ${random(1e6)}`, `new ${random(1e6)}`);
  else all[at] = `${all[at]} changed ${random(1e6)}`;
  return all.length === 0 ? 'empty\n' : text(all);
}

/** The next state of the branch's files. */
function change(random: Random, files: Files): Files {
  const next = { ...files };
  const paths = Object.keys(next);
  const path = paths[random(paths.length)] ?? 'a.txt';
  const way = random(10);
  if (way === 0 && paths.length > 1) delete next[path];
  else if (way === 1) {
    next[`moved-${random(1e6)}.txt`] = next[path] ?? '';
    delete next[path];
  } else if (way === 2) return { ...BASE, 'a.txt': editLines(random, BASE['a.txt'] ?? '') };
  else for (let edits = 0; edits <= random(3); edits += 1) next[path] = editLines(random, next[path] ?? '');
  return next;
}

const difference = (from: Files, to: Files) => ({
  ...Object.fromEntries(Object.keys(from).map((path) => [path, null])),
  ...to,
});

async function get<T>(url: string): Promise<T> {
  const server = await app.server();
  const answer = await server.inject({ method: 'GET', url, headers: owner.headers });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

const pageOf = (row: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${row.iid}`;
const threadsOf = async (row: MergeRequestRow) =>
  (await get<PageDiscussion[]>(`${pageOf(row)}/discussions.json?per_page=100`)).filter((each) => each.diff_discussion);
const filesOf = async (row: MergeRequestRow) =>
  (await get<{ diff_files: PageDiffFile[] }>(`${pageOf(row)}/diffs_batch.json?per_page=30`)).diff_files;

async function commentOn(row: MergeRequestRow, random: Random): Promise<string | undefined> {
  const files = (await filesOf(row)).filter((file) => file.highlighted_diff_lines.length > 0);
  const file = files[random(files.length || 1)];
  if (!file) return undefined;
  const shown = file.highlighted_diff_lines.filter((line) => line.line_code !== null && line.type !== 'match');
  const at = random(shown.length);
  const first = shown[Math.max(0, at - random(4))];
  const line = shown[at];
  if (!line || !first) return undefined;
  const end = (each: typeof line) => ({
    line_code: each.line_code,
    type: each.type === null ? null : each.type.slice(0, 3),
    old_line: each.type?.startsWith('new') ? null : each.old_line,
    new_line: each.type?.startsWith('old') ? null : each.new_line,
  });
  const { old_line, new_line } = end(line);
  const isWhole = random(6) === 0;
  const position = {
    ...file.diff_refs,
    old_path: file.old_path,
    new_path: file.new_path,
    position_type: isWhole ? 'file' : 'text',
    ...(!isWhole && { old_line, new_line, line_range: random(2) ? { start: end(first), end: end(line) } : null }),
  };
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/merge_requests/${row.iid}/discussions`,
    headers: owner.headers,
    payload: { body: isWhole ? 'On the file' : line.text, position },
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().id;
}

const wordsOf = (thread: PageDiscussion) => thread.notes.filter((note) => !note.system);
const starterOf = (thread: PageDiscussion) => wordsOf(thread)[0];

/** Somebody answers with the same words, or takes the first words of a thread back; the last ones take it along. */
async function talkOn(row: MergeRequestRow, random: Random, made: Set<string>): Promise<void> {
  const server = await app.server();
  const threads = await threadsOf(row);
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
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

async function follow(branch: string): Promise<void> {
  for (const row of await listOpenBySource(app.platform.db, project.id, branch)) {
    await syncHead(contextOf(app, owner), row, await tipOf(project, branch));
  }
}

async function expectAllShown(row: MergeRequestRow, made: ReadonlySet<string>, seed: number): Promise<void> {
  const threads = await threadsOf(row);
  expect(threads.map((thread) => thread.id).toSorted(), `seed ${seed}`).toEqual([...made].toSorted());
  const files = new Map((await filesOf(row)).map((file) => [file.file_hash, file]));
  const { head_sha: head } = await reloadMergeRequest(app, row.id);
  for (const thread of threads) {
    const place = thread.placement;
    expect(thread.notes.filter((note) => note.base_discussion)).toEqual([starterOf(thread)]);
    if (place) seen.add(`${place.on} ${place.confidence}`);
    const file = files.get(thread.diff_file?.file_hash ?? '');
    if (place?.on === 'overview') expect(thread.active).toBe(false);
    else expect(file, `seed ${seed}: ${JSON.stringify(place)}`).toBeDefined();
    if (!thread.active || thread.position?.position_type !== 'text') continue;
    expect(thread.position.head_sha).toBe(head);
    const line = file?.highlighted_diff_lines.find((each) => each.line_code === thread.line_code);
    const said = starterOf(thread)?.note;
    // A part of a range may be what is left of it; everything else is the very line.
    if (line && place?.confidence !== 'likely') expect(line.text, `seed ${seed}`).toBe(said);
    if (place?.on === 'range') expect(thread.position.line_range).not.toBeNull();
  }
}

/** What became of threads in all histories together: the test must have met each. */
const seen = new Set<string>();

const SEEDS = [1, 2, 3, 4, 5, 6];
const STEPS = 7;

test.for(SEEDS)('history %i shows every thread after every push, rebase, rewrite and retarget', async (seed) => {
  const random = randomOf(seed);
  const talk = randomOf(seed + 100);
  const branch = `history-${seed}`;
  let files: Files = change(random, { ...BASE, 'a.txt': editLines(random, BASE['a.txt'] ?? '') });
  const row = await createMergeRequest(app, { project, author: owner, branch, files: difference(BASE, files) });
  await project.repository.commit({ branch: `other-${seed}`, parents: [await tipOf(project, 'main')], files: {} });
  const made = new Set<string>();
  let isRetargeted = false;
  for (let step = 0; step < STEPS; step += 1) {
    for (let count = 0; count < 3; count += 1) {
      const id = await commentOn(row, random);
      if (id !== undefined) made.add(id);
    }
    await talkOn(row, talk, made);
    await expectAllShown(row, made, seed);
    const before = files;
    files = change(random, files);
    const way = random(5);
    if (way === 0) {
      // Rewritten: one commit in the place of all.
      const parents = [await tipOf(project, 'main')];
      await project.repository.commit({ branch, parents, files: difference(BASE, files), message: 'Anew' });
      await follow(branch);
    } else if (way === 1) {
      // The target goes on, and the work is put on top of it.
      const onto = await project.repository.commit({
        branch: isRetargeted ? `other-${seed}` : 'main',
        parents: [await tipOf(project, isRetargeted ? `other-${seed}` : 'main')],
        files: { [`side-${seed}-${step}.txt`]: 'side\n' },
        message: 'Elsewhere',
      });
      await project.repository.commit({ branch, parents: [onto], files: difference(BASE, files), message: 'On top' });
      await follow(branch);
    } else if (way === 2 && !isRetargeted) {
      isRetargeted = true;
      files = before;
      await retargetMergeRequest(contextOf(app, owner), { mergeRequestId: row.id, targetBranch: `other-${seed}` });
    } else {
      await pushCommit(app, { project, branch, files: difference(before, files), by: owner });
    }
    await app.runJobs();
    await expectAllShown(row, made, seed);
  }
  expect(made.size).toBeGreaterThan(5);
});

test('the histories led to every kind of place', () => {
  const all = ['line exact', 'line moved', 'range exact', 'range moved', 'range likely', 'file exact', 'file lost'];
  expect([...seen]).toEqual(expect.arrayContaining([...all, 'overview lost', 'begins with the system']));
});
