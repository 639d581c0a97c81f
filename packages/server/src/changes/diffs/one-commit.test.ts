import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffsBatch, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { EMPTY_TREE_OID } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST', url: string, payload?: object, who: TestUser | null = owner) {
  const server = await app.server();
  return server.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
}

async function get<T>(url: string): Promise<T> {
  const answer = await ask('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const pageOf = (project: BuiltProject, row: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${row.iid}`;
const apiOf = (project: BuiltProject, row: MergeRequestRow) =>
  `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;

async function comment(project: BuiltProject, row: MergeRequestRow, file: PageDiffFile, line: number) {
  const position = { ...file.diff_refs, position_type: 'text', old_path: file.old_path, new_path: file.new_path };
  const body = { body: 'Here', position: { ...position, new_line: line } };
  const answer = await ask('POST', `${apiOf(project, row)}/discussions`, body);
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ id: string }>();
  return id;
}

async function threadOf(project: BuiltProject, row: MergeRequestRow, id: string) {
  const all = await get<PageDiscussion[]>(`${pageOf(project, row)}/discussions.json`);
  return all.find((each) => each.id === id);
}

/** A request whose branch brings the first commit of a history of its own beside one on top of it. */
async function withRoot() {
  const project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'README.md': '#\n' },
  });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic' });
  const root = await project.repository.commit({
    branch: 'other',
    parents: [],
    files: { 'root.txt': 'one\ntwo\n' },
    message: 'Begin',
  });
  await project.repository.commit({
    branch: 'topic',
    parents: [await tipOf(project, 'topic'), root],
    files: { 'root.txt': 'one\ntwo\n' },
    message: 'Join',
  });
  await pushCommit(app, { project, branch: 'topic', by: owner, files: { 'last.txt': 'last\n' } });
  await app.runJobs();
  return { project, row, root };
}

test('the first commit of a history is shown alone, all of it new, at every interface', async () => {
  const { project, row, root } = await withRoot();
  const page = pageOf(project, row);
  const query = `?commit_id=${root}`;
  expect((await ask('GET', `/-/page${page}/diffs${query}`)).statusCode).toBe(200);
  const metadata = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  expect(metadata).toMatchObject({ commit: { id: root, title: 'Begin' }, added_lines: 2, removed_lines: 0, size: 1 });
  const { diff_files: files } = await get<DiffsBatch>(`${page}/diffs_batch.json${query}`);
  const [file] = files;
  if (!file) throw new Error('no file');
  expect(file).toMatchObject({ new_path: 'root.txt', new_file: true, diff_refs: { base_sha: EMPTY_TREE_OID } });
  expect(file.highlighted_diff_lines.map((line) => line.text)).toEqual(['one', 'two']);
  const one = await get<PageDiffFile>(`${page}/diff_for_path${query}&new_path=root.txt&old_path=root.txt`);
  expect(one.added_lines).toBe(2);
  expect((await ask('GET', `${page}/diff_by_file_hash/${file.file_hash}${query}`)).statusCode).toBe(200);
  expect((await ask('GET', `${page}/diffs_highlight.json${query}&file_hash=${file.file_hash}`)).statusCode).toBe(200);
  expect((await ask('GET', `${page}/diffs_batches.ndjson${query}`)).body).toContain('root.txt');
  expect((await ask('GET', `${page}.diff${query}`)).body).toContain('+two');
  const mail = await ask('GET', `${page}.patch${query}`);
  expect([mail.statusCode, mail.body.includes('+two'), mail.body.match(/^Subject/gm)?.length]).toEqual([200, true, 1]);
  const diff = await get<object[]>(`/api/v4/projects/${project.id}/repository/commits/${root}/diff`);
  expect(diff).toMatchObject([{ new_path: 'root.txt', new_file: true }]);
  expect((await ask('GET', `${page}/diffs_metadata.json${query}`, undefined, null)).statusCode).toBe(404);
  const stranger = await createUser(app);
  expect((await ask('GET', `${page}/diffs_batch.json${query}`, undefined, stranger)).statusCode).toBe(404);
});

test.runIf(IS_FULL)(
  'a comment on a line of the first commit of a history stands there and follows the newest version',
  async () => {
    const { project, row, root } = await withRoot();
    const { diff_files: files } = await get<DiffsBatch>(`${pageOf(project, row)}/diffs_batch.json?commit_id=${root}`);
    const id = await comment(project, row, files[0]!, 2);
    const thread = await threadOf(project, row, id);
    expect(thread?.original_position).toMatchObject({ base_sha: EMPTY_TREE_OID, head_sha: root, new_line: 2 });
    expect(thread?.position).toMatchObject({ new_line: 2 } satisfies Partial<DiffPosition>);
    expect(thread?.active).toBe(true);
  },
);

test('all changes since a thread on one commit are a comparison that exists', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'f.txt': 'a\nb\nc\n' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'own', files: { 'f.txt': 'a\nB\nc\n' } });
  const middle = await pushedTogether(project, ['f.txt', 'a\nB\nC\n'], ['g.txt', 'g\n']);
  await app.runJobs();
  const page = pageOf(project, row);
  const { diff_files: files } = await get<DiffsBatch>(`${page}/diffs_batch.json?commit_id=${middle}`);
  const id = await comment(project, row, files[0]!, 3);
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'f.txt': 'a\nB\nc again\n' } });
  await app.runJobs();
  const thread = await threadOf(project, row, id);
  expect(thread).toMatchObject({ active: false, compare_path: `${page}/diffs?start_sha=${middle}` });
  expect((await ask('GET', `/-/page${thread?.compare_path}`)).statusCode).toBe(200);
  const query = `?start_sha=${middle}`;
  const metadata = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  expect(metadata).toMatchObject({ start_commit: middle, start_version: null, latest_diff: false, commit: null });
  expect(metadata.diff_files.map((file) => file.new_path)).toEqual(['f.txt', 'g.txt']);
  expect(await get(`${page}/rebase_changes.json${query}`)).toEqual({ files: [], parts: [] });
  const batch = await get<DiffsBatch>(`${page}/diffs_batch.json${query}`);
  // What is seen there can be spoken of there.
  const later = await threadOf(project, row, await comment(project, row, batch.diff_files[0]!, 3));
  expect(later).toMatchObject({ active: true, original_position: { base_sha: middle } });
  const version = metadata.merge_request_diffs.find((each) => each.version_index === 2);
  expect(
    (await get<DiffsMetadata>(`${page}/diffs_metadata.json?start_sha=${version?.head_commit_sha}`)).start_commit,
  ).toBe(null);
  const foreign = await tipOf(project, 'main');
  expect((await ask('GET', `${page}/diffs_metadata.json?start_sha=${foreign}`)).statusCode).toBe(404);
});

/** Two commits pushed at once; the id of the first. */
async function pushedTogether(project: BuiltProject, first: [string, string], second: [string, string]) {
  const sha = await project.repository.commit({
    branch: 'own',
    parents: [await tipOf(project, 'own')],
    files: { [first[0]]: first[1] },
    message: 'First',
  });
  await pushCommit(app, { project, branch: 'own', by: owner, files: { [second[0]]: second[1] } });
  return sha;
}

test.runIf(IS_FULL)('a commit that was rewritten is shown of the version that had it', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'f.txt': 'a\n' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'again', files: { 'f.txt': 'a\nb\n' } });
  const page = pageOf(project, row);
  const before = await tipOf(project, 'again');
  const { diff_files: files } = await get<DiffsBatch>(`${page}/diffs_batch.json?commit_id=${before}`);
  const id = await comment(project, row, files[0]!, 2);
  const base = await tipOf(project, 'main');
  const rewritten = await ask('POST', `/api/v4/projects/${project.id}/repository/commits`, {
    branch: 'again',
    start_sha: base,
    force: true,
    commit_message: 'Anew',
    actions: [{ action: 'update', file_path: 'f.txt', content: 'a\nB\n' }],
  });
  expect(rewritten.statusCode, rewritten.body).toBe(201);
  await app.runJobs();
  expect(await threadOf(project, row, id)).toMatchObject({ active: false });
  const query = `?commit_id=${before}`;
  expect((await ask('GET', `/-/page${page}/diffs${query}`)).statusCode).toBe(200);
  const metadata = await get<DiffsMetadata>(`${page}/diffs_metadata.json${query}`);
  expect(metadata).toMatchObject({ commit: { id: before }, added_lines: 1, merge_request_diff: { latest: false } });
  const again = await get<DiffsBatch>(`${page}/diffs_batch.json${query}`);
  expect(again.diff_files[0]?.highlighted_diff_lines.map((line) => line.text)).toEqual(['a', 'b']);
  // Each version has commits of its own to choose from.
  type Listed = { commits: { id: string }[]; count: number };
  const ofVersion = `${page}/commits.json?diff_id=${metadata.merge_request_diff?.id}`;
  expect(await get<Listed>(ofVersion)).toMatchObject({ commits: [{ id: before }], count: 1 });
  expect((await get<Listed>(`${page}/commits.json`)).commits.map(({ id: sha }) => sha)).not.toContain(before);
  expect((await ask('GET', `${page}/commits.json?diff_id=1`)).statusCode).toBe(404);
  // A version that is named is that one, and what no version had stays unknown.
  const [newest] = await get<{ id: number }[]>(`${apiOf(project, row)}/versions`);
  for (const other of [`${query}&diff_id=${newest?.id}`, `?commit_id=${base}`]) {
    expect((await ask('GET', `${page}/diffs_metadata.json${other}`)).statusCode).toBe(404);
  }
});

/** Where two versions and their commits are, and what the interfaces answer about a part of them. */
async function withTwoVersions() {
  const project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'f.txt': 'a\n' },
  });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'own', files: { 'f.txt': 'b\n' } });
  const first = await tipOf(project, 'own');
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'g.txt': 'g\n' } });
  await app.runJobs();
  const page = pageOf(project, row);
  const metadata = (query: string) => get<DiffsMetadata>(`${page}/diffs_metadata.json?${query}`);
  const refusal = async (query: string) => {
    const answer = await ask('GET', `${page}/diffs_metadata.json?${query}`);
    return [answer.statusCode, answer.json<{ error: { code: string; message: string } }>().error];
  };
  return { project, row, page, first, head: await tipOf(project, 'own'), metadata, refusal };
}

test('the beginning of a commit id is enough at every interface, as long as it is the only one', async () => {
  const { project, row, page, first, head, metadata, refusal } = await withTwoVersions();
  const short = first.slice(0, 7);
  const query = `commit_id=${short}`;
  for (const named of [query, `commit_id=${first.slice(0, 12).toUpperCase()}`])
    expect((await metadata(named)).commit).toMatchObject({ id: first });
  expect((await get<DiffsBatch>(`${page}/diffs_batch.json?${query}`)).diff_files).toHaveLength(1);
  expect((await ask('GET', `${page}/diffs_batches.ndjson?${query}`)).body).toContain('f.txt');
  expect((await ask('GET', `${page}.diff?${query}`)).body).toContain('+b');
  const hash = (await metadata(query)).diff_files[0]?.file_hash;
  for (const door of [
    'diff_for_path?new_path=f.txt&',
    `diff_by_file_hash/${hash}?`,
    `diffs_highlight.json?file_hash=${hash}&`,
  ])
    expect((await ask('GET', `${page}/${door}${query}`)).statusCode, door).toBe(200);
  expect((await metadata(`start_sha=${short}`)).start_version).toMatchObject({ head_commit_sha: first });
  // The page itself asks ahead for what it will ask for, which is by the whole id.
  const shown = await ask('GET', `${page}/diffs?${query}`);
  expect([shown.statusCode, shown.body.includes(`commit_id=${first}`)]).toEqual([200, true]);
  // Commits of the target branch are none of the request, however they are named.
  const foreign = (await tipOf(project, 'main')).slice(0, 10);
  expect(await refusal(`commit_id=${foreign}`)).toEqual([
    404,
    expect.objectContaining({ code: 'commit_unknown', message: `Commit ${foreign} is not in these changes.` }),
  ]);
  expect(await refusal(`start_sha=${foreign}`)).toMatchObject([404, { code: 'commit_unknown' }]);
  for (const bad of ['abc123', 'main', `${first}0`, '%25%25%25%25%25%25%25', '_______'])
    expect((await ask('GET', `${page}/diffs_metadata.json?commit_id=${bad}`)).statusCode, bad).toBe(400);
  expect((await ask('GET', `${page}/diffs?commit_id=_______`)).statusCode).toBe(200);
  // A second commit that begins so, of any version of this request.
  const twin = short + (first.endsWith('0') ? '1' : '0').repeat(33);
  await app.system.db
    .updateTable('merge_request_version_commits')
    .set({ sha: twin })
    .where('sha', '=', first)
    .where('version_id', '=', (await metadata('')).merge_request_diff?.id ?? 0)
    .execute();
  expect(await refusal(query)).toMatchObject([400, { code: 'commit_ambiguous' }]);
  expect(await refusal(`start_sha=${short}`)).toMatchObject([400, { code: 'commit_ambiguous' }]);
  expect((await metadata(`start_sha=${head.slice(0, 9)}`)).start_version).toMatchObject({ head_commit_sha: head });
  const stranger = await createUser(app);
  expect(
    (await ask('GET', `${pageOf(project, row)}/diffs_metadata.json?${query}`, undefined, stranger)).json(),
  ).toEqual((await ask('GET', `${pageOf(project, row)}/diffs_metadata.json`, undefined, stranger)).json());
});

test.runIf(IS_FULL)(
  'a version that is not there is told by its id, and since its own head it has nothing',
  async () => {
    const { project, row, page, head, metadata, refusal } = await withTwoVersions();
    expect(await refusal('diff_id=2147483647')).toEqual([
      404,
      expect.objectContaining({ message: 'There is no version with ID 2147483647.' }),
    ]);
    const since = await metadata(`start_sha=${head}`);
    expect(since).toMatchObject({
      size: 0,
      diff_files: [],
      start_version: { latest: true },
      merge_request_diff: { latest: true },
      latest_diff: false,
    });
    expect(await get(`${page}/rebase_changes.json?start_sha=${head}`)).toEqual({ files: [], parts: [] });
    expect((await get<DiffsBatch>(`${page}/diffs_batch.json?start_sha=${head}`)).diff_files).toEqual([]);
    for (const name of ['diff', 'patch']) {
      const text = await ask('GET', `${page}.${name}?start_sha=${head}`);
      expect([text.statusCode, text.body], name).toEqual([200, '']);
    }
    // Nothing of it can be spoken of.
    const refs = { base_sha: head, start_sha: head, head_sha: head };
    const position = { ...refs, position_type: 'text', old_path: 'f.txt', new_path: 'f.txt', new_line: 1 };
    const said = await ask('POST', `${apiOf(project, row)}/discussions`, { body: 'Here', position });
    expect(said.statusCode, said.body).toBe(422);
  },
);
