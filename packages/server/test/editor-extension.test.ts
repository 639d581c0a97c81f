import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { appendTrace } from '../src/ci/traces/operations/append-trace.ts';
import { createPipeline } from '../src/ci/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../src/projects/testing.ts';
import { graphqlCaller } from '../testing/call-graphql.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** What the extension of an editor asks, from signing in to a comment on a line; each refusal would close a part of it. */
let app: TestApp;
let ann: TestUser;
let other: TestUser;
let project: BuiltProject;
let iid: number;
let mrId: number;
let jobId: number;
let head: string;
const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [ann, other] = [await createUser(app, { username: 'ann' }), await createUser(app)];
  const group = await createGroup(app, { owner: ann.user, path: 'works', visibility: 'public' });
  await createGroup(app, { owner: ann.user, path: 'archive', visibility: 'public' });
  await call('POST', '/groups/archive/archive', ann);
  const lent = await createGroup(app, { owner: other.user, path: 'lent', visibility: 'public' });
  await addMember(app, { user: ann.user, group: lent, level: 20 });
  project = await createProject(app, {
    owner: ann.user,
    group,
    path: 'tool',
    visibility: 'private',
    files: { a: '1\n' },
  });
  const row = await createMergeRequest(app, { project, author: ann, branch: 'topic', files: { a: '1\n2\n' } });
  await app.runJobs();
  [iid, mrId, head] = [row.iid, row.id, row.head_sha ?? ''];
  await call('POST', `/projects/${project.id}/issues`, ann, { title: 'Slow basket', description: 'alpha' });
  await call('POST', `/projects/${project.id}/issues`, ann, { title: 'alpha', description: 'Nothing' });
  const { jobs } = await createPipeline(app, {
    project_id: project.id,
    sha: (await project.repository.git('rev-parse', 'main')).trim(),
    stages: { test: [{ name: 'unit', status: 'running' }] },
  });
  const [job] = jobs;
  if (!job) throw new Error('the pipeline has no job');
  jobId = job.id;
  await appendTrace(app.system, job, { start: 0, data: Buffer.from('one\n') }, []);
});
afterAll(() => app.close());

const DOCUMENTS: [name: string, document: string, variables: Record<string, unknown>, data: object][] = [
  [
    'switches of the server',
    'query ($names: [String!]!) { metadata { version featureFlags(names: $names) { name enabled } } }',
    { names: ['one_switch'] },
    { metadata: { featureFlags: [{ name: 'one_switch', enabled: false }] } },
  ],
  [
    'where a project can be created',
    `query ($search: String) { currentUser { id namespace { id fullPath }
      groups(permissionScope: CREATE_PROJECTS, search: $search) { nodes { id fullPath name visibility webUrl } } } }`,
    {},
    {
      currentUser: { namespace: { fullPath: 'ann' }, groups: { nodes: [{ fullPath: 'works', visibility: 'public' }] } },
    },
  ],
  [
    'all groups of the user that match',
    'query ($search: String) { currentUser { groups(search: $search) { nodes { fullPath } } } }',
    { search: 'len' },
    { currentUser: { groups: { nodes: [{ fullPath: 'lent' }] } } },
  ],
  [
    'the role of the user',
    'query ($path: ID!) { project(fullPath: $path) { maxAccessLevel { integerValue } group { id } repository { rootRef empty } } }',
    { path: 'works/tool' },
    { project: { maxAccessLevel: { integerValue: 50 }, repository: { rootRef: 'main', empty: false } } },
  ],
  [
    'whether the user may comment',
    'query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) { userPermissions { createNote } } } }',
    { path: 'works/tool', iid: '1' },
    { project: { mergeRequest: { userPermissions: { createNote: true } } } },
  ],
];

test.each(DOCUMENTS)('%s', async (_name, document, variables, expected) => {
  const { data, errors } = await ask(ann, document, variables);
  expect(errors).toBeUndefined();
  expect(data).toMatchObject(expected);
});

test('groups of another user are not told', async () => {
  const { data } = await ask(other, '{ user(username: "ann") { groups { nodes { id } } } }');
  expect(data).toEqual({ user: { groups: null } });
});

/** Below the project; the words are those of the lists in its sidebar. */
const CALLS: [method: 'GET' | 'POST', path: string, body?: Record<string, unknown>][] = [
  [
    'GET',
    '/merge_requests?state=opened&scope=all&reviewer_username=ann&in=title,description&wip=no&order_by=created_at',
  ],
  [
    'GET',
    '/merge_requests?state=opened&scope=created_by_me&assignee_id=None&reviewer_id=Any&labels[]=a&labels[]=b&per_page=20',
  ],
  ['GET', '/merge_requests?state=opened&source_branch=topic'],
  ['GET', '/issues?state=opened&scope=all&assignee_id=Any&confidential=false&not[labels][]=x&not[author_username]=zoe'],
  ['GET', '/merge_requests/1/resource_label_events?sort=asc'],
  ['GET', '/merge_requests/1/closes_issues'],
  ['GET', '/merge_requests/1/pipelines'],
  ['GET', '/merge_requests/1/versions'],
  ['GET', '/protected_branches'],
  ['GET', '/pipelines?ref=main'],
  ['GET', '/repository/tree?ref=main&path='],
  ['GET', '/repository/files/a?ref=main'],
  ['GET', '/repository/files/a/raw?ref=main'],
  ['GET', '/repository/branches?search=main'],
  ['GET', '/repository/commits/main/statuses?stage=external&ref=main'],
  ['POST', '/ci/lint', { content: 'unit:\n  script: make\n' }],
];

test.each(CALLS)('%s %s', async (method, path, body) => {
  const answer = await call(method, `/projects/${project.id}${path}`, ann, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  expect(answer.headers['x-ignored-parameters']).toBe(path.includes('label_events') ? 'sort' : undefined);
});

test('the version is one that extensions accept, the same over both interfaces', async () => {
  const { body } = await call('GET', '/version', ann);
  const [major, minor] = String(body.version).split('.').map(Number);
  expect(major).toBe(16);
  expect(minor).toBeGreaterThanOrEqual(9);
  expect((await ask(ann, '{ metadata { version } }')).data.metadata.version).toBe(body.version);
});

test('an issue is left out by what its title alone says', async () => {
  const titles = async (query: string) =>
    (await call('GET', `/projects/${project.id}/issues?${query}`, ann)).body.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles('not[search]=alpha')).toEqual([]);
  expect(await titles('not[search]=alpha&not[in]=title')).toEqual(['Slow basket']);
});

test('the log of a job is sent again once it has grown', async () => {
  const path = `/projects/${project.id}/jobs/${jobId}/trace`;
  const server = await app.server();
  const read = (etag?: string) =>
    server.inject({ url: `/api/v4${path}`, headers: { ...ann.headers, ...(etag && { 'if-none-match': etag }) } });
  const first = await read();
  expect([first.statusCode, first.body]).toEqual([200, 'one\n']);
  const etag = String(first.headers['etag']);
  expect((await read(etag)).statusCode).toBe(304);
  await appendTrace(app.system, { id: jobId }, { start: 4, data: Buffer.from('two\n') }, []);
  const later = await read(etag);
  expect([later.statusCode, later.body]).toEqual([200, 'one\ntwo\n']);
});

test('a comment on a line is written, answered, changed, resolved and deleted', async () => {
  const NOTE = `id body url system userPermissions { resolveNote adminNote createNote } author { username webUrl }
    position { diffRefs { baseSha headSha startSha } filePath positionType newLine oldLine newPath oldPath }`;
  const versions = (await call('GET', `/projects/${project.id}/merge_requests/${iid}/versions`, ann)).body;
  const [{ base_commit_sha: baseSha, start_commit_sha: startSha, head_commit_sha: headSha }] = versions;
  expect(headSha).toBe(head);
  const paths = { oldPath: 'a', newPath: 'a' };
  const made = await ask(
    ann,
    `mutation ($id: NoteableID!, $body: String!, $position: DiffPositionInput!) {
      createDiffNote(input: { noteableId: $id, body: $body, position: $position }) { errors note { discussion {
        replyId resolvable resolved notes { nodes { ${NOTE} } } } } } }`,
    {
      id: `gid://gitlab/MergeRequest/${mrId}`,
      body: 'Why?',
      position: { baseSha, startSha, headSha, paths, newLine: 2 },
    },
  );
  expect(made.errors).toBeUndefined();
  const thread = made.data.createDiffNote.note.discussion;
  expect(thread.notes.nodes[0]).toMatchObject({ body: 'Why?', position: { newLine: 2, oldLine: null, newPath: 'a' } });
  const reply = await ask(
    ann,
    `mutation ($id: NoteableID!, $body: String!, $replyId: DiscussionID, $sha: String) {
      createNote(input: { noteableId: $id, body: $body, discussionId: $replyId, mergeRequestDiffHeadSha: $sha }) {
        errors note { ${NOTE} } } }`,
    { id: `gid://gitlab/MergeRequest/${mrId}`, body: 'Because', replyId: thread.replyId, sha: headSha },
  );
  const { id } = reply.data.createNote.note;
  const number = id.split('/').at(-1);
  const note = `/projects/${project.id}/merge_requests/${iid}/notes/${number}`;
  expect((await call('GET', note, ann)).body.body).toBe('Because');
  const change = 'mutation ($id: NoteID!, $body: String) { updateNote(input: { id: $id, body: $body }) { errors } }';
  expect((await ask(ann, change, { id, body: 'Because of it' })).data).toEqual({ updateNote: { errors: [] } });
  expect((await call('GET', note, ann)).body.body).toBe('Because of it');
  const resolve = `mutation ($id: DiscussionID!, $resolved: Boolean!) {
    discussionToggleResolve(input: { id: $id, resolve: $resolved }) { errors } }`;
  for (const resolved of [true, false]) {
    const { data } = await ask(ann, resolve, { id: thread.replyId, resolved });
    expect(data).toEqual({ discussionToggleResolve: { errors: [] } });
    expect((await call('GET', note, ann)).body.resolved).toBe(resolved);
  }
  const remove = 'mutation ($id: NoteID!) { destroyNote(input: { id: $id }) { errors } }';
  expect((await ask(ann, remove, { id })).data).toEqual({ destroyNote: { errors: [] } });
  expect((await call('GET', note, ann)).status).toBe(404);
});
