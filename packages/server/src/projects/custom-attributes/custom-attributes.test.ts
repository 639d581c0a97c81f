import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { createGroup, createProject } from '../testing.ts';

let app: TestApp;
let root: TestUser;
let owner: TestUser;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [root, owner] = [await rootUser(app), await createUser(app)];
});
afterAll(() => app.close());

test('administrators attach keys and values to users, projects and groups, and find them by these', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const project = await createProject(app, { owner: owner.user });
  for (const [list, id] of [
    ['/users', owner.user.id],
    ['/projects', project.id],
    ['/groups', group.id],
  ] as const) {
    const url = `${list}/${id}/custom_attributes`;
    const ids = async (query: string, by: TestUser) =>
      (await call('GET', `${list}?${query}`, by)).body.map((each: { id: number }) => each.id);
    expect((await call('GET', url, owner)).status).toBe(403);
    expect((await call('PUT', `${url}/team`, owner, { value: 'a' })).status).toBe(403);
    expect((await call('PUT', `${url}/team`, root, { value: 'a' })).body).toEqual({ key: 'team', value: 'a' });
    await call('PUT', `${url}/cost`, root, { value: '1' });
    expect((await call('PUT', `${url}/team`, root, { value: 'b' })).body).toEqual({ key: 'team', value: 'b' });
    expect((await call('GET', url, root)).body).toEqual([
      { key: 'cost', value: '1' },
      { key: 'team', value: 'b' },
    ]);
    expect(await ids('custom_attributes[team]=b&custom_attributes[cost]=1', root)).toEqual([id]);
    expect(await ids('custom_attributes[team]=a', root)).toEqual([]);
    expect(await ids('custom_attributes[team]=a', owner)).toContain(id);
    expect((await call('DELETE', `${url}/team`, root)).status).toBe(204);
    expect((await call('GET', `${url}/team`, root)).status).toBe(404);
  }
});
