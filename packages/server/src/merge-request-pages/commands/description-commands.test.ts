import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'bug', color: '#336699' });
});
afterAll(() => app.close());

const FAILED = 'Could not apply /milestone: the milestone was not found';
const DESCRIPTION = 'Words\n\n/label ~bug\n/milestone %none';
const told = {
  messages: ['Added ~"bug" label.'],
  error_messages: [FAILED],
  command_names: ['label', 'milestone'],
  commands_only: false,
  error: true,
};

async function branch(name: string): Promise<string> {
  const parents = [await tipOf(project, 'main')];
  await project.repository.commit({ branch: name, parents, files: { [`${name}.txt`]: 'x\n' }, message: name });
  return name;
}

test('commands in the description of an issue that failed are told, when it is made and when it is changed', async () => {
  const path = `/projects/${project.id}/issues`;
  const made = await call('POST', path, owner, { title: 'One', description: DESCRIPTION });
  expect(made.body).toMatchObject({ description: 'Words', labels: ['bug'], quick_actions_status: told });
  const changed = await call('PUT', `${path}/${made.body.iid}`, owner, { description: '/milestone %none\nBetter' });
  expect(changed.body).toMatchObject({ description: 'Better', quick_actions_status: { error_messages: [FAILED] } });
  const plain = await call('PUT', `${path}/${made.body.iid}`, owner, { description: 'No commands' });
  expect(plain.body).not.toHaveProperty('quick_actions_status');
  expect((await call('GET', `${path}/${made.body.iid}`, owner)).body).not.toHaveProperty('quick_actions_status');
});

test('commands of a new thread and of a reply are told as those of a comment are', async () => {
  const issues = `/projects/${project.id}/issues`;
  const { body: issue } = await call('POST', issues, owner, { title: 'Talk' });
  const threads = `${issues}/${issue.iid}/discussions`;
  const begun = await call('POST', threads, owner, { body: DESCRIPTION });
  expect(begun.body).toMatchObject({ notes: [{ body: 'Words' }], quick_actions_status: told });
  const replied = await call('POST', `${threads}/${begun.body.id}/notes`, owner, { body: DESCRIPTION });
  expect(replied.body).toMatchObject({ body: 'Words', quick_actions_status: { error_messages: [FAILED] } });
  const plain = await call('POST', threads, owner, { body: 'Improvements to the documentation' });
  expect(plain.body).not.toHaveProperty('quick_actions_status');
  expect((await call('GET', `${threads}/${begun.body.id}`, owner)).body).not.toHaveProperty('quick_actions_status');
  expect(await call('POST', threads, owner, { body: '/milestone %none' })).toMatchObject({
    status: 422,
    body: { summary: [FAILED] },
  });
});

test('and so are those of a merge request', async () => {
  const path = `/projects/${project.id}/merge_requests`;
  const wish = { source_branch: await branch('told'), target_branch: 'main', title: 'Two', description: DESCRIPTION };
  const made = await call('POST', path, owner, wish);
  expect(made.body).toMatchObject({ description: 'Words', quick_actions_status: told });
  const changed = await call('PUT', `${path}/${made.body.iid}`, owner, { description: `More\n/milestone %none` });
  expect(changed.body).toMatchObject({ description: 'More', quick_actions_status: { error_messages: [FAILED] } });
  expect((await call('PUT', `${path}/${made.body.iid}`, owner, { title: 'x' })).body).not.toHaveProperty(
    'quick_actions_status',
  );
});

test('GraphQL names them among the errors of what was done all the same', async () => {
  const path = project.full_path;
  const issue = await ask(
    owner,
    `mutation ($path: ID!, $text: String!) { createIssue(input: { projectPath: $path, title: "Three", description: $text }) {
      issue { iid description } errors } }`,
    { path, text: DESCRIPTION },
  );
  expect(issue.data.createIssue).toEqual({
    issue: { iid: expect.any(String), description: 'Words' },
    errors: [FAILED],
  });
  const updated = await ask(
    owner,
    `mutation ($path: ID!, $iid: String!, $text: String!) {
      updateIssue(input: { projectPath: $path, iid: $iid, description: $text }) { issue { description } errors } }`,
    { path, iid: issue.data.createIssue.issue.iid, text: DESCRIPTION },
  );
  expect(updated.data.updateIssue).toEqual({ issue: { description: 'Words' }, errors: [FAILED] });
  const request = await ask(
    owner,
    `mutation ($path: ID!, $source: String!, $text: String!) { mergeRequestCreate(input: {
      projectPath: $path, title: "Four", sourceBranch: $source, targetBranch: "main", description: $text }) {
      mergeRequest { iid description } errors } }`,
    { path, source: await branch('four'), text: DESCRIPTION },
  );
  expect(request.data.mergeRequestCreate).toMatchObject({ mergeRequest: { description: 'Words' }, errors: [FAILED] });
  const changed = await ask(
    owner,
    `mutation ($path: ID!, $iid: String!, $text: String!) {
      mergeRequestUpdate(input: { projectPath: $path, iid: $iid, description: $text }) { mergeRequest { description } errors } }`,
    { path, iid: request.data.mergeRequestCreate.mergeRequest.iid, text: '/milestone %none\nBetter' },
  );
  expect(changed.data.mergeRequestUpdate).toEqual({ mergeRequest: { description: 'Better' }, errors: [FAILED] });
});

test('what a command did only in part is told with what failed at every interface, and is done all the same', async () => {
  const [{ username }, path] = [owner.user, `/projects/${project.id}/issues`];
  const PARTLY = `/label ~bug ~bgu\n/assign @${username} @typo`;
  const missed = ['There is no ~"bgu" label.', 'No user named @typo can see this issue.'];
  const partly = { messages: ['Added ~"bug" label.', `Assigned @${username}.`], error_messages: missed, error: true };
  const made = await call('POST', path, owner, { title: 'Partly', description: `Words\n${PARTLY}` });
  expect(made.body).toMatchObject({ labels: ['bug'], assignees: [{ username }], quick_actions_status: partly });
  const notes = `${path}/${made.body.iid}/notes`;
  const beside = await call('POST', notes, owner, { body: `Words\n${PARTLY}` });
  expect(beside).toMatchObject({ status: 201, body: { body: 'Words', quick_actions_status: partly } });
  const alone = await call('POST', notes, owner, { body: PARTLY });
  expect(alone).toMatchObject({ status: 202, body: { summary: [...partly.messages, ...missed] } });
  const page = await (
    await app.server()
  ).inject({
    method: 'POST',
    url: `/${project.full_path}/-/notes?target_type=issue&target_id=${made.body.id}`,
    headers: owner.headers,
    payload: { note: { note: PARTLY }, return_discussion: true },
  });
  expect([page.statusCode, page.json().quick_actions_status]).toMatchObject([200, partly]);
  const CREATE = `mutation ($id: NoteableID!, $body: String!) {
    createNote(input: { noteableId: $id, body: $body }) { note { body } quickActionsStatus { messages } errors } }`;
  const body = `Words\n${PARTLY}`;
  const told = await ask(owner, CREATE, { id: `gid://gitlab/Issue/${made.body.id}`, body });
  expect(told.data.createNote).toEqual({
    note: { body: 'Words' },
    quickActionsStatus: { messages: partly.messages },
    errors: missed,
  });
});
