import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mergeMergeRequest } from '../../merging/index.ts';
import { createMergeRequest } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let hidden: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  reporter = await createUser(app, { username: 'reporter' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app', files: { 'a.txt': 'a\n' } });
  hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private', files: { a: 'a\n' } });
  await addMember(app, { user: reporter.user, project, level: 20 });
});
afterAll(() => app.close());

async function issue(of: BuiltProject, body: Record<string, unknown> = {}, as = owner): Promise<number> {
  return (await call('POST', `/projects/${of.id}/issues`, as, { title: 'To do', ...body })).body.iid;
}

/** Texts of the notes, oldest first, with the number that the list claims. */
async function texts(
  of: BuiltProject,
  thing: string,
  as: TestUser | null,
): Promise<{ texts: string[]; total: number }> {
  const answer = await call('GET', `/projects/${of.id}/${thing}/notes?sort=asc`, as);
  expect(answer.status).toBe(200);
  return {
    texts: answer.body.map((note: { body: string }) => note.body),
    total: Number(answer.headers['x-total']),
  };
}

const only = (...list: string[]) => ({ texts: list, total: list.length });

async function push(files: Record<string, string>, message: string, as: TestUser, branch = 'main') {
  const answer = await call('POST', `/projects/${project.id}/repository/commits`, as, {
    branch,
    commit_message: message,
    ...(branch !== 'main' && { start_branch: 'main' }),
    actions: Object.entries(files).map(([path, content]) => ({ action: 'create', file_path: path, content })),
  });
  expect(answer.status).toBe(201);
  await app.runJobs();
  return answer.body.id as string;
}

test('what a description or comment names hears of it once, also when the text is written again', async () => {
  const [target, other] = [await issue(project), await issue(project)];
  const source = await issue(project, { title: `After #${other}`, description: `See #${target} and #${target}` });
  await app.runJobs();
  expect(await texts(project, `issues/${target}`, null)).toEqual(only(`mentioned in issue #${source}`));
  expect(await texts(project, `issues/${other}`, null)).toEqual(only(`mentioned in issue #${source}`));
  const note = await call('POST', `/projects/${project.id}/issues/${source}/notes`, owner, {
    body: `Again #${target}`,
  });
  await call('PUT', `/projects/${project.id}/issues/${source}/notes/${note.body.id}`, owner, { body: `#${target}!` });
  await call('PUT', `/projects/${project.id}/issues/${source}`, owner, { description: `Only #${source} itself` });
  await app.runJobs();
  expect(await texts(project, `issues/${target}`, null)).toEqual(only(`mentioned in issue #${source}`));
  expect((await texts(project, `issues/${source}`, null)).texts).toEqual([`#${target}!`, 'changed the description']);
});

test('an address that was pasted names what is there, as far as its writer may see that', async () => {
  const { url } = app.platform.config;
  const [target, worded] = [await issue(project), await issue(project)];
  const row = await createMergeRequest(app, { project, author: owner });
  const secret = await issue(hidden);
  const at = (path: string, of = project) => `${url}/${of.full_path}/-/${path}`;
  const description =
    `${at(`issues/${target}`)}#note_1 [in words](${at(`issues/${worded}`)}) ${at(`merge_requests/${row.iid}/diffs`)} ` +
    `\`${at('issues/1')}\` ${at(`issues/${secret}`, hidden)}`;
  const source = await issue(project, { description }, stranger);
  await app.runJobs();
  const told = only(`mentioned in issue #${source}`);
  expect(await texts(project, `issues/${target}`, owner)).toEqual(told);
  expect(await texts(project, `issues/${worded}`, owner)).toEqual(told);
  expect(await texts(project, `merge_requests/${row.iid}`, owner)).toEqual(told);
  expect(await texts(hidden, `issues/${secret}`, owner)).toEqual(only());
  const htmlFor = async (as: TestUser) => {
    const { body } = await call('POST', '/markdown', as, { text: description, project: project.full_path });
    return String(body.html).replace(/ (?:class|data-reference-type|title)="[^"]*"/g, '');
  };
  const hiddenAt = at(`issues/${secret}`, hidden);
  const shown = (name: string) =>
    `<p dir="auto"><a href="${at(`issues/${target}`)}#note_1">#${target} (comment 1)</a> <a href="${at(`issues/${worded}`)}">in words</a> ` +
    `<a href="${at(`merge_requests/${row.iid}/diffs`)}">!${row.iid} (diffs)</a> <code>${at('issues/1')}</code> <a href="${hiddenAt}">${name}</a></p>`;
  expect((await htmlFor(stranger)).trim()).toBe(shown(hiddenAt));
  expect((await htmlFor(owner)).trim()).toBe(shown(`hidden#${secret}`));
});

test('code names nothing, and an internal comment tells nobody', async () => {
  const [target, source] = [await issue(project), await issue(project)];
  const notes = `/projects/${project.id}/issues/${source}/notes`;
  await call('POST', notes, owner, { body: `\`#${target}\`` });
  await call('POST', notes, owner, { body: `#${target}`, internal: true });
  await app.runJobs();
  expect(await texts(project, `issues/${target}`, owner)).toEqual(only());
});

test('T-053: across projects, and only for those who may see what mentions, at every interface and in every count', async () => {
  const target = await issue(project);
  const source = await issue(hidden, { description: `Fix owner/app#${target} first` });
  const secret = await issue(project, { confidential: true, description: `#${target}` });
  await app.runJobs();
  const all = only(`mentioned in issue owner/hidden#${source}`, `mentioned in issue #${secret}`);
  expect(await texts(project, `issues/${target}`, owner)).toEqual(all);
  expect(await texts(project, `issues/${target}`, reporter)).toEqual(only(`mentioned in issue #${secret}`));
  for (const reader of [stranger, null]) {
    expect(await texts(project, `issues/${target}`, reader)).toEqual(only());
    const threads = await call('GET', `/projects/${project.id}/issues/${target}/discussions`, reader);
    expect([threads.headers['x-total'], threads.body]).toEqual(['0', []]);
    const server = await app.server();
    const headers = { ...reader?.headers, 'x-last-fetched-at': '0' };
    const { id } = (await call('GET', `/projects/${project.id}/issues/${target}`, reader)).body;
    const poll = await server.inject({ url: `/${project.full_path}/-/noteable/issue/${id}/notes`, headers });
    expect(poll.json().notes).toEqual([]);
  }
});

test('who may not see a thing cannot tell it that it is mentioned', async () => {
  const target = await issue(hidden);
  const closed = await issue(project, { confidential: true });
  await issue(project, { description: `owner/hidden#${target} #${closed}` }, stranger);
  await app.runJobs();
  expect(await texts(hidden, `issues/${target}`, owner)).toEqual(only());
  expect(await texts(project, `issues/${closed}`, owner)).toEqual(only());
});

test('merge requests and commits mention and are mentioned', async () => {
  const target = await issue(project);
  const row = await createMergeRequest(app, { project, author: owner, description: `For #${target}` });
  await issue(project, { description: `After !${row.iid}` });
  await app.runJobs();
  const sha = await push({ 'm.txt': 'm\n' }, `Prepare !${row.iid}\n\nSee #${target}`, owner, 'side');
  const short = sha.slice(0, 8);
  expect(await texts(project, `issues/${target}`, null)).toEqual(
    only(`mentioned in merge request !${row.iid}`, `mentioned in commit ${short}`),
  );
  expect((await texts(project, `merge_requests/${row.iid}`, null)).texts).toContain(`mentioned in commit ${short}`);
  // Linked for those who may read the code.
  const page = await (
    await app.server()
  ).inject({
    url: `/${project.full_path}/-/issues/${target}/discussions.json`,
  });
  expect(page.body).toContain(`/owner/app/-/commit/${sha}`);
  await call('POST', `/projects/${project.id}/issues/${target}/notes`, owner, { body: `Look at ${sha}` });
  await app.runJobs();
  const comments = await call('GET', `/projects/${project.id}/repository/commits/${sha}/discussions`, owner);
  expect(comments.body.map((each: { notes: { body: string }[] }) => each.notes[0]?.body)).toEqual([
    `mentioned in issue #${target}`,
  ]);
});

test('T-059: a message on the default branch closes, for those who may', async () => {
  const [own, foreign, sideways] = [await issue(project), await issue(hidden), await issue(project)];
  await addMember(app, { user: stranger.user, project, level: 40 });
  await push({ 'side.txt': 's\n' }, `Closes #${sideways}`, owner, 'sideways');
  const sha = await push({ 'c.txt': 'c\n' }, `Work\n\nCloses #${own} and owner/hidden#${foreign}`, stranger);
  const stateOf = async (of: BuiltProject, iid: number) =>
    (await call('GET', `/projects/${of.id}/issues/${iid}`, owner)).body;
  expect(await stateOf(project, own)).toMatchObject({ state: 'closed', closed_by: { username: 'stranger' } });
  expect((await stateOf(hidden, foreign)).state).toBe('opened');
  expect((await stateOf(project, sideways)).state).toBe('opened');
  expect((await texts(project, `issues/${own}`, null)).texts).toContain(`closed via commit ${sha.slice(0, 8)}`);
});

test('what a merge brings is closed by the merge, not by its commits', async () => {
  const iid = await issue(project);
  const row = await createMergeRequest(app, { project, author: owner, description: `Closes #${iid}` });
  await app.runJobs();
  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
  await app.runJobs();
  const { texts: notes } = await texts(project, `issues/${iid}`, owner);
  expect(notes).toContain(`closed via merge request !${row.iid}`);
  expect(notes.filter((text) => text.startsWith('closed'))).toHaveLength(1);
  const onRequest = (await texts(project, `merge_requests/${row.iid}`, owner)).texts;
  expect(onRequest.filter((text) => text.startsWith('mentioned in commit'))).toEqual([]);
});
