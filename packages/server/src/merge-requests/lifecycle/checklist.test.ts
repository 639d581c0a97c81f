import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createMergeRequest } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let path: string;

const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  stranger = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const { iid } = await createMergeRequest(app, { project, author: owner, description: '- [ ] a\n- [x] b' });
  path = `/${project.full_path}/-/merge_requests/${iid}`;
});
afterAll(() => app.close());

async function tick(as: TestUser, line: number, source: string, checked = true): Promise<number> {
  const server = await app.server();
  const payload = { line_number: line, line_source: source, checked };
  const answer = await server.inject({ method: 'PUT', url: `${path}/task`, headers: as.headers, payload });
  return answer.statusCode;
}

test('the checklist of a merge request is ticked by who may change it, counted and told', async () => {
  const shown = await page(path, owner);
  expect(shown.body.data).toMatchObject({
    mergeRequest: { tasks: { count: 2, completed: 1 } },
    paths: { task: `${path}/task` },
  });
  expect(await tick(stranger, 1, '- [ ] a')).toBe(403);
  expect(await tick(owner, 1, '- [ ] other')).toBe(409);
  expect(await tick(owner, 1, '- [ ] a')).toBe(200);
  const api = `/projects/${project.id}/merge_requests/${path.split('/').at(-1)}`;
  const { body } = await call('GET', api, owner);
  expect(body.description).toBe('- [x] a\n- [x] b');
  expect(body.task_completion_status).toEqual({ count: 2, completed_count: 2 });
  const notes = await call('GET', `${api}/notes`, owner);
  expect(notes.body.map((note: { body: string }) => note.body)).toContain(
    'marked the checklist item **a** as completed',
  );
  const list = await page(`/${project.full_path}/-/merge_requests`, owner);
  expect(list.body.data.items[0].tasks).toEqual({ count: 2, completed: 2 });
});
