import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let rest: string;
let page: string;
let first: string;
let second: string;
let elsewhere: string;

const call = restCaller(() => app);
const ask = graphqlCaller(() => app);
const push = (files: Record<string, string>) => pushCommit(app, { project, branch: 'two', files, by: owner });

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  stranger = await createUser(app);
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'one\n' } });
  row = await createMergeRequest(app, { project, author: owner, branch: 'two', files: { 'a.txt': 'one\ntwo\n' } });
  await push({ 'a.txt': 'one\ntwo\nthree\n' });
  await createMergeRequest(app, { project, author: owner, branch: 'aside' });
  elsewhere = await tipOf(project, 'aside');
  rest = `/projects/${project.id}/merge_requests/${row.iid}`;
  page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const commits: { id: string }[] = (await call('GET', `${rest}/commits`, owner)).body;
  [second, first] = commits.map(({ id }) => id) as [string, string];
});
afterAll(() => app.close());

async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = owner) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: as.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Line 3, which the second commit added, as its own view names it. */
const onSecond = (): DiffPosition => ({
  base_sha: first,
  start_sha: first,
  head_sha: second,
  position_type: 'text',
  old_path: 'a.txt',
  new_path: 'a.txt',
  new_line: 3,
});

const say = (note: object, more: object = {}, as = owner) =>
  send(
    'POST',
    `/${project.full_path}/-/notes?target_type=merge_request&target_id=${row.id}`,
    { note, return_discussion: true, ...more },
    as,
  );

const threadOf = async (id: string) =>
  (await send('GET', `${page}/discussions.json?per_page=100`)).body.find((each: PageDiscussion) => each.id === id);

test('a thread begun from a page while one commit is looked at keeps it, and leads to its changes', async () => {
  const note = { note: 'Why three?', type: 'DiffNote', position: JSON.stringify(onSecond()), commit_id: second };
  const { discussion } = (await say(note)).body as { discussion: PageDiscussion };
  expect(discussion).toMatchObject({ commit_id: second, for_commit: false, diff_discussion: true, active: true });
  expect(discussion.discussion_path).toBe(`${page}/diffs?commit_id=${second}#${discussion.line_codes.at(-1)}`);
  // A reply is about what its thread is about, whatever is looked at meanwhile.
  const answered = await say(
    { note: 'Because', commit_id: first },
    { in_reply_to_discussion_id: discussion.id, return_discussion: true },
  );
  expect(answered.body.discussion).toMatchObject({ id: discussion.id, commit_id: second });
  // The next push takes nothing away.
  await push({ 'c.txt': 'c\n' });
  expect(await threadOf(discussion.id)).toMatchObject({ commit_id: second, active: true });
});

test('a word on a whole commit has no line, and a thread on the whole no commit', async () => {
  const whole = await say({ note: 'Well done', type: 'DiscussionNote', commit_id: first });
  expect(whole.body.discussion).toMatchObject({
    commit_id: first,
    position: null,
    discussion_path: `${page}/diffs?commit_id=${first}`,
  });
  const { diff_refs: refs } = (await call('GET', rest, owner)).body;
  const all = await say({ note: 'All', type: 'DiffNote', position: { ...onSecond(), ...refs }, commit_id: '' });
  expect(all.body.discussion).toMatchObject({ commit_id: null, diff_discussion: true });
  expect(all.body.discussion.discussion_path).not.toContain('commit_id');
});

test('by REST and GraphQL alike', async () => {
  const begun = await call('POST', `${rest}/discussions`, owner, {
    body: 'From a tool',
    position: onSecond(),
    commit_id: second,
  });
  expect(begun.body.notes[0]).toMatchObject({ commit_id: second, noteable_type: 'MergeRequest', type: 'DiffNote' });
  const query = `mutation ($input: CreateDiffNoteInput!) {
    createDiffNote(input: $input) { errors note { discussion { commitId } } } }`;
  const { base_sha: baseSha, start_sha: startSha, head_sha: headSha } = onSecond();
  const position = { baseSha, startSha, headSha, paths: { oldPath: 'a.txt', newPath: 'a.txt' }, newLine: 3 };
  const input = { noteableId: `gid://gitlab/MergeRequest/${row.id}`, body: 'Asked', position };
  const made = async (commitId?: string) =>
    (await ask(owner, query, { input: { ...input, ...(commitId !== undefined && { commitId }) } })).data.createDiffNote;
  expect(await made(second)).toEqual({ errors: [], note: { discussion: { commitId: second } } });
  expect(await made(elsewhere)).toMatchObject({
    note: null,
    errors: [expect.stringContaining('is not part of these changes')],
  });
  expect(await made('main')).toMatchObject({ note: null, errors: [expect.stringContaining('commitId')] });
});

test('pending comments keep it until they are published, from a page and by REST', async () => {
  const draft = (await send('POST', `${page}/drafts`, { draft_note: { note: 'Later', commit_id: first } }))
    .body as PageDraft;
  expect(draft).toMatchObject({ commit_id: first, position: null });
  const made = await call('POST', `${rest}/draft_notes`, owner, {
    note: 'Too',
    position: onSecond(),
    commit_id: second,
  });
  expect(made.body).toMatchObject({ commit_id: second });
  // Moved to the whole, it is about the whole.
  const { diff_refs: refs } = (await call('GET', rest, owner)).body;
  const { id } = (
    await send('POST', `${page}/drafts`, {
      draft_note: { note: 'Moved', position: onSecond(), commit_id: second },
    })
  ).body;
  const moved = await call('PUT', `${rest}/draft_notes/${id}`, owner, { position: { ...onSecond(), ...refs } });
  expect(moved.body.commit_id).toBeNull();
  expect((await call('POST', `${rest}/draft_notes/bulk_publish`, owner)).status).toBe(204);
  const threads: PageDiscussion[] = (await send('GET', `${page}/discussions.json?per_page=100`)).body;
  const commitOf = (text: string) => threads.find((each) => each.notes[0]?.note === text)?.commit_id;
  expect([commitOf('Later'), commitOf('Too'), commitOf('Moved')]).toEqual([first, second, null]);
  const thread = threads.find((each) => each.notes[0]?.note === 'Too')?.id;
  const answer = { draft_note: { note: 'Response' }, in_reply_to_discussion_id: thread };
  expect((await send('POST', `${page}/drafts`, answer)).body.commit_id).toBe(second);
});

test('a commit of something else is refused at each interface, and so is a place on another one', async () => {
  const reason = expect.stringContaining('is not part of these changes');
  const page422 = await say({ note: 'x', commit_id: elsewhere });
  expect(page422).toMatchObject({ status: 422, body: { errors: reason } });
  const other = await say({ note: 'x', type: 'DiffNote', position: onSecond(), commit_id: first });
  expect(other).toMatchObject({
    status: 422,
    body: { errors: expect.stringContaining('differs from the specified one') },
  });
  const draft = await send('POST', `${page}/drafts`, { draft_note: { note: 'x', commit_id: elsewhere } });
  expect(draft).toMatchObject({ status: 422, body: { errors: reason } });
  for (const path of ['discussions', 'draft_notes']) {
    const words = { [path === 'discussions' ? 'body' : 'note']: 'x' };
    const refused = await call('POST', `${rest}/${path}`, owner, { ...words, commit_id: elsewhere });
    expect([refused.status, refused.body.message]).toEqual([422, reason]);
    const odd = await call('POST', `${rest}/${path}`, owner, { ...words, commit_id: 'HEAD' });
    expect(odd.status).toBe(400);
  }
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Issue' })).body;
  const onIssue = `/projects/${project.id}/issues/${issue.iid}/discussions`;
  expect((await call('POST', onIssue, owner, { body: 'x', commit_id: first })).status).toBe(422);
  // Who may not see the merge request learns nothing of its commits.
  expect((await say({ note: 'x', commit_id: first }, {}, stranger)).status).toBe(404);
});

test('the commits of a merge request tell what is said on each, and are asked for that at once', async () => {
  const query = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
    commits(first: 20) { nodes { id notes(first: 5) { count nodes { body } } discussions(first: 5) { nodes {
      noteable { ... on Commit { sha } } notes(first: 5) { nodes { discussion { commitId } } } } } } } } } }`;
  const gid = (sha: string) => `gid://gitlab/Commit/${project.id}-${sha}`;
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const read = async () => {
    asked.mockClear();
    const { data, errors } = await ask(owner, query, { path: project.full_path, iid: String(row.iid) });
    expect(errors).toBeUndefined();
    const queries = asked.mock.calls.map(([sent]) => (typeof sent === 'string' ? sent : String(Object(sent).text)));
    const count = (table: string) => queries.filter((text) => text.includes(`from "${table}"`)).length;
    return {
      commits: data.project.mergeRequest.commits.nodes,
      found: count('discussed_commits'),
      notes: count('notes'),
    };
  };
  const silent = { notes: { count: 0, nodes: [] }, discussions: { nodes: [] } };
  const before = await read();
  const ids = before.commits.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([gid(second), gid(first)]));
  expect(before.commits).toEqual(ids.map((id: string) => ({ id, ...silent })));
  // Both lists of all commits, with one question.
  expect([before.found, before.notes]).toEqual([1, 0]);
  for (const body of ['Why?', 'Because']) {
    const input = { noteableId: gid(second), body };
    const { data } = await ask(owner, 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { errors } }', {
      input,
    });
    expect(data.createNote.errors).toEqual([]);
  }
  const after = await read();
  const thread = { noteable: { sha: second }, notes: { nodes: [{ discussion: { commitId: second } }] } };
  const talk = {
    notes: { count: 2, nodes: [{ body: 'Why?' }, { body: 'Because' }] },
    discussions: { nodes: [thread, thread] },
  };
  expect(after.commits).toEqual(ids.map((id: string) => ({ id, ...(id === gid(second) ? talk : silent) })));
  expect([after.found, after.notes > 0]).toEqual([before.found, true]);
  asked.mockRestore();
  expect((await ask(stranger, query, { path: project.full_path, iid: String(row.iid) })).data.project).toBeNull();
});
