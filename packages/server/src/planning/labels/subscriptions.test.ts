import { restLabel } from '@tributary/contract/planning/rest.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let guest: TestUser;
let stranger: TestUser;
let group: NamespaceRow;
let project: BuiltProject;
let other: BuiltProject;
const call = restCaller(() => app);
const page = pageCaller(() => app);
const of = (place: BuiltProject) => `/projects/${place.id}/labels`;
const ofGroup = () => `/groups/${group.id}/labels`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest, stranger] = [await createUser(app), await createUser(app), await createUser(app)];
  group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  project = await createProject(app, { owner: owner.user, group, visibility: 'private' });
  other = await createProject(app, { owner: owner.user, group, visibility: 'private' });
  await addMember(app, { group, user: guest.user, level: 10 });
  await call('POST', of(project), owner, { name: 'a/bug', color: '#d9534f' });
  await call('POST', ofGroup(), owner, { name: 'urgent', color: '#d9534f' });
});
afterAll(() => app.close());
beforeEach(() => app.platform.db.deleteFrom('label_subscriptions').execute());

const say = async (act: 'subscribe' | 'unsubscribe', path: string, user: TestUser | null) =>
  (await call('POST', `${path}/${act}`, user)).status;
const told = async (path: string, user: TestUser | null) => (await call('GET', path, user)).body.subscribed;

test('whoever may read the project subscribes by number or name; what is so already is not modified', async () => {
  const bug = `${of(project)}/a%2Fbug`;
  const made = await call('POST', `${bug}/subscribe`, guest);
  expect(made.status).toBe(201);
  expect(restLabel.parse(made.body)).toMatchObject({ name: 'a/bug', subscribed: true, priority: null });
  expect(await say('subscribe', bug, guest)).toBe(304);
  expect(await say('subscribe', `${of(project)}/${made.body.id}`, guest)).toBe(304);
  const listed = await call('GET', of(project), guest);
  expect(listed.body.map((each: { subscribed: boolean }) => each.subscribed)).toEqual([true, false]);
  expect(await told(bug, owner)).toBe(false);
  expect(await say('unsubscribe', `${of(project)}/${made.body.id}`, guest)).toBe(201);
  expect(await say('unsubscribe', bug, guest)).toBe(304);
  expect(await told(bug, guest)).toBe(false);
});

test('a label of the group counts in all its projects; what is said in one of them counts there alone', async () => {
  const inGroup = `${ofGroup()}/urgent`;
  const [here, there] = [`${of(project)}/urgent`, `${of(other)}/urgent`];
  const all = async () => [await told(inGroup, guest), await told(here, guest), await told(there, guest)];
  expect(await say('subscribe', here, guest)).toBe(201);
  expect(await all()).toEqual([false, true, false]);
  expect(await say('unsubscribe', inGroup, guest)).toBe(304);
  expect(await say('subscribe', inGroup, guest)).toBe(201);
  expect(await all()).toEqual([true, true, true]);
  expect(await say('subscribe', there, guest)).toBe(304);
  expect(await say('unsubscribe', here, guest)).toBe(201);
  expect(await all()).toEqual([true, false, true]);
  expect(await say('subscribe', here, guest)).toBe(201);
  expect(await say('unsubscribe', inGroup, guest)).toBe(201);
  // Nothing is left of what only contradicted the group.
  expect(await all()).toEqual([false, false, false]);
});

test('a hidden place answers as one that is not there, and no label is reached through another place', async () => {
  const [hidden, absent] = await Promise.all([
    call('POST', `${of(project)}/urgent/subscribe`, stranger),
    call('POST', '/projects/999999/labels/urgent/subscribe', stranger),
  ]);
  expect(hidden).toMatchObject({ status: 404, body: absent.body });
  expect(absent.status).toBe(404);
  expect(await say('unsubscribe', `${ofGroup()}/urgent`, stranger)).toBe(404);
  expect(await say('subscribe', `${of(project)}/urgent`, null)).toBe(404);
  const shop = await createProject(app, { owner: stranger.user, visibility: 'public' });
  const urgent = (await call('GET', `${ofGroup()}/urgent`, owner)).body.id;
  for (const label of [urgent, 'urgent', 'nothing']) {
    const answer = await call('POST', `${of(shop)}/${label}/subscribe`, stranger);
    expect(answer).toMatchObject({ status: 404, body: { message: '404 Label Not Found' } });
  }
  // A project's label is none of its group.
  const bug = (await call('GET', `${of(project)}/a%2Fbug`, owner)).body.id;
  expect(await say('subscribe', `${ofGroup()}/${bug}`, guest)).toBe(404);
  expect(await app.platform.db.selectFrom('label_subscriptions').selectAll().execute()).toEqual([]);
});

test('nobody subscribes without an account, or with a token that only reads', async () => {
  const shop = await createProject(app, { owner: owner.user, visibility: 'public' });
  await call('POST', of(shop), owner, { name: 'bug', color: '#d9534f' });
  const url = `/api/v4${of(shop)}/bug/subscribe`;
  const server = await app.server();
  expect((await server.inject({ method: 'POST', url })).statusCode).toBe(401);
  const { headers } = await createToken(app, stranger.user, ['read_api']);
  expect((await server.inject({ method: 'POST', url, headers })).statusCode).toBe(403);
  expect(await told(`${of(shop)}/bug`, stranger)).toBe(false);
  expect(await told(`${of(shop)}/bug`, null)).toBe(false);
  expect(await say('subscribe', `${of(shop)}/bug`, stranger)).toBe(201);
});

test('the pages show what one hears of there, all or apart', async () => {
  await say('subscribe', `${of(project)}/urgent`, guest);
  const shown = async (address: string, user: TestUser | null) => {
    const { data } = (await page(address, user)).body;
    return data.labels.map((label: { name: string; isSubscribed: boolean; can: { subscribe: boolean } }) => [
      label.name,
      label.isSubscribed,
      label.can.subscribe,
    ]);
  };
  const [here, above] = [`/${project.full_path}/-/labels`, `/groups/${group.full_path}/-/labels`];
  expect(await shown(here, guest)).toEqual([
    ['a/bug', false, true],
    ['urgent', true, true],
  ]);
  expect(await shown(`${here}?subscribed=true`, guest)).toEqual([['urgent', true, true]]);
  expect(await shown(`${here}?subscribed=true`, owner)).toEqual([]);
  expect(await shown(above, guest)).toEqual([['urgent', false, true]]);
  expect(await shown(`${above}?subscribed=true`, guest)).toEqual([]);
  const shop = await createProject(app, { owner: owner.user, visibility: 'public' });
  await call('POST', of(shop), owner, { name: 'bug', color: '#d9534f' });
  // Nobody is asked what they hear of who has no account.
  expect(await shown(`/${shop.full_path}/-/labels?subscribed=true`, null)).toEqual([['bug', false, false]]);
});
