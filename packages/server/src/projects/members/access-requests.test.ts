import { restAccessRequest, restMember } from '@tributary/contract/projects/members.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
});
afterAll(() => app.close());

const mailsAbout = (path: string) =>
  app.platform.db.selectFrom('mail_messages').selectAll().where('subject', 'like', `%${path}%`).execute();

test.each(['projects', 'groups'] as const)('%s: access is requested, approved, denied and withdrawn', async (kind) => {
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user, group });
  const place = kind === 'projects' ? project : group;
  const url = `/${kind}/${place.id}`;
  const requests = `${url}/access_requests`;
  const [kim, lee, developer] = [await createUser(app), await createUser(app), await createUser(app)];
  await addMember(app, { ...(kind === 'projects' ? { project } : { group }), user: developer.user, level: 30 });
  expect((await call('GET', url, owner)).body.request_access_enabled).toBe(true);

  const home = `/${place.full_path}`;
  const stateFor = async (who: TestUser | null) => (await page(home, who)).body.data.accessRequest as unknown;
  expect([await stateFor(null), await stateFor(developer), await stateFor(kim)]).toEqual([null, null, 'requestable']);
  const made = await call('POST', requests, kim);
  expect(await stateFor(kim)).toBe('requested');
  expect(made.status).toBe(201);
  expect(restAccessRequest.parse(made.body).username).toBe(kim.user.username);
  const mails = await mailsAbout(place.full_path);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text_body).toContain(kim.user.username);
  expect((await call('POST', requests, kim)).status).toBe(409);
  expect((await call('POST', requests, developer)).body).toEqual({ message: 'Member already exists' });
  expect((await call('POST', requests, null)).status).toBe(401);

  expect((await call('GET', requests, owner)).body).toHaveLength(1);
  const members = kind === 'projects' ? `${home}/-/project_members` : `/groups${home}/-/group_members`;
  const pendingFor = async (who: TestUser) => {
    const data = (await page(`${members}?tab=access_requests`, who)).body.data as MembersPageData;
    return [data.tab, data.accessRequests?.entries.map(({ user }) => user.username)];
  };
  expect(await pendingFor(owner)).toEqual(['access_requests', [kim.user.username]]);
  expect(await pendingFor(developer)).toEqual(['people', undefined]);
  expect((await call('GET', requests, developer)).status).toBe(403);
  expect((await call('GET', requests, kim)).status).toBe(403);
  const approve = `${requests}/${kim.user.id}/approve`;
  expect((await call('PUT', approve, kim)).status).toBe(403);
  expect((await call('DELETE', `${requests}/${kim.user.id}`, lee)).status).toBe(403);
  const member = await call('PUT', approve, owner);
  expect(member.status).toBe(201);
  expect(restMember.parse(member.body)).toMatchObject({ username: kim.user.username, access_level: 30 });
  expect((await call('GET', requests, owner)).body).toEqual([]);
  expect((await call('PUT', approve, owner)).status).toBe(404);

  // What was denied or withdrawn may be asked for again; who is added meanwhile waits no more.
  for (const who of [owner, lee]) {
    expect((await call('POST', requests, lee)).status).toBe(201);
    expect((await call('DELETE', `${requests}/${lee.user.id}`, who)).status).toBe(204);
    expect((await call('DELETE', `${requests}/${lee.user.id}`, who)).status).toBe(404);
  }
  expect((await call('POST', requests, lee)).status).toBe(201);
  expect((await call('POST', `${url}/members`, owner, { user_id: lee.user.id, access_level: 10 })).status).toBe(201);
  expect((await call('GET', requests, owner)).body).toEqual([]);

  const off = await call('PUT', url, owner, { request_access_enabled: false });
  expect(off.body.request_access_enabled).toBe(false);
  expect((await call('GET', url, owner)).body.request_access_enabled).toBe(false);
  expect(await stateFor(await createUser(app))).toBeNull();
  expect((await call('POST', requests, await createUser(app))).status).toBe(403);
});

test('nobody gives a role above their own, and what is hidden stays hidden', async () => {
  const project = await createProject(app, { owner: owner.user });
  const hidden = await createProject(app, { owner: owner.user, visibility: 'private' });
  const [maintainer, kim] = [await createUser(app), await createUser(app)];
  await addMember(app, { project, user: maintainer.user, level: 40 });
  const requests = `/projects/${project.id}/access_requests`;
  expect((await call('POST', requests, kim)).status).toBe(201);
  const approve = (level: number) =>
    call('PUT', `${requests}/${kim.user.id}/approve`, maintainer, { access_level: level });
  expect((await approve(50)).status).toBe(403);
  expect((await approve(40)).body.access_level).toBe(40);
  expect((await call('POST', `/projects/${hidden.id}/access_requests`, kim)).status).toBe(404);
});
