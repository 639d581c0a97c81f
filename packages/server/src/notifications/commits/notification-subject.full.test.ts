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

test('an entry about a commit that no branch holds any more is listed as it is counted, and can be ticked off', async () => {
  const [base] = (await rest('GET', `/projects/${project.id}/repository/commits`, ann)).body;
  const lost = await project.repository.commit({
    branch: 'lost',
    parents: [base.id],
    files: { b: 'b' },
    message: 'Lose',
  });
  const note = `@${ben.user.username}, look.`;
  await rest('POST', `/projects/${project.id}/repository/commits/${lost}/comments`, ann, { note });
  await app.runJobs();
  const read = async (state = 'pending') => {
    const { body, headers } = await rest('GET', `/todos?state=${state}&type=Commit`, ben);
    const own = body.filter((todo: { target: { id: string } }) => todo.target.id === lost);
    return { own, counted: Number(headers['x-total']), listed: body.length };
  };
  const before = await read();
  expect(before.own).toMatchObject([{ target: { title: 'Lose', message: expect.stringContaining('Lose') } }]);
  await project.repository.git('update-ref', '-d', 'refs/heads/lost');
  await project.repository.git('prune', '--expire=now');
  const after = await read();
  expect(after.own).toMatchObject([
    { id: before.own[0].id, target: { id: lost, title: 'Lose', message: null }, body: expect.stringContaining('look') },
  ]);
  expect([after.counted, after.listed]).toEqual([before.counted, before.counted]);
  const asked = await rest('POST', `/todos/${after.own[0].id}/mark_as_done`, ben);
  expect(asked).toMatchObject({ status: 201, body: { state: 'done' } });
  const done = await read('done');
  expect([done.own.length, done.listed]).toEqual([1, done.counted]);
  // Who lost the code reads nothing of it.
  await rest('DELETE', `/projects/${project.id}/members/${ben.user.id}`, ann);
  expect((await read('done')).own).toEqual([]);
});
