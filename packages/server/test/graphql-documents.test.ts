import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../src/projects/testing.ts';
import { graphqlCaller } from '../testing/call-graphql.ts';
import { restCaller } from '../testing/call-rest.ts';
import { countStatements } from '../testing/count-statements.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** Documents as editors, command lines and libraries send them: one field that is missing makes the whole fail. */
let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let iid: string;
let ids: Record<'mergeRequest' | 'issue' | 'note' | 'milestone', string>;
const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  const group = await createGroup(app, { owner: owner.user, path: 'works', visibility: 'public' });
  await createGroup(app, { owner: owner.user, path: 'inner', visibility: 'public', parent: group });
  const files = { 'a.js': 'let a;\n' };
  project = await createProject(app, { owner: owner.user, group, path: 'tool', visibility: 'public', files });
  await addMember(app, { user: owner.user, project, level: 50 });
  const request = await createMergeRequest(app, { project, author: owner, title: 'Change' });
  await app.runJobs();
  const base = `/projects/${project.id}`;
  const issue = await call('POST', `${base}/issues`, owner, { title: 'Broken', labels: 'bug' });
  const milestone = await call('POST', `${base}/milestones`, owner, { title: 'v1' });
  const note = await call('POST', `${base}/merge_requests/${request.iid}/notes`, owner, { body: 'Hello' });
  await call('POST', `${base}/merge_requests/${request.iid}/todo`, owner);
  iid = String(request.iid);
  ids = {
    mergeRequest: `gid://gitlab/MergeRequest/${request.id}`,
    issue: `gid://gitlab/Issue/${issue.body.id}`,
    note: `gid://gitlab/Note/${note.body.id}`,
    milestone: `gid://gitlab/Milestone/${milestone.body.id}`,
  };
});
afterAll(() => app.close());

const PROJECT = `fragment OneProject on Project { id name description httpUrlToRepo sshUrlToRepo fullPath webUrl wikiEnabled group { id } }`;
const NOTE = `fragment OneNote on Note { id createdAt system body bodyHtml url
  author { avatarUrl name username webUrl } userPermissions { resolveNote adminNote createNote }
  position { diffRefs { baseSha headSha startSha } filePath positionType newLine oldLine newPath oldPath } }`;
const PIPELINE = `id iid status active complete sha ref path source duration createdAt finishedAt user { username }
  detailedStatus { id group icon label text tooltip detailsPath hasDetails }`;
const page = 'pageInfo { hasNextPage endCursor }';
const PERSON = 'fragment Person on User { id username name avatarUrl webUrl }';
/** As an IDE asks for a merge request: users in pages, and reviewers by their own type. */
const REVIEW = `fragment Reviewer on MergeRequestReviewer { ...Person mergeRequestInteraction { approved reviewed } }
  fragment Core on UserCore { username }
  fragment Place on Project { id isForked allowsMultipleMergeRequestAssignees allowsMultipleMergeRequestReviewers
    squashReadOnly userPermissions { createSnippet } repository { rootRef } }
  fragment Review on MergeRequest { id iid approvalsRequired diffRefs { headSha }
    headPipeline { jobs(first: 1000) { ${page} nodes { name status allowFailure detailedStatus { detailsPath } } } }
    targetProject { ...Place } sourceProject { ...Place } author { ...Person ...Core }
    approvedBy(first: 1000) { ${page} nodes { ...Person } } assignees(first: 1000) { ${page} nodes { ...Person } }
    reviewers(first: 1000) { ${page} edges { cursor } nodes { ...Reviewer } } participants(first: 5) { ${page} nodes { ...Person } }
    commits(first: 1000) { ${page} nodes { sha shortId fullTitle description authorName authoredDate author { ...Person } } }
    userPermissions { canApprove canMerge createNote updateMergeRequest } } ${PERSON}`;

const DOCUMENTS: [name: string, document: string, variables?: () => Record<string, unknown>][] = [
  [
    'an IDE shows a merge request',
    `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) { ...Review } } } ${REVIEW}`,
  ],
  [
    'an IDE shows the threads of a merge request, with who reacted',
    `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) { discussions(first: 100) { ${page} nodes {
      id replyId createdAt notes(first: 1000) { ${page} nodes { ...OneNote resolvable resolved
        awardEmoji { nodes { name emoji user { ...Person } } } } } } } } } } ${NOTE} ${PERSON}`,
  ],
  [
    'an IDE asks whether several people may have an issue',
    `query ($path: ID!, $size: Int = 100) { project(fullPath: $path) { workItems(first: $size) { ${page} nodes { workItemType { name }
      assignees: widgets { __typename type ... on WorkItemWidgetAssignees { allowsMultipleAssignees assignees { nodes { username } } } } } }
      issue(iid: "1") { assignees(first: 5) { ${page} nodes { username } } } } }`,
  ],
  ['an editor opens a project', `query ($path: ID!) { project(fullPath: $path) { ...OneProject } } ${PROJECT}`],
  [
    'an editor looks for projects',
    `query ($search: String, $membership: Boolean, $limit: Int, $deep: Boolean) {
      projects(search: $search, membership: $membership, first: $limit, searchNamespaces: $deep) {
        nodes { ...OneProject repository { empty } } } } ${PROJECT}`,
    () => ({ search: 'works', membership: true, limit: 30, deep: true }),
  ],
  [
    'threads of a merge request',
    `query ($path: ID!, $iid: String!, $after: String) { project(fullPath: $path) { id mergeRequest(iid: $iid) {
      discussions(after: $after) { ${page} nodes { replyId createdAt resolved resolvable
        notes { ${page} nodes { ...OneNote } } } } } } } ${NOTE}`,
  ],
  [
    'threads of an issue',
    `query ($path: ID!, $after: String) { project(fullPath: $path) { id issue(iid: "1") {
      discussions(after: $after) { ${page} nodes { replyId createdAt notes { ${page} nodes { ...OneNote } } } } } } } ${NOTE}`,
  ],
  [
    'rights on a merge request and an issue',
    `query ($path: ID!, $iid: String!) { project(fullPath: $path) {
      userPermissions { adminProject pushCode downloadCode createMergeRequestIn readMergeRequest }
      mergeRequest(iid: $iid) { userPermissions { adminMergeRequest updateMergeRequest createNote } }
      issue(iid: "1") { userPermissions { createNote updateIssue } } } }`,
  ],
  [
    'everything about a merge request',
    `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
      id iid title draft mergeStatusEnum preparedAt rebaseCommitSha inProgressMergeCommitSha mergeWhenPipelineSucceeds
      hasCi hasSecurityReports committers { count nodes { username } } currentUserTodos(state: pending) { nodes { id state } }
      headPipeline { ${PIPELINE} } pipelines(first: 5) { count nodes { ${PIPELINE} } edges { cursor } ${page} } } } }`,
  ],
  [
    'who is signed in',
    `query { currentUser { id username name active bot human type email publicEmail commitEmail state avatarUrl webUrl
      createdAt lastActivityOn location organization jobTitle discord groupCount userPermissions { createSnippet }
      namespace { id fullPath } emails { nodes { email confirmedAt } } starredProjects { count nodes { id } }
      groupMemberships { nodes { id accessLevel { integerValue stringValue humanAccess } group { fullPath } } }
      projectMemberships { nodes { id expiresAt createdBy { username } project { fullPath } } } } }`,
  ],
  [
    'what the server is',
    `query { metadata { version revision enterprise kas { enabled version externalUrl } } echo(text: "here") }`,
  ],
  [
    'a group with what is in it',
    `query ($group: ID!) { group(fullPath: $group) { id parent { id } userPermissions { createProjects readGroup }
      descendantGroups { nodes { fullPath parent { fullPath } } } projects(includeSubgroups: true, sort: PATH_ASC) { nodes { path } }
      groupMembers { nodes { user { username } accessLevel { stringValue } } } }
      namespace(fullPath: $group) { fullPath } groups(search: "works") { nodes { fullPath } } }`,
    () => ({ group: 'works' }),
  ],
  [
    'the settings of a project',
    `query ($path: ID!) { project(fullPath: $path) { descriptionHtml updatedAt openIssuesCount openMergeRequestsCount tagList
      issuesEnabled mergeRequestsEnabled snippetsEnabled jobsEnabled lfsEnabled containerRegistryEnabled
      sharedRunnersEnabled requestAccessEnabled serviceDeskEnabled mergeRequestsFfOnlyEnabled
      onlyAllowMergeIfPipelineSucceeds onlyAllowMergeIfAllDiscussionsAreResolved allowMergeOnSkippedPipeline
      removeSourceBranchAfterMerge squashReadOnly autocloseReferencedIssues suggestionCommitMessage mergeCommitTemplate
      squashCommitTemplate printingMergeRequestLinkEnabled importStatus maxAccessLevel { integerValue }
      statistics { commitCount repositorySize storageSize } projectMembers { nodes { user { username } } }
      label(title: "bug") { title } } }`,
  ],
  [
    'things by their ids',
    `query ($mr: MergeRequestID!, $note: NoteID!, $milestone: MilestoneID!, $issue: IssueID!) {
      mergeRequest(id: $mr) { title } note(id: $note) { body } milestone(id: $milestone) { title } issue(id: $issue) { title } }`,
    () => ({ mr: ids.mergeRequest, note: ids.note, milestone: ids.milestone, issue: ids.issue }),
  ],
];

test.each(DOCUMENTS)('%s', async (_name, document, variables) => {
  const given = variables?.() ?? { path: project.full_path, ...(document.includes('$iid') && { iid }) };
  // Such clients sign in; those who do not are answered half as much.
  const people =
    document.includes('discussions') || document.includes('Review') ? [owner, stranger] : [owner, stranger, null];
  for (const who of people) {
    const { data, errors } = await ask(who, document, given);
    expect(errors, who?.user.username).toBeUndefined();
    expect(data).toBeTruthy();
  }
});

test('an IDE asks for reviewers, who are told apart by their type', async () => {
  const set = `mutation ($path: ID!, $iid: String!) { mergeRequestSetReviewers(input: { projectPath: $path, iid: $iid,
    reviewerUsernames: ["owner"] }) { errors mergeRequest { ...Review } } } ${REVIEW}`;
  const made = await ask(owner, set, { path: project.full_path, iid });
  expect(made.errors).toBeUndefined();
  expect(made.data.mergeRequestSetReviewers).toMatchObject({
    errors: [],
    mergeRequest: {
      author: { username: 'owner' },
      reviewers: {
        pageInfo: { hasNextPage: false },
        nodes: [{ username: 'owner', mergeRequestInteraction: { reviewed: false } }],
      },
    },
  });
  const types = `query ($path: ID!, $iid: String!) { project(fullPath: $path) { mergeRequest(iid: $iid) {
    author { __typename } reviewers { nodes { __typename } } } } }`;
  expect((await ask(owner, types, { path: project.full_path, iid })).data.project.mergeRequest).toEqual({
    author: { __typename: 'UserCore' },
    reviewers: { nodes: [{ __typename: 'MergeRequestReviewer' }] },
  });
});

test('issues as work items, and where forks may go', async () => {
  const item = ids.issue.replace('Issue', 'WorkItem');
  const read = `query ($id: WorkItemID!) { workItem(id: $id) { id title state workItemType { name } userPermissions { updateWorkItem } }
    project(fullPath: "works/tool") { workItems(state: opened) { nodes { id } } forkTargets(search: "er") { nodes { fullPath } } } }`;
  expect((await ask(stranger, read, { id: item })).data).toEqual({
    workItem: {
      id: item,
      title: 'Broken',
      state: 'OPEN',
      workItemType: { name: 'Issue' },
      userPermissions: { updateWorkItem: false },
    },
    project: { workItems: { nodes: [{ id: item }] }, forkTargets: { nodes: [{ fullPath: 'stranger' }] } },
  });
  expect((await ask(null, read, { id: item })).data.project.forkTargets).toBeNull();
});

test('what clients read is what is there', async () => {
  const read = async (query: string) => (await ask(owner, query)).data;
  const { project: found } = await read(
    `{ project(fullPath: "works/tool") { wikiEnabled group { fullPath } openIssuesCount openMergeRequestsCount
       issuesEnabled maxAccessLevel { stringValue humanAccess } userPermissions { adminProject } } }`,
  );
  expect(found).toEqual({
    wikiEnabled: false,
    group: { fullPath: 'works' },
    openIssuesCount: 1,
    openMergeRequestsCount: 1,
    issuesEnabled: true,
    maxAccessLevel: { stringValue: 'OWNER', humanAccess: 'Owner' },
    userPermissions: { adminProject: true },
  });
  expect(await read('{ projects(searchNamespaces: true, search: "works/t", sort: "name_asc") { count } }')).toEqual({
    projects: { count: 1 },
  });
  expect(await read('{ projects(fullPaths: ["works/TOOL", "no/where"]) { nodes { path } } }')).toEqual({
    projects: { nodes: [{ path: 'tool' }] },
  });
  expect(await read(`{ projects(ids: ["gid://gitlab/Project/${project.id}"]) { count } }`)).toEqual({
    projects: { count: 1 },
  });
  expect((await ask(owner, '{ projects(sort: "by_chance") { count } }')).errors).toHaveLength(1);
  expect(await read('{ queryComplexity { limit score } }')).toEqual({ queryComplexity: { limit: 2_500, score: 3 } });
  expect(await read('{ echo(text: "here") group(fullPath: "works/inner") { parent { path } } }')).toEqual({
    echo: '"owner" says: here',
    group: { parent: { path: 'works' } },
  });
});

test('a note keeps its text when none is sent', async () => {
  const change = `mutation ($id: NoteID!, $body: String) { updateNote(input: { id: $id, body: $body }) { errors note { body } } }`;
  for (const [body, left] of [
    ['Hello again', 'Hello again'],
    [undefined, 'Hello again'],
  ]) {
    const { data } = await ask(owner, change, { id: ids.note, body });
    expect(data).toEqual({ updateNote: { errors: [], note: { body: left } } });
  }
});

test('addresses, memberships and sizes are for those who may know them', async () => {
  const query = `{ user(username: "owner") { email commitEmail emails { nodes { email } } lastActivityOn groupCount
    groupMemberships { count } projectMemberships { count } }
    project(fullPath: "works/tool") { statistics { commitCount } userPermissions { adminProject } } }`;
  for (const who of [stranger, null]) {
    const { data } = await ask(who, query);
    expect(data.project).toEqual({ statistics: null, userPermissions: { adminProject: false } });
    expect(new Set(Object.values(data.user))).toEqual(new Set([null]));
  }
  const { data } = await ask(owner, query);
  expect(data.user.emails.nodes).toEqual([{ email: data.user.commitEmail }]);
  expect(data.user).toMatchObject({ groupMemberships: { count: 2 }, projectMemberships: { count: 1 }, groupCount: 2 });
  expect(data.project.statistics.commitCount).toBe(1);
});

test('own entries: about a thing, by id, ticked off and taken back', async () => {
  const about = `query ($mr: MergeRequestID!) { mergeRequest(id: $mr) { currentUserTodos { nodes { id state } } } }`;
  const todos = async (who: TestUser | null) =>
    (await ask(who, about, { mr: ids.mergeRequest })).data.mergeRequest.currentUserTodos.nodes;
  expect(await todos(stranger)).toEqual([]);
  expect(await todos(null)).toEqual([]);
  const [{ id }] = await todos(owner);
  const one = 'query ($id: TodoID!) { todo(id: $id) { id state } }';
  expect((await ask(owner, one, { id })).data).toEqual({ todo: { id, state: 'pending' } });
  expect((await ask(stranger, one, { id })).data).toEqual({ todo: null });
  const all = 'mutation ($of: TodoableID) { todosMarkAllDone(input: { targetId: $of }) { errors todos { id state } } }';
  expect((await ask(owner, all, { of: ids.issue })).data.todosMarkAllDone).toEqual({ errors: [], todos: [] });
  expect((await ask(owner, all)).data.todosMarkAllDone).toEqual({ errors: [], todos: [{ id, state: 'done' }] });
  const back = 'mutation ($id: TodoID!) { todoRestore(input: { id: $id }) { errors todo { id state } } }';
  expect((await ask(owner, back, { id })).data.todoRestore).toEqual({ errors: [], todo: { id, state: 'pending' } });
  expect((await ask(stranger, back, { id })).errors?.[0]?.extensions?.code).toBe('not_found');
});

test('a list of projects asks no more for ten than for two', async () => {
  for (let at = 0; at < 3; at += 1)
    await createProject(app, { owner: owner.user, path: `more-${at}`, visibility: 'public' });
  const query = `query ($first: Int!) { projects(first: $first) { nodes { wikiEnabled group { id } openIssuesCount
    openMergeRequestsCount maxAccessLevel { integerValue } } }
    users(first: $first) { nodes { location createdAt namespace { fullPath } } } }`;
  const cost = (first: number) => countStatements(() => ask(owner, query, { first }));
  await cost(4);
  expect(await cost(4)).toBe(await cost(2));
});

test('the repository says where commits are, and is changed as over REST', async () => {
  const change = `mutation ($actions: [CommitAction!]!) { commitCreate(input: { projectPath: "works/tool", branch: "topic", startBranch: "main",
    message: "Add b", actions: $actions }) { errors content commit { sha title } } }`;
  const actions = [{ action: 'CREATE', filePath: 'b.js', content: '<b>' }];
  const { commitCreate: made } = (await ask(owner, change, { actions })).data;
  expect(made).toMatchObject({ errors: [], content: ['<b>'], commit: { title: 'Add b' } });
  expect((await ask(owner, change, { actions })).data.commitCreate).toMatchObject({
    commit: null,
    errors: [expect.any(String)],
  });
  const branch = `mutation ($name: String!) { createBranch(input: { projectPath: "works/tool", name: $name, ref: "topic" }) {
    errors branch { name commit { sha } } } }`;
  expect((await ask(owner, branch, { name: 'next' })).data.createBranch).toEqual({
    errors: [],
    branch: { name: 'next', commit: { sha: made.commit.sha } },
  });
  for (const [document, variables] of [
    [change, { actions }],
    [branch, { name: 'other' }],
  ] as const) {
    const refused = await ask(stranger, document, variables);
    expect(Object.values(refused.data).flatMap((each) => (each as { errors: string[] }).errors)).toHaveLength(1);
  }
  const read = `query ($sha: String!) { project(fullPath: "works/tool") { languages { name share } protectableBranches
    commitReferences(commitSha: $sha) { containingBranches(limit: 5, excludeTipped: true) { names }
      tippingBranches(limit: 5) { names totalCount } tippingTags(limit: 5) { names } }
    branchRules { nodes { name isDefault isProtected matchingBranchesCount branchProtection { allowForcePush
      pushAccessLevels { nodes { accessLevel accessLevelDescription user { username } } } mergeAccessLevels { nodes { accessLevel } } } } }
    repository { blobs(paths: ["b.js"], ref: "topic") { nodes { rawTextBlob plainData } } } } }`;
  const { project: found } = (await ask(owner, read, { sha: made.commit.sha })).data;
  expect(found).toMatchObject({
    languages: [{ name: 'JavaScript', share: 100 }],
    commitReferences: {
      containingBranches: { names: [] },
      tippingBranches: { names: ['next', 'topic'], totalCount: 2 },
      tippingTags: { names: [] },
    },
    repository: { blobs: { nodes: [{ rawTextBlob: '<b>', plainData: '&lt;b&gt;' }] } },
  });
  expect(found.protectableBranches).toEqual(expect.arrayContaining(['main', 'next', 'topic']));
  expect(found.branchRules).not.toBeNull();
  expect((await ask(stranger, read, { sha: made.commit.sha })).data.project.branchRules).toBeNull();
});

test('time is added and taken back, by those who may track it', async () => {
  const add = `mutation ($of: IssuableID!, $time: String!) { timelogCreate(input: { issuableId: $of, timeSpent: $time, summary: "Read" }) {
    errors timelog { id timeSpent summary user { username } } } }`;
  const remove = 'mutation ($id: TimelogID!) { timelogDelete(input: { id: $id }) { errors timelog { id } } }';
  const read = `query ($mr: MergeRequestID!, $issue: IssueID!) { mergeRequest(id: $mr) { timelogs { totalSpentTime } }
    issue(id: $issue) { timelogs { count nodes { timeSpent } } } }`;
  for (const of of [ids.issue, ids.mergeRequest]) {
    const { timelogCreate: made } = (await ask(owner, add, { of, time: '1h' })).data;
    expect(made).toMatchObject({
      errors: [],
      timelog: { timeSpent: 3_600, summary: 'Read', user: { username: 'owner' } },
    });
    expect((await ask(owner, add, { of, time: 'long' })).data.timelogCreate.errors).toHaveLength(1);
    expect((await ask(stranger, add, { of, time: '1h' })).data.timelogCreate.errors).toHaveLength(1);
    if (of === ids.mergeRequest) continue;
    const { id } = made.timelog;
    expect((await ask(stranger, remove, { id })).data.timelogDelete.errors).toHaveLength(1);
    expect((await ask(owner, remove, { id })).data.timelogDelete).toEqual({ errors: [], timelog: { id } });
    expect((await ask(owner, remove, { id })).errors?.[0]?.extensions?.code).toBe('not_found');
  }
  expect((await ask(stranger, read, { mr: ids.mergeRequest, issue: ids.issue })).data).toEqual({
    mergeRequest: { timelogs: { totalSpentTime: '3600' } },
    issue: { timelogs: { count: 0, nodes: [] } },
  });
  const lists = `query ($from: Time, $path: ID!) {
    timelogs(startDate: $from, username: "owner") { count totalSpentTime nodes { project { fullPath } mergeRequest { id } issue { id } } }
    project(fullPath: $path) { timelogs(sort: TIME_SPENT_DESC, username: "nobody") { count totalSpentTime } }
    group(fullPath: "works") { timelogs { count totalSpentTime } requestAccessEnabled } }`;
  const today = new Date(app.platform.clock.now()).toISOString().slice(0, 10);
  expect((await ask(stranger, lists, { from: today, path: 'works/tool' })).data).toEqual({
    timelogs: {
      count: 1,
      totalSpentTime: '3600',
      nodes: [{ project: { fullPath: 'works/tool' }, mergeRequest: { id: ids.mergeRequest }, issue: null }],
    },
    project: { timelogs: { count: 0, totalSpentTime: '0' } },
    group: { timelogs: { count: 1, totalSpentTime: '3600' }, requestAccessEnabled: true },
  });
  const later = new Date(Date.parse(today) + 2 * 86_400_000).toISOString();
  expect((await ask(stranger, lists, { from: later, path: 'works/tool' })).data.timelogs.count).toBe(0);
});

test('issues of all projects and how many there are by state; labels are made', async () => {
  const counted = '{ project(fullPath: "works/tool") { issueStatusCounts(labelName: ["bug"]) { all opened closed } } }';
  expect((await ask(null, counted)).data.project.issueStatusCounts).toEqual({ all: 1, opened: 1, closed: 0 });
  expect((await ask(null, '{ issues(labelName: ["bug"]) { nodes { title } } }')).data.issues.nodes).toEqual([
    { title: 'Broken' },
  ]);
  expect((await ask(owner, '{ issues { count } }')).errors).toHaveLength(1);
  const make = `mutation ($in: ID, $of: ID) { labelCreate(input: { projectPath: $in, groupPath: $of, title: "new" }) { errors label { title color } } }`;
  const made = { errors: [], label: { title: 'new', color: '#6699cc' } };
  expect((await ask(owner, make, { in: 'works/tool' })).data.labelCreate).toEqual(made);
  expect((await ask(owner, make, { of: 'works/inner' })).data.labelCreate).toEqual(made);
  for (const given of [{}, { in: 'works/tool', of: 'works' }, { in: 'works/tool' }])
    expect((await ask(owner, make, given)).data.labelCreate.errors).toHaveLength(1);
  expect((await ask(stranger, make, { of: 'works' })).data.labelCreate.errors).toHaveLength(1);
});
