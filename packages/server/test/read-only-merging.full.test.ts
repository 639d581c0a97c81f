import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { slices } from '../src/app/slices.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { watchCommittedChanges } from '../testing/committed-changes.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { rowOf } from './permission-table.ts';

/**
 * Whatever can be written of a merge request, its repository and its trains is tried by the owner of the project, over REST,
 * at the addresses of pages, in GraphQL and as a push: where nothing may be written, nothing is.
 */
let app: TestApp;
let owner: TestUser;
let root: TestUser;
let project: BuiltProject;
let iid: number;
let origin: string;
let changes: () => Promise<string[]>;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  [owner, root] = [await createUser(app), await createUser(app, { isAdmin: true })];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  await call('POST', `/projects/${project.id}/issues`, owner, { title: 'To be closed' });
  const description = 'Closes #1';
  ({ iid } = await createMergeRequest(app, { project, author: owner, branch: 'topic', description }));
  await app.runJobs();
  changes = await watchCommittedChanges(app);
});
afterAll(() => app.close());

type Write = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; ability: string; prefix: string };

const isWrite = ({ method }: { method: string }) => method !== 'GET' && method !== 'HEAD';
const OF_MERGING =
  /^\/projects\/:id\/(merge_requests|merge_trains|repository|protected_branches|approval|external_status)/;

const writes: Write[] = [
  ...slices
    .flatMap((slice) => slice.rest ?? [])
    .filter((route) => isWrite(route) && OF_MERGING.test(route.path))
    .map((route) => ({ ...route, prefix: '/api/v4' })),
  ...slices
    .flatMap((slice) => slice.placeRoutes ?? [])
    .filter(({ route, on }) => on === 'project' && isWrite(route) && route.path.startsWith('/merge_requests'))
    .map(({ route }) => ({ ...route, prefix: '' })),
] as Write[];

function addressOf({ prefix, path }: Write): string {
  const at = prefix === '' ? `/${project.full_path}/-${path}` : `${prefix}${path}`;
  return at
    .replace('/projects/:id', `/projects/${project.id}`)
    .replace(/:(merge_request_iid|iid|subscribable_id|noteable_id|eventable_id)(?=\/|$|\.)/g, String(iid))
    .replace(/:(\w+)/g, (_all, name: string) =>
      /sha/.test(name) ? '1'.repeat(40) : /branch|name/.test(name) ? 'topic' : '1',
    );
}

/** With what most of them ask for. */
const BODY = {
  title: 'Other',
  body: 'Text',
  note: 'Text',
  name: 'x',
  branch: 'new',
  ref: 'main',
  source_branch: 'topic',
  target_branch: 'main',
  commit_message: 'x',
  actions: [{ action: 'create', file_path: 'x.txt', content: 'x' }],
};

/** Says how many issues it assigned: none, where each of them refuses. */
const ASSIGNS = '/merge_requests/:iid/assign_related_issues';

const refsOf = () => project.repository.git('for-each-ref');

async function sweep(tried: readonly Write[]): Promise<{ passed: string[]; statuses: Set<number> }> {
  const server = await app.server();
  const passed: string[] = [];
  const statuses = new Set<number>();
  await app.runJobs();
  await changes();
  const refs = await refsOf();
  for (const write of tried) {
    const { method, path } = write;
    const body = path.endsWith('/merge') || path.endsWith('/rebase') ? {} : BODY;
    const answer = await server.inject({ method, url: addressOf(write), headers: owner.headers, payload: body });
    statuses.add(answer.statusCode);
    const changed = await changes();
    if ((answer.statusCode < 400 && path !== ASSIGNS) || changed.length > 0)
      passed.push(`${method} ${path}: ${answer.statusCode} ${changed.join()}`);
  }
  await app.runJobs();
  expect(await refsOf()).toBe(refs);
  return { passed, statuses };
}

/** Mutations of merge requests, each with what it needs. */
const MUTATIONS: Record<string, object> = {
  mergeRequestAccept: { sha: '1'.repeat(40) },
  mergeRequestSetDraft: { draft: true },
  mergeRequestUpdate: { title: 'Other' },
  mergeRequestSetLocked: { locked: true },
  mergeRequestSetAssignees: { assigneeUsernames: [] },
};

async function mutate(): Promise<string[]> {
  const server = await app.server();
  const done: string[] = [];
  for (const [name, more] of Object.entries(MUTATIONS)) {
    const input = { projectPath: project.full_path, iid: String(iid), ...more };
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { act: ${name}(input: $input) { errors } }`;
    const payload = { query, variables: { input } };
    const answer = await server.inject({ method: 'POST', url: '/api/graphql', headers: owner.headers, payload });
    const { data, errors } = answer.json();
    if (errors === undefined && data.act.errors.length === 0) done.push(name);
  }
  return done;
}

async function pushStatus(): Promise<number> {
  const basic = Buffer.from(`x:${owner.headers['private-token'] ?? ''}`).toString('base64');
  const url = `${origin}/${project.full_path}.git/info/refs?service=git-receive-pack`;
  return (await fetch(url, { headers: { authorization: `Basic ${basic}` } })).status;
}

describe('nothing is written', { timeout: 300_000 }, () => {
  test('there are writes to try', () => {
    expect(writes.filter(({ prefix }) => prefix === '').length).toBeGreaterThan(10);
    expect(writes.length).toBeGreaterThan(60);
  });

  test('P-34: in a read-only copy', async () => {
    expect((await call('PUT', '/application/settings', root, { primary_url: 'https://code.example.com' })).status).toBe(
      200,
    );
    const { passed, statuses } = await sweep(writes);
    expect(passed).toEqual([]);
    expect([...statuses]).toEqual([403]);
    expect([await mutate(), await changes(), await pushStatus()]).toEqual([[], [], 403]);
    expect((await call('GET', `/projects/${project.id}/merge_requests/${iid}`, owner)).status).toBe(200);
    expect((await call('PUT', '/application/settings', root, { primary_url: '' })).status).toBe(200);
  });

  test('P-35: in an archived project, but for what is each reader’s own', async () => {
    expect((await call('POST', `/projects/${project.id}/archive`, owner)).status).toBe(201);
    const tried = writes.filter(({ ability }) => !(rowOf(ability).kind === 'write' && rowOf(ability).archived));
    const own = new Set(writes.filter((write) => !tried.includes(write)).map(({ ability }) => ability));
    expect([...own].toSorted()).toEqual(['change_drafts', 'review_changes', 'subscribe']);
    expect((await sweep(tried)).passed).toEqual([]);
    expect([await mutate(), await changes(), await pushStatus()]).toEqual([[], [], 403]);
    expect((await call('GET', `/projects/${project.id}/merge_requests/${iid}`, owner)).status).toBe(200);
  });
});
