import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
let request: Awaited<ReturnType<typeof createMergeRequest>>;
let address: string;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  developer = await createUser(app);
  project = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'src/a.ts': 'a\n', 'b.txt': 'b\n' },
  });
  await addMember(app, { user: developer.user, level: 30, project });
  request = await createMergeRequest(app, {
    project,
    author: developer,
    branch: 'ahead',
    files: { 'a.txt': '</script><b>\n', 'b.txt': '  b\n', 'src/a.ts': 'const a = 1;\n' },
  });
  await app.runJobs();
  address = `/${project.full_path}/-/merge_requests/${request.iid}`;
});
afterAll(() => app.close());

type Reader = TestUser | undefined;

async function get(url: string, reader: Reader, headers: Record<string, string> = {}) {
  const server = await app.server();
  return server.inject({ url, headers: { ...reader?.headers, ...headers } });
}

/** What came along with the document of an address. */
async function aheadOf(url: string, reader: Reader, headers: Record<string, string> = {}) {
  const { body } = await get(url, reader, { accept: 'text/html', ...headers });
  const text = /<script type="application\/json" id="page-data"[^>]*>([^]*?)<\/script>/.exec(body)?.[1] ?? 'null';
  return { html: body, ahead: (JSON.parse(text) as PageData | null)?.ahead };
}

const pathOf = (asked: string) => asked.replace(address, '').replace(/\?.*/, '');

test('the first view of changes comes with its document, as its own addresses answer it', async () => {
  const draft = { draft_note: { note: 'pending </script>' } };
  const server = await app.server();
  await server.inject({ method: 'POST', url: `${address}/drafts`, headers: developer.headers, payload: draft });
  const { html, ahead } = await aheadOf(`${address}/diffs`, developer);
  const answers = Object.entries(ahead?.answers ?? {});
  expect(answers.map(([asked]) => pathOf(asked)).toSorted()).toEqual([
    '/-/unfinished_texts',
    '/diffs_metadata.json',
    '/discussions.json',
    '/drafts',
    '/reviewed_files.json',
  ]);
  for (const [asked, { body }] of answers) {
    expect(body, asked).toEqual((await get(asked, developer)).json());
  }
  expect(html).not.toContain('pending </script>');
  // The file that is read first, which is not the first one for git, begins the batch.
  const [batch = '', ...others] = ahead?.asks ?? [];
  expect([pathOf(batch), others]).toEqual(['/diffs_batch.json', []]);
  const files = (await get(batch, developer)).json<{ diff_files: { new_path: string }[] }>().diff_files;
  expect(files.map((file) => file.new_path)).toEqual(['src/a.ts']);
  const nonce = /script-src 'nonce-([^']+)'/.exec(
    String((await get(`${address}/diffs`, developer)).headers['content-security-policy']),
  );
  expect(nonce).not.toBeNull();
  expect(html).toMatch(/<script nonce="[^"]+">self\.askedAhead=/);
});

test('what someone may not see does not come along', async () => {
  const stranger = await createUser(app);
  for (const reader of [stranger, undefined]) {
    const { html, ahead } = await aheadOf(`${address}/diffs`, reader);
    expect([ahead, html.includes('askedAhead'), html.includes('pending')]).toEqual([undefined, false, false]);
  }
  // Another member gets their own, and nobody else's pending comments.
  const { ahead } = await aheadOf(`${address}/diffs`, owner);
  const drafts = Object.entries(ahead?.answers ?? {}).find(([asked]) => asked.endsWith('/drafts'));
  expect(drafts?.[1].body).toEqual([]);
});

test('visitors of a public request get what they may ask for', async () => {
  const open = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  const { iid } = await createMergeRequest(app, {
    project: open,
    author: owner,
    branch: 'x',
    files: { 'a.txt': 'b\n' },
  });
  const page = `/${open.full_path}/-/merge_requests/${iid}`;
  const { ahead } = await aheadOf(`${page}/diffs`, undefined, { cookie: 'diff_whitespace=1' });
  expect(Object.keys(ahead?.answers ?? {}).map((asked) => asked.replace(page, ''))).toEqual([
    '/discussions.json?per_page=20&notes_filter=0&persist_filter=false',
  ]);
  // Nobody compared them without white space yet: no page waits for git to do so.
  expect(ahead?.asks.map((asked) => asked.replace(page, ''))).toEqual(['/diffs_metadata.json?w=1']);
});

test('a page that is gone to gets what is new to it, one that is asked for again gets nothing', async () => {
  const page = `/-/page${address}/diffs`;
  const again = (await get(page, developer)).json<PageData>();
  expect(again.ahead).toBeUndefined();
  const { ahead } = (await get(page, developer, { 'x-answers-ahead': '1' })).json<PageData>();
  expect(
    Object.keys(ahead?.answers ?? {})
      .map(pathOf)
      .toSorted(),
  ).toEqual(['/diffs_metadata.json', '/reviewed_files.json']);
  expect(ahead?.asks.map(pathOf)).toEqual(['/diffs_batch.json']);
});

test('a comparison that does not belong to the request is left to the page itself', async () => {
  for (const query of ['diff_id=999999', 'diff_id=x', 'start_sha=abc', 'commit_id=abc']) {
    const { ahead } = await aheadOf(`${address}/diffs?${query}`, developer);
    const asked = [...Object.keys(ahead?.answers ?? {}), ...(ahead?.asks ?? [])].map(pathOf);
    expect(
      asked.filter((each) => /diffs|reviewed/.test(each)),
      query,
    ).toEqual([]);
  }
});
