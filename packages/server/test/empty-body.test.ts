import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../src/accounts/testing.ts';
import { createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let server: FastifyInstance;
beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
});
afterAll(() => app.close());

test('a type of content without any content is no body', async () => {
  const owner = await createUser(app);
  const project = await createProject(app, { owner: owner.user, visibility: 'private' });
  const headers = { ...owner.headers, 'content-type': 'application/json' };
  const starred = await server.inject({ method: 'POST', url: `/api/v4/projects/${project.id}/star`, headers });
  expect(starred.statusCode).toBe(201);
  const blank = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/unstar`,
    headers,
    payload: ' ',
  });
  expect(blank.statusCode).toBe(400);
});
