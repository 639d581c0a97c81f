import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { createTopic, defineTopics, findTopic, TOPIC, type TopicRow } from '../discussions/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../projects/testing.ts';
import { defineNotificationSubject } from './notification-subject.ts';
import { receiveReply } from './replies/receive-reply.ts';

/** What happens to a thing that lives in a group is told to those who may see it there, as what happens in a project is. */
let app: TestApp;
let undo: (() => void)[];
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
let stranger: TestUser;
let below: TestUser;
let group: Awaited<ReturnType<typeof createGroup>>;
let project: BuiltProject;
let topic: TopicRow;

const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp({ replyAddress: 'reply+%{key}@in.test' });
  undo = [
    await defineTopics(app),
    defineNotificationSubject({
      type: TOPIC,
      noun: 'topic',
      canBeMarked: true,
      concerned: async (ctx, id) => {
        const noteable = await findTopic(ctx, id);
        const nobody = { description: '', assigned: [], reviewers: [], chosen: new Map() };
        return noteable && { noteable, isOpen: true, ...nobody };
      },
      showDescription: async () => ({ text: '', html: '' }),
      eventOf: (kind) => (kind === 'commented' ? 'new_note' : undefined),
    })(),
  ];
  [ann, ben, guest, stranger, below] = (await Promise.all(
    ['ann', 'ben', 'gus', 'stranger', 'below'].map((username) => createUser(app, { username })),
  )) as [TestUser, TestUser, TestUser, TestUser, TestUser];
  const parent = await createGroup(app, { owner: ann.user, path: 'fleet', visibility: 'private' });
  group = await createGroup(app, { parent, path: 'crew', name: 'The crew', visibility: 'private' });
  await addMember(app, { user: ben.user, level: 30, group });
  await addMember(app, { user: guest.user, level: 10, group });
  project = await createProject(app, { owner: ann.user, group, visibility: 'private' });
  await addMember(app, { user: below.user, level: 30, project });
  topic = await createTopic(app, { group, title: 'Plans', author: ann.user });
});
afterAll(async () => {
  for (const each of undo) each();
  await app.close();
});
beforeEach(async () => {
  await app.runJobs();
  await app.platform.db.deleteFrom('todos').execute();
  await app.platform.db.deleteFrom('mail_messages').execute();
});

async function say(by: TestUser, body: string, more: object = {}): Promise<void> {
  const made = await rest('POST', `/groups/${group.id}/topics/${topic.iid}/notes`, by, { body, ...more });
  expect(made.status).toBe(201);
  await app.runJobs();
}

async function mails() {
  const rows = await app.platform.db.selectFrom('mail_messages').selectAll().orderBy('recipient').execute();
  return rows.map(({ recipient: to, subject, text_body: text, headers }) => ({ to, subject, text, headers }));
}

const todosOf = async (user: TestUser, query = '') => (await rest('GET', `/todos${query}`, user)).body;

test('who is named hears of it by a mail and an entry of their list, but nobody who may not see the topic', async () => {
  await say(ben, '@gus, @stranger and @below: look');
  const url = `${app.platform.config.url}/groups/fleet/crew/-/topics/${topic.iid}`;
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([ann.user.email, guest.user.email]);
  expect(sent[1]).toMatchObject({ subject: `Re: The crew | Plans (*${topic.iid})` });
  expect(sent[1]?.text).toContain(url);
  expect(sent[1]?.headers).toMatchObject({
    'List-Id': `<group-${group.id}.${new URL(url).hostname}>`,
    'X-GitLab-Group-Id': String(group.id),
    'X-GitLab-Group-Path': 'fleet/crew',
  });
  const [todo, ...more] = await todosOf(guest);
  expect([todo, more]).toMatchObject([
    {
      action_name: 'directly_addressed',
      target_type: 'Topic',
      project: null,
      group: { id: group.id, full_path: 'fleet/crew', web_url: `${app.platform.config.url}/groups/fleet/crew` },
      target_url: expect.stringContaining(`${url}#note_`),
    },
    [],
  ]);
  expect([await todosOf(stranger), await todosOf(below)]).toEqual([[], []]);
  const parentId = group.parent_id ?? 0;
  expect([(await todosOf(guest, `?group_id=${parentId}`)).length, (await todosOf(guest, `?project_id=${project.id}`)).length]).toEqual([1, 0]); // prettier-ignore
  expect((await rest('GET', '/todos', guest)).headers['x-total']).toBe('1');
});

test('who leaves the group keeps nothing of it on their list', async () => {
  const leaver = await createUser(app, { username: 'leaver' });
  await addMember(app, { user: leaver.user, level: 20, group });
  // A project below still shows them that the group is there.
  await addMember(app, { user: leaver.user, level: 20, project });
  await say(ben, '@leaver: look');
  expect(await todosOf(leaver)).toHaveLength(1);
  const { db } = app.platform;
  await db.deleteFrom('members').where('user_id', '=', leaver.user.id).where('namespace_id', '=', group.id).execute();
  expect((await rest('GET', `/groups/${group.id}`, leaver)).status).toBe(200);
  const { body, headers } = await rest('GET', '/todos', leaver);
  expect([body, headers['x-total']]).toEqual([[], '0']);
  await db.deleteFrom('mail_messages').execute();
  await say(ben, '@leaver: and this?');
  expect((await mails()).map(({ to }) => to)).not.toContain(leaver.user.email);
});

test('choices for the group and those above it hold, also of those who watch everything and belong here', async () => {
  const choose = async (who: TestUser, where: string, level: string) =>
    expect((await rest('PUT', `${where}/notification_settings`, who, { level })).status).toBe(200);
  await choose(guest, `/groups/${group.id}`, 'watch');
  await choose(below, '', 'watch');
  await choose(ann, `/groups/${group.parent_id}`, 'disabled');
  await say(ben, 'News for all');
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([guest.user.email]);
  expect(sent[0]?.text).toContain("You're receiving this because you are watching the group.");
});

test('internal notes are news for reporters and up', async () => {
  await say(ben, '@gus and @ann: among us', { internal: true });
  expect((await todosOf(guest)).length).toBe(0);
  expect((await mails()).map(({ to }) => to)).not.toContain(guest.user.email);
});

test('users put it on their own lists', async () => {
  const answer = await (
    await app.server()
  ).inject({
    method: 'POST',
    url: '/api/graphql',
    headers: guest.headers,
    payload: {
      query: 'mutation ($id: TodoableID!) { todoCreate(input: { targetId: $id }) { todo { targetUrl } errors } }',
      variables: { id: `gid://gitlab/Topic/${topic.id}` },
    },
  });
  expect(answer.json().data.todoCreate.errors).toEqual([]);
  expect(await todosOf(guest)).toMatchObject([{ action_name: 'marked', group: { id: group.id } }]);
});

test('a mail is answered with a file, which lies among those of the group', async () => {
  await say(ann, '@ben: your plan?');
  const mail = (await mails()).find(({ to }) => to === ben.user.email);
  const headers = new Map(Object.entries(mail?.headers ?? {}));
  const answer = `From: ${ben.user.email}
To: ${headers.get('Reply-To')}
Message-ID: <plan@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=cut

--cut
Content-Type: text/plain

Here it is
--cut
Content-Type: text/plain
Content-Disposition: attachment; filename=plan.txt

Sail
--cut--`.replaceAll('\n', '\r\n');
  expect(await receiveReply(app.system, Buffer.from(answer))).toMatchObject({ outcome: 'added' });
  const { body: notes } = await rest('GET', `/groups/${group.id}/topics/${topic.iid}/notes`, guest);
  expect(notes[0].body).toMatch(/^Here it is\n\n\[plan\.txt\]\(\/uploads\//);
  const { body: files } = await rest('GET', `/groups/${group.id}/uploads`, ann);
  expect(files).toMatchObject([{ filename: 'plan.txt' }]);
});

test('a group whose mentions are disabled calls nobody', async () => {
  const switched = (isOn: boolean) => rest('PUT', `/groups/${group.id}`, ann, { mentions_disabled: isOn });
  expect((await switched(true)).body.mentions_disabled).toBe(true);
  await say(ann, 'Ahoy @fleet/crew and @ben');
  expect((await todosOf(guest)).length).toBe(0);
  expect((await todosOf(ben)).length).toBe(1);
  expect((await switched(false)).body.mentions_disabled).toBe(false);
  await say(ann, 'Ahoy @fleet/crew again');
  expect((await todosOf(guest)).length).toBe(1);
});
