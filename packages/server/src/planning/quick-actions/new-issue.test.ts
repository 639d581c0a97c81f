import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { runWritten, writeCommands } from '../../discussions/index.ts';
import { getIssueAccess } from '../issues/issue-access.ts';
import { issueNoteable } from '../issues/noteable.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

/** What commands in the text of a new issue may set: what its form may, by the same users. */

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let outsider: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, guest, outsider] = (await Promise.all(
    ['own', 'rep', 'gus', 'out'].map((username) => createUser(app, { username })),
  )) as [TestUser, TestUser, TestUser, TestUser];
  project = await createProject(app, { owner: owner.user, visibility: 'public' });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
  await rest('POST', `/projects/${project.id}/labels`, owner, { name: 'bug', color: '#336699' });
  await rest('POST', `/projects/${project.id}/milestones`, owner, { title: 'v1' });
});
afterAll(() => app.close());

const METADATA = ['/assign @own', '/label ~bug', '/milestone %v1', '/due 2030-05-01', '/weight 3'];

async function opened(as: TestUser, commands: string[]) {
  const wish = { title: 'New', description: ['It leaks', '', ...commands].join('\n') };
  const { body } = await rest('POST', `/projects/${project.id}/issues`, as, wish);
  const { body: issue } = await rest('GET', `/projects/${project.id}/issues/${body.iid}`, owner);
  return { issue, told: body.quick_actions_status };
}

const metadataOf = (issue: Record<string, unknown>) => ({
  assignees: (issue['assignees'] as { username: string }[]).map(({ username }) => username),
  labels: issue['labels'],
  milestone: (issue['milestone'] as { title: string } | null)?.title ?? null,
  due: issue['due_date'],
  weight: issue['weight'],
});
const ALL_SET = { assignees: ['own'], labels: ['bug'], milestone: 'v1', due: '2030-05-01', weight: 3 };
const NOTHING = { assignees: [], labels: [], milestone: null, due: null, weight: null };

test('members set what describes it, whether they work on issues or not', async () => {
  for (const person of [reporter, guest]) {
    const { issue, told } = await opened(person, METADATA);
    expect([person.user.username, metadataOf(issue)]).toEqual([person.user.username, ALL_SET]);
    expect(told).toMatchObject({ error: false, error_messages: [] });
    expect(issue.description).toBe('It leaks');
  }
});

test('someone from outside sets none of it, as in the form, and is told', async () => {
  const { issue, told } = await opened(outsider, METADATA);
  expect(metadataOf(issue)).toEqual(NOTHING);
  expect(told.error_messages).toEqual(
    ['assign', 'label', 'milestone', 'due', 'weight'].map((name) => `You are not allowed to use /${name} here.`),
  );
  expect(issue.description).toBe('It leaks');
  const form = { title: 'Form', labels: 'bug', weight: 3, due_date: '2030-05-01', assignee_ids: [owner.user.id] };
  const { body } = await rest('POST', `/projects/${project.id}/issues`, outsider, form);
  expect(metadataOf(body)).toEqual(NOTHING);
});

test('whoever opens an issue may make it confidential; time, links and locking stay with those who work on issues', async () => {
  for (const person of [guest, outsider]) {
    const { issue, told } = await opened(person, ['/confidential', '/estimate 1h', '/relate #1', '/lock']);
    expect([issue.confidential, issue.time_stats.time_estimate, issue.discussion_locked]).toEqual([true, 0, false]);
    expect(told.error_messages).toEqual(
      ['estimate', 'relate', 'lock'].map((name) => `You are not allowed to use /${name} here.`),
    );
  }
});

test('once it is there the same commands are refused: in a comment, in the description, at every interface', async () => {
  const { issue } = await opened(guest, []);
  const path = `/projects/${project.id}/issues/${issue.iid}`;
  const commands = [...METADATA, '/confidential'].join('\n');
  await rest('POST', `${path}/notes`, guest, { body: commands });
  await rest('PUT', path, guest, { description: `Edited\n\n${commands}` });
  const mutation = `mutation($input: CreateNoteInput!) { createNote(input: $input) { errors } }`;
  await ask(guest, mutation, { input: { noteableId: `gid://gitlab/Issue/${issue.id}`, body: commands } });
  const { body } = await rest('GET', path, owner);
  expect([metadataOf(body), body.confidential, body.description]).toEqual([NOTHING, false, 'Edited']);
});

test('that a text is the first one is what was written down with it, not what whoever does it says', async () => {
  const { issue } = await opened(guest, []);
  const ctx = contextOf(app, guest);
  const noteable = issueNoteable(await getIssueAccess(ctx, issue.id));
  const commands = [{ name: 'label', args: '~bug' }];
  await writeCommands(ctx, noteable, { commands, idempotencyKey: 'later' });
  await runWritten(ctx, { ...noteable, isNew: true }, 'later');
  const { body } = await rest('GET', `/projects/${project.id}/issues/${issue.iid}`, owner);
  expect(body.labels).toEqual([]);
});

test('the preview and the list while typing know it as well', async () => {
  const server = await app.server();
  const explained = async (as: TestUser) => {
    const answer = await server.inject({
      method: 'POST',
      url: `/${project.full_path}/-/preview_markdown`,
      headers: as.headers,
      payload: { text: '/label ~bug\n/confidential\n/estimate 1h', target_type: 'Issue' },
    });
    return ['Adds ~"bug" label.', 'Makes this issue confidential.', 'Sets the time estimate'].map((sentence) =>
      answer.json().references.commands.includes(sentence),
    );
  };
  expect(await explained(reporter)).toEqual([true, true, true]);
  expect(await explained(guest)).toEqual([true, true, false]);
  expect(await explained(outsider)).toEqual([false, true, false]);
});
