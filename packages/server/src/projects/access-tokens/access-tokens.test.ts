import { restResourceAccessToken, restResourceAccessTokenWithToken } from '@tributary/contract/accounts/rest.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, signInHeaders, TEST_PASSWORD, type TestUser } from '../../accounts/testing.ts';
import { removeProjectJob } from '../lifecycle/remove-project.ts';
import { removeGroupJob } from '../namespaces/remove-group.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../testing.ts';
import { endBotsJob } from './end-bots.ts';
import { notifyExpiringTokensJob } from './notify-expiring.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let owner: TestUser;
const call = restCaller(() => app);
const day = (offset: number) => new Date(app.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
const bearing = (token: string) => ({ headers: { 'private-token': token } });

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
});
afterAll(() => app.close());

type Made = { id: number; user_id: number; token: string };

type Caller = { headers: Record<string, string> };

async function make(url: string, who: Caller, parts: Record<string, unknown> = {}) {
  return call('POST', `${url}/access_tokens`, who, { name: 'Deploy', scopes: ['api'], access_level: 30, ...parts });
}

async function made(project: BuiltProject, parts: Record<string, unknown> = {}): Promise<Made> {
  const answer = await make(`/projects/${project.id}`, owner, parts);
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  return answer.body;
}

const privateProject = () =>
  createProject(app, { owner: owner.user, visibility: 'private', files: { 'README.md': '# One' } });

/** What git is told when it asks to fetch or push with this token. */
async function gitStatus(project: BuiltProject, token: string, service: string): Promise<number> {
  const server = await app.server();
  const authorization = `Basic ${Buffer.from(`any:${token}`).toString('base64')}`;
  const url = `/${project.full_path}.git/info/refs?service=${service}`;
  return (await server.inject({ url, headers: { authorization } })).statusCode;
}

describe('a project access token', () => {
  test('is shown once, listed without its secret, and acts with its role', async () => {
    const project = await privateProject();
    const url = `/projects/${project.id}/access_tokens`;
    const answer = await make(`/projects/${project.id}`, owner, { description: 'From CI', expires_at: day(9) });
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    const { token, ...shown } = restResourceAccessTokenWithToken.parse(answer.body);
    expect(shown).toMatchObject({
      name: 'Deploy',
      description: 'From CI',
      scopes: ['api'],
      expires_at: day(9),
      access_level: 30,
      resource_type: 'project',
      resource_id: project.id,
      active: true,
      revoked: false,
    });
    const list = await call('GET', url, owner);
    expect(list.body.map((each: unknown) => restResourceAccessToken.parse(each))).toEqual([shown]);
    expect(JSON.stringify(list.body)).not.toContain(token);
    expect((await call('GET', `${url}/${shown.id}`, owner)).body).toEqual(shown);
    const rows = await app.platform.db.selectFrom('personal_access_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const bot = await call('GET', '/user', bearing(token));
    expect(bot.body).toMatchObject({ id: shown.user_id, name: 'Deploy', bot: true, can_create_group: false });
    expect((await call('GET', `/projects/${project.id}/members/${shown.user_id}`, owner)).body.access_level).toBe(30);
    expect((await call('GET', `/projects/${project.id}`, bearing(token))).status).toBe(200);
    const branch = { branch: 'made-by-a-bot', ref: 'main' };
    expect((await call('POST', `/projects/${project.id}/repository/branches`, bearing(token), branch)).status).toBe(
      201,
    );
  });

  test('opens git as far as its scopes and role go', async () => {
    const project = await privateProject();
    const [full, reader, pusher, guest] = [
      await made(project),
      await made(project, { scopes: ['read_repository'] }),
      await made(project, { scopes: ['write_repository'] }),
      await made(project, { scopes: ['api'], access_level: 20 }),
    ];
    const statuses = async ({ token }: Made) => [
      await gitStatus(project, token, 'git-upload-pack'),
      await gitStatus(project, token, 'git-receive-pack'),
    ];
    expect(await statuses(full)).toEqual([200, 200]);
    expect(await statuses(reader)).toEqual([200, 403]);
    expect(await statuses(pusher)).toEqual([200, 200]);
    expect(await statuses(guest)).toEqual([200, 403]);
    const other = await privateProject();
    expect(await gitStatus(other, full.token, 'git-upload-pack')).toBe(404);
  });

  test('replaces itself where it belongs, with the scope for it alone, and a copy ends all that came of it', async () => {
    const [project, other] = [await privateProject(), await privateProject()];
    const first = await made(project, { scopes: ['self_rotate'] });
    const self = (place: BuiltProject) => `/projects/${place.id}/access_tokens/self/rotate`;
    expect((await call('POST', self(other), bearing(first.token))).status).toBe(404);
    expect((await call('POST', self(project), owner)).status).toBe(404);
    const second = await call('POST', self(project), bearing(first.token), { expires_at: day(3) });
    expect(second.status).toBe(200);
    expect(restResourceAccessTokenWithToken.parse(second.body)).toMatchObject({
      user_id: first.user_id,
      scopes: ['self_rotate'],
      expires_at: day(3),
    });
    const narrow = await made(project, { scopes: ['read_api'] });
    expect((await call('POST', self(project), bearing(narrow.token))).status).toBe(403);
    expect((await call('POST', self(project), bearing(first.token))).status).toBe(401);
    expect((await call('POST', self(project), bearing(second.body.token))).status).toBe(401);

    const group = await createGroup(app, { owner: owner.user });
    const ofGroup = await make(`/groups/${group.id}`, owner);
    const rotated = await call('POST', `/groups/${group.id}/access_tokens/self/rotate`, bearing(ofGroup.body.token));
    expect(rotated.status).toBe(200);
    expect((await call('GET', '/user', bearing(rotated.body.token))).status).toBe(200);
  });

  test('is replaced, and the old one is dead at once', async () => {
    const project = await privateProject();
    const old = await made(project);
    const url = `/projects/${project.id}/access_tokens/${old.id}`;
    const fresh = await call('POST', `${url}/rotate`, owner, { expires_at: day(5) });
    expect(fresh.status).toBe(200);
    expect(restResourceAccessTokenWithToken.parse(fresh.body)).toMatchObject({
      user_id: old.user_id,
      access_level: 30,
    });
    expect((await call('GET', '/user', bearing(old.token))).status).toBe(401);
    expect((await call('GET', `/projects/${project.id}`, bearing(fresh.body.token))).status).toBe(200);
    expect((await call('POST', `${url}/rotate`, owner)).status).toBe(400);
    const own = await call('POST', '/personal_access_tokens/self/rotate', bearing(fresh.body.token));
    expect(own.status).toBe(200);
    expect((await call('GET', `/projects/${project.id}`, bearing(own.body.token))).status).toBe(200);
    const states = async (query: string) =>
      (await call('GET', `/projects/${project.id}/access_tokens${query}`, owner)).headers['x-total'];
    expect([await states(''), await states('?state=active'), await states('?revoked=true')]).toEqual(['3', '1', '2']);
  });

  test('is revoked, and with the last one the bot has no role any more', async () => {
    const project = await privateProject();
    const token = await made(project);
    const url = `/projects/${project.id}/access_tokens/${token.id}`;
    expect((await call('DELETE', url, owner)).status).toBe(204);
    expect((await call('DELETE', url, owner)).status).toBe(204);
    expect((await call('GET', '/user', bearing(token.token))).status).toBe(401);
    expect(await gitStatus(project, token.token, 'git-upload-pack')).toBe(401);
    expect((await call('GET', `/projects/${project.id}/members/all`, owner)).body).toHaveLength(1);
    expect((await call('GET', url, owner)).body).toMatchObject({ revoked: true, active: false, access_level: 30 });
    expect((await call('GET', `/users/${token.user_id}`, owner)).body).toMatchObject({ state: 'blocked', bot: true });
    expect((await call('POST', `${url}/rotate`, owner)).status).toBe(400);
  });

  test('that runs out opens nothing, and its bot is taken away', async () => {
    const project = await privateProject();
    const token = await made(project, { expires_at: day(2) });
    const lasting = await made(project, { expires_at: day(200) });
    app.clock.advance(2 * DAY_MS);
    expect((await call('GET', '/user', bearing(token.token))).status).toBe(401);
    await endBotsJob.run(app.system, {});
    const members = await call('GET', `/projects/${project.id}/members`, owner);
    expect(members.body.map((each: { id: number }) => each.id)).toEqual([owner.user.id, lasting.user_id]);
    expect((await call('GET', `/projects/${project.id}`, bearing(lasting.token))).status).toBe(200);
  });
});

describe('a group access token', () => {
  test('acts in everything below the group', async () => {
    const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
    const inner = await createGroup(app, { parent: group, visibility: 'private' });
    const project = await createProject(app, { owner: owner.user, group: inner, visibility: 'private' });
    const answer = await make(`/groups/${group.id}`, owner, { access_level: 20 });
    expect(restResourceAccessTokenWithToken.parse(answer.body)).toMatchObject({
      resource_type: 'group',
      resource_id: group.id,
    });
    const bot = bearing(answer.body.token);
    expect((await call('GET', `/projects/${project.id}`, bot)).status).toBe(200);
    expect((await call('PUT', `/projects/${project.id}`, bot, { description: 'x' })).status).toBe(403);
    const url = `/groups/${group.id}/access_tokens/${answer.body.id}`;
    expect((await call('GET', `/projects/${project.id}/access_tokens/${answer.body.id}`, owner)).status).toBe(404);
    expect((await call('DELETE', url, owner)).status).toBe(204);
    expect((await call('GET', `/projects/${project.id}`, bot)).status).toBe(401);
  });

  test('an owner that is a bot does not keep the last user from being the last owner', async () => {
    const group = await createGroup(app, { owner: owner.user });
    expect((await make(`/groups/${group.id}`, owner, { access_level: 50 })).status).toBe(201);
    expect((await call('DELETE', `/groups/${group.id}/members/${owner.user.id}`, owner)).status).toBe(403);
  });
});

describe('what a token cannot do', () => {
  test('make, replace or keep credentials, or leave its place', async () => {
    const project = await privateProject();
    const token = await made(project, { access_level: 40 });
    const bot = bearing(token.token);
    expect((await make(`/projects/${project.id}`, bot)).status).toBe(403);
    expect((await call('POST', `/projects/${project.id}/access_tokens/${token.id}/rotate`, bot)).status).toBe(403);
    const own = { name: 'mine', scopes: 'self_rotate' };
    expect((await call('POST', '/user/personal_access_tokens', bot, own)).status).toBe(403);
    expect((await call('POST', '/groups', bot, { name: 'Mine', path: 'mine' })).status).toBe(403);
    expect((await call('POST', '/projects', bot, { name: 'Mine' })).status).toBe(403);
    const elsewhere = await createGroup(app, { owner: owner.user });
    const asMember = { user_id: token.user_id, access_level: 30 };
    expect((await call('POST', `/groups/${elsewhere.id}/members`, owner, asMember)).status).toBe(404);
    const root = await rootUser(app);
    expect((await call('PUT', `/users/${token.user_id}`, root, { password: 'slow-river-stone' })).status).toBe(200);
    const signIn = signInHeaders(
      app,
      { username: (await call('GET', '/user', bot)).body.username },
      'slow-river-stone',
    );
    await expect(signIn).rejects.toMatchObject({ code: 'sign_in_failed' });
  });

  test('outlive its project or group', async () => {
    const group = await createGroup(app, { owner: owner.user });
    const project = await createProject(app, { owner: owner.user, group });
    const [small, large] = [
      await make(`/projects/${project.id}`, owner),
      await make(`/groups/${group.id}`, owner, { access_level: 50 }),
    ];
    await call('DELETE', `/projects/${project.id}`, owner);
    await removeProjectJob.run(app.system, { projectId: project.id });
    expect((await call('GET', '/user', bearing(small.body.token))).status).toBe(401);
    await call('DELETE', `/groups/${group.id}`, owner, { full_path: group.full_path });
    await removeGroupJob.run(app.system, { groupId: group.id });
    expect((await call('GET', '/user', bearing(large.body.token))).status).toBe(401);
  });
});

describe('who may', () => {
  test('maintainers of a project and owners of a group, with a role up to their own', async () => {
    const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
    const project = await createProject(app, { owner: owner.user, group, visibility: 'private' });
    const [maintainer, developer, stranger] = [await createUser(app), await createUser(app), await createUser(app)];
    await addMember(app, { group, user: maintainer.user, level: 40 });
    await addMember(app, { group, user: developer.user, level: 30 });
    const url = `/projects/${project.id}`;
    const refused = { status: 403, body: { message: 'An access token cannot have a higher role than your own.' } };
    expect(await make(url, maintainer, { access_level: 50 })).toMatchObject(refused);
    expect((await make(url, maintainer, { access_level: 40 })).status).toBe(201);
    const strong = await make(url, owner, { access_level: 50 });
    const address = `${url}/access_tokens/${strong.body.id}`;
    expect(await call('POST', `${address}/rotate`, maintainer)).toMatchObject(refused);
    expect((await call('DELETE', address, maintainer)).status).toBe(204);
    expect((await make(url, developer)).status).toBe(403);
    expect((await call('GET', `${url}/access_tokens`, developer)).status).toBe(403);
    expect((await make(url, stranger)).status).toBe(404);
    expect((await make(`/groups/${group.id}`, maintainer)).status).toBe(403);
    expect((await call('GET', `/groups/${group.id}/access_tokens`, maintainer)).status).toBe(403);
    expect((await make(`/groups/${group.id}`, owner, { access_level: 50 })).status).toBe(201);
  });

  test('a browser is asked for the password first', async () => {
    const person = await createUser(app, { password: TEST_PASSWORD });
    const project = await createProject(app, { owner: person.user });
    const headers = await signInHeaders(app, person.user);
    const session = { headers };
    expect((await make(`/projects/${project.id}`, session)).status).toBe(201);
    app.clock.advance(3_600_000);
    expect(await make(`/projects/${project.id}`, session)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('password') },
    });
  });

  test.each([
    [{ name: ' ' }, { message: { name: ["can't be blank"] } }],
    [{ scopes: [] }, { message: { scopes: ["can't be blank"] } }],
    [{ scopes: ['sudo', 'api'] }, { message: { scopes: ['can only contain available scopes'] } }],
    [{ scopes: ['read_user'] }, { message: { scopes: ['can only contain available scopes'] } }],
    [{ access_level: 35 }, { error: 'access_level does not have a valid value' }],
    [{ expires_at: '2001-01-01' }, { message: { expires_at: ['must be today or later'] } }],
  ])('%j is refused, and leaves no bot behind', async (parts, body) => {
    const project = await privateProject();
    expect(await make(`/projects/${project.id}`, owner, parts)).toMatchObject({ status: 400, body });
    expect((await call('GET', `/projects/${project.id}/members`, owner)).body).toHaveLength(1);
  });

  test('bots are left out where users are looked for', async () => {
    const project = await privateProject();
    const token = await made(project, { name: 'Zebra deployer' });
    const found = async (query: string) => (await call('GET', `/users?search=zebra${query}`, owner)).body.length;
    expect([await found(''), await found('&humans=true'), await found('&without_project_bots=true')]).toEqual([
      1, 0, 0,
    ]);
    expect(await found('&exclude_humans=true')).toBe(1);
    expect((await call('GET', '/search?scope=users&search=zebra', owner)).body).toEqual([]);
    expect((await call('GET', `/users/${token.user_id}`, owner)).body.bot).toBe(true);
  });
});

test.runIf(IS_FULL)('managers and webhooks are told once 60, 30 and 7 days before a token expires', async () => {
  const { db } = app.platform;
  const project = await privateProject();
  await db
    .insertInto('project_hooks')
    .values({
      project_id: project.id,
      url: 'http://127.0.0.1:9/in',
      token_sealed: null,
      custom_headers_sealed: null,
      url_variables_sealed: null,
      disabled_until: null,
      disabled_reason: null,
      created_by_id: null,
      push_events: false,
      other_events: ['resource_access_token_events'],
    })
    .execute();
  const token = await made(project, { name: 'Nightly', expires_at: day(62) });
  await made(project, { name: 'Short', expires_at: day(20) });
  const told = async () => {
    await notifyExpiringTokensJob.run(app.system, {});
    await notifyExpiringTokensJob.run(app.system, {});
    await app.runJobs();
    const sent = await db.selectFrom('hook_deliveries').select('request_body').where('attempt', '=', 1).execute();
    const mails = await db
      .selectFrom('mail_messages')
      .selectAll()
      .where('subject', 'like', `%${project.full_path} expires on %`)
      .execute();
    await db.deleteFrom('hook_deliveries').execute();
    await db.deleteFrom('mail_messages').execute();
    return { bodies: sent.map(({ request_body: body }) => JSON.parse(body)), mails };
  };
  expect(await told()).toEqual({ bodies: [], mails: [] });
  app.clock.advance(2 * DAY_MS);
  const first = await told();
  expect(first.bodies).toMatchObject([
    {
      object_kind: 'access_token',
      event_name: 'expiring_access_token',
      interval: 'sixty_days',
      project: { id: project.id },
      object_attributes: { id: token.id, user_id: token.user_id, name: 'Nightly', expires_at: day(60) },
    },
  ]);
  expect(first.mails).toMatchObject([
    { recipient: owner.user.email, subject: `An access token of ${project.full_path} expires on ${day(60)}` },
  ]);
  expect(JSON.stringify(first)).not.toContain(token.token);
  const names = async () => {
    const { bodies } = await told();
    return bodies.map(({ interval, object_attributes: { name } }) => [name, interval]);
  };
  // Made with less time left than 30 days, it is told of at 7.
  app.clock.advance(14 * DAY_MS);
  expect(await names()).toEqual([['Short', 'seven_days']]);
  // Two thresholds that passed while nothing ran are one notice.
  app.clock.advance(40 * DAY_MS);
  expect(await names()).toEqual([['Nightly', 'seven_days']]);
  app.clock.advance(DAY_MS);
  expect(await told()).toEqual({ bodies: [], mails: [] });
});
