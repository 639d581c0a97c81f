import { restIssueWithSubscription } from '@tributary/contract/planning/issue-rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

/** Issues that are brought from elsewhere keep their numbers and times. */
let app: TestApp;
let owner: TestUser;
let maintainer: TestUser;
let root: TestUser;
let project: BuiltProject;
let base: string;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, maintainer, root] = [await createUser(app), await createUser(app), await rootUser(app)];
  project = await createProject(app, { owner: owner.user });
  await addMember(app, { project, user: maintainer.user, level: 40 });
  base = `/projects/${project.id}/issues`;
});
afterAll(() => app.close());

const OLD = '2019-03-04T05:06:07.000Z';

test('an owner and an administrator say number and time, and the next number follows', async () => {
  const made = await call('POST', base, owner, { title: 'Old', iid: 40, created_at: OLD });
  expect(made.status).toBe(201);
  expect(restIssueWithSubscription.parse(made.body)).toMatchObject({ iid: 40, created_at: OLD });
  const earlier = await call('POST', base, root, { title: 'Older', iid: '7' });
  expect(earlier.body.iid).toBe(7);
  expect((await call('POST', base, maintainer, { title: 'New' })).body.iid).toBe(41);
  const [listed] = (await call('GET', `${base}?created_before=2020-01-01T00:00:00Z`, maintainer)).body;
  expect(listed.iid).toBe(40);
});

test('a number that is taken is a conflict, and two who want it at once get it once', async () => {
  const taken = await call('POST', base, owner, { title: 'Again', iid: 40 });
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('with this number already exists')]);
  const wishes = Array.from({ length: 6 }, (_unused, at) =>
    call('POST', base, owner, { title: `Wish ${at}`, ...(at % 2 === 0 && { iid: 60 }) }),
  );
  const answers = await Promise.all(wishes);
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.iid);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(made).toHaveLength(4);
  expect(new Set(made).size).toBe(4);
  expect(made).toContain(60);
  expect((await call('POST', base, maintainer, { title: 'After' })).body.iid).toBeGreaterThan(60);
});

test('of anyone else they are not heard, and nonsense is refused to all', async () => {
  for (const person of [maintainer, await createUser(app)]) {
    const made = await call('POST', base, person, { title: 'Mine', iid: 900, created_at: OLD });
    expect(made.status).toBe(201);
    expect(made.body.iid).toBeLessThan(100);
    expect(made.body.created_at > OLD).toBe(true);
    expect((await call('POST', base, person, { title: 'Odd', iid: 'x' })).status).toBe(400);
  }
  const before = (await call('GET', base, owner)).headers['x-total'];
  const wrong = [{ iid: 0 }, { iid: -3 }, { iid: 2_000_000_000 }, { iid: 'x' }, { created_at: 'long ago' }];
  for (const wish of [...wrong, { created_at: '2999-01-01T00:00:00Z' }]) {
    expect((await call('POST', base, owner, { title: 'Odd', ...wish })).status, JSON.stringify(wish)).toBe(400);
  }
  expect((await call('GET', base, owner)).headers['x-total']).toBe(before);
  expect((await call('POST', base, maintainer, { title: 'Next' })).body.iid).toBeLessThan(100);
});

test('an owner says when it was last changed, after all that the change does', async () => {
  const { iid } = (await call('POST', base, owner, { title: 'Finished', created_at: OLD })).body;
  const at = '2019-05-05T05:05:05.000Z';
  const closed = await call('PUT', `${base}/${iid}`, owner, {
    title: 'Done',
    state_event: 'close',
    updated_at: at,
  });
  expect(closed.body).toMatchObject({ title: 'Done', state: 'closed', updated_at: at });
  const alone = '2019-06-06T06:06:06.000Z';
  expect((await call('PUT', `${base}/${iid}`, root, { updated_at: alone })).body.updated_at).toBe(alone);
  expect((await call('PUT', `${base}/${iid}`, owner, { updated_at: '2999-01-01T00:00:00Z' })).status).toBe(400);
  expect((await call('GET', `${base}/${iid}`, owner)).body).toMatchObject({ title: 'Done', updated_at: alone });
  // A change without a time has its own, and so has one by someone who may not say it.
  const now = await call('PUT', `${base}/${iid}`, maintainer, { title: 'Now' });
  expect(now.body.updated_at > alone).toBe(true);
  const unheard = await call('PUT', `${base}/${iid}`, maintainer, { title: 'Later', updated_at: at });
  expect([unheard.status, unheard.body.title]).toEqual([200, 'Later']);
  expect(unheard.body.updated_at > now.body.updated_at).toBe(true);
  const unchanged = await call('PUT', `${base}/${iid}`, maintainer, { updated_at: at });
  expect([unchanged.status, unchanged.body.updated_at]).toEqual([200, unheard.body.updated_at]);
  expect((await call('PUT', `${base}/${iid}`, await createUser(app), { updated_at: at })).status).toBe(403);
});
