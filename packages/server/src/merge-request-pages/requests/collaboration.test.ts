import { fetchFrom } from '@tributary/git';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { cloneAddress, createGitClient, type GitClient } from '../../repositories/testing.ts';
import { tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let origin: string;
let owner: TestUser;
let maintainer: TestUser;
let developer: TestUser;
let contributor: TestUser;
let outsider: TestUser;
let upstream: BuiltProject;
const clients: GitClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  [owner, maintainer, developer, contributor, outsider] = await Promise.all([
    createUser(app),
    createUser(app),
    createUser(app),
    createUser(app),
    createUser(app),
  ]);
  upstream = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { project: upstream, user: maintainer.user, level: 40 });
  await addMember(app, { project: upstream, user: developer.user, level: 30 });
  // Developers do not merge into main here.
  await call(owner, 'POST', `/projects/${upstream.id}/protected_branches`, { name: 'main' });
});
afterAll(() => app.close());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.remove();
});

async function call(user: TestUser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({
    method,
    url: `/api/v4${url}`,
    headers: user.headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function forkWithGift(visibility: 'public' | 'private' = 'public'): Promise<BuiltProject> {
  const columns = { forked_from_id: upstream.id };
  const made = await createProject(app, { owner: contributor.user, visibility, columns });
  const main = await tipOf(upstream, 'main');
  await fetchFrom(made.repository.dir, upstream.repository.dir, [main]);
  await made.repository.git('update-ref', 'refs/heads/main', main);
  for (const branch of ['gift', 'other']) {
    await made.repository.commit({ branch, parents: [main], files: { [branch]: 'x\n' } });
  }
  return made;
}

async function propose(fork: BuiltProject, wish: object = { allow_collaboration: true }) {
  const made = await call(contributor, 'POST', `/projects/${fork.id}/merge_requests`, {
    title: 'A gift',
    source_branch: 'gift',
    target_branch: 'main',
    target_project_id: upstream.id,
    ...wish,
  });
  expect(made.status).toBe(201);
  return made.body as { iid: number; allow_collaboration: boolean };
}

const commitTo = (person: TestUser, fork: BuiltProject, branch: string) =>
  call(person, 'POST', `/projects/${fork.id}/repository/commits`, {
    branch,
    commit_message: 'Help',
    actions: [{ action: 'create', file_path: `${person.user.username}.txt`, content: 'x' }],
  });

async function clone(fork: BuiltProject, person: TestUser): Promise<GitClient> {
  const work = await createGitClient(cloneAddress(origin, fork, person));
  clients.push(work);
  await work.must('fetch', 'origin');
  await work.must('checkout', '-q', 'gift');
  await work.commit({ 'help.txt': 'help\n' });
  return work;
}

test('who may merge pushes to the source branch, to no other, and nobody else does', async () => {
  const fork = await forkWithGift();
  expect((await propose(fork)).allow_collaboration).toBe(true);
  const work = await clone(fork, maintainer);
  expect((await work.git('push', 'origin', 'HEAD:gift')).ok).toBe(true);
  for (const refspec of ['HEAD:other', 'HEAD:new', 'HEAD:refs/tags/t', ':gift', ':other']) {
    expect([refspec, (await work.git('push', 'origin', refspec)).ok]).toEqual([refspec, false]);
  }
  const theirs = await clone(fork, developer);
  expect((await theirs.git('push', 'origin', 'HEAD:gift')).ok).toBe(false);
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(201);
  expect((await commitTo(maintainer, fork, 'other')).status).toBe(403);
  for (const person of [developer, outsider]) expect((await commitTo(person, fork, 'gift')).status).toBe(403);
});

test('without the wish of the author nobody else pushes, and only who may push there can wish it', async () => {
  const fork = await forkWithGift();
  const { iid, allow_collaboration: allowed } = await propose(fork, {});
  expect(allowed).toBe(false);
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(403);
  const path = `/projects/${upstream.id}/merge_requests/${iid}`;
  expect((await call(maintainer, 'PUT', path, { allow_collaboration: true })).body.allow_collaboration).toBe(false);
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(403);
  const wished = await call(contributor, 'PUT', path, { allow_maintainer_to_push: true });
  expect([wished.status, wished.body.allow_maintainer_to_push]).toEqual([200, true]);
  expect((await call(contributor, 'GET', `${path}/notes`)).body[0].body).toBe(
    '**allowed** commits from members who can merge to the target branch',
  );
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(201);
  await call(contributor, 'PUT', path, { allow_collaboration: false });
  expect((await commitTo(developer, fork, 'gift')).status).toBe(403);
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(403);
});

test('it ends with the request, and with the right to merge', async () => {
  const fork = await forkWithGift();
  const { iid } = await propose(fork);
  const path = `/projects/${upstream.id}/merge_requests/${iid}`;
  await call(contributor, 'PUT', path, { state_event: 'close' });
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(403);
  await call(contributor, 'PUT', path, { state_event: 'reopen' });
  const limited = await createUser(app);
  await addMember(app, { project: upstream, user: limited.user, level: 40 });
  expect((await commitTo(limited, fork, 'gift')).status).toBe(201);
  await app.platform.db.deleteFrom('members').where('user_id', '=', limited.user.id).execute();
  expect((await commitTo(limited, fork, 'gift')).status).toBe(403);
});

test('a protected source branch, an archived or a private fork let nobody in', async () => {
  const fork = await forkWithGift();
  await propose(fork);
  await call(contributor, 'POST', `/projects/${fork.id}/protected_branches`, { name: 'gift' });
  expect((await commitTo(maintainer, fork, 'gift')).status).toBe(403);
  const archived = await forkWithGift();
  await propose(archived);
  await call(contributor, 'POST', `/projects/${archived.id}/archive`);
  expect((await commitTo(maintainer, archived, 'gift')).status).toBe(403);
  const secret = await forkWithGift('private');
  expect((await propose(secret)).allow_collaboration).toBe(false);
  const shown = await forkWithGift();
  await propose(shown);
  await app.platform.db.updateTable('projects').set({ visibility: 'private' }).where('id', '=', shown.id).execute();
  expect((await commitTo(maintainer, shown, 'gift')).status).toBe(404);
});

test('requests of two forks for each other ask no question without end', async () => {
  const [left, right] = [await forkWithGift(), await forkWithGift()];
  await app.platform.db.updateTable('projects').set({ forked_from_id: left.id }).where('id', '=', right.id).execute();
  const propose2 = (source: BuiltProject, target: BuiltProject) =>
    call(contributor, 'POST', `/projects/${source.id}/merge_requests`, {
      title: 'x',
      source_branch: 'gift',
      target_branch: 'main',
      target_project_id: target.id,
      allow_collaboration: true,
    });
  expect([(await propose2(left, right)).status, (await propose2(right, left)).status]).toEqual([201, 201]);
  expect((await commitTo(maintainer, right, 'gift')).status).toBe(403);
});
