import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffsBatch } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const OLD = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`);
const NEW = [...OLD.slice(0, 9), 'changed ten', ...OLD.slice(10, 30), 'added', ...OLD.slice(30)];
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'f.txt': text(OLD), 'moved.txt': text(OLD) } });
});
afterAll(() => app.close());

async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function propose(branch: string, files: Record<string, string | null> = { 'f.txt': text(NEW) }) {
  const row = await createMergeRequest(app, { project, author: owner, branch, files });
  const { body } = await call('GET', `/api/v4/projects/${project.id}/merge_requests/${row.iid}`);
  return { row, refs: body.diff_refs as Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'> };
}

const at = (position: object) => ({ position_type: 'text', old_path: 'f.txt', new_path: 'f.txt', ...position });

async function comment(row: MergeRequestRow, position: object) {
  return call('POST', `/api/v4/projects/${project.id}/merge_requests/${row.iid}/discussions`, {
    body: 'Here',
    position,
  });
}

async function threads(row: MergeRequestRow): Promise<PageDiscussion[]> {
  const { body } = await call('GET', `/${project.full_path}/-/merge_requests/${row.iid}/discussions.json?per_page=100`);
  return body.filter((each: PageDiscussion) => each.diff_discussion);
}

test('a line is commented on by its numbers: added, removed, unchanged, hidden', async () => {
  const { row, refs } = await propose('lines');
  const hash = (
    (await call('GET', `/${project.full_path}/-/merge_requests/${row.iid}/diffs_batch.json`)).body as DiffsBatch
  ).diff_files[0]?.file_hash;
  const places = [
    [{ new_line: 31 }, `${hash}_31_31`],
    [{ old_line: 10 }, `${hash}_10_10`],
    [{ old_line: 12, new_line: 12 }, `${hash}_12_12`],
    [{ old_line: 20, new_line: 20 }, `${hash}_20_20`],
    [{ old_line: 35, new_line: 36 }, `${hash}_35_36`],
  ] as const;
  for (const [lines] of places) expect((await comment(row, at({ ...refs, ...lines }))).status).toBe(201);
  const shown = await threads(row);
  expect(shown.map((thread) => thread.line_code)).toEqual(places.map(([, code]) => code));
  expect(shown.every((thread) => thread.active && !thread.resolved)).toBe(true);
  expect(shown[0]?.truncated_diff_lines?.at(-1)).toMatchObject({ type: 'new', text: 'added', new_line: 31 });
  expect(shown[3]?.truncated_diff_lines?.at(-1)).toMatchObject({ type: null, text: 'line 20', new_line: 20 });
  expect((shown[4]?.truncated_diff_lines ?? []).length).toBeLessThanOrEqual(16);
  // A thread that was just settled is folded nowhere yet: its lines come with the answer.
  const settled = (await call('POST', shown[0]?.resolve_path ?? '')).body as PageDiscussion;
  expect([settled.resolved, settled.truncated_diff_lines]).toEqual([true, shown[0]?.truncated_diff_lines]);
});

test('T-079: positions that are none are refused', async () => {
  const { row, refs } = await propose('bad');
  const other = await propose('foreign', { 'g.txt': 'x\n' });
  const status = async (position: object) => (await comment(row, position)).status;
  expect(await status(at({ ...refs, new_line: 500 }))).toBe(422);
  expect(await status(at({ ...refs, old_line: 20, new_line: 21 }))).toBe(422);
  expect(await status(at({ ...refs, new_line: 20 }))).toBe(422);
  expect(await status(at({ ...other.refs, new_line: 10 }))).toBe(422);
  expect(await status(at({ ...refs, head_sha: other.refs.head_sha, new_line: 10 }))).toBe(422);
  expect(await status({ ...at({ ...refs, new_line: 10 }), new_path: 'nope.txt' })).toBe(422);
  expect(await status(at({ ...refs, new_line: -3 }))).toBe(400);
  expect(await status(at({ ...refs, head_sha: 'HEAD', new_line: 10 }))).toBe(400);
  expect(await status(at({ ...refs }))).toBe(400);
  expect(await status({ ...at({ ...refs }), position_type: 'image', width: 10, height: 10, x: 50, y: 1 })).toBe(422);
  expect(await status({ ...at({ ...refs }), position_type: 'image', width: 'NaN', height: 10, x: 1, y: 1 })).toBe(400);
  expect((await threads(row)).length).toBe(0);
  // What is unknown is left out, as everywhere in REST.
  expect(await status(at({ ...refs, new_line: 10, evil: { deep: [] } }))).toBe(201);
});

test('a whole file, a range and a point of an image', async () => {
  const { row, refs } = await propose('kinds', { 'f.txt': text(NEW), 'p.png': '\u0089PNG\u0000binary' });
  expect((await comment(row, { ...at(refs), position_type: 'file' })).status).toBe(201);
  const image = {
    ...refs,
    position_type: 'image',
    old_path: 'p.png',
    new_path: 'p.png',
    width: 100,
    height: 50,
    x: 10,
    y: 20,
  };
  expect((await comment(row, image)).status).toBe(201);
  const code = (line: number) => `${'0'.repeat(40)}_${line}_${line}`;
  const range = {
    start: { line_code: code(29), type: null, old_line: 29, new_line: 29 },
    end: { line_code: code(31), type: 'new', new_line: 31 },
  };
  const made = await comment(row, at({ ...refs, new_line: 31, line_range: range }));
  expect(made.status).toBe(201);
  // The codes are ours, whatever was sent.
  expect(made.body.notes[0].position.line_range.start.line_code).toMatch(/^[0-9a-f]{40}_29_29$/);
  expect(made.body.notes[0].position.line_range.start.line_code).not.toBe(code(29));
  // Clients may leave the numbers to the code.
  const { start, end } = made.body.notes[0].position.line_range;
  const [removed] = (await comment(row, at({ ...refs, old_line: 10 }))).body.notes;
  const { line_code: removedCode } = (await threads(row)).at(-1) ?? {};
  const bare = (line: { line_code: string; type: string | null }) => ({ line_code: line.line_code, type: line.type });
  const short = { start: { line_code: removedCode, type: 'old' }, end: bare(end) };
  const again = await comment(row, at({ ...refs, new_line: 31, line_range: { ...short, start: bare(start) } }));
  expect(again.body.notes[0].position.line_range).toEqual({ start, end });
  const across = await comment(row, at({ ...refs, new_line: 31, line_range: short }));
  expect(across.body.notes[0].position.line_range.start).toMatchObject({
    old_line: removed.position.old_line,
    new_line: null,
  });
  const foreign = { start: { line_code: code(29) }, end: bare(end) };
  expect((await comment(row, at({ ...refs, new_line: 31, line_range: foreign }))).status).toBe(422);
  const text2 = JSON.stringify(at({ ...refs, new_line: 10 }));
  const web = `/${project.full_path}/-/notes?target_type=merge_request&target_id=${row.id}`;
  const page = await call('POST', web, {
    note: { note: 'x', type: 'DiffNote', position: text2 },
    return_discussion: true,
  });
  expect(page.body.discussion).toMatchObject({ diff_discussion: true, line_code: expect.stringMatching(/_11_10$/) });
});

test('threads follow their lines through pushes, rebases and renames, and never vanish', async () => {
  const { row, refs } = await propose('follow');
  await comment(row, at({ ...refs, new_line: 31 }));
  await comment(row, at({ ...refs, new_line: 10 }));
  await comment(row, at({ ...refs, old_line: 10 }));
  const shifted = ['first', 'second', ...NEW];
  await pushCommit(app, { project, branch: 'follow', files: { 'f.txt': text(shifted) }, by: owner });
  await app.runJobs();
  const now = await threads(row);
  expect(now.map((thread) => [thread.active, thread.position?.new_line, thread.position?.old_line])).toEqual([
    [true, 33, null],
    [true, 12, null],
    [true, null, 10],
  ]);
  expect(now[0]?.original_position?.new_line).toBe(31);
  const { head_sha: head } = await reloadMergeRequest(app, row.id);
  expect(now.every((thread) => thread.position?.head_sha === head)).toBe(true);

  await pushCommit(app, { project, branch: 'follow', files: { 'f.txt': null, 'g.txt': text(shifted) }, by: owner });
  await app.runJobs();
  const renamed = await threads(row);
  expect(renamed[0]).toMatchObject({ active: true, position: { new_path: 'g.txt', new_line: 33 } });

  await pushCommit(app, {
    project,
    branch: 'follow',
    files: { 'g.txt': text(shifted.map((line) => `${line}!`)) },
    by: owner,
  });
  await app.runJobs();
  const rewritten = await threads(row);
  expect(rewritten).toHaveLength(3);
  expect(rewritten[0]).toMatchObject({ active: false, original_position: { new_line: 31 } });
  expect(rewritten[0]?.truncated_diff_lines?.at(-1)?.text).toBe('added');

  // Coming back, they are where they were.
  await pushCommit(app, { project, branch: 'follow', files: { 'g.txt': null, 'f.txt': text(NEW) }, by: owner });
  await app.runJobs();
  const back = await threads(row);
  expect(back.map((thread) => [thread.active, thread.position?.new_line])).toEqual([
    [true, 31],
    [true, 10],
    [true, null],
  ]);
});

const inRange = (from: number, to: number) => {
  const end = (line: number) => ({ line_code: `${'0'.repeat(40)}_0_${line}`, type: 'new', new_line: line });
  return { new_line: to, line_range: { start: end(from), end: end(to) } };
};

test.runIf(IS_FULL)('a range keeps both its ends, and what is left of it when a part goes', async () => {
  const added = (lines: readonly string[]) => ({ 'r.txt': text(lines) });
  const first = ['one', 'two', 'three', 'four', 'five', 'six'];
  const { row, refs } = await propose('range', added(first));
  await comment(row, { ...at({ ...refs, ...inRange(2, 5) }), old_path: 'r.txt', new_path: 'r.txt' });
  const push = async (lines: readonly string[]) => {
    await pushCommit(app, { project, branch: 'range', files: added(lines), by: owner });
    await app.runJobs();
    return (await threads(row))[0];
  };
  const moved = await push(['zero', ...first]);
  expect(moved?.placement).toMatchObject({ on: 'range', confidence: 'moved', path: 'r.txt', since: 1 });
  expect(moved?.position?.line_range).toMatchObject({ start: { new_line: 3 }, end: { new_line: 6 } });
  const partly = await push(['zero', 'one', 'two', 'three', 'FOUR', 'FIVE', 'six']);
  expect(partly).toMatchObject({
    active: true,
    position: { new_line: 4 },
    placement: { confidence: 'likely', since: 1 },
  });
  expect(partly?.position?.line_range).toMatchObject({ start: { new_line: 3 }, end: { new_line: 4 } });
  const lost = await push(['other', 'things']);
  expect(lost).toMatchObject({ active: false, placement: { on: 'file', confidence: 'lost', path: 'r.txt' } });
  expect(lost?.compare_path).toBe(`/${project.full_path}/-/merge_requests/${row.iid}/diffs?start_sha=${refs.head_sha}`);
  expect(lost?.truncated_diff_lines?.at(-1)?.text).toBe('five');
  const back = await push(first);
  expect(back).toMatchObject({ active: true, placement: { on: 'range', confidence: 'exact' } });
});

test.runIf(IS_FULL)('what is said about an older version is looked for in the newest at once', async () => {
  const { row, refs } = await propose('older');
  await pushCommit(app, { project, branch: 'older', files: { 'f.txt': text(['first', ...NEW]) }, by: owner });
  await app.runJobs();
  const made = await comment(row, at({ ...refs, new_line: 31 }));
  expect(made.status).toBe(201);
  const [thread] = await threads(row);
  expect(thread).toMatchObject({ active: true, position: { new_line: 32 }, original_position: { new_line: 31 } });
  expect(thread?.placement).toMatchObject({ on: 'line', confidence: 'moved', version: 2, since: 1 });
});

test('a push settles the threads on lines that it changes, where the project says so', async () => {
  await setProject({ resolve_outdated_diff_discussions: true });
  const { row, refs } = await propose('settled');
  await comment(row, at({ ...refs, new_line: 31 }));
  await comment(row, at({ ...refs, new_line: 10 }));
  const changed = NEW.map((line) => (line === 'added' ? 'added better' : line));
  await pushCommit(app, { project, branch: 'settled', files: { 'f.txt': text(changed) }, by: owner });
  await app.runJobs();
  const now = await threads(row);
  expect(now[0]).toMatchObject({ active: false, resolved: true, resolved_by_push: true, resolved_by: null });
  expect(now[1]).toMatchObject({ active: true, resolved: false });
  await setProject({ resolve_outdated_diff_discussions: false });
});

async function setProject(settings: object): Promise<void> {
  const server = await app.server();
  const url = `/api/v4/projects/${project.id}`;
  const answer = await server.inject({ method: 'PUT', url, headers: owner.headers, payload: settings });
  expect(answer.json()).toMatchObject(settings);
}

test('an outdated thread tells how its line changed since, to those who may read it', async () => {
  const { row, refs } = await propose('outdating');
  await comment(row, at({ ...refs, new_line: 31 }));
  await comment(row, at({ ...refs, new_line: 5, old_line: 5 }));
  const pathOf = async (index: number) => (await threads(row))[index]?.notes[0]?.outdated_line_change_path;
  const [first] = await threads(row);
  const url = `/${project.full_path}/-/notes/${first?.notes[0]?.id}/outdated_line_change`;
  expect((await call('GET', url)).status).toBe(404);
  const next = ['line 0', ...NEW].map((line) => (line === 'added' ? 'added differently' : line));
  await pushCommit(app, { project, branch: 'outdating', files: { 'f.txt': text(next) }, by: owner });
  await app.runJobs();
  expect([await pathOf(0), await pathOf(1)]).toEqual([url, undefined]);
  const { body } = await call('GET', url);
  expect(body).toMatchObject([
    { type: null, old_line: 29, new_line: 30 },
    { type: null, old_line: 30, new_line: 31 },
    { type: 'old', old_line: 31, new_line: null, text: 'added', rich_text: 'added' },
    { type: 'new', old_line: null, new_line: 32, text: 'added differently' },
    { type: null, old_line: 32, new_line: 33 },
    { type: null, old_line: 33, new_line: 34 },
  ]);
  const [secret, stranger] = [
    await createProject(app, { owner: owner.user, visibility: 'private' }),
    await createUser(app),
  ];
  const server = await app.server();
  const elsewhere = url.replace(project.full_path, secret.full_path);
  expect((await call('GET', elsewhere)).status).toBe(404);
  expect((await server.inject({ url: elsewhere, headers: stranger.headers })).statusCode).toBe(404);
});

test.runIf(IS_FULL)(
  'where white space is hidden a line that differs in it alone is commented on, and is the same line where it counts',
  async () => {
    // A word is new, two lines are only indented, one is added, and one far below is only indented.
    const indented = OLD.map((line, at) => ([14, 15, 34].includes(at) ? `  ${line}` : line)).with(11, 'changed twelve');
    const { row, refs } = await propose('indented', { 'f.txt': text(indented.toSpliced(18, 0, 'added')) });
    const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
    const { diff_files: files } = (await call('GET', `${page}/diffs_batch.json?w=1`)).body as DiffsBatch;
    const shown = files[0]?.highlighted_diff_lines ?? [];
    const pair = (newLine: number) => {
      const line = shown.find((each) => each.new_line === newLine);
      return { old_line: line?.old_line ?? null, new_line: line?.new_line ?? null };
    };
    expect(pair(15)).toEqual({ old_line: 15, new_line: 15 });
    const kept = async (position: object) => {
      const { status, body } = await comment(row, at({ ...refs, ...position }));
      return status === 201 ? body.notes[0].position : JSON.stringify(body);
    };
    const added = (newLine: number) => expect.objectContaining({ old_line: null, new_line: newLine });
    expect(await kept(pair(15))).toEqual(added(15));
    // Opened between the hunks, where it is unchanged without white space and changed with it; and one that is the same in both.
    expect(await kept({ old_line: 35, new_line: 36 })).toEqual(added(36));
    expect(await kept({ old_line: 24, new_line: 25 })).toMatchObject({ old_line: 24, new_line: 25 });
    const end = (newLine: number) => ({ line_code: `${files[0]?.file_hash}_1_1`, type: null, ...pair(newLine) });
    const range = await kept({ ...pair(16), line_range: { start: end(14), end: end(16) } });
    expect(range).toMatchObject({
      old_line: null,
      new_line: 16,
      line_range: {
        start: { old_line: 14, new_line: 14, type: null },
        end: { old_line: null, new_line: 16, type: 'new' },
      },
    });
    for (const wrong of [
      { old_line: 14, new_line: 15 },
      { old_line: 35, new_line: 35 },
      { old_line: 15, new_line: 16 },
      { old_line: 90, new_line: 91 },
    ])
      expect(await kept(wrong), JSON.stringify(wrong)).toMatch(/line does not exist/);
    const draft = await call('POST', `/api/v4/projects/${project.id}/merge_requests/${row.iid}/draft_notes`, {
      note: 'Pending',
      position: at({ ...refs, ...pair(16) }),
    });
    expect(draft.body.position).toMatchObject({ old_line: null, new_line: 16 });
    // A push that moves it takes it along.
    const next = await pushCommit(app, {
      project,
      branch: 'indented',
      by: owner,
      files: { 'f.txt': text(['first', ...indented.toSpliced(18, 0, 'added')]) },
    });
    await app.runJobs();
    const [moved] = await threads(await reloadMergeRequest(app, row.id));
    expect([next, moved?.active, moved?.position?.new_line]).toEqual([next, true, 16]);
  },
);
