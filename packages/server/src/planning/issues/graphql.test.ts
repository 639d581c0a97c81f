import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app' });
  await addMember(app, { user: owner.user, project, level: 40 });
});
afterAll(() => app.close());

const ask = graphqlCaller(() => app);

const place = () => ({ projectPath: project.full_path, iid: '1' });

test('an issue is made, changed and read; what is hidden is null', async () => {
  const made = await ask(
    owner,
    `mutation($input: CreateIssueInput!) { createIssue(input: $input) { issue { id iid state confidential labels { nodes { title } } } errors } }`,
    { input: { projectPath: project.full_path, title: 'Hello', labels: ['bug'], confidential: true } },
  );
  expect(made.data.createIssue).toMatchObject({
    issue: { iid: '1', state: 'opened', confidential: true, labels: { nodes: [{ title: 'bug' }] } },
    errors: [],
  });
  const { id } = made.data.createIssue.issue;
  const query = `query($id: ID!, $path: ID!) {
    issue(id: $id) { title }
    project(fullPath: $path) { issue(iid: "1") { title } issues { count nodes { title } } }
  }`;
  const variables = { id, path: project.full_path };
  expect((await ask(owner, query, variables)).data).toMatchObject({
    issue: { title: 'Hello' },
    project: { issue: { title: 'Hello' }, issues: { count: 1 } },
  });
  expect((await ask(stranger, query, variables)).data).toEqual({
    issue: null,
    project: { issue: null, issues: { count: 0, nodes: [] } },
  });
});

test('an issue is locked, subscribed to, dated and given to users by their own mutations, as the buttons do', async () => {
  const set = (as: TestUser, name: string, fields: string, selected: string) =>
    ask(
      as,
      `mutation($p: ID!, $i: String!) { ${name}(input: { projectPath: $p, iid: $i, ${fields} }) {
      issue { ${selected} } errors } }`,
      { p: project.full_path, i: '1' },
    );
  const cases = [
    ['issueSetLocked', 'locked: true', 'discussionLocked', { discussionLocked: true }],
    ['issueSetLocked', 'locked: false', 'discussionLocked', { discussionLocked: false }],
    ['issueSetSubscription', 'subscribedState: false', 'subscribed', { subscribed: false }],
    ['issueSetSubscription', 'subscribedState: true', 'subscribed', { subscribed: true }],
    ['issueSetDueDate', 'dueDate: "2030-02-28"', 'dueDate', { dueDate: expect.stringMatching(/^2030-02-28/) }],
    ['issueSetDueDate', 'dueDate: null', 'dueDate', { dueDate: null }],
    [
      'issueSetAssignees',
      'assigneeUsernames: ["owner"]',
      'assignees { nodes { username } }',
      { assignees: { nodes: [{ username: 'owner' }] } },
    ],
  ] as const;
  for (const [name, fields, selected, issue] of cases) {
    expect((await set(owner, name, fields, selected)).data[name], name).toEqual({ issue, errors: [] });
    const { data, errors } = await set(stranger, name, fields, selected);
    expect([data?.[name] ?? null, errors?.length], name).toEqual([null, 1]);
  }
});

test('what is no weight is refused with the sentence of the other interfaces', async () => {
  const create = `mutation($input: CreateIssueInput!) { createIssue(input: $input) { issue { iid } errors } }`;
  const update = `mutation($input: UpdateIssueInput!) { updateIssue(input: $input) { issue { iid } errors } }`;
  const errors = ['weight must be a whole number from 0 to 1000000'];
  for (const weight of [-1, 1_000_001]) {
    const made = await ask(owner, create, { input: { projectPath: project.full_path, title: 'Heavy', weight } });
    expect(made.data.createIssue).toEqual({ issue: null, errors });
    const changed = await ask(owner, update, { input: { ...place(), weight } });
    expect(changed.data.updateIssue).toMatchObject({ errors });
  }
});

test('mutations are those of the buttons, with the same refusals', async () => {
  const confidential = `mutation($input: IssueSetConfidentialInput!) { issueSetConfidential(input: $input) { issue { confidential } errors } }`;
  const hidden = await ask(stranger, confidential, { input: { ...place(), confidential: false } });
  expect(hidden.data?.issueSetConfidential ?? null).toBeNull();
  expect(hidden.errors).toHaveLength(1);
  const shown = await ask(owner, confidential, { input: { ...place(), confidential: false } });
  expect(shown.data.issueSetConfidential).toEqual({ issue: { confidential: false }, errors: [] });
  const locked = `mutation($input: IssueSetLockedInput!) { updateIssueLocked(input: $input) { issue { discussionLocked } errors } }`;
  const refused = await ask(stranger, locked, { input: { ...place(), locked: true } });
  expect(refused.data.updateIssueLocked).toMatchObject({ issue: null });
  expect(refused.data.updateIssueLocked.errors).toHaveLength(1);
  const done = await ask(owner, locked, { input: { ...place(), locked: true } });
  expect(done.data.updateIssueLocked.issue).toEqual({ discussionLocked: true });
  const update = `mutation($input: UpdateIssueInput!) { updateIssue(input: $input) { issue { state title dueDate } errors } }`;
  const closed = await ask(owner, update, {
    input: { ...place(), title: 'Done', stateEvent: 'CLOSE', dueDate: '2027-01-02' },
  });
  expect(closed.data.updateIssue.issue).toEqual({ state: 'closed', title: 'Done', dueDate: '2027-01-02' });
});

test('labels are put on and taken off by their ids, alone or beside names', async () => {
  const server = await app.server();
  const labelOf = async (as: TestUser, at: string, name: string) => {
    const payload = { name, color: '#0000ff' };
    const answer = await server.inject({ method: 'POST', url: `/api/v4${at}/labels`, headers: as.headers, payload });
    return `gid://gitlab/ProjectLabel/${answer.json().id}`;
  };
  const at = `/projects/${project.id}`;
  const [one, two] = [await labelOf(owner, at, 'one'), await labelOf(owner, at, 'two')];
  const UPDATE = `mutation($input: UpdateIssueInput!) { updateIssue(input: $input) {
    issue { labels { nodes { title } } } errors } }`;
  const set = async (fields: object, as = owner) => {
    const { data, errors } = await ask(as, UPDATE, { input: { ...place(), ...fields } });
    const answer = data?.updateIssue;
    const titles = answer?.issue?.labels.nodes.map(({ title }: { title: string }) => title).toSorted();
    return titles ?? answer?.errors[0] ?? errors?.[0]?.message;
  };
  expect(await set({ labelIds: [one] })).toEqual(['one']);
  expect(await set({ addLabelIds: [two], addLabels: ['bug'], removeLabelIds: [one] })).toEqual(['bug', 'two']);
  expect(await set({ labelIds: null, addLabelIds: null })).toEqual(['bug', 'two']);
  expect(await set({ labelIds: [one], removeLabels: ['bug'] })).toContain('labelIds cannot be combined');
  expect(await set({ labelIds: [] })).toEqual([]);
  // What is no label of the project changes nothing, neither by its id nor by a name that looks like one.
  const elsewhere = await createProject(app, { owner: owner.user, path: 'elsewhere' });
  const theirs = await labelOf(owner, `/projects/${elsewhere.id}`, 'theirs');
  await labelOf(owner, at, '999999');
  for (const id of [theirs, 'gid://gitlab/ProjectLabel/999999', 'gid://gitlab/GroupLabel/999999999999999']) {
    expect(await set({ title: 'Not this', addLabelIds: [one, id] }), id).toBe('404 Label Not Found');
  }
  expect(await set({ addLabelIds: ['gid://gitlab/Milestone/1'] })).toContain('A LabelID cannot refer to a Milestone.');
  expect(await set({ addLabelIds: [one] }, stranger)).toMatch(/403/);
  const KEPT =
    'query($projectPath: ID!) { project(fullPath: $projectPath) { issue(iid: "1") { title labels { count } } } }';
  const { issue } = (await ask(owner, KEPT, { projectPath: project.full_path })).data.project;
  expect(issue).toEqual({ title: 'Done', labels: { count: 0 } });
});

test('an issue is moved to another project by those who may write in both', async () => {
  const there = await createProject(app, { owner: owner.user, path: 'there' });
  const MOVE = `mutation($input: IssueMoveInput!) { issueMove(input: $input) { issue { title reference(full: true) } errors } }`;
  const input = { ...place(), targetProjectPath: there.full_path };
  const refused = await ask(stranger, MOVE, { input });
  expect(refused.data.issueMove).toEqual({ issue: null, errors: [expect.any(String)] });
  expect((await ask(owner, MOVE, { input })).data.issueMove).toEqual({
    issue: { title: 'Done', reference: `${there.full_path}#1` },
    errors: [],
  });
  const again = await ask(owner, MOVE, { input });
  expect(again.data.issueMove).toEqual({ issue: null, errors: [expect.any(String)] });
});

test('a list tells who is subscribed and what they may do, ten with as many questions as two', async () => {
  const reader = await createUser(app);
  const list = await createProject(app, { owner: owner.user, path: 'list', visibility: 'public' });
  const server = await app.server();
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, as: TestUser, payload?: object) =>
    server.inject({
      method,
      url: `/api/v4/projects/${list.id}${url}`,
      headers: as.headers,
      ...(payload && { payload }),
    });
  for (let at = 1; at <= 10; at += 1)
    await send('POST', '/issues', at === 5 ? reader : owner, { title: `Issue ${at}` });
  for (const iid of [1, 3]) await send('POST', `/issues/${iid}/notes`, reader, { body: 'Hello' });
  await send('PUT', '/issues/2', owner, { assignee_ids: [reader.user.id] });
  await send('POST', '/issues/3/unsubscribe', reader);
  await send('POST', '/issues/4/subscribe', reader);
  const query = `query ($path: ID!, $first: Int!) { project(fullPath: $path) { issues(first: $first, sort: CREATED_ASC) { nodes {
    iid subscribed userPermissions { updateIssue adminIssue createNote } } } } }`;
  const read = async (as: TestUser | null, first: number) => {
    const { data, errors } = await ask(as, query, { path: list.full_path, first });
    expect(errors).toBeUndefined();
    type Row = { iid: string; subscribed: boolean; userPermissions: Record<string, boolean> };
    return data.project.issues.nodes as Row[];
  };
  const rows = await read(reader, 10);
  expect(rows.map(({ iid, subscribed }) => subscribed && Number(iid)).filter(Boolean)).toEqual([1, 2, 4, 5]);
  for (const { iid, subscribed } of rows.slice(0, 6)) {
    expect((await send('GET', `/issues/${iid}`, reader)).json().subscribed, iid).toBe(subscribed);
  }
  const own = { updateIssue: true, adminIssue: false, createNote: true };
  expect([rows[0], rows[1], rows[4]].map((row) => row?.userPermissions)).toEqual([
    { ...own, updateIssue: false },
    own,
    own,
  ]);
  const toNobody = (await read(null, 10)).flatMap((row) => [row.subscribed, ...Object.values(row.userPermissions)]);
  expect(new Set(toNobody)).toEqual(new Set([false]));
  const few = await countStatements(() => read(reader, 2));
  expect([few > 0, await countStatements(() => read(reader, 10))]).toEqual([true, few]);
});
