import { afterAll, beforeAll } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { type BuiltProject, createProject, type ProjectSpec } from '../src/projects/testing.ts';
import { graphqlCaller } from './call-graphql.ts';
import { pageCaller, restCaller } from './call-rest.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Interfaces of an app that a test file has for itself. What is in it is there once its tests run. */
function ownApp<Made extends object>(make: (app: TestApp) => Promise<Made>) {
  const scene = {} as { app: TestApp } & Made;
  beforeAll(async () => {
    const app = await createTestApp();
    Object.assign(scene, { app }, await make(app));
  });
  afterAll(() => scene.app.close());
  const app = () => scene.app;
  return { scene, ask: graphqlCaller(app), call: restCaller(app), page: pageCaller(app) };
}

/** `user` and someone else. */
export function twoUsers() {
  return ownApp(async (app): Promise<{ person: TestUser; other: TestUser }> => ({
    person: await createUser(app, { username: 'person' }),
    other: await createUser(app),
  }));
}

/** `owner`, who has a project, and a `non-member` to it. */
export function ownerAndNonMember(project: Omit<ProjectSpec, 'owner'>) {
  return ownApp(async (app): Promise<{ owner: TestUser; stranger: TestUser; project: BuiltProject }> => {
    const owner = await createUser(app, { username: 'owner' });
    const stranger = await createUser(app, { username: 'stranger' });
    return { owner, stranger, project: await createProject(app, { ...project, owner: owner.user }) };
  });
}
