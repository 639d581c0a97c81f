import type { DiffsBatch, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
/** Commits of the target branch, oldest first. */
let merged: string[];

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'README.md': '#\n' },
  });
  merged = [];
  for (const name of ['one', 'two', 'three']) {
    merged.push(
      await project.repository.commit({
        branch: 'main',
        parents: [await tipOf(project, 'main')],
        files: { [`${name}.txt`]: `${name}\n` },
        message: `Add ${name}`,
      }),
    );
  }
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'DELETE';

async function ask(who: TestUser | null, method: Method, url: string, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
}

async function request() {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const api = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/context_commits`;
  return { row, page, api, metadata: `${page}/diffs_metadata.json` };
}

test('commits of the target branch give context: listed, shown together, and taken off again', async () => {
  const { page, api, metadata } = await request();
  expect((await ask(owner, 'GET', api)).json()).toEqual([]);
  expect((await ask(owner, 'GET', metadata)).json<DiffsMetadata>().context_commits_diff).toBeNull();
  const added = await ask(owner, 'POST', api, { commits: [merged[0], merged[1]?.slice(0, 12)] });
  expect([added.statusCode, added.json()]).toMatchObject([
    201,
    [{ id: merged[1], title: 'Add two' }, { id: merged[0] }],
  ]);
  expect((await ask(owner, 'POST', api, { commits: [merged[0]] })).statusCode).toBe(201);
  const listed = (await ask(owner, 'GET', api)).json<{ id: string }[]>();
  expect(listed.map(({ id }) => id)).toEqual([merged[1], merged[0]]);
  const told = (await ask(owner, 'GET', metadata)).json<DiffsMetadata>();
  expect(told.context_commits_diff).toMatchObject({ commits_count: 2, showing_context_commits_diff: false });
  const query = new URL(told.context_commits_diff?.diffs_path ?? '', 'http://here').search;
  const shown = (await ask(owner, 'GET', `${metadata}${query}`)).json<DiffsMetadata>();
  expect(shown.diff_files.map((file) => file.new_path)).toEqual(['one.txt', 'two.txt']);
  expect(shown).toMatchObject({ latest_diff: false, context_commits_diff: { showing_context_commits_diff: true } });
  const batch = (await ask(owner, 'GET', `${page}/diffs_batch.json${query}`)).json<DiffsBatch>();
  expect(batch.diff_files[0]?.comments_disabled_reason).toContain('target branch');
  const { data } = (await ask(owner, 'GET', `/-/page${page}/commits`)).json<{ data: MergeRequestShowPageData }>();
  expect(data.commits?.context.map((commit) => [commit.title, commit.changesPath])).toEqual([
    ['Add two', `/${project.full_path}/-/commit/${merged[1]}`],
    ['Add one', `/${project.full_path}/-/commit/${merged[0]}`],
  ]);
  const offered = (await ask(owner, 'GET', `${page}/context_commits.json?search=add`)).json<
    { id: string; is_context_commit: boolean }[]
  >();
  expect(offered.filter((commit) => commit.is_context_commit).map(({ id }) => id)).toEqual([merged[1], merged[0]]);
  expect(offered.map(({ id }) => id)).toContain(merged[2]);
  expect((await ask(owner, 'DELETE', api, { commits: [merged[0], merged[1]] })).statusCode).toBe(204);
  expect((await ask(owner, 'GET', api)).json()).toEqual([]);
  expect((await ask(owner, 'GET', `${metadata}${query}`)).statusCode).toBe(404);
  const said = (await ask(owner, 'GET', `${api.replace('context_commits', 'notes')}?sort=asc`)).json<
    { body: string }[]
  >();
  const [one, two] = merged.map((sha) => sha.slice(0, 8));
  const commits = [`* ${one} - Add one`, `* ${two} - Add two`];
  expect(said.map((note) => note.body.split('\n').toSorted())).toEqual([
    ['', ...commits, 'added 2 commits as context'],
    ['', ...commits, 'removed 2 commits from context'],
  ]);
});

test('commits are looked for by message, author and date, a page at a time', async () => {
  const { page } = await request();
  type Offered = { id: string; title: string; author_name: string; author_email: string; committed_date: string };
  const offered = (query: Record<string, string>) =>
    ask(owner, 'GET', `${page}/context_commits.json?${new URLSearchParams(query).toString()}`);
  const titles = async (query: Record<string, string>) =>
    (await offered(query)).json<Offered[]>().map(({ title }) => title);
  const all = (await offered({})).json<Offered[]>();
  const newest = all[0];
  expect(all.map(({ title }) => title)).toEqual(expect.arrayContaining(['Add one', 'Add two', 'Add three']));
  expect(await titles({ search: ' ADD two ' })).toEqual(['Add two']);
  expect(await titles({ author: newest?.author_email ?? '', search: 'add three' })).toEqual(['Add three']);
  expect(await titles({ author: 'nobody@nowhere' })).toEqual([]);
  const before = '2000-01-01';
  expect(await titles({ since: before })).toHaveLength(all.length);
  expect(await titles({ until: before })).toEqual([]);
  expect(await titles({ since: newest?.committed_date ?? '', search: 'add three' })).toEqual(['Add three']);
  expect(await titles({ offset: String(all.length) })).toEqual([]);
  for (const query of [{ since: 'soon' }, { author: 'a'.repeat(201) }]) {
    expect((await offered(query)).statusCode).toBe(400);
  }
});

test('what is not in the target branch, unknown, empty or too many is refused', async () => {
  const { row, api } = await request();
  for (const commits of [[row.head_sha], ['0'.repeat(40)], [merged[0], row.head_sha]]) {
    const refused = await ask(owner, 'POST', api, { commits });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('not in the target branch')]);
  }
  for (const commits of [[], ['main'], Array.from({ length: 101 }, () => merged[0])]) {
    expect((await ask(owner, 'POST', api, { commits })).statusCode).toBe(400);
  }
  expect((await ask(owner, 'POST', api, {})).statusCode).toBe(400);
  expect((await ask(owner, 'GET', api)).json()).toEqual([]);
});

test('what someone else has taken off meanwhile hinders nobody from taking off the rest', async () => {
  const { row, api } = await request();
  expect((await ask(owner, 'POST', api, { commits: [merged[0], merged[1]] })).statusCode).toBe(201);
  const remove = async (commits: unknown[]) => (await ask(owner, 'DELETE', api, { commits })).statusCode;
  expect(await remove([merged[0]])).toBe(204);
  for (const other of ['0'.repeat(40), row.head_sha]) expect(await remove([merged[1], other])).toBe(400);
  expect((await ask(owner, 'GET', api)).json()).toMatchObject([{ id: merged[1] }]);
  expect(await remove([merged[0], merged[1]?.slice(0, 12)])).toBe(204);
  expect((await ask(owner, 'GET', api)).json()).toEqual([]);
  expect(await remove([merged[0]])).toBe(204);
});

test('they are for those who may change the request, and hidden with the project', async () => {
  const { page, api } = await request();
  const [reporter, stranger] = [await createUser(app), await createUser(app)];
  await addMember(app, { project, user: reporter.user, level: 20 });
  expect((await ask(owner, 'POST', api, { commits: [merged[0]] })).statusCode).toBe(201);
  expect((await ask(reporter, 'GET', api)).json()).toMatchObject([{ id: merged[0] }]);
  expect((await ask(reporter, 'POST', api, { commits: [merged[1]] })).statusCode).toBe(403);
  expect((await ask(reporter, 'DELETE', api, { commits: [merged[0]] })).statusCode).toBe(403);
  const formOf = async (who: TestUser) =>
    (await ask(who, 'GET', `/-/page${page}/commits`)).json<{ data: MergeRequestShowPageData }>().data.commits
      ?.contextForm;
  expect(await formOf(reporter)).toBeNull();
  expect(await formOf(owner)).toMatchObject({
    branch: 'main',
    searchPath: `${page}/context_commits.json`,
    changePath: api,
  });
  for (const who of [stranger, null]) {
    expect((await ask(who, 'GET', api)).statusCode).toBe(404);
    expect((await ask(who, 'GET', `${page}/context_commits.json`)).statusCode).toBe(404);
    expect([401, 404]).toContain((await ask(who, 'POST', api, { commits: [merged[1]] })).statusCode);
  }
});
