import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { mergeMergeRequest } from '../../merging/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let helper: TestUser;
let stranger: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  helper = await createUser(app, { username: 'helper' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app', files: { 'a.txt': 'a\n' } });
  await call('POST', `/projects/${project.id}/labels`, owner, { name: 'bug', color: '#336699' });
});
afterAll(() => app.close());

const ask = graphqlCaller(() => app);

const CREATE = `mutation ($id: ID!, $body: String!) { createNote(input: { noteableId: $id, body: $body }) {
  note { body authorIsContributor maxAccessLevelOfAuthor discussion { id } }
  quickActionsStatus { messages errorMessages commandNames commandsOnly error }
  errors
} }`;

test('notes on issues, with what became of their commands', async () => {
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'To do' })).body;
  const id = `gid://gitlab/Issue/${issue.id}`;
  const plain = await ask(owner, CREATE, { id, body: 'Words' });
  expect(plain.data.createNote).toMatchObject({
    note: { body: 'Words', authorIsContributor: false, maxAccessLevelOfAuthor: 'Owner' },
    quickActionsStatus: null,
    errors: [],
  });
  expect(plain.data.createNote.note.discussion.id).toMatch(/^gid:\/\/gitlab\/Discussion\/[0-9a-f]{40}$/);
  const commands = await ask(owner, CREATE, { id, body: '/label ~bug\n/milestone %none' });
  expect(commands.data.createNote).toMatchObject({
    note: null,
    quickActionsStatus: {
      messages: ['Added ~"bug" label.'],
      errorMessages: ['Could not apply /milestone: the milestone was not found'],
      commandNames: ['label', 'milestone'],
      commandsOnly: true,
      error: true,
    },
  });
  const secret = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'S', confidential: true })).body;
  const refused = await ask(stranger, CREATE, { id: `gid://gitlab/Issue/${secret.id}`, body: 'Words' });
  expect(refused.errors?.[0]?.message).toContain('Not Found');
});

test('a thing is put on the own list, once', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const TODO = `mutation ($id: ID!) { todoCreate(input: { targetId: $id }) { todo { action state } errors } }`;
  const id = `gid://gitlab/MergeRequest/${row.id}`;
  expect((await ask(stranger, TODO, { id })).data.todoCreate).toEqual({
    todo: { action: 'marked', state: 'pending' },
    errors: [],
  });
  expect((await ask(stranger, TODO, { id })).data.todoCreate).toMatchObject({
    todo: null,
    errors: [expect.any(String)],
  });
  expect((await ask(stranger, TODO, { id: 'gid://gitlab/Issue/999999' })).errors?.[0]?.message).toContain('Not Found');
});

test('a contributor is no member and has something merged into the default branch', async () => {
  const talk = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Talk' })).body;
  const badges = async () => {
    const server = await app.server();
    const url = `/${project.full_path}/-/issues/${talk.iid}/discussions.json`;
    const threads = (await server.inject({ url, headers: owner.headers })).json();
    return Object.fromEntries(
      threads.flatMap(
        (each: { notes: { author: { username: string }; is_contributor: boolean; human_access: string | null }[] }) =>
          each.notes.map((note) => [note.author.username, [note.is_contributor, note.human_access]]),
      ),
    );
  };
  for (const person of [owner, helper, stranger])
    await call('POST', `/projects/${project.id}/issues/${talk.iid}/notes`, person, { body: 'Hello' });
  expect(await badges()).toEqual({ owner: [false, 'Owner'], helper: [false, null], stranger: [false, null] });
  await addMember(app, { user: helper.user, project, level: 30 });
  const row = await createMergeRequest(app, { project, author: helper });
  await app.runJobs();
  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
  expect((await badges())['helper']).toEqual([false, 'Developer']);
  expect((await call('DELETE', `/projects/${project.id}/members/${helper.user.id}`, owner)).status).toBe(204);
  expect(await badges()).toEqual({ owner: [false, 'Owner'], helper: [true, null], stranger: [false, null] });
});

test('a global id has a type of its own: one that names another thing is refused before anything is done', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const noteableId = `gid://gitlab/MergeRequest/${row.id}`;
  const typed = `mutation ($noteableId: NoteableID!, $thread: DiscussionID) {
    createNote(input: { noteableId: $noteableId, discussionId: $thread, body: "Words" }) {
      note { id discussion { id } } errors } }`;
  const first = (await ask(owner, typed, { noteableId })).data.createNote.note;
  const reply = (await ask(owner, typed, { noteableId, thread: first.discussion.id })).data.createNote.note;
  expect(reply.discussion.id).toBe(first.discussion.id);
  const AWARD = `mutation ($input: AwardEmojiAddInput!) { awardEmojiAdd(input: $input) { awardEmoji { name } errors } }`;
  const award = await ask(owner, AWARD, { input: { awardableId: first.id, name: 'tada' } });
  expect(award.data.awardEmojiAdd).toEqual({ awardEmoji: { name: 'tada' }, errors: [] });
  const DESTROY = 'mutation ($id: NoteID!) { destroyNote(input: { id: $id }) { errors } }';
  for (const [id, message] of [
    [noteableId, 'A NoteID cannot refer to a MergeRequest.'],
    [first.discussion.id, 'A NoteID cannot refer to a Discussion.'],
    ['12', '"12" is not a global ID such as gid://gitlab/Note/1.'],
  ]) {
    const refused = await ask(owner, DESTROY, { id });
    expect([refused.data, refused.errors?.[0]?.message]).toEqual([undefined, expect.stringContaining(message ?? '')]);
  }
  const loose = await ask(owner, DESTROY.replace('NoteID', 'ID'), { id: noteableId });
  expect(loose.data.destroyNote.errors).toHaveLength(1);
  expect((await ask(owner, DESTROY, { id: reply.id })).data.destroyNote).toEqual({ errors: [] });
});
