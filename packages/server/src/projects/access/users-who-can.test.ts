import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, createProject, type ProjectSpec } from '../testing.ts';
import { usersWhoCan } from './users-who-can.ts';
import { getProjectAccess } from './project-access.ts';

const ISSUES = { ability: 'read_issue', feature: 'issues' } as const;
const REQUESTS = { ability: 'read_merge_request', feature: 'merge_requests' } as const;
const NOBODY = 987_654;

let app: TestApp;
let people: Record<'owner' | 'guest' | 'reporter' | 'blocked' | 'admin' | 'outsider', TestUser>;

beforeAll(async () => {
  app = await createTestApp();
  const [owner, guest, reporter] = [await createUser(app), await createUser(app), await createUser(app)];
  const blocked = await createUser(app, { state: 'blocked' });
  const [admin, outsider] = [await createUser(app, { isAdmin: true }), await createUser(app)];
  people = { owner, guest, reporter, blocked, admin, outsider };
});
afterAll(() => app.close());

async function may(spec: Partial<ProjectSpec>): Promise<Record<string, string[]>> {
  const { owner, guest, reporter, blocked } = people;
  const project = await createProject(app, { owner: owner.user, ...spec });
  await addMember(app, { user: guest.user, level: 10, project });
  await addMember(app, { user: reporter.user, level: 20, project });
  await addMember(app, { user: blocked.user, level: 30, project });
  const access = await getProjectAccess(app.system, project.id);
  const names = Object.entries(people);
  const wanted = [NOBODY, -1, ...names.map(([, { user }]) => user.id), owner.user.id];
  const told = (ids: number[]) => ids.map((id) => names.find(([, { user }]) => user.id === id)?.[0] ?? '?');
  return {
    issues: told(await usersWhoCan(app.system, access, ISSUES, wanted)),
    requests: told(await usersWhoCan(app.system, access, REQUESTS, wanted)),
  };
}

test('of many users those are found who may, each once and in the order they were asked for', async () => {
  expect(await may({ visibility: 'private' })).toEqual({
    issues: ['owner', 'guest', 'reporter', 'admin'],
    requests: ['owner', 'reporter', 'admin'],
  });
  const everybody = ['owner', 'guest', 'reporter', 'admin', 'outsider'];
  expect(await may({ visibility: 'public' })).toEqual({ issues: everybody, requests: everybody });
});

test('a feature for members only, or none, is not for others', async () => {
  const columns: ProjectSpec['columns'] = { issues_access_level: 'private', merge_requests_access_level: 'disabled' };
  expect(await may({ visibility: 'public', columns })).toEqual({
    issues: ['owner', 'guest', 'reporter', 'admin'],
    requests: [],
  });
});
