import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../testing.ts';

/** Who subscribed to a label is told when it is put on an issue or a merge request that they may read. */
let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
let group: NamespaceRow;
let project: BuiltProject;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben, guest] = (await Promise.all(['ann', 'ben', 'gus'].map((username) => createUser(app, { username })))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  group = await createGroup(app, { owner: ann.user, visibility: 'private' });
  project = await createProject(app, { owner: ann.user, group, visibility: 'private', files: { a: 'a' } });
  await addMember(app, { user: ben.user, level: 30, group });
  await addMember(app, { user: guest.user, level: 10, project });
  await rest('POST', `/projects/${project.id}/labels`, ann, { name: 'bug', color: '#d9534f' });
  await rest('POST', `/projects/${project.id}/labels`, ann, { name: 'easy', color: '#d9534f' });
  await rest('POST', `/groups/${group.id}/labels`, ann, { name: 'urgent', color: '#d9534f' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.runJobs();
  for (const table of ['mail_messages', 'todos', 'label_subscriptions', 'notification_settings'] as const) {
    await app.platform.db.deleteFrom(table).execute();
  }
});

async function subscribe(user: TestUser, label: string, place = `/projects/${project.id}`): Promise<void> {
  expect((await rest('POST', `${place}/labels/${label}/subscribe`, user)).status).toBe(201);
}

async function open(more: object = {}, place = project): Promise<string> {
  const { body } = await rest('POST', `/projects/${place.id}/issues`, ann, { title: 'A leak', ...more });
  return `/projects/${place.id}/issues/${body.iid}`;
}

/** What was sent since it was asked for last. */
async function mails(): Promise<{ to: string; text: string }[]> {
  await app.runJobs();
  const rows = await app.platform.db.deleteFrom('mail_messages').returningAll().execute();
  return rows
    .map(({ recipient: to, text_body: text, headers }) => ({ to, text, headers }))
    .toSorted((a, b) => a.to.localeCompare(b.to));
}

const recipients = async () => (await mails()).map(({ to }) => to);

test('a label that is added tells those who subscribed, whoever else watches, and puts nothing on their lists', async () => {
  await subscribe(guest, 'bug');
  await rest('PUT', `/projects/${project.id}/notification_settings`, ben, { level: 'watch' });
  const issue = await open();
  await mails();
  await rest('PUT', issue, ann, { add_labels: 'easy' });
  expect(await mails()).toEqual([]);
  await rest('PUT', issue, ann, { labels: 'bug,easy,urgent' });
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([guest.user.email]);
  expect(sent[0]?.text).toContain('added the labels "bug" and "urgent".');
  expect(sent[0]?.text).toContain("You're receiving this because you are subscribed to one of its labels.");
  expect(sent).toMatchObject([{ headers: { 'X-GitLab-NotificationReason': 'subscribed' } }]);
  await rest('PUT', issue, ann, { remove_labels: 'bug' });
  expect(await mails()).toEqual([]);
  expect((await rest('GET', '/todos', guest)).body).toEqual([]);
});

test('no mail is sent where the project or a group above it is without mail', async () => {
  await subscribe(guest, 'bug');
  const places = [`/projects/${project.id}`, `/groups/${group.id}`];
  for (const place of places) {
    expect((await rest('PUT', place, ann, { emails_disabled: true })).body.emails_enabled).toBe(false);
    await open({ labels: 'bug' });
    expect(await recipients()).toEqual([]);
    await rest('PUT', place, ann, { emails_enabled: true });
  }
  await open({ labels: 'bug' });
  expect(await recipients()).toEqual([guest.user.email]);
});

test('so does an issue or a merge request that is opened with it, and a command', async () => {
  await subscribe(ben, 'bug');
  await open({ labels: 'bug', assignee_ids: [ben.user.id] });
  const [mail, ...more] = await mails();
  expect([mail?.to, more]).toEqual([ben.user.email, []]);
  expect(mail?.text).toContain('opened an issue and assigned it to you');
  await open({ labels: 'easy' });
  expect(await mails()).toEqual([]);
  const request = await createMergeRequest(app, { project, author: ann, title: 'Change' });
  const path = `/projects/${project.id}/merge_requests/${request.iid}`;
  await mails();
  await rest('POST', `${path}/notes`, ann, { body: '/label ~bug' });
  expect(await mails()).toMatchObject([{ to: ben.user.email, text: expect.stringContaining('added the label "bug"') }]);
  await rest('PUT', path, ann, { labels: 'easy' });
  await rest('PUT', path, ann, { labels: 'easy,bug', assignee_ids: [ben.user.id] });
  const [told] = await mails();
  expect(told?.text).toContain('assigned it to you');
  expect(told?.text).toContain('added the label "bug"');
});

test('nobody hears of their own acts, of those of bots, nor against what they chose', async () => {
  const token = await rest('POST', `/projects/${project.id}/access_tokens`, ann, {
    name: 'Sorter',
    scopes: ['api'],
    access_level: 30,
    expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  const bot = { headers: { 'private-token': token.body.token as string } };
  for (const user of [ann, ben, guest]) await subscribe(user, 'bug');
  const relabel = async (issue: string, by: { headers: Record<string, string> }) => {
    await rest('PUT', issue, by, { remove_labels: 'bug' });
    expect((await rest('PUT', issue, by, { add_labels: 'bug' })).status).toBe(200);
    return recipients();
  };
  const issue = await open();
  await mails();
  expect(await relabel(issue, ann)).toEqual([ben.user.email, guest.user.email]);
  expect(await relabel(issue, bot)).toEqual([]);
  await rest('PUT', `/projects/${project.id}/notification_settings`, guest, { level: 'mention' });
  await rest('POST', `${issue}/subscribe`, ben);
  await rest('POST', `${issue}/unsubscribe`, ben);
  expect(await relabel(issue, ann)).toEqual([]);
  await rest('PUT', `/projects/${project.id}/notification_settings`, guest, { level: 'participating' });
  expect(await relabel(await open(), ann)).toEqual([ben.user.email, guest.user.email]);
  await rest('PUT', `/projects/${project.id}/notification_settings`, guest, { level: 'disabled' });
  await rest('POST', `/projects/${project.id}/labels/bug/unsubscribe`, ben);
  expect(await relabel(await open(), ann)).toEqual([]);
});

test('what is taken off before the mail is written is not told', async () => {
  await subscribe(ben, 'bug');
  const issue = await open();
  await mails();
  await rest('PUT', issue, ann, { add_labels: 'bug' });
  await rest('PUT', issue, ann, { remove_labels: 'bug' });
  expect(await mails()).toEqual([]);
});

test('rights are asked when it is told: of what one may not read, or not any more, nothing is heard', async () => {
  await subscribe(guest, 'bug');
  await open({ labels: 'bug', confidential: true });
  expect(await mails()).toEqual([]);
  const issue = await open();
  const leaver = await createUser(app);
  await addMember(app, { user: leaver.user, level: 20, project });
  await subscribe(leaver, 'bug');
  await mails();
  await rest('PUT', issue, ann, { add_labels: 'bug' });
  expect((await rest('DELETE', `/projects/${project.id}/members/${leaver.user.id}`, ann)).status).toBe(204);
  expect(await recipients()).toEqual([guest.user.email]);
  await rest('PUT', issue, ann, { confidential: true, remove_labels: 'bug' });
  await rest('PUT', issue, ann, { add_labels: 'bug' });
  expect(await mails()).toEqual([]);
});

test("a group's label tells in all its projects, or in the one it was chosen in, and only what may be read there", async () => {
  const other = await createProject(app, { owner: ann.user, group, visibility: 'private' });
  await subscribe(ben, 'urgent', `/groups/${group.id}`);
  await subscribe(guest, 'urgent');
  await open({ labels: 'urgent' }, other);
  expect(await recipients()).toEqual([ben.user.email]);
  await open({ labels: 'urgent' });
  expect(await recipients()).toEqual([ben.user.email, guest.user.email]);
  await rest('POST', `/projects/${project.id}/labels/urgent/unsubscribe`, ben);
  await open({ labels: 'urgent' });
  expect(await recipients()).toEqual([guest.user.email]);
  await open({ labels: 'urgent' }, other);
  expect(await recipients()).toEqual([ben.user.email]);
});
