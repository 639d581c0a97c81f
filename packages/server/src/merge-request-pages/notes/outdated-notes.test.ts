import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

/** A thread that a push takes off its lines says so itself, once for each version. */
let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let outsider: TestUser;
let guest: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const FIRST = 'one\ntwo\nthree\nfour\nfive\n';

beforeAll(async () => {
  app = await createTestApp();
  [owner, reviewer, outsider] = [await createUser(app), await createUser(app), await createUser(app)];
  guest = await createUser(app);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: reviewer.user, level: 30 });
  await addMember(app, { project, user: guest.user, level: 20 });
});
afterAll(() => app.close());

const web = (row: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${row.iid}`;
const rest = (row: MergeRequestRow) => `/projects/${project.id}/merge_requests/${row.iid}`;

async function propose(branch: string) {
  const row = await createMergeRequest(app, { project, author: owner, branch, files: { 's.txt': FIRST } });
  await app.runJobs();
  const refs = (await call('GET', rest(row), owner)).body.diff_refs;
  const at = (line: number): DiffPosition => ({
    ...refs,
    position_type: 'text',
    old_path: 's.txt',
    new_path: 's.txt',
    new_line: line,
  });
  const begin = async (body: string, position: DiffPosition): Promise<string> =>
    (await call('POST', `${rest(row)}/discussions`, reviewer, { body, position })).body.id;
  const push = async (content: string | null) => {
    await pushCommit(app, { project, branch, files: { 's.txt': content }, by: owner });
    await app.runJobs();
  };
  return { row, at, begin, push, headSha: refs.head_sha as string };
}

async function get(url: string, as = reviewer) {
  const server = await app.server();
  const answer = await server.inject({ url, headers: as.headers });
  return { status: answer.statusCode, body: answer.json() };
}

async function threadOf(row: MergeRequestRow, id: string): Promise<PageDiscussion> {
  return (await get(`${web(row)}/discussions/${id}.json`)).body;
}

test('a thread whose line is gone names the version and leads to what changed; one on a line that stayed says nothing', async () => {
  const { row, at, begin, push, headSha } = await propose('gone');
  const [lost, kept] = [await begin('About two', at(2)), await begin('About five', at(5))];
  await push('zero\none\nTWO, quite another\nthree\nfour\nfive\n');
  const { notes, ...thread } = await threadOf(row, lost);
  expect(thread).toMatchObject({ active: false, resolved: false });
  expect(notes).toHaveLength(2);
  expect(notes[1]).toMatchObject({
    system: true,
    resolvable: false,
    base_discussion: false,
    system_note_icon_name: 'pencil',
    author: { id: owner.user.id },
    note: expect.stringMatching(/^changed this line in \[version 2 of the diff\]\(/),
  });
  const [, link = ''] = /href="([^"]+)"/.exec(notes[1]?.note_html ?? '') ?? [];
  expect(link).toContain(`${web(row)}/diffs?diff_id=`);
  expect(link).toContain(`start_sha=${headSha}#diff-content-`);
  const query = new URLSearchParams(
    link
      .slice(link.indexOf('?') + 1)
      .replace(/#.*/, '')
      .replaceAll('&amp;', '&'),
  );
  expect((await get(`${web(row)}/diffs_metadata.json?${query.toString()}`)).status).toBe(200);
  const lines = await get(notes[1]?.outdated_line_change_path ?? '');
  expect(lines.body.map((each: { text: string }) => each.text)).toContain('TWO, quite another');
  expect((await get(notes[1]?.outdated_line_change_path ?? '', outsider)).status).toBe(404);
  expect((await threadOf(row, kept)).notes).toHaveLength(1);
  // It is the system's: nobody edits or removes it, and no count of comments knows it.
  expect((await call('DELETE', `${rest(row)}/notes/${notes[1]?.id}`, owner)).status).toBe(403);
  expect((await call('GET', rest(row), owner)).body.user_notes_count).toBe(2);
  const told = (await call('GET', `${rest(row)}/notes?activity_filter=only_activity`, owner)).body;
  expect(told.some((each: { body: string }) => each.body.startsWith('changed this line'))).toBe(true);
});

test('of a line that was removed from the branch itself the branch is shown, not the target', async () => {
  const { row, begin, push } = await propose('ends');
  await push(FIRST.replace('two', 'TWO'));
  const versions = (await call('GET', `${rest(row)}/versions`, owner)).body;
  const [second, first] = versions.map((each: { head_commit_sha: string }) => each.head_commit_sha);
  // As one commit and as what came since the first version: the same two ends.
  const refs = { base_sha: first, start_sha: first, head_sha: second };
  const place = { position_type: 'text', old_path: 's.txt', new_path: 's.txt', old_line: 2 } as const;
  const id = await begin('Why not two?', { ...refs, ...place });
  await push(FIRST.replace('two', 'TWICE').replace('four', 'FOUR'));
  const word = (await threadOf(row, id)).notes.find((note) => note.outdated_line_change_path);
  const lines = (await get(word?.outdated_line_change_path ?? '')).body;
  expect(lines.map((each: { type: string | null; text: string }) => [each.type, each.text])).toEqual([
    [null, 'one'],
    ['old', 'two'],
    ['new', 'TWICE'],
    [null, 'three'],
    ['old', 'four'],
  ]);
});

test('it is said once for a version, however often that is looked at, and again when the line goes again', async () => {
  const { row, at, begin, push } = await propose('again');
  const id = await begin('About two', at(2));
  const said = async () => (await threadOf(row, id)).notes.slice(1).map(({ note }) => /version \d+/.exec(note)?.[0]);
  await push('something\nelse\n');
  await app.runJobs();
  expect(await said()).toEqual(['version 2']);
  await push('something\nelse\nagain\n');
  expect(await said()).toEqual(['version 2']);
  await push(FIRST);
  expect(await threadOf(row, id)).toMatchObject({ active: true });
  await push('something\nelse\n');
  expect(await said()).toEqual(['version 2', 'version 5']);
});

test('several lines, a whole file, and a thread that a push settles', async () => {
  const { row, at, begin, push } = await propose('kinds');
  const { line_code: start } = await threadOf(row, await begin('Start', at(2)));
  const { line_code: end } = await threadOf(row, await begin('End', at(3)));
  const range = { start: { line_code: start, type: 'new' }, end: { line_code: end, type: 'new' } };
  const lines = (
    await call('POST', `${rest(row)}/discussions`, reviewer, {
      body: 'Both',
      position: { ...at(3), line_range: range },
    })
  ).body.id;
  const { new_line: _line, ...whole } = at(1);
  const file = await begin('The file', { ...whole, position_type: 'file' });
  await call('PUT', `/projects/${project.id}`, owner, { resolve_outdated_diff_discussions: true });
  await push(null);
  const saidIn = async (id: string) => (await threadOf(row, id)).notes[1]?.note;
  expect(await saidIn(lines)).toMatch(/^changed these lines in \[version 2/);
  expect(await saidIn(file)).toMatch(/^changed this file in \[version 2/);
  expect(await threadOf(row, lines)).toMatchObject({ resolved: true, resolved_by_push: true });
  await call('PUT', `/projects/${project.id}`, owner, { resolve_outdated_diff_discussions: false });
});

test('what is told of a thread goes with its words', async () => {
  const { row, at, begin, push } = await propose('removed');
  const id = await begin('About two', at(2));
  await push('something\nelse\n');
  const [word] = (await threadOf(row, id)).notes;
  expect((await call('DELETE', `${rest(row)}/notes/${word?.id}`, reviewer)).status).toBe(204);
  expect((await get(`${web(row)}/discussions/${id}.json`)).status).toBe(404);
  const left: PageDiscussion[] = (await get(`${web(row)}/discussions.json?per_page=100`)).body;
  expect(left.flatMap(({ notes }) => notes).some(({ note }) => note.startsWith('changed this'))).toBe(false);
});

test('without its first words a thread goes on from the next ones, and without the last it goes', async () => {
  const { row, at, begin, push } = await propose('begins');
  const id = await begin('About two', at(2));
  await push('something\nelse\n');
  const answer = (await call('POST', `${rest(row)}/discussions/${id}/notes`, guest, { body: 'An answer' })).body;
  const [first] = (await threadOf(row, id)).notes;
  expect((await call('DELETE', `${rest(row)}/notes/${first?.id}`, reviewer)).status).toBe(204);
  const thread = await threadOf(row, id);
  expect(thread).toMatchObject({ resolvable: true, resolved: false });
  expect(thread.notes.map((note) => [note.system, note.base_discussion])).toEqual([
    [true, false],
    [false, true],
  ]);
  // Who pushed began nothing; who answered did.
  const resolve = (as: TestUser) => call('PUT', `${rest(row)}/discussions/${id}`, as, { resolved: true });
  expect((await resolve(outsider)).status).toBe(404);
  expect((await resolve(guest)).status).toBe(200);
  expect((await call('DELETE', `${rest(row)}/notes/${answer.id}`, guest)).status).toBe(204);
  expect((await get(`${web(row)}/discussions/${id}.json`)).status).toBe(404);
});
