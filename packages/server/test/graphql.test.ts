import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Answer = { data?: Record<string, unknown> | null; errors?: { message: string; extensions?: { code?: string } }[] };

async function ask(
  query: string,
  options: { headers?: Record<string, string>; variables?: object } = {},
): Promise<Answer> {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url: '/api/graphql',
    payload: { query, variables: options.variables ?? {} },
    headers: { 'content-type': 'application/json', ...options.headers },
  });
  return answer.json();
}

test('a person asks for themselves and their projects in one request', async () => {
  const ann = await createUser(app, { username: 'ann' });
  await createProject(app, { owner: ann.user, path: 'tool', visibility: 'private' });
  const answer = await ask(
    `{ currentUser { username id } project(fullPath: "ann/tool") { fullPath visibility userPermissions { pushCode } } projects(membership: true, first: 5) { count nodes { name } pageInfo { hasNextPage } } }`,
    { headers: ann.headers },
  );
  expect(answer.errors).toBeUndefined();
  expect(answer.data).toMatchObject({
    currentUser: { username: 'ann', id: `gid://gitlab/User/${ann.user.id}` },
    project: { fullPath: 'ann/tool', visibility: 'private', userPermissions: { pushCode: true } },
    projects: { count: 1, pageInfo: { hasNextPage: false } },
  });
});

test('merge requests are filtered by the state clients name, written out or as a variable', async () => {
  const dan = await createUser(app, { username: 'dan' });
  const project = await createProject(app, { owner: dan.user, path: 'reviewed', files: { 'a.txt': 'a\n' } });
  await createMergeRequest(app, { project, author: dan });
  const written = await ask(
    '{ project(fullPath: "dan/reviewed") { open: mergeRequests(state: opened) { count nodes { iid state } } done: mergeRequests(state: merged) { count } } }',
    { headers: dan.headers },
  );
  expect(written).toEqual({
    data: { project: { open: { count: 1, nodes: [{ iid: '1', state: 'opened' }] }, done: { count: 0 } } },
  });
  const close = await ask(
    'mutation ($to: MergeRequestNewState) { mergeRequestUpdate(input: { projectPath: "dan/reviewed", iid: "1", state: $to }) { errors mergeRequest { state } } }',
    { headers: dan.headers, variables: { to: 'CLOSED' } },
  );
  expect(close.data).toEqual({ mergeRequestUpdate: { errors: [], mergeRequest: { state: 'closed' } } });
});

describe('what may not be seen is as if it were not there', () => {
  test('a private project is null for everybody else, like one that does not exist', async () => {
    const bea = await createUser(app, { username: 'bea' });
    const query = `{ hidden: project(fullPath: "ann/tool") { id } absent: project(fullPath: "ann/nothing") { id } }`;
    expect(await ask(query)).toEqual({ data: { hidden: null, absent: null } });
    expect(await ask(query, { headers: bea.headers })).toEqual({ data: { hidden: null, absent: null } });
  });

  test('nobody lists people without signing in', async () => {
    const answer = await ask('{ users { nodes { username } } }');
    expect(answer.data).toEqual({ users: null });
    expect(answer.errors?.[0]?.extensions?.code).toBe('unauthenticated');
  });
});

describe('limits', () => {
  test('too deep, too many aliases, too long and too wide are refused', async () => {
    const deep = `{ project(fullPath: "x") { ${'namespace { '.repeat(30)} id ${'} '.repeat(30)} } }`;
    const aliases = `{ ${Array.from({ length: 60 }, (_, index) => `a${index}: metadata { version }`).join(' ')} }`;
    const long = `{ metadata { version } } # ${'x'.repeat(11_000)}`;
    const wide = '{ projects(first: 1000000) { nodes { id name path fullPath } } }';
    for (const query of [deep, aliases, long, wide]) {
      const answer = await ask(query);
      expect(answer.errors?.length, query.slice(0, 60)).toBeGreaterThan(0);
    }
  });

  test('a batch is answered in order, and too large a batch is refused', async () => {
    const server = await app.server();
    const post = (payload: object[]) => server.inject({ method: 'POST', url: '/api/graphql', payload });
    const one = { query: '{ metadata { version } }' };
    const answer = await post([one, one]);
    expect(answer.json<Answer[]>().map((each) => each.errors)).toEqual([undefined, undefined]);
    const many = await post(Array.from({ length: 30 }, () => one));
    expect(many.statusCode).toBeGreaterThanOrEqual(400);
  });

  test('a mistake in the query says where, without a stack or a path of this machine', async () => {
    const answer = await ask('{ nothing { id } }');
    expect(answer.errors?.[0]?.message).toContain('nothing');
    expect(JSON.stringify(answer)).not.toMatch(/\.ts|node_modules/);
  });
});
