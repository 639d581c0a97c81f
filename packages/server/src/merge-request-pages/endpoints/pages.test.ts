import type { DiffsBatch, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { gitSpawnCount } from '@tributary/git';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;

const TEXT = Array.from({ length: 60 }, (_, line) => `const line${line} = ${line};`).join('\n');

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  developer = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'src/a.ts': `${TEXT}\n`, 'b.txt': 'b\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
});
afterAll(() => app.close());

async function get(path: string, user: TestUser | undefined = developer) {
  const server = await app.server();
  const answer = await server.inject({ url: path, ...(user && { headers: user.headers }) });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, text: answer.body };
}

const page = (path: string, user?: TestUser) => get(`/-/page/${project.full_path}/-/merge_requests${path}`, user);
const json = (path: string, user?: TestUser) => get(`/${project.full_path}/-/merge_requests${path}`, user);

const change = TEXT.replace('line10 = 10', 'line10 = 100').replace('line50 = 50;', 'line50 = 50;\nconst extra = 1;');

test('the pages of a merge request hold what they show', async () => {
  const row = await createMergeRequest(app, {
    project,
    author: developer,
    branch: 'pages',
    files: { 'src/a.ts': `${change}\n`, 'yarn.lock': 'x\n', 'b.txt': null },
    title: 'Use `code` & <b>',
  });
  await app.runJobs();
  const show = await page(`/${row.iid}`);
  expect([show.status, show.body.kind, show.body.key]).toEqual([200, 'merge_request_show', `merge_request:${row.id}`]);
  expect(show.body.data).toMatchObject({
    tab: 'overview',
    mergeRequest: {
      titleHtml: 'Use <code>code</code> &amp; &lt;b&gt;',
      changesCount: '3',
      addedLines: 3,
      removedLines: 2,
      commitsCount: 1,
      source: { branch: 'pages' },
    },
    can: { update: true, delete: false, edit: true },
    widget: { widget_state: 'readyToMerge', mergeable: true, commits_count: 1 },
    notes: { noteableType: 'MergeRequest', notice: null },
    commits: null,
  });
  const commits = await page(`/${row.iid}/commits`);
  expect(commits.body.data.commits).toMatchObject({
    total: 1,
    items: [{ title: expect.stringContaining('Add feature') }],
  });
  expect((await page(`/${row.iid}/diffs`)).body.data.tab).toBe('changes');
  const list = await page('?search=code&author_username=' + developer.user.username);
  expect(list.body.data).toMatchObject({
    counts: { opened: 1, merged: 0, closed: 0, all: 1 },
    items: [{ iid: row.iid, draft: false, hasConflicts: false }],
    tokens: [{ param: 'author_username', value: developer.user.username, isNegated: false }],
  });
  expect((await page('?not[author_username]=' + developer.user.username)).body.data.items).toEqual([]);
  expect((await page(`/${row.iid}/edit`)).body.data.form.title).toBe('Use `code` & <b>');
  expect((await page('/4711')).status).toBe(404);
  expect((await page('/1e3')).status).toBe(404);
});

test('changes come from the index, without a git process once it is warm', async () => {
  const row = await createMergeRequest(app, {
    project,
    author: developer,
    branch: 'changes',
    files: { 'src/a.ts': `${change}\n`, 'yarn.lock': 'x\n', 'b.txt': null },
  });
  // Names are answered as soon as they are known, lines are counted a moment later.
  const facts = await vi.waitFor(async () => {
    const found = (await json(`/${row.iid}/diffs_metadata.json`)).body as DiffsMetadata;
    expect(found).toMatchObject({ status: 'ready', size: 3, added_lines: 3, removed_lines: 2, latest_diff: true });
    return found;
  }, 10_000);
  expect(facts.diff_files.map((file) => file.new_path)).toEqual(['b.txt', 'src/a.ts', 'yarn.lock']);
  const first = (await json(`/${row.iid}/diffs_batch.json?page=0&per_page=2&view=parallel`)).body as DiffsBatch;
  expect(first.pagination.total_pages).toBe(3);
  expect(first.diff_files).toHaveLength(2);
  const [deleted, changed] = first.diff_files;
  expect(deleted).toMatchObject({ deleted_file: true, viewer: { name: 'text' } });
  const hash = changed?.file_hash ?? '';
  expect(changed?.highlighted_diff_lines.filter((line) => line.type === 'new').map((line) => line.line_code)).toEqual([
    `${hash}_12_11`,
    `${hash}_52_52`,
  ]);
  expect(changed?.parallel_diff_lines).toContainEqual({ left: expect.any(Number), right: expect.any(Number) });
  const edited = changed?.highlighted_diff_lines.find((line) => line.new_line === 11 && line.type === 'new');
  expect(edited).toMatchObject({ text: 'const line10 = 100;', changed_ranges: [{ start: 15, end: 18 }] });
  const second = (await json(`/${row.iid}/diffs_batch.json?page=2&per_page=30`)).body as DiffsBatch;
  expect(second.diff_files[0]).toMatchObject({ new_path: 'yarn.lock', collapsed: true, collapse_reason: 'generated' });
  expect(second.diff_files[0]?.highlighted_diff_lines).toEqual([]);
  const opened = await get(second.diff_files[0]?.load_collapsed_diff_url ?? '');
  expect(opened.body).toMatchObject({ collapsed: false, highlighted_diff_lines: [{ type: 'new', text: 'x' }] });

  const before = await quietGit();
  await json(`/${row.iid}/diffs_metadata.json`);
  await json(`/${row.iid}/diffs_batch.json?page=0&per_page=30`);
  expect(gitSpawnCount() - before).toBe(0);
});

test('hidden lines are opened and coloured', async () => {
  const row = await createMergeRequest(app, { project, author: developer, files: { 'src/a.ts': `${change}\n` } });
  const [file] = ((await json(`/${row.iid}/diffs_batch.json`)).body as DiffsBatch).diff_files;
  const lines = await get(`${file?.context_lines_path}&since=18&to=37&offset=0&unfold=true`);
  expect(lines.body).toHaveLength(21);
  expect(lines.body[0]).toMatchObject({ type: 'match', meta_data: { old_pos: 18, new_pos: 18 } });
  expect(lines.body[1]).toMatchObject({
    old_line: 18,
    new_line: 18,
    text: 'const line17 = 17;',
    line_code: `${file?.file_hash}_18_18`,
  });
  const foreign = await tipOf(project, 'main');
  const path = `/${row.iid}/context_lines?sha=${foreign.replace(/^./, '0')}&path=src/a.ts`;
  expect((await json(path)).status).toBe(404);
  const colours = await json(`/${row.iid}/diffs_highlight.json?file_hash=${file?.file_hash}`);
  expect(colours.body.files[0].rich_text).toHaveLength(file?.highlighted_diff_lines.length ?? 0);
  expect(colours.body.files[0].rich_text[1]).toContain('hl-');
});

test('versions are compared, commits shown alone, and foreign ids refused', async () => {
  const row = await createMergeRequest(app, {
    project,
    author: developer,
    branch: 'compared',
    files: { 'one.txt': '1\n' },
  });
  const other = await createMergeRequest(app, { project, author: developer, files: { 'alien.txt': '1\n' } });
  await pushCommit(app, { project, branch: 'compared', files: { 'two.txt': '2\n' }, by: developer, message: 'Two' });
  const metadata = (await json(`/${row.iid}/diffs_metadata.json`)).body as DiffsMetadata;
  const [latest, first] = metadata.merge_request_diffs;
  expect([latest?.version_index, first?.version_index]).toEqual([2, 1]);
  const compared = await get(first?.compare_path.replace('/diffs?', '/diffs_metadata.json?') ?? '');
  expect(compared.body.diff_files.map((file: { new_path: string }) => file.new_path)).toEqual(['two.txt']);
  expect(latest?.compare_path).toBe(latest?.version_path);
  const itself = await get(latest?.compare_path.replace(/diffs$/, 'diffs_metadata.json') ?? '');
  expect(itself.body.diff_files.map((file: { new_path: string }) => file.new_path)).toEqual(['one.txt', 'two.txt']);
  const old = (await json(`/${row.iid}/diffs_metadata.json?diff_id=${first?.id}`)).body as DiffsMetadata;
  expect(old.diff_files.map((file) => file.new_path)).toEqual(['one.txt']);
  expect(old.latest_diff).toBe(false);
  const commit = await json(`/${row.iid}/diffs_metadata.json?commit_id=${latest?.head_commit_sha}`);
  expect(commit.body).toMatchObject({ commit: { title: 'Two', prev_commit_id: row.head_sha, next_commit_id: null } });
  for (const query of [
    `diff_id=${other.latest_version_id}`,
    `commit_id=${other.head_sha}`,
    `start_sha=${other.head_sha}`,
  ]) {
    expect((await json(`/${row.iid}/diffs_metadata.json?${query}`)).status).toBe(404);
  }
});

test('the diff and the commits are downloaded as text', async () => {
  const row = await createMergeRequest(app, { project, author: developer, files: { 'down.txt': 'load\n' } });
  const server = await app.server();
  const of = (name: string) =>
    server.inject({ url: `/${project.full_path}/-/merge_requests/${row.iid}.${name}`, headers: developer.headers });
  const diff = await of('diff');
  expect([diff.statusCode, diff.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(diff.body).toContain('+load');
  expect((await of('patch')).body).toContain('Subject: [PATCH]');
});

test('a new merge request is prepared from two branches', async () => {
  await project.repository.commit({
    branch: 'fresh',
    parents: [await tipOf(project, 'main')],
    files: { 'new.txt': 'n\n' },
    message: 'Add it\n\nBecause.',
  });
  const choose = await page('/new');
  expect(choose.body.data).toMatchObject({ step: 'branches', problems: [], target: { branch: 'main' } });
  const form = await page('/new?merge_request[source_branch]=fresh');
  expect(form.body.data).toMatchObject({
    step: 'form',
    form: { title: 'Add it', description: 'Because.', draft: false },
    preview: { commitsCount: 1, filesCount: 1, addedLines: 1 },
  });
  const preview = await get(form.body.data.preview.diffs.batchPath);
  expect(preview.body.diff_files[0]).toMatchObject({ new_path: 'new.txt', new_file: true });
  expect((await get(form.body.data.preview.diffs.metadataPath)).body.size).toBe(1);
  const changes = await page('/new/diffs?merge_request[source_branch]=fresh');
  expect([form.body.data.tab, changes.body]).toMatchObject([
    'commits',
    { kind: 'merge_request_new', data: { step: 'form', tab: 'changes', source: { branch: 'fresh' } } },
  ]);
  const [commit] = form.body.data.preview.commits;
  expect((await get(`/-/page${commit.changesPath}`)).status).toBe(200);
  const problem = await page('/new?merge_request[source_branch]=main');
  expect(problem.body.data.problems).toEqual(["You can't use same project/branch for source and target"]);
  const server = await app.server();
  expect((await server.inject(`/-/page/${project.full_path}/-/merge_requests/new`)).statusCode).toBe(401);
});
