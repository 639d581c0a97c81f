import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let planner: TestUser;
let author: TestUser;
let stranger: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const page = pageCaller(() => app);
const DESCRIPTION = 'Plan\n\n- [ ] write\n- [x] test\n- [~] print\n- [ ] land **it**';

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  planner = await createUser(app, { username: 'planner' });
  author = await createUser(app, { username: 'author' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app', visibility: 'public' });
  await addMember(app, { user: planner.user, project, level: 20 });
});
afterAll(() => app.close());

async function newIssue(description = DESCRIPTION): Promise<{ api: string; path: string }> {
  const made = await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Checklist', description });
  expect(made.status).toBe(201);
  return {
    api: `/projects/${project.id}/issues/${made.body.iid}`,
    path: `/${project.full_path}/-/issues/${made.body.iid}`,
  };
}

async function tick(path: string, as: TestUser | null, line: number, source: string, checked = true) {
  const server = await app.server();
  const payload = { line_number: line, line_source: source, checked };
  const answer = await server.inject({ method: 'PUT', url: `${path}/task`, headers: as?.headers ?? {}, payload });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

async function graphql(query: string) {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: owner.headers,
    payload: { query },
  });
  return answer.json().data;
}

const systemNotes = async (api: string): Promise<string[]> => {
  const { body } = await call('GET', `${api}/notes?sort=asc`, owner);
  return body.filter((note: { system: boolean }) => note.system).map((note: { body: string }) => note.body);
};

describe('the checklist of a description', () => {
  test('one box is ticked and told; the rest stays', async () => {
    const { api, path } = await newIssue();
    expect((await tick(path, planner, 3, '- [ ] write')).status).toBe(200);
    expect((await tick(path, planner, 6, '- [ ] land **it**')).status).toBe(200);
    expect((await tick(path, planner, 4, '- [x] test', false)).status).toBe(200);
    const { body } = await call('GET', api, owner);
    expect(body.description).toBe('Plan\n\n- [x] write\n- [ ] test\n- [~] print\n- [x] land **it**');
    expect(body.task_completion_status).toEqual({ count: 3, completed_count: 2 });
    expect(body.task_status).toBe('2 of 3 checklist items completed');
    const { project: answer } = await graphql(
      `{ project(fullPath: "${project.full_path}") { issue(iid: "${body.iid}") { taskCompletionStatus { count completedCount } } } }`,
    );
    expect(answer.issue.taskCompletionStatus).toEqual({ count: 3, completedCount: 2 });
    expect(await systemNotes(api)).toEqual([
      'marked the checklist item **write** as completed',
      String.raw`marked the checklist item **land \*\*it\*\*** as completed`,
      'marked the checklist item **test** as incomplete',
    ]);
  });

  test('a full text that differs in boxes alone is told the same way', async () => {
    const { api } = await newIssue();
    await call('PUT', api, owner, { description: DESCRIPTION.replace('[ ] write', '[x] write') });
    await call('PUT', api, owner, { description: `${DESCRIPTION}\nmore` });
    expect(await systemNotes(api)).toEqual([
      'marked the checklist item **write** as completed',
      'changed the description',
    ]);
  });

  test('a line that is another one now is a conflict and nothing changes', async () => {
    const { api, path } = await newIssue();
    await call('PUT', api, owner, { description: `First\n${DESCRIPTION}` });
    const answer = await tick(path, planner, 3, '- [ ] write');
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'task_changed' } } });
    expect((await call('GET', api, owner)).body.description).toBe(`First\n${DESCRIPTION}`);
    // What does not apply any more can't be ticked either.
    expect((await tick(path, planner, 6, '- [~] print')).status).toBe(409);
  });

  test('ticking what is ticked already tells nothing', async () => {
    const { api, path } = await newIssue();
    expect((await tick(path, planner, 4, '- [ ] test')).status).toBe(200);
    expect(await systemNotes(api)).toEqual([]);
  });

  test('ticks of many boxes at once all arrive', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `- [ ] step ${index}`);
    const { api, path } = await newIssue(lines.join('\n'));
    const answers = await Promise.all(
      lines.map(async (line, index) => {
        let answer = await tick(path, planner, index + 1, line);
        // Five tries are made by the server; a user tries again.
        while (answer.status === 409 || answer.status === 503) answer = await tick(path, planner, index + 1, line);
        return answer.status;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await call('GET', api, owner)).body.description).toBe(lines.join('\n').replaceAll('[ ]', '[x]'));
    expect(await systemNotes(api)).toHaveLength(12);
  });

  test('only who may change the text may tick, and a refusal says nothing of the text', async () => {
    const { path } = await newIssue();
    for (const line of ['- [ ] write', '- [ ] guess']) {
      expect((await tick(path, stranger, 3, line)).status).toBe(403);
      expect((await tick(path, null, 3, line)).status).toBe(401);
    }
    const shown = await page(path, stranger);
    expect(shown.body.data.can.update).toBe(false);
    expect(shown.body.data.issue.descriptionHtml).toContain('disabled');
  });

  test('strange wishes are refused', async () => {
    const { path } = await newIssue();
    for (const line of [0, -1, 1.5]) expect((await tick(path, owner, line, '- [ ] write')).status).toBe(400);
    expect((await tick(path, owner, 999_999, '- [ ] write')).status).toBe(409);
  });
});

describe('the checklist of a note', () => {
  test('its author and maintainers tick it; others do not', async () => {
    const { api } = await newIssue();
    const made = await call('POST', `${api}/notes`, author, { body: 'Mine:\n- [ ] a\n- [ ] b' });
    const path = `/${project.full_path}/-/notes/${made.body.id}`;
    const ticked = await tick(path, author, 2, '- [ ] a');
    expect(ticked.status).toBe(200);
    expect(ticked.body).toMatchObject({ note: 'Mine:\n- [x] a\n- [ ] b', task_path: `${path}/task` });
    expect(ticked.body.note_html).toMatch(/checked[^>]*data-task-index="0"/);
    expect((await tick(path, owner, 3, '- [ ] b')).status).toBe(200);
    expect((await tick(path, stranger, 3, '- [ ] b')).status).toBe(403);
    expect((await tick(path, author, 2, '- [ ] other')).status).toBe(409);
    expect((await call('GET', `${api}/notes/${made.body.id}`, owner)).body.body).toBe('Mine:\n- [x] a\n- [x] b');
  });

  test('an internal note is not there for others', async () => {
    const { api } = await newIssue();
    const made = await call('POST', `${api}/notes`, planner, { body: '- [ ] secret', internal: true });
    expect(made.status).toBe(201);
    const path = `/${project.full_path}/-/notes/${made.body.id}`;
    expect((await tick(path, stranger, 1, '- [ ] secret')).status).toBe(404);
    expect((await tick(path, planner, 1, '- [ ] secret')).status).toBe(200);
  });
});
