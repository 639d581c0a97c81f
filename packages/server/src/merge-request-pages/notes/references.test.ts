import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { gitSpawnCount } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let open: BuiltProject;
let hidden: BuiltProject;
let shas: string[];

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  const secret = await createGroup(app, { path: 'secret', visibility: 'private', owner: owner.user });
  await createGroup(app, { path: 'team', visibility: 'public', owner: owner.user });
  open = await createProject(app, { owner: owner.user, path: 'open', visibility: 'public', files: { 'a.txt': 'a\n' } });
  hidden = await createProject(app, {
    owner: owner.user,
    path: 'hidden',
    group: secret,
    visibility: 'private',
    files: { 'a.txt': 'a\n' },
  });
  shas = [];
  for (const project of [open, hidden]) {
    const request = await createMergeRequest(app, { project, author: owner });
    const { head_sha: first } = await reloadMergeRequest(app, request.id);
    const { source_branch: branch } = request;
    const head = await pushCommit(app, { project, branch, files: { 'more.txt': 'more\n' }, by: owner });
    shas.push(String(first).slice(0, 12), head.slice(0, 12));
    const base = `/projects/${project.id}`;
    await call('POST', `${base}/issues`, owner, { title: 'An issue' });
    await call('POST', `${base}/issues`, owner, { title: 'A secret issue', confidential: true });
    for (const name of ['bug', 'two words', 'priority::high'])
      await call('POST', `${base}/labels`, owner, { name, color: '#123456' });
    await call('POST', `${base}/milestones`, owner, { title: 'Next one' });
  }
});
afterAll(() => app.close());

async function linksFor(as: TestUser, text: string): Promise<string[]> {
  const { body } = await call('POST', '/markdown', as, { text, project: open.full_path });
  return [...String(body.html).matchAll(/<a href="([^"]+)" class="gfm/g)].map((match) => match[1] ?? '');
}

const everything = (project: BuiltProject, [first, head]: readonly (string | undefined)[]) => {
  const path = project.full_path;
  return [`${path}#1`, `${path}!1`, `${path}@${head}`, `${path}@${first}...${head}`, `${path}@${first}..${head}`]
    .concat([`${path}~bug`, `${path}~"two words"`, `${path}~priority::high`, `${path}%"Next one"`])
    .join('\n\n');
};

test('what the reader may see becomes a link, wherever it lies', async () => {
  const path = open.full_path;
  const [first = '', head = ''] = shas;
  const links = await linksFor(stranger, everything(open, shas));
  expect(links).toHaveLength(9);
  expect(links.slice(0, 2)).toEqual([`/${path}/-/issues/1`, `/${path}/-/merge_requests/1`]);
  expect(links[2]).toContain(`/${path}/-/commit/${head}`);
  expect(links[3]).toMatch(/\/-\/compare\/[0-9a-f]{40}\.{3}[0-9a-f]{40}$/);
  expect(links[3]).toContain(first);
  expect(links.slice(5, 8).map((link) => new URL(link.replaceAll('&amp;', '&'), 'http://x').search)).toEqual([
    '?label_name%5B%5D=bug',
    '?label_name%5B%5D=two+words',
    '?label_name%5B%5D=priority%3A%3Ahigh',
  ]);
});

test('commits of the history that the reader may see are linked, and no others', async () => {
  const path = open.full_path;
  const first = await tipOf(open, 'main');
  const files = { 'alone.txt': 'alone\n' };
  const second = await open.repository.commit({ branch: 'main', parents: [first], files, message: 'Alone\n\nmore' });
  const loose = await open.repository.commit({
    branch: 'gone',
    parents: [second],
    files: { x: 'x' },
    message: 'Loose',
  });
  await open.repository.git('update-ref', '-d', 'refs/heads/gone');
  const [from, to, lost] = [first, second, loose].map((sha) => sha.slice(0, 10));
  expect(await linksFor(stranger, `${to} ${path}@${from}`)).toEqual([
    `/${path}/-/commit/${second}`,
    `/${path}/-/commit/${first}`,
  ]);
  expect(await linksFor(stranger, `${from}...${to}`)).toEqual([`/${path}/-/compare/${first}...${second}`]);
  const { body } = await call('POST', '/markdown', stranger, { text: String(to), project: path });
  expect(body.html).toContain('title="Alone"');
  expect(await linksFor(owner, `${lost} ${from}...${lost} deadbeef1`)).toEqual([]);
});

/** A public project, and commits in it that no ref leads to. */
async function withLooseCommits(name: string, count: number): Promise<{ project: BuiltProject; loose: string[] }> {
  const files = { 'a.txt': 'a\n' };
  const project = await createProject(app, { owner: owner.user, path: name, visibility: 'public', files });
  const loose: string[] = [];
  let tip = await tipOf(project, 'main');
  for (let at = 0; at < count; at += 1) {
    tip = await project.repository.commit({ branch: 'gone', parents: [tip], files: { at: String(at) } });
    loose.push(`${project.full_path}@${tip.slice(0, 12)}`);
  }
  await project.repository.git('update-ref', '-d', 'refs/heads/gone');
  // What git needs to begin with is there from now on.
  const { full_path } = project;
  expect(await linksFor(stranger, `${full_path}@${(await tipOf(project, 'main')).slice(0, 12)}`)).toHaveLength(1);
  return { project, loose };
}

test('what looks like a commit of a repository that is not there stays text, and what is beside it is linked', async () => {
  const files = { 'a.txt': 'a\n' };
  const away = await createProject(app, { owner: owner.user, path: 'away', visibility: 'public', files });
  const sha = (await tipOf(away, 'main')).slice(0, 12);
  const text = `${away.full_path}@${sha} ${away.full_path}@${sha}...${sha} ${open.full_path}@${shas[1]}`;
  expect(await linksFor(stranger, text)).toHaveLength(3);
  for (const repository_state of ['forking', 'failed'] as const) {
    await app.platform.db.updateTable('projects').set({ repository_state }).where('id', '=', away.id).execute();
    expect(await linksFor(stranger, text)).toHaveLength(1);
  }
});

test('git is asked once for all commits of a repository, of some repositories only, and not again at once', async () => {
  const places = [await withLooseCommits('loose-a', 15), await withLooseCommits('loose-b', 15)];
  const text = places.flatMap(({ loose }) => loose).join(' ');
  const before = await quietGit();
  expect(await linksFor(stranger, text)).toEqual([]);
  expect(gitSpawnCount() - before).toBe(2);
  expect(await linksFor(stranger, text)).toEqual([]);
  expect(gitSpawnCount() - before).toBe(2);
  // All that are there, however many: none stays text without a word.
  const { project } = places[0] ?? { project: open };
  let tip = await tipOf(project, 'main');
  const told: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    tip = await project.repository.commit({ branch: 'main', parents: [tip], files: { at: String(at) } });
    told.push(`${project.full_path}@${tip.slice(0, 12)}`);
  }
  expect(await linksFor(stranger, `${told.join(' ')} ${places[0]?.loose[0]}`)).toHaveLength(30);
});

test('a text does not wait for a git that is slow', async () => {
  const { project, loose } = await withLooseCommits('slow', 20);
  // git waits for someone who writes it.
  const graph = path.join(project.repository.dir, 'objects/info/commit-graph');
  execFileSync('mkfifo', [graph]);
  try {
    const start = performance.now();
    expect(await linksFor(stranger, `${loose.join(' ')} ${open.full_path}!1`)).toHaveLength(1);
    const took = performance.now() - start;
    expect(took).toBeGreaterThan(1_900);
    expect(took).toBeLessThan(8_000);
  } finally {
    rmSync(graph);
  }
});

test('a label in the text of an issue leads to issues, in others to merge requests', async () => {
  const base = `/projects/${open.id}`;
  const issue = (await call('POST', `${base}/issues`, owner, { title: 'Labelled', description: '~bug' })).body;
  const server = await app.server();
  const preview = async (target: object) => {
    const payload = { text: '~bug', ...target };
    const url = `/${open.full_path}/-/preview_markdown`;
    return (await server.inject({ method: 'POST', url, headers: owner.headers, payload })).json().body;
  };
  await call('POST', `${base}/issues/${issue.iid}/notes`, owner, { body: '~bug' });
  await call('POST', `${base}/merge_requests/1/notes`, owner, { body: '~bug' });
  const said = async (thing: string) => {
    const url = `/${open.full_path}/-/${thing}/discussions.json`;
    return (await server.inject({ url, headers: owner.headers })).body;
  };
  const issues = `/${open.full_path}/-/issues?label_name%5B%5D=bug`;
  const requests = `/${open.full_path}/-/merge_requests?label_name%5B%5D=bug`;
  expect(await said(`issues/${issue.iid}`)).toContain(issues);
  expect(await said('merge_requests/1')).toContain(requests);
  expect(await preview({ target_type: 'Issue' })).toContain(issues);
  expect(await preview({ target_type: 'Issue', target_id: issue.id })).toContain(issues);
  expect(await preview({ target_type: 'MergeRequest' })).toContain(requests);
  expect(await preview({ target_type: 'Nothing', target_id: 1 })).toContain(requests);
  const page = await server.inject({ url: `/-/page/${open.full_path}/-/issues/${issue.iid}`, headers: owner.headers });
  expect(page.body).toContain(issues);
});

test('P-27: what they may not see stays the text that was written, as if it were not there', async () => {
  const text = everything(hidden, shas.slice(2));
  expect(await linksFor(owner, text)).toHaveLength(9);
  const { body } = await call('POST', '/markdown', stranger, { text, project: open.full_path });
  expect(body.html).not.toContain('<a ');
  expect(body.html).toContain('secret/hidden#1');
  const unknown = await call('POST', '/markdown', stranger, {
    text: text.replaceAll('secret/hidden', 'secret/nothing'),
    project: open.full_path,
  });
  expect(unknown.body.html.replaceAll('secret/nothing', 'secret/hidden')).toBe(body.html);
});

test('confidential issues are links for those who may read them', async () => {
  expect(await linksFor(owner, '#2')).toEqual([`/${open.full_path}/-/issues/2`]);
  expect(await linksFor(stranger, '#2')).toEqual([]);
});

test('users and groups have the same sign; hidden groups stay text', async () => {
  expect(await linksFor(stranger, '@owner @team @secret @nobody @1')).toEqual(['/owner', '/groups/team']);
  expect(await linksFor(owner, '@secret')).toEqual(['/groups/secret']);
});

test('labels and milestones are links however many are named, found by a query for each kind', async () => {
  const { db } = app.platform;
  const names = Array.from({ length: 80 }, (_, at) => `many-${at}`);
  await db
    .insertInto('labels')
    .values(names.map((name) => ({ project_id: open.id, namespace_id: null, name, color: '#123456' })))
    .execute();
  await db
    .insertInto('milestones')
    .values(names.map((title, at) => ({ project_id: open.id, namespace_id: null, iid: 100 + at, title })))
    .execute();
  const text = names.flatMap((name) => [`~${name}`, `%${name}`]).join(' ');
  expect(await linksFor(stranger, `${text} ~nothing %nothing`)).toHaveLength(160);
  const { id } = (await call('GET', `/projects/${open.id}/labels/many-7`, owner)).body;
  expect(await linksFor(stranger, `~${id}`)).toHaveLength(1);
});

test('a summary tells the state, who works on it and the milestone; users are asked for in one go', async () => {
  const base = `/projects/${open.id}`;
  const { body: milestone } = await call('POST', `${base}/milestones`, owner, { title: 'v1.0' });
  const wish = { title: 'Sum it up', assignee_ids: [owner.user.id], milestone_id: milestone.id };
  const { iid } = (await call('POST', `${base}/issues`, owner, wish)).body;
  await call('PUT', `${base}/issues/${iid}`, owner, { state_event: 'close' });
  const { body } = await call('POST', '/markdown', stranger, {
    text: `#${iid}+s #${iid}+ !1+s`,
    project: open.full_path,
  });
  const names = [...String(body.html).matchAll(/class="gfm[^>]*>([^<]*)</g)].map((match) => match[1]);
  expect(names.slice(0, 2)).toEqual([
    `Sum it up (#${iid} - closed) • ${owner.user.name} • v1.0`,
    `Sum it up (#${iid})`,
  ]);
  expect(names[2]).toMatch(/ \(!1\)$/);
});
