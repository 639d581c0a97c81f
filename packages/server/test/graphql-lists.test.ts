import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../src/projects/testing.ts';
import { graphqlCaller } from '../testing/call-graphql.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** What REST lists for a group and an issue, GraphQL lists too: the same rows for the same reader. */
let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let open: BuiltProject;
let closed: BuiltProject;
let below: BuiltProject;
let groupId: number;
let groupPath: string;
const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, stranger] = [await createUser(app, { username: 'owner' }), await createUser(app, { username: 'stranger' })];
  const group = await createGroup(app, { owner: owner.user, path: 'works', visibility: 'public' });
  const inner = await createGroup(app, { owner: owner.user, path: 'inner', visibility: 'public', parent: group });
  [groupId, groupPath] = [group.id, group.full_path];
  const files = { 'a.txt': 'a\n' };
  open = await createProject(app, { owner: owner.user, group, path: 'open', visibility: 'public', files });
  closed = await createProject(app, { owner: owner.user, group, path: 'closed', visibility: 'private', files });
  below = await createProject(app, { owner: owner.user, group: inner, path: 'below', visibility: 'public', files });
  for (const project of [open, closed, below]) {
    await addMember(app, { user: owner.user, project, level: 50 });
    const title = `In ${project.path}`;
    await call('POST', `/projects/${project.id}/issues`, owner, { title, labels: 'bug', weight: 3 });
    await createMergeRequest(app, { project, author: owner, title });
    await call('POST', `/projects/${project.id}/milestones`, owner, { title });
  }
  await call('POST', `/projects/${open.id}/issues`, owner, { title: 'Secret', confidential: true });
  await call('POST', `/groups/${groupId}/labels`, owner, { name: 'of the group', color: '#112233' });
  await call('POST', `/groups/${groupId}/milestones`, owner, { title: 'First' });
});
afterAll(() => app.close());

const titles = (list: { title: string }[]) => list.map(({ title }) => title).toSorted();

test('issues and merge requests of a group are those that REST lists for the same reader', async () => {
  const LISTS = `query ($path: ID!, $below: Boolean) { group(fullPath: $path) {
    issues(includeSubgroups: $below) { count nodes { title } }
    mergeRequests(includeSubgroups: $below) { nodes { title } } } }`;
  for (const who of [owner, stranger, null]) {
    const { data } = await ask(who, LISTS, { path: groupPath, below: true });
    const issues = (await call('GET', `/groups/${groupId}/issues?scope=all`, who)).body;
    const requests = (await call('GET', `/groups/${groupId}/merge_requests?scope=all`, who)).body;
    expect(titles(data.group.issues.nodes)).toEqual(titles(issues));
    expect(titles(data.group.mergeRequests.nodes)).toEqual(titles(requests));
  }
  const alone = await ask(owner, LISTS, { path: groupPath });
  expect(titles(alone.data.group.issues.nodes)).toEqual(['In closed', 'In open', 'Secret']);
  expect(titles(alone.data.group.mergeRequests.nodes)).toEqual(['In closed', 'In open']);
  const outside = await ask(stranger, LISTS, { path: groupPath });
  expect(outside.data.group.issues).toEqual({ count: 1, nodes: [{ title: 'In open' }] });
});

test('labels and milestones of a group, and of what lies below it as far as it may be seen', async () => {
  const LISTS = `query ($path: ID!, $below: Boolean) { group(fullPath: $path) {
    labels(includeDescendantGroups: $below) { nodes { title } }
    milestones(includeDescendants: $below, state: active) { nodes { title } } } }`;
  const { data } = await ask(stranger, LISTS, { path: groupPath });
  expect(data.group).toEqual({
    labels: { nodes: [{ title: 'of the group' }] },
    milestones: { nodes: [{ title: 'First' }] },
  });
  const all = await ask(stranger, LISTS, { path: groupPath, below: true });
  expect(titles(all.data.group.milestones.nodes)).toEqual(['First', 'In below', 'In open']);
  const closedOnes = `query ($path: ID!) { group(fullPath: $path) { milestones(state: closed) { count } } }`;
  expect((await ask(owner, closedOnes, { path: groupPath })).data.group.milestones.count).toBe(0);
});

test.each([
  ['weight: "3"', ['In open']],
  ['weight: "none"', ['Secret']],
  ['confidential: true', ['Secret']],
  ['not: { labelName: ["bug"] }', ['Secret']],
  ['iid: "1"', ['In open']],
  ['iids: ["2"]', ['Secret']],
  ['assigneeUsername: "nobody-here"', []],
  ['createdAfter: "2999-01-01T00:00:00Z"', []],
  ['createdBefore: "2999-01-01T00:00:00Z", search: "secret"', ['Secret']],
])('issues of a project with %s', async (args, found) => {
  const query = `query ($path: ID!) { project(fullPath: $path) { issues(${args}) { nodes { title } } } }`;
  expect(titles((await ask(owner, query, { path: open.full_path })).data.project.issues.nodes)).toEqual(found);
});

test('the order of a list is asked for, and what is no time or number is refused', async () => {
  const query = (args: string) =>
    `query ($path: ID!) { project(fullPath: $path) { issues(${args}) { nodes { iid } } } }`;
  const iids = async (args: string) =>
    (await ask(owner, query(args), { path: open.full_path })).data.project.issues.nodes.map(
      ({ iid }: { iid: string }) => iid,
    );
  expect(await iids('sort: TITLE_ASC')).toEqual(['1', '2']);
  expect(await iids('sort: TITLE_DESC')).toEqual(['2', '1']);
  for (const args of ['createdAfter: "soon"', 'iid: "one"', 'weight: "heavy"', 'first: -1']) {
    expect((await ask(owner, query(args), { path: open.full_path })).errors, args).toHaveLength(1);
  }
});

test('an issue says who takes part, what it hangs together with and where it went, to those who may see that', async () => {
  const make = async (project: BuiltProject, title: string) =>
    (await call('POST', `/projects/${project.id}/issues`, owner, { title })).body;
  const [here, hidden, next, copy] = [
    await make(open, 'Here'),
    await make(closed, 'Hidden'),
    await make(open, 'Next'),
    await make(open, 'Copy'),
  ];
  const links = `/projects/${open.id}/issues/${here.iid}/links`;
  await call('POST', links, owner, {
    target_project_id: closed.id,
    target_issue_iid: hidden.iid,
    link_type: 'is_blocked_by',
  });
  await call('POST', links, owner, { target_project_id: open.id, target_issue_iid: next.iid, link_type: 'blocks' });
  await call('POST', `/projects/${open.id}/issues/${here.iid}/notes`, stranger, { body: 'Me too' });
  const READ = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) {
    participants { nodes { username } } blockingCount moved movedTo { title } closedAsDuplicateOf { title }
    linkedWorkItems { nodes { title } } blockers: linkedWorkItems(filter: BLOCKED_BY) { nodes { title } } } } }`;
  const read = async (who: TestUser, iid: number) =>
    (await ask(who, READ, { path: open.full_path, iid: String(iid) })).data.project.issue;
  expect(await read(owner, here.iid)).toEqual({
    participants: { nodes: [{ username: 'owner' }, { username: 'stranger' }] },
    blockingCount: 1,
    moved: false,
    movedTo: null,
    closedAsDuplicateOf: null,
    linkedWorkItems: { nodes: [{ title: 'Hidden' }, { title: 'Next' }] },
    blockers: { nodes: [{ title: 'Hidden' }] },
  });
  expect(await read(stranger, here.iid)).toMatchObject({
    linkedWorkItems: { nodes: [{ title: 'Next' }] },
    blockers: { nodes: [] },
  });
  await call('POST', `/projects/${open.id}/issues/${copy.iid}/notes`, owner, { body: `/duplicate #${here.iid}` });
  expect(await read(stranger, copy.iid)).toMatchObject({ closedAsDuplicateOf: { title: 'Here' } });
  await call('POST', `/projects/${open.id}/issues/${next.iid}/move`, owner, { to_project_id: closed.id });
  expect(await read(owner, next.iid)).toMatchObject({ moved: true, movedTo: { title: 'Next' } });
  expect(await read(stranger, next.iid)).toMatchObject({ moved: false, movedTo: null });
});

test('assignees of an issue are added and taken off beside others, or replaced', async () => {
  await addMember(app, { user: stranger.user, project: closed, level: 20 });
  const SET = `mutation ($path: ID!, $names: [String!]!, $mode: MutationOperationMode) {
    issueSetAssignees(input: { projectPath: $path, iid: "1", assigneeUsernames: $names, operationMode: $mode }) {
      issue { assignees { nodes { username } } } errors } }`;
  const set = async (names: string[], mode?: string) => {
    const { data } = await ask(owner, SET, { path: closed.full_path, names, mode });
    return data.issueSetAssignees.issue.assignees.nodes.map(({ username }: { username: string }) => username);
  };
  expect(await set(['owner'])).toEqual(['owner']);
  expect((await set(['stranger'], 'APPEND')).toSorted()).toEqual(['owner', 'stranger']);
  expect(await set(['owner'], 'REMOVE')).toEqual(['stranger']);
  expect(await set(['owner'], 'REPLACE')).toEqual(['owner']);
});

test('lists below groups count as wide as they are', async () => {
  const wide = `query ($path: ID!) { group(fullPath: $path) { issues(first: 100) { nodes { title linkedWorkItems(first: 100) {
    nodes { linkedWorkItems(first: 100) { nodes { linkedWorkItems(first: 100) { nodes {
    linkedWorkItems(first: 100) { nodes { linkedWorkItems(first: 100) { nodes { title } } } } } } } } } } } } } }`;
  expect((await ask(owner, wide, { path: groupPath })).errors?.[0]?.message).toContain('complexity');
});
