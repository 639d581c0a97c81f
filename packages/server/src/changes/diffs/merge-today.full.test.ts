import type { DiffsBatch, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, who: TestUser | null = owner) {
  const server = await app.server();
  return server.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
}

async function get<T>(url: string): Promise<T> {
  const answer = await ask('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const LINES = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
const text = (change: Record<number, string>) => `${LINES.map((line, at) => change[at + 1] ?? line).join('\n')}\n`;

/** A request on line 50, while the target went on at line 5 and took a change that the request has too. */
async function beside() {
  const project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'f.txt': text({}), 'same.txt': 'before\n' },
  });
  const files = { 'f.txt': text({ 50: 'fifty' }), 'same.txt': 'after\n' };
  const row = await createMergeRequest(app, { project, author: owner, branch: 'own', files });
  await project.repository.commit({
    branch: 'main',
    parents: [await tipOf(project, 'main')],
    files: { 'f.txt': text({ 5: 'five' }), 'same.txt': 'after\n' },
    message: 'Go on',
  });
  await app.runJobs();
  const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const api = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
  return { project, row, page, api };
}

test('the comparison with the target as it stands today holds what merging would bring, and no more', async () => {
  const { project, page, api } = await beside();
  const plain = await get<DiffsMetadata>(`${page}/diffs_metadata.json`);
  expect(plain.diff_files.map((file) => file.new_path)).toEqual(['f.txt', 'same.txt']);
  expect(plain).toMatchObject({
    diff_head: false,
    merge_request_diff: { head_version_path: `${page}/diffs?diff_head=true` },
  });
  const query = new URL(plain.merge_request_diff?.head_version_path ?? '', 'http://here').search;
  expect((await ask('GET', `/-/page${page}/diffs${query}`)).statusCode).toBe(200);
  const metadata = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  expect(metadata.diff_files.map((file) => file.new_path)).toEqual(['f.txt']);
  expect(metadata).toMatchObject({ diff_head: true, latest_diff: false, start_version: null, commit: null });
  expect(metadata.diff_refs.base_sha).toBe(await tipOf(project, 'main'));
  const { commit_id: merged } = await get<{ commit_id: string }>(`${api}/merge_ref`);
  expect(metadata.diff_refs.head_sha).toBe(merged);
  // The page asks for lines by the version it knows.
  const batch = `${page}/diffs_batch.json${query}&diff_id=${metadata.merge_request_diff?.id}`;
  const [file] = (await get<DiffsBatch>(batch)).diff_files;
  expect(file?.highlighted_diff_lines.filter((line) => line.type === 'new')).toMatchObject([
    { new_line: 50, text: 'fifty' },
  ]);
  const one = await get<PageDiffFile>(`${page}/diff_for_path${query}&new_path=f.txt&old_path=f.txt`);
  expect(one.comments_disabled_reason).toContain('latest version');
  const context = await ask('GET', `${file?.context_lines_path}&since=1&to=5`);
  expect([context.statusCode, context.body.includes('five')]).toEqual([200, true]);
  const position = { ...metadata.diff_refs, position_type: 'text', old_path: 'f.txt', new_path: 'f.txt', new_line: 50 };
  const refused = await ask('POST', `${api}/discussions`, { body: 'Here', position });
  expect(refused.statusCode).toBe(422);
});

test('files are of the comparison whose names the page has, or are refused when branch was updated', async () => {
  const { project, page } = await beside();
  const query = '?diff_head=true';
  const { diff_refs: refs } = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  const batch = `${page}/diffs_batch.json${query}&compared=${refs.base_sha}..${refs.head_sha}`;
  expect((await get<DiffsBatch>(batch)).diff_files.map((file) => file.new_path)).toEqual(['f.txt']);
  await project.repository.commit({
    branch: 'main',
    parents: [await tipOf(project, 'main')],
    files: { 'another.txt': 'more\n' },
    message: 'Go on once more',
  });
  await app.runJobs();
  const refused = await ask('GET', batch);
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('branch was updated')]);
  expect((await ask('GET', `${page}/diffs_batch.json${query}&compared=main..own`)).statusCode).toBe(400);
  const anew = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  expect(anew.diff_refs.base_sha).toBe(await tipOf(project, 'main'));
});

test('so are files of branches that are not proposed yet', async () => {
  const { project } = await beside();
  const page = `/${project.full_path}/-/merge_requests/new`;
  const query = `?source_branch=own&target_project_id=${project.id}&target_branch=main`;
  const { diff_refs: refs } = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  const compared = `&compared=${refs.base_sha}..${refs.head_sha}`;
  const batch = `${page}/diffs_batch.json${query}${compared}`;
  expect((await get<DiffsBatch>(batch)).diff_files.map((file) => file.new_path)).toEqual(['f.txt', 'same.txt']);
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'before.txt': 'first by its name\n' } });
  const doors = [batch, `${page}/diff_for_path${query}${compared}&new_path=f.txt&old_path=f.txt`];
  const refused = await Promise.all(doors.map((door) => ask('GET', door)));
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
  expect(refused[0]?.body).toContain('branch was updated');
});

test('where there is nothing to merge the comparison is not offered, and says why when it is asked for', async () => {
  const { project, row, page, api } = await beside();
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'f.txt': text({ 5: 'mine' }) } });
  await app.runJobs();
  const metadata = await get<DiffsMetadata>(`${page}/diffs_metadata.json`);
  expect(metadata.merge_request_diffs.map((each) => each.head_version_path)).toEqual([null, null]);
  const refused = await ask('GET', `${page}/diffs_metadata.json?diff_head=true`);
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('conflict')]);
  expect((await ask('GET', `/-/page${page}/diffs?diff_head=true`)).statusCode).toBe(200);
  expect((await ask('PUT', api, { state_event: 'close' })).statusCode).toBe(200);
  expect((await ask('GET', `${page}/diffs_batch.json?diff_head=true`)).body).toContain('closed');
  const stranger = await createUser(app);
  for (const who of [null, stranger]) {
    expect((await ask('GET', `${page}/diffs_metadata.json?diff_head=true`, undefined, who)).statusCode).toBe(404);
  }
  expect(row.state).toBe('opened');
});
