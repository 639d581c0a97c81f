import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember, createProject } from '../src/projects/testing.ts';
import { IS_FULL } from '../testing/sampled.ts';
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

test('a user asks for themselves and their projects in one request', async () => {
  const ann = await createUser(app, { username: 'ann' });
  await createProject(app, { owner: ann.user, path: 'tool', visibility: 'private' });
  const answer = await ask(
    `{ currentUser { username id } project(fullPath: "ann/tool") { fullPath visibility userPermissions { pushCode createMergeRequestIn readMergeRequest } pushRules { rejectUnsignedCommits } } projects(membership: true, first: 5) { count nodes { name } pageInfo { hasNextPage } } }`,
    { headers: ann.headers },
  );
  expect(answer.errors).toBeUndefined();
  expect(answer.data).toMatchObject({
    currentUser: { username: 'ann', id: `gid://gitlab/User/${ann.user.id}` },
    project: {
      fullPath: 'ann/tool',
      visibility: 'private',
      userPermissions: { pushCode: true, createMergeRequestIn: true, readMergeRequest: true },
      pushRules: { rejectUnsignedCommits: false },
    },
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

test('a client for reviews reads commits, counts, threads with their places, and users', async () => {
  const eve = await createUser(app, { username: 'eve' });
  const project = await createProject(app, { owner: eve.user, path: 'kit', files: { 'a.txt': 'a\n' } });
  const request = await createMergeRequest(app, { project, author: eve, files: { 'b.txt': 'one\ntwo\n' } });
  await app.runJobs();
  const server = await app.server();
  const versions = `/api/v4/projects/${project.id}/merge_requests/${request.iid}/versions`;
  const [version] = (await server.inject({ url: versions, headers: eve.headers })).json();
  const position = {
    base_sha: version.base_commit_sha,
    start_sha: version.start_commit_sha,
    head_sha: version.head_commit_sha,
    position_type: 'text',
    new_path: 'b.txt',
    old_path: 'b.txt',
    new_line: 2,
  };
  const posted = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/merge_requests/${request.iid}/discussions`,
    headers: eve.headers,
    payload: { body: 'Why two?', position },
  });
  expect(posted.statusCode).toBe(201);
  const answer = await ask(
    `{ project(fullPath: "eve/kit") { mergeRequest(iid: "${request.iid}") {
      titleHtml diffHeadSha sourceProject { fullPath } targetProject { fullPath } projectId
      commits(first: 5) { count nodes { sha title authorName webPath } }
      diffStats { path additions deletions } diffStatsSummary { additions deletions changes fileCount }
      participants { nodes { username } } mergeabilityChecks { identifier status }
      notes(first: 5) { nodes { body position { filePath newLine oldLine positionType diffRefs { headSha } } userPermissions { createNote adminNote } } }
    } } currentUser { authoredMergeRequests(state: opened, first: 5) { count nodes { iid } } } }`,
    { headers: eve.headers },
  );
  expect(answer.errors).toBeUndefined();
  expect(answer.data).toMatchObject({
    project: {
      mergeRequest: {
        diffHeadSha: version.head_commit_sha,
        sourceProject: { fullPath: 'eve/kit' },
        targetProject: { fullPath: 'eve/kit' },
        projectId: project.id,
        commits: { count: 1, nodes: [{ sha: version.head_commit_sha }] },
        diffStats: [{ path: 'b.txt', additions: 2, deletions: 0 }],
        diffStatsSummary: { additions: 2, deletions: 0, changes: 2, fileCount: 1 },
        participants: { nodes: [{ username: 'eve' }] },
        mergeabilityChecks: expect.arrayContaining([{ identifier: 'NOT_OPEN', status: 'SUCCESS' }]),
        notes: {
          nodes: expect.arrayContaining([
            {
              body: 'Why two?',
              position: {
                filePath: 'b.txt',
                newLine: 2,
                oldLine: null,
                positionType: 'text',
                diffRefs: { headSha: version.head_commit_sha },
              },
              userPermissions: { createNote: true, adminNote: true },
            },
          ]),
        },
      },
    },
    currentUser: { authoredMergeRequests: { count: 1, nodes: [{ iid: String(request.iid) }] } },
  });
});

test('the repository is read by tree and by path, and its labels and milestones with the project', async () => {
  const fay = await createUser(app, { username: 'fay' });
  const files = { 'src/a.ts': 'one\n', 'README.md': '# Hi\n', 'logo.bin': Buffer.from([0, 1, 2, 255]) };
  const project = await createProject(app, { owner: fay.user, path: 'lib', visibility: 'private', files });
  const server = await app.server();
  for (const [kind, body] of [
    ['labels', { name: 'bug', color: '#ff0000' }],
    ['milestones', { title: 'v1', due_date: '2030-01-01' }],
  ] as const) {
    const url = `/api/v4/projects/${project.id}/${kind}`;
    expect((await server.inject({ method: 'POST', url, headers: fay.headers, payload: body })).statusCode).toBe(201);
  }
  const query = `{ project(fullPath: "fay/lib") {
    repository { exists empty rootRef
      tree(path: "") { lastCommit { title } trees { nodes { name path webPath } } blobs { count nodes { name } } }
      blobs(paths: ["src/a.ts", "logo.bin", "absent", "../x"]) { nodes { path size rawTextBlob } } }
    labels { count nodes { title color } } milestones { nodes { title dueDate state } } } }`;
  const answer = await ask(query, { headers: fay.headers });
  expect(answer.errors).toBeUndefined();
  expect(answer.data).toEqual({
    project: {
      repository: {
        exists: true,
        empty: false,
        rootRef: 'main',
        tree: {
          lastCommit: { title: expect.any(String) },
          trees: { nodes: [{ name: 'src', path: 'src', webPath: '/fay/lib/-/tree/main/src' }] },
          blobs: { count: 2, nodes: [{ name: 'README.md' }, { name: 'logo.bin' }] },
        },
        blobs: {
          nodes: [
            { path: 'src/a.ts', size: '4', rawTextBlob: 'one\n' },
            { path: 'logo.bin', size: '4', rawTextBlob: null },
          ],
        },
      },
      labels: { count: 1, nodes: [{ title: 'bug', color: '#ff0000' }] },
      milestones: { nodes: [{ title: 'v1', dueDate: '2030-01-01', state: 'active' }] },
    },
  });
  const guest = await createUser(app);
  await addMember(app, { project, user: guest.user, level: 10 });
  const hidden = await ask('{ project(fullPath: "fay/lib") { fullPath repository { rootRef } } }', {
    headers: guest.headers,
  });
  expect(hidden.data).toEqual({ project: { fullPath: 'fay/lib', repository: null } });
});

test.runIf(IS_FULL)(
  'T-113: the contents of files in one response are limited, however many fields give them',
  async () => {
    const eva = await createUser(app, { username: 'eva' });
    const files = { 'large.txt': `${'x'.repeat(999_999)}\n` };
    await createProject(app, { owner: eva.user, path: 'large', visibility: 'private', files });
    const fields = Array.from(
      { length: 12 },
      (_, at) => `a${at}: blobs(paths: ["large.txt"]) { nodes { rawBlob rawTextBlob } }`,
    );
    const query = (count: number) =>
      `{ project(fullPath: "eva/large") { repository { ${fields.slice(0, count).join(' ')} } } }`;
    const few = await ask(query(10), { headers: eva.headers });
    expect([few.errors, JSON.stringify(few.data).length > 20_000_000]).toEqual([undefined, true]);
    const many = await ask(query(12), { headers: eva.headers });
    expect(many.errors?.[0]?.message).toMatch(/^The contents of files in one response are limited to 20 MiB/);
    expect(JSON.stringify(many.data).length).toBeLessThan(21 * 1024 * 1024);
  },
);

describe('what may not be seen is as if it were not there', () => {
  test('a private project is null for everyone else, like one that does not exist', async () => {
    const bea = await createUser(app, { username: 'bea' });
    const query = `{ hidden: project(fullPath: "ann/tool") { id } absent: project(fullPath: "ann/nothing") { id } }`;
    expect(await ask(query)).toEqual({ data: { hidden: null, absent: null } });
    expect(await ask(query, { headers: bea.headers })).toEqual({ data: { hidden: null, absent: null } });
  });

  test('nobody lists users without signing in', async () => {
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
    const wide =
      '{ projects(first: 1000000) { nodes { mergeRequests(first: 1000) { nodes { notes(first: 1000) { nodes { id } } } } } } }';
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

test('every payload gives back the id it was called with, every connection has edges', async () => {
  const gus = await createUser(app, { username: 'gus' });
  await createProject(app, { owner: gus.user, path: 'one', visibility: 'private' });
  await createProject(app, { owner: gus.user, path: 'two', visibility: 'private' });
  const make = `mutation ($input: CreateIssueInput!) {
    first: createIssue(input: $input) { clientMutationId issue { iid } }
    createIssue(input: { projectPath: "gus/one", title: "B", clientMutationId: "written" }) { clientMutationId errors }
    none: createIssue(input: { projectPath: "gus/one", title: "C" }) { clientMutationId }
    refused: createIssue(input: { projectPath: "gus/one", title: "", clientMutationId: "no" }) { clientMutationId errors } }`;
  const input = { projectPath: 'gus/one', title: 'A', clientMutationId: 'mine' };
  expect((await ask(make, { headers: gus.headers, variables: { input } })).data).toMatchObject({
    first: { clientMutationId: 'mine', issue: { iid: '1' } },
    createIssue: { clientMutationId: 'written', errors: [] },
    none: { clientMutationId: null },
    refused: { clientMutationId: 'no', errors: [expect.any(String)] },
  });
  const inFragments = `mutation ($input: CreateIssueInput!) {
    ... on Mutation { within: createIssue(input: $input) { ...Answer } }
    ...Making }
    fragment Making on Mutation { named: createIssue(input: { projectPath: "gus/two", title: "D", clientMutationId: "four" }) {
      ... on IssuePayload { ...Answer } } }
    fragment Answer on IssuePayload { clientMutationId errors }`;
  expect(
    await ask(inFragments, { headers: gus.headers, variables: { input: { ...input, projectPath: 'gus/two' } } }),
  ).toEqual({
    data: {
      within: { clientMutationId: 'mine', errors: [] },
      named: { clientMutationId: 'four', errors: [] },
    },
  });
  const list = `query ($after: String) { project(fullPath: "gus/one") {
    issues(first: 2, after: $after) { edges { cursor node { title } } nodes { title } pageInfo { endCursor } } } }`;
  type Page = {
    issues: { edges: { cursor: string; node: { title: string } }[]; nodes: object[]; pageInfo: { endCursor: string } };
  };
  const read = async (after?: string) =>
    (await ask(list, { headers: gus.headers, variables: { after } })).data?.['project'] as Page;
  const { issues } = await read();
  expect(issues.edges.map(({ node }) => node)).toEqual(issues.nodes);
  expect(issues.edges.at(-1)?.cursor).toBe(issues.pageInfo.endCursor);
  const after = await read(issues.edges[0]?.cursor);
  expect(after.issues.nodes[0]).toEqual(issues.nodes[1]);
});

test('lists are asked for by names, branches, numbers and order, as clients do', async () => {
  const author = await createUser(app);
  const other = await createUser(app);
  const project = await createProject(app, { owner: author.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: other.user, level: 30 });
  const rows = [
    await createMergeRequest(app, { project, author, branch: 'zebra', title: 'B first' }),
    await createMergeRequest(app, { project, author: other, branch: 'apple', title: 'A second' }),
  ];
  const listed = async (wanted: string) => {
    const { data, errors } = await ask(
      `{ project(fullPath: "${project.full_path}") { sshUrlToRepo mergeRequests${wanted} { count nodes { iid } } } }`,
      { headers: author.headers },
    );
    expect(errors).toBeUndefined();
    const found = data?.['project'] as {
      sshUrlToRepo: null;
      mergeRequests: { count: number; nodes: { iid: string }[] };
    };
    expect([found.sshUrlToRepo, found.mergeRequests.count]).toEqual([null, found.mergeRequests.nodes.length]);
    return found.mergeRequests.nodes.map(({ iid }) => rows.findIndex((row) => String(row.iid) === iid));
  };
  expect(await listed('')).toEqual([1, 0]);
  expect(await listed('(sort: CREATED_ASC)')).toEqual([0, 1]);
  expect(await listed('(sort: TITLE_ASC)')).toEqual([1, 0]);
  expect(await listed('(sort: TITLE_DESC)')).toEqual([0, 1]);
  expect(await listed('(sourceBranches: ["zebra", "gone"])')).toEqual([0]);
  expect(await listed('(targetBranches: ["zebra"])')).toEqual([]);
  expect(await listed(`(authorUsername: "${other.user.username}", draft: false)`)).toEqual([1]);
  expect(await listed('(reviewerUsername: "nobody-here")')).toEqual([]);
  expect(await listed(`(iids: ["${rows[0]?.iid}"], state: opened)`)).toEqual([0]);
  const wrong = await ask(`{ project(fullPath: "${project.full_path}") { mergeRequests(iids: ["x"]) { count } } }`, {
    headers: author.headers,
  });
  expect(wrong.errors?.[0]?.message).toMatch(/iids/);
  const names = `["${author.user.username}", "nobody-here"]`;
  const people = await ask(`{ users(usernames: ${names}) { count nodes { username } } }`, { headers: author.headers });
  expect(people.data).toEqual({ users: { count: 1, nodes: [{ username: author.user.username }] } });
});
