import { restInvitation } from '@tributary/contract/projects/members.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createGroup, createProject } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let root: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  root = await rootUser(app);
});
afterAll(() => app.close());

const mailsTo = (email: string) =>
  app.platform.db.selectFrom('mail_messages').selectAll().where('recipient', '=', email).execute();

/** Opens the newest link that was mailed to the address. */
async function confirm(email: string): Promise<number> {
  const mails = await mailsTo(email);
  const token = /confirmation\?token=([\w-]+)/.exec(mails.map((mail) => mail.text_body).join('\n'))?.[1];
  const server = await app.server();
  const page = await server.inject({ method: 'POST', url: '/users/confirmation', payload: { token } });
  return page.statusCode;
}

test.each(['projects', 'groups'] as const)(
  '%s: addresses are invited, and become members when confirmed',
  async (kind) => {
    const group = await createGroup(app, { owner: owner.user });
    const project = await createProject(app, { owner: owner.user, group });
    const place = kind === 'projects' ? project : group;
    const url = `/${kind}/${place.id}`;
    const [kim, developer] = [await createUser(app), await createUser(app)];
    await addMember(app, { ...(kind === 'projects' ? { project } : { group }), user: developer.user, level: 30 });
    const address = `new-${kind}@example.test`;
    const invitations = `${url}/invitations`;

    expect((await call('POST', invitations, owner, { access_level: 30 })).status).toBe(400);
    expect((await call('POST', invitations, developer, { email: address, access_level: 10 })).status).toBe(403);
    expect((await call('POST', invitations, null, { email: address, access_level: 10 })).status).toBe(401);
    const made = await call('POST', invitations, owner, { email: `${address},${kim.user.email}`, access_level: 20 });
    expect(made).toMatchObject({ status: 201, body: { status: 'success' } });
    // The user of a confirmed address is a member at once.
    expect((await call('GET', `${url}/members/${kim.user.id}`, owner)).body.access_level).toBe(20);
    const listed = await call('GET', invitations, owner);
    expect(listed.body).toHaveLength(1);
    expect(restInvitation.parse(listed.body[0])).toMatchObject({ invite_email: address, access_level: 20 });
    expect((await call('GET', invitations, developer)).status).toBe(403);
    expect((await call('GET', `${invitations}?query=nobody`, owner)).body).toEqual([]);
    expect((await mailsTo(address)).map((mail) => mail.subject)).toEqual([`owner invited you to ${place.full_path}`]);

    const again = { email: `${address.toUpperCase()},no-address,${kim.user.email}`, access_level: 20 };
    expect((await call('POST', invitations, owner, again)).body).toEqual({
      status: 'error',
      message: {
        [address.toUpperCase()]: 'has already been taken',
        'no-address': 'Invite email is invalid',
        [kim.user.email]: 'Member already exists',
      },
    });
    const one = `${invitations}/${encodeURIComponent(address)}`;
    expect((await call('PUT', one, developer, { access_level: 10 })).status).toBe(403);
    expect((await call('PUT', one, owner, { expires_at: '2001-01-01' })).status).toBe(400);
    expect((await call('PUT', one, owner, { access_level: 40 })).body).toMatchObject({ access_level: 40 });
    expect((await call('PUT', `${invitations}/other@example.test`, owner, { access_level: 40 })).status).toBe(404);

    const home = kind === 'projects' ? `/${place.full_path}/-/project` : `/groups/${place.full_path}/-/group`;
    const pending = (who: TestUser) => page(`${home}_members?tab=invited&search=NEW-`, who);
    const shown = (await pending(owner)).body.data as MembersPageData;
    expect(shown).toMatchObject({
      tab: 'invited',
      invitations: { entries: [{ email: address, levelName: 'Maintainer' }] },
    });
    expect(shown.invitations?.entries[0]?.levels).toEqual([10, 20, 30, 40, 50]);
    expect((await pending(developer)).body.data).toMatchObject({ tab: 'people', invitations: null });
    const resend = async (who: TestUser | null, email: string) => {
      const server = await app.server();
      const url = `${home}_members/resend_invitation`;
      return (await server.inject({ method: 'POST', url, headers: who?.headers ?? {}, payload: { email } })).statusCode;
    };
    expect(await resend(developer, address)).toBe(403);
    expect(await resend(owner, 'other@example.test')).toBe(404);
    expect(await resend(owner, address)).toBe(204);
    expect(await mailsTo(address)).toHaveLength(2);

    // As a further address of an account: nothing before it is confirmed.
    const lee = await createUser(app);
    expect((await call('POST', '/user/emails', lee, { email: address })).status).toBe(201);
    expect((await call('GET', `${url}/members/${lee.user.id}`, owner)).status).toBe(404);
    expect(await confirm(address)).toBeLessThan(400);
    expect((await call('GET', `${url}/members/${lee.user.id}`, owner)).body).toMatchObject({
      access_level: 40,
      created_by: { username: 'owner' },
    });
    expect((await call('GET', invitations, owner)).body).toEqual([]);

    // What is removed gives nothing.
    const removed = `gone-${kind}@example.test`;
    expect((await call('POST', invitations, owner, { email: removed, access_level: 10 })).status).toBe(201);
    expect((await call('DELETE', `${invitations}/${removed}`, developer)).status).toBe(403);
    expect((await call('DELETE', `${invitations}/${removed}`, owner)).status).toBe(204);
    expect((await call('DELETE', `${invitations}/${removed}`, owner)).status).toBe(404);
    const max = await createUser(app);
    await call('POST', `/users/${max.user.id}/emails`, root, { email: removed, skip_confirmation: true });
    expect((await call('GET', `${url}/members/${max.user.id}`, owner)).status).toBe(404);
  },
);

test('an invitation gives no more than its inviter may give, then and now', async () => {
  const project = await createProject(app, { owner: owner.user });
  const [maintainer, lee] = [await createUser(app), await createUser(app)];
  await addMember(app, { project, user: maintainer.user, level: 40 });
  const url = `/projects/${project.id}`;
  const by = (who: TestUser, email: string, level: number) =>
    call('POST', `${url}/invitations`, who, { email, access_level: level });
  const tooHigh = await by(maintainer, 'high@example.test', 50);
  expect(tooHigh.body.status).toBe('error');
  expect((await call('GET', `${url}/invitations`, owner)).body).toEqual([]);
  expect((await by(owner, 'high@example.test', 50)).body).toEqual({ status: 'success' });
  expect((await call('DELETE', `${url}/invitations/high@example.test`, maintainer)).status).toBe(403);

  expect((await by(maintainer, 'void@example.test', 40)).body).toEqual({ status: 'success' });
  await call('PUT', `${url}/members/${maintainer.user.id}`, owner, { access_level: 30 });
  const give = (email: string) =>
    call('POST', `/users/${lee.user.id}/emails`, root, { email, skip_confirmation: true });
  expect((await give('void@example.test')).status).toBe(201);
  expect((await call('GET', `${url}/members/${lee.user.id}`, owner)).status).toBe(404);
  expect((await give('high@example.test')).status).toBe(201);
  expect((await call('GET', `${url}/members/${lee.user.id}`, owner)).body.access_level).toBe(50);
});

test('nobody is added to projects of a group that is locked, and nobody asks to be', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user, group });
  const [kim, lee] = [await createUser(app), await createUser(app)];
  const url = `/projects/${project.id}`;
  expect((await call('POST', `${url}/access_requests`, kim)).status).toBe(201);
  const locked = await call('PUT', `/groups/${group.id}`, owner, { membership_lock: true });
  expect(locked.body.membership_lock).toBe(true);
  const add = { user_id: lee.user.id, access_level: 30 };
  expect((await call('POST', `${url}/members`, owner, add)).status).toBe(403);
  const invited = await call('POST', `${url}/invitations`, owner, { email: 'late@example.test', access_level: 30 });
  expect(invited.body.message['late@example.test']).toContain('Members cannot be added');
  expect((await call('PUT', `${url}/access_requests/${kim.user.id}/approve`, owner)).status).toBe(403);
  expect((await call('POST', `${url}/access_requests`, lee)).status).toBe(403);
  expect((await page(`/${project.full_path}/-/project_members`, owner)).body.data.addingRefusal).toContain(
    'Members cannot be added',
  );
  // The group itself takes members, and what waits can be denied.
  expect((await call('POST', `/groups/${group.id}/members`, owner, add)).status).toBe(201);
  expect((await call('DELETE', `${url}/access_requests/${kim.user.id}`, owner)).status).toBe(204);
});
