import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
let project: BuiltProject;
let sha: string;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben, guest] = await Promise.all([createUser(app), createUser(app), createUser(app)]);
  project = await createProject(app, { owner: ann.user, visibility: 'private', files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: ben.user, level: 20, project });
  await addMember(app, { user: guest.user, level: 10, project });
  const author = { name: ben.user.name, email: ben.user.email };
  sha = await project.repository.commit({ files: { 'a.txt': 'b\n' }, message: 'Say b', author });
});
afterAll(() => app.close());

async function mails() {
  const rows = await app.platform.db
    .deleteFrom('mail_messages')
    .returning(['recipient', 'subject', 'text_body'])
    .execute();
  return rows.toSorted((a, b) => a.recipient.localeCompare(b.recipient));
}

test('who is named in a comment on a commit, and who wrote the commit, hear of it; hooks and the activity too', async () => {
  await rest('POST', `/projects/${project.id}/hooks`, ann, { url: 'https://hooks.test/in', note_events: true });
  const stranger = await createUser(app);
  const body = `@${ben.user.username}, @${stranger.user.username} and @${guest.user.username}: why?`;
  const made = await rest('POST', `/projects/${project.id}/repository/commits/${sha}/comments`, ann, { note: body });
  expect(made.status).toBe(201);
  await app.runJobs();
  const [todo, ...more] = (await rest('GET', '/todos', ben)).body;
  expect(more).toEqual([]);
  expect(todo).toMatchObject({
    action_name: 'directly_addressed',
    target_type: 'Commit',
    target: { id: sha, title: 'Say b' },
    target_url: expect.stringContaining(`/-/commit/${sha}#note_`),
    body: expect.stringContaining('why?'),
  });
  // A guest may not read the code.
  expect((await rest('GET', '/todos', guest)).body).toEqual([]);
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient)).toEqual([ben.user.email]);
  expect(sent[0]?.subject).toContain('Say b');
  expect(sent[0]?.text_body).toContain('why?');
  const [hooked] = await app.platform.db.selectFrom('hook_deliveries').selectAll().where('attempt', '=', 1).execute();
  expect(JSON.parse(hooked?.request_body ?? '{}')).toMatchObject({
    object_kind: 'note',
    object_attributes: { note: body, noteable_type: 'Commit', noteable_id: null, commit_id: sha },
    commit: { id: sha, title: 'Say b', author: { email: ben.user.email } },
  });
  const events = async (as: TestUser) =>
    (await rest('GET', `/projects/${project.id}/events?action=commented`, as)).body as { target_title: string }[];
  expect((await events(ben)).map((event) => event.target_title)).toEqual(['Say b']);
  expect(await events(guest)).toEqual([]);
  // An answer is news for who began.
  await rest('POST', '/todos/mark_as_done', ben);
  await rest('POST', `/projects/${project.id}/repository/commits/${sha}/comments`, ben, { note: 'Because.' });
  await app.runJobs();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ann.user.email]);
});
