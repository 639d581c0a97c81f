import { LEAVE_PATH } from '@tributary/contract/notifications/page.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../../accounts/testing.ts';
import { uploadFile } from '../../../discussions/index.ts';
import { getProjectAccess, containerOfProject } from '../../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../../projects/testing.ts';

/** What users without an account are told by mail, and how they stop it. */
let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let project: BuiltProject;
let issue: { id: number; iid: number };

const rest = restCaller(() => app);
const page = pageCaller(() => app);
const ADA = 'ada@outside.example';

beforeAll(async () => {
  app = await createTestApp({ replyAddress: 'reply+%{key}@code.example.org' });
  [ann, ben] = await Promise.all([createUser(app, { username: 'ann' }), createUser(app, { username: 'ben' })]);
  project = await createProject(app, { owner: ann.user, path: 'desk', visibility: 'private' });
  await addMember(app, { user: ben.user, project, level: 30 });
});
afterAll(() => app.close());
beforeEach(async () => {
  issue = (await rest('POST', `/projects/${project.id}/issues`, ann, { title: 'It leaks', confidential: true })).body;
  await say(`/add_email ${ADA}`);
  await takeMails();
});

const say = (body: string, fields: Record<string, unknown> = {}, as = ann) =>
  rest('POST', `/projects/${project.id}/issues/${issue.iid}/notes`, as, { body, ...fields });

async function takeMails() {
  await app.runJobs();
  const rows = await app.platform.db.deleteFrom('mail_messages').returningAll().execute();
  return rows.map((mail) => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body ?? '',
    headers: mail.headers as Record<string, string>,
    files: mail.files,
  }));
}

const mailsTo = async (address: string) => (await takeMails()).filter((mail) => mail.to === address);

async function leaveUrl(): Promise<string> {
  await say('Where do I stop this?');
  const [mail] = await mailsTo(ADA);
  return /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? 'none';
}

async function post(url: string, payload: string, type = 'application/x-www-form-urlencoded') {
  const server = await app.server();
  const { pathname, search } = new URL(url);
  return server.inject({ method: 'POST', url: `${pathname}${search}`, headers: { 'content-type': type }, payload });
}

test('public comments are told, together and as one thread, also of what nobody outside may see', async () => {
  await say('Which **version** is it?');
  await say('And where does it drip?', {}, ben);
  const [mail, ...others] = await mailsTo(ADA);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Re: ${project.name} | It leaks (#${issue.iid})`);
  expect(mail?.text).toContain('Which **version** is it?');
  expect(mail?.text).toContain('And where does it drip?');
  expect(mail?.html).toContain('<strong>version</strong>');
  expect(mail?.text).toContain("You're receiving this because your email address was added to this issue.");
  const root = `<Issue_${issue.id}@${new URL(app.platform.config.url).hostname}>`;
  expect(mail?.headers).toMatchObject({ References: root, 'In-Reply-To': root, 'Auto-Submitted': 'auto-generated' });
  expect(mail?.headers['Message-ID']).not.toBe(root);
  // They have no account that an answer could come from, and cannot open what is private.
  expect(mail?.headers['Reply-To']).toBeUndefined();
  for (const text of [mail?.text, mail?.html]) expect(text).not.toContain(`/issues/${issue.iid}`);
});

test('addresses of a page are there for those who can open it', async () => {
  const open = await createProject(app, { owner: ann.user, visibility: 'public' });
  issue = (await rest('POST', `/projects/${open.id}/issues`, ann, { title: 'In public' })).body;
  const notes = `/projects/${open.id}/issues/${issue.iid}/notes`;
  await rest('POST', notes, ann, { body: `/add_email ${ADA}` });
  const { body: note } = await rest('POST', notes, ann, { body: 'Hello' });
  const [mail] = await mailsTo(ADA);
  expect(mail?.text).toContain(`/issues/${issue.iid}#note_${note.id}`);
});

test('internal notes, what the product notes down, and what is deleted in the minute before are not told', async () => {
  await say('Only among us', { internal: true });
  const thread = (await rest('GET', `/projects/${project.id}/issues/${issue.iid}/discussions`, ann)).body.find(
    (each: { notes: { body: string }[] }) => each.notes[0]?.body === 'Only among us',
  );
  await rest('POST', `/projects/${project.id}/issues/${issue.iid}/discussions/${thread.id}/notes`, ann, {
    body: 'A reply among us',
  });
  await rest('PUT', `/projects/${project.id}/issues/${issue.iid}`, ann, { title: 'It still leaks', labels: 'bug' });
  await say('/close');
  const { body: note } = await say('Too early');
  await rest('DELETE', `/projects/${project.id}/issues/${issue.iid}/notes/${note.id}`, ann);
  expect(await mailsTo(ADA)).toEqual([]);
});

test('an edit within the minute is told as it is then, and who is removed meanwhile hears nothing', async () => {
  const { body: note } = await say('Frist words');
  await rest('PUT', `/projects/${project.id}/issues/${issue.iid}/notes/${note.id}`, ann, { body: 'First words' });
  const [mail] = await mailsTo(ADA);
  expect(mail?.text).toContain('First words');
  expect(mail?.text).not.toContain('Frist');
  await say('Last words');
  await say(`/remove_email ${ADA}`);
  expect(await mailsTo(ADA)).toEqual([]);
});

test('what a comment names is told to nobody outside', async () => {
  const { body: secret } = await rest('POST', `/projects/${project.id}/issues`, ann, { title: 'The secret plan' });
  await say(`See #${secret.iid}+ and @ben`);
  const mails = await takeMails();
  const to = (address: string) => mails.find((mail) => mail.to === address);
  expect(to(ben.user.email)?.html).toContain('The secret plan');
  expect(to(ADA)?.html).toContain(`#${secret.iid}`);
  expect(to(ADA)?.html).not.toContain('The secret plan');
});

test('files of a comment go along, as nobody outside could open them', async () => {
  const ctx = contextOf(app, ann);
  const place = containerOfProject(await getProjectAccess(ctx, project.id));
  const keep = (filename: string, bytes: number) =>
    uploadFile(ctx, place, { filename, content: Buffer.alloc(bytes, 1) });
  const [photo, video] = [await keep('drip.png', 20), await keep('film.mp4', 10 * 1_048_576)];
  await say(`${photo.markdown}\n\n${video.markdown} @ben`);
  const mails = await takeMails();
  const [outside, inside] = [ADA, ben.user.email].map((address) => mails.find((mail) => mail.to === address));
  expect(outside?.files).toEqual([{ filename: 'drip.png', storageName: photo.row.storage_name }]);
  expect(outside?.text).toContain('drip.png (attached)');
  expect(outside?.html).toContain('<strong>drip.png</strong> (attached)');
  expect(outside?.html).not.toContain('<img');
  // What is too large, and everything for those with an account, stays a link.
  for (const words of [outside?.text, outside?.html, inside?.text, inside?.html])
    expect(words).toContain(`${app.platform.config.url}${video.fullPath}`);
  expect(inside?.files).toEqual([]);
  expect(inside?.text).toContain(`![drip](${app.platform.config.url}${photo.fullPath})`);
});

test('files of other projects are not sent by naming them', async () => {
  const elsewhere = await createProject(app, { owner: ann.user, path: 'elsewhere', visibility: 'private' });
  const ctx = contextOf(app, ann);
  const place = containerOfProject(await getProjectAccess(ctx, elsewhere.id));
  const { url, fullPath } = await uploadFile(ctx, place, { filename: 'plan.txt', content: Buffer.from('secret') });
  await say(`[plan](${url}) [again](${fullPath})`);
  const [mail] = await mailsTo(ADA);
  expect([mail?.files, mail?.text.includes('attached')]).toEqual([[], false]);
});

test('who has an account is told once, and not what they said', async () => {
  await say(`/add_email ${ann.user.email.toUpperCase()} ${ben.user.email}`);
  await takeMails();
  await say('From Ann to @ben');
  const told = (await takeMails()).map((mail) => mail.to).toSorted();
  expect(told).toEqual([ADA, ben.user.email].toSorted());
  // Ben turned his own mails off: on this issue he was put as someone outside.
  await rest('PUT', '/notification_settings', ben, { level: 'disabled' });
  await say('Again to @ben');
  const mails = await takeMails();
  expect(mails.map((mail) => mail.to).toSorted()).toEqual([ADA, ben.user.email].toSorted());
  expect(mails.find((mail) => mail.to === ben.user.email)?.headers['List-Unsubscribe']).toContain('token=');
  await rest('PUT', '/notification_settings', ben, { level: 'participating' });
});

test('the link stops the mails of this address on this issue, without signing in and with a button', async () => {
  const url = await leaveUrl();
  const { pathname, search } = new URL(url);
  expect((await page(`${pathname}${search}`, null)).body.data).toEqual({
    token: new URL(url).searchParams.get('token'),
    leaver: { who: ADA, noun: 'issue', isMember: false },
  });
  await say('Opening it changed nothing');
  expect(await mailsTo(ADA)).toHaveLength(1);
  const token = new URL(url).searchParams.get('token');
  expect((await post(new URL(pathname, url).href, JSON.stringify({ token }), 'application/json')).statusCode).toBe(200);
  await say('Nobody hears this outside');
  expect(await mailsTo(ADA)).toEqual([]);
  expect((await page(`${pathname}${search}`, null)).body.data.leaver).toBeNull();
  const { body: notes } = await rest('GET', `/projects/${project.id}/issues/${issue.iid}/notes`, ben);
  expect(notes.find((note: { system: boolean }) => note.system)).toMatchObject({
    body: `unsubscribed ${ADA} from this issue`,
    author: null,
  });
});

test('mail programs stop them by themselves, and again changes nothing', async () => {
  const url = await leaveUrl();
  for (let each = 0; each < 2; each += 1) {
    const answer = await post(url, 'List-Unsubscribe=One-Click');
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  }
  const { body: notes } = await rest('GET', `/projects/${project.id}/issues/${issue.iid}/notes`, ann);
  expect(notes.filter((note: { body: string }) => note.body.startsWith('unsubscribed'))).toHaveLength(1);
});

test('a link is for one address on one issue, and cannot be made up', async () => {
  const url = await leaveUrl();
  await say('/add_email bob@outside.example');
  const [bob] = await app.platform.db
    .selectFrom('issue_email_participants')
    .select('id')
    .where('email', '=', 'bob@outside.example')
    .execute();
  const signature = new URL(url).searchParams.get('token')?.split('.')[2];
  for (const token of [
    `outside.${bob?.id}.${signature}`,
    `outside.${bob?.id}.`,
    `${bob?.id}`,
    '',
    'x'.repeat(200),
    '1.\u0000',
  ]) {
    const forged = new URL(url);
    forged.searchParams.set('token', token);
    expect((await post(forged.href, '')).statusCode).toBe(200);
    expect((await page(`${forged.pathname}${forged.search}`, null)).body.data.leaver).toBeNull();
  }
  expect(
    await app.platform.db
      .selectFrom('issue_email_participants')
      .select('id')
      .where('issue_id', '=', issue.id)
      .execute(),
  ).toHaveLength(2);
});

/** As the first mails had it. */
async function firstLink(): Promise<string> {
  const { id } = await app.platform.db
    .selectFrom('issue_email_participants')
    .select('id')
    .where('issue_id', '=', issue.id)
    .executeTakeFirstOrThrow();
  const token = `${id}.${app.platform.secrets.sign('leave-issue-mail', String(id))}`;
  return `${app.platform.config.url}/-/email_participants/unsubscribe?token=${token}`;
}

test('links of mails from before the address moved still stop them, by a button and by themselves', async () => {
  const opened = new URL(await firstLink());
  const { status, body } = await page(`${opened.pathname}${opened.search}`, null);
  const token = opened.searchParams.get('token');
  expect([status, body.kind, body.data]).toEqual([
    200,
    'leave_mail',
    { token, leaver: { who: ADA, noun: 'issue', isMember: false } },
  ]);
  await say('Opening it changed nothing');
  expect(await mailsTo(ADA)).toHaveLength(1);
  // What the page of the link sends.
  expect((await post(`${opened.origin}${LEAVE_PATH}`, JSON.stringify({ token }), 'application/json')).statusCode).toBe(
    200,
  );
  await say('Nobody hears this outside');
  expect(await mailsTo(ADA)).toEqual([]);
  await say(`/add_email ${ADA}`);
  expect((await post(await firstLink(), 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
  await say('Nor this');
  expect(await mailsTo(ADA)).toEqual([]);
  expect((await page(`${opened.pathname}${opened.search}`, null)).body.data.leaver).toBeNull();
});

test('such a link cannot be made up either, nor serve as one of another sort', async () => {
  const url = new URL(await firstLink());
  const [id, given] = (url.searchParams.get('token') ?? '').split('.');
  const other = app.platform.secrets.sign('leave-mail:outside', String(id));
  for (const token of [
    `${Number(id) + 1}.${given}`,
    `${id}.${other}`,
    `outside.${id}.${given}`,
    `${id}.`,
    `.${given}`,
  ]) {
    url.searchParams.set('token', token);
    expect((await post(url.href, '')).statusCode).toBe(200);
    expect((await page(`${url.pathname}${url.search}`, null)).body.data.leaver).toBeNull();
  }
  await say('Still heard');
  expect(await mailsTo(ADA)).toHaveLength(1);
});
