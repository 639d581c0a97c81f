import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { receiveReply } from '../../notifications/index.ts';
import { sql } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { createMergeRequest } from '../testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

const SECRET = 'a-secret-of-the-gateway';
let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
const rest = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp({ replyAddress: 'reply+%{key}@code.example.org', mailDoorSecret: SECRET });
  ann = await createUser(app, { username: 'ann-mails' });
  ben = await createUser(app, { username: 'ben-mails' });
  project = await createProject(app, { owner: ann.user, visibility: 'private', files: { a: 'a' } });
  await addMember(app, { user: ben.user, level: 30, project });
});
afterAll(() => app.close());
beforeEach(async () => {
  row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id] });
  await app.runJobs();
});

const api = (path = '') => `/projects/${project.id}/merge_requests/${row.iid}${path}`;

async function takeMails() {
  await app.runJobs();
  const rows = await app.platform.db.deleteFrom('mail_messages').returningAll().execute();
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      headers: mail.headers as Record<string, string>,
    }));
}

/** Where the newest mail to this user asks to be answered. */
async function addressFor(user: TestUser): Promise<string> {
  const mail = (await takeMails()).findLast((each) => each.to === user.user.email);
  return mail?.headers['Reply-To'] ?? 'none';
}

type Letter = { to: string; from?: string; text?: string; id?: string; headers?: string[]; body?: string[] };
let count = 0;

function letter({ to, from = ben.user.email, text = 'From my mailbox', id, headers = [], body }: Letter): Buffer {
  count += 1;
  const lines = [
    `From: Ben <${from}>`,
    `To: <${to}>`,
    'Subject: Re: it',
    `Message-ID: <${id ?? `letter-${count}`}@example.org>`,
    'MIME-Version: 1.0',
    ...headers,
    ...(body ?? ['Content-Type: text/plain; charset=utf-8', '', text]),
  ];
  return Buffer.from(lines.join('\r\n'));
}

const bring = (message: Buffer, envelope?: string[]) => receiveReply(app.system, message, envelope);
const said = async () =>
  (await rest('GET', api('/notes?sort=asc&activity_filter=only_comments'), ann)).body as {
    body: string;
    author: { username: string };
    type: string | null;
  }[];
const bodies = async () => (await said()).map((note) => note.body);

test('an answer becomes a comment of the user; delivered twice it is one', async () => {
  const to = await addressFor(ben);
  expect(to).toMatch(/^reply\+[0-9a-f]{32}@code\.example\.org$/);
  const message = letter({ to, text: 'I like it.\n\nOn Monday, Ann wrote:\n> Please look\n' });
  expect(await bring(message)).toMatchObject({ outcome: 'added', noteId: expect.any(Number) });
  expect(await bring(message)).toEqual({ outcome: 'repeated' });
  expect((await said()).map((note) => [note.body, note.author.username])).toEqual([['I like it.', 'ben-mails']]);
  expect((await takeMails()).filter((mail) => mail.to === ben.user.email)).toEqual([]);
  // Kept is a digest alone.
  const [key] = await app.platform.db
    .selectFrom('mail_reply_keys')
    .selectAll()
    .where('target_id', '=', row.id)
    .execute();
  const secret = to.slice('reply+'.length, to.indexOf('@'));
  expect(key?.digest.equals(app.platform.secrets.digest(secret))).toBe(true);
  expect(JSON.stringify(key)).not.toContain(secret);
});

test.runIf(IS_FULL)(
  'an answer to a mail about one thread belongs there; where that is gone it stands alone',
  async () => {
    await takeMails();
    const thread = (await rest('POST', api('/discussions'), ann, { body: 'Why?' })).body;
    const to = await addressFor(ben);
    await bring(letter({ to, text: 'Because.' }));
    const threads = (await rest('GET', api('/discussions'), ann)).body as { id: string; notes: { body: string }[] }[];
    expect(threads.find((each) => each.id === thread.id)?.notes.map((note) => note.body)).toEqual(['Why?', 'Because.']);
    for (const note of (await rest('GET', api(`/discussions/${thread.id}`), ann)).body.notes) {
      await rest('DELETE', api(`/notes/${note.id}`), ann);
    }
    await bring(letter({ to, text: 'Still true.' }));
    expect(await bodies()).toEqual(['Still true.']);
  },
);

type Said = { id: number; body: string; internal: boolean };

/** An issue that Ben hears of, with what is read there. */
async function issueForBen() {
  await rest('PUT', `/projects/${project.id}/members/${ben.user.id}`, ann, { access_level: 30 });
  const wish = { title: 'Secrets', assignee_ids: [ben.user.id] };
  const { iid } = (await rest('POST', `/projects/${project.id}/issues`, ann, wish)).body;
  await takeMails();
  const at = (path: string) => `/projects/${project.id}/issues/${iid}${path}`;
  const notes = async (): Promise<Said[]> =>
    (await rest('GET', at('/notes?sort=asc&activity_filter=only_comments'), ann)).body;
  return { at, notes };
}

test('what answers an internal note is internal, also where one mail tells of several', async () => {
  const { at, notes } = await issueForBen();
  const internal = { body: 'Among us', internal: true };
  await rest('POST', at('/notes'), ann, internal);
  const single = await addressFor(ben);
  await bring(letter({ to: single, text: 'Among us too' }));
  await rest('POST', at('/notes'), ann, { body: 'Aloud' });
  await rest('POST', at('/notes'), ann, internal);
  const mixed = await addressFor(ben);
  await bring(letter({ to: mixed, text: 'For some of it' }));
  await rest('POST', at('/notes'), ann, { body: 'Aloud again' });
  const open = await addressFor(ben);
  await bring(letter({ to: open, text: 'For all' }));
  const isInternal = new Map((await notes()).map((note) => [note.body, note.internal]));
  expect(['Among us too', 'For some of it', 'For all'].map((text) => isInternal.get(text))).toEqual([
    true,
    true,
    false,
  ]);
  // With the rights of the moment at which it comes.
  await rest('PUT', `/projects/${project.id}/members/${ben.user.id}`, ann, { access_level: 10 });
  expect(await bring(letter({ to: single, text: 'As a guest' }))).toMatchObject({ outcome: 'refused' });
  expect(await bring(letter({ to: open, text: 'Aloud as a guest' }))).toMatchObject({ outcome: 'added' });
  expect((await notes()).map((note) => note.body)).not.toContain('As a guest');
  await rest('PUT', `/projects/${project.id}/members/${ben.user.id}`, ann, { access_level: 30 });
});

test('an answer to an internal thread that is gone is refused, and not said aloud', async () => {
  const { at, notes } = await issueForBen();
  await rest('POST', at('/notes'), ann, { body: 'Why?', internal: true });
  await takeMails();
  const started = (await rest('GET', at('/discussions'), ann)).body.find(
    (each: { notes: { body: string }[] }) => each.notes[0]?.body === 'Why?',
  );
  await rest('POST', at(`/discussions/${started.id}/notes`), ann, { body: 'Really.' });
  const to = await addressFor(ben);
  await bring(letter({ to, text: 'Because.' }));
  const thread = await notes();
  expect(thread.map((note) => [note.body, note.internal])).toEqual([
    ['Why?', true],
    ['Really.', true],
    ['Because.', true],
  ]);
  for (const note of thread) await rest('DELETE', at(`/notes/${note.id}`), ann);
  const reason = 'the thread you replied to no longer exists';
  expect(await bring(letter({ to, text: 'A secret' }))).toEqual({ outcome: 'refused', reason });
  expect(await notes()).toEqual([]);
  const told = (await takeMails()).find((mail) => mail.to === ben.user.email);
  expect(told?.text).toContain(reason);
  expect(told?.text).toContain('> A secret');
});

test.runIf(IS_FULL)(
  'of mails from before keys said what is internal, those about a thread that is gone are not answered aloud',
  async () => {
    const { at, notes } = await issueForBen();
    const begin = async (body: string) => (await rest('POST', at('/discussions'), ann, { body })).body;
    await begin('Stays');
    const kept = await addressFor(ben);
    const gone = await begin('Goes');
    const lost = await addressFor(ben);
    await rest('POST', at('/notes'), ann, { body: 'Alone' });
    const single = await addressFor(ben);
    await rest('DELETE', at(`/notes/${gone.notes[0].id}`), ann);
    await sql`delete from schema_migrations where version = '0291'`.execute(app.platform.db);
    expect(await migrate(app.databaseUrl)).toEqual(['0291_notifications_lost_threads.sql']);
    expect(await bring(letter({ to: lost, text: 'A secret' }))).toEqual({
      outcome: 'refused',
      reason: 'the thread you replied to no longer exists',
    });
    for (const to of [kept, single]) await bring(letter({ to, text: 'Aloud' }));
    expect((await notes()).filter((note) => note.body === 'Aloud').map((note) => note.internal)).toEqual([
      false,
      false,
    ]);
    expect((await notes()).map((note) => note.body)).not.toContain('A secret');
  },
);

test.runIf(IS_FULL)('the envelope names the address where the headers do not', async () => {
  const to = await addressFor(ben);
  const message = letter({ to: 'someone@example.org', text: 'By the envelope' });
  expect(await bring(message)).toMatchObject({ outcome: 'unknown' });
  expect(await bring(message, [to])).toMatchObject({ outcome: 'added' });
});

test('T-059: commands run as in comments, and what they may not do is told', async () => {
  const to = await addressFor(ben);
  expect(await bring(letter({ to, text: 'Please rename.\n\n/title Better title\n' }))).toMatchObject({
    outcome: 'added',
  });
  expect((await rest('GET', api(), ann)).body.title).toBe('Better title');
  expect(await bodies()).toEqual(['Please rename.']);
  // Done in part is done: it says what was missed, not that the answer was refused.
  expect(await bring(letter({ to, text: '/assign @ben-mails @typo' }))).toEqual({ outcome: 'added', noteId: null });
  expect((await rest('GET', api(), ann)).body.assignees).toMatchObject([{ username: 'ben-mails' }]);
  const remark = (await takeMails()).find(({ subject }) => subject.startsWith('About your reply'));
  expect(remark?.text).toContain('- No user named @typo can see this merge request.');
  const guest = await createUser(app);
  await addMember(app, { user: guest.user, level: 20, project });
  await rest('PUT', api(), ann, { reviewer_ids: [ben.user.id, guest.user.id] });
  const theirs = await addressFor(guest);
  expect(await bring(letter({ to: theirs, from: guest.user.email, text: '/title Mine' }))).toMatchObject({
    outcome: 'refused',
  });
  expect((await rest('GET', api(), ann)).body.title).toBe('Better title');
  const told = (await takeMails()).find((mail) => mail.to === guest.user.email);
  expect(told?.text).toContain('You are not allowed to use /title here');
});

test('P-37: who lost the right is refused, and reads why and what they wrote', async () => {
  const to = await addressFor(ben);
  await rest('DELETE', `/projects/${project.id}/members/${ben.user.id}`, ann);
  await app.runJobs();
  expect(await bring(letter({ to, text: 'My long words' }))).toMatchObject({ outcome: 'refused' });
  const told = (await takeMails()).filter((mail) => mail.to === ben.user.email);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('the item you replied to no longer exists, or you no longer have access to it');
  expect(told[0]?.text).toContain('> My long words');
  expect(told[0]?.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied' });
  expect(told[0]?.headers['Reply-To']).toBeUndefined();
  expect(told[0]?.text).not.toContain(row.title);
  await addMember(app, { user: ben.user, level: 30, project });
  await rest('PUT', api(), ann, { discussion_locked: true });
  await rest('PUT', `/projects/${project.id}`, ann, { archived: true });
  await rest('POST', `/projects/${project.id}/archive`, ann);
  expect(await bring(letter({ to, text: 'Into the archive' }))).toMatchObject({ outcome: 'refused' });
  await rest('POST', `/projects/${project.id}/unarchive`, ann);
  expect(await bodies()).toEqual([]);
  await takeMails();
  await app.platform.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', ben.user.id).execute();
  expect(await bring(letter({ to, text: 'From a blocked one' }))).toMatchObject({ outcome: 'ignored' });
  expect(await takeMails()).toEqual([]);
  await app.platform.db.updateTable('users').set({ state: 'active' }).where('id', '=', ben.user.id).execute();
});

test('a mail that was passed on gives its reader no voice of another', async () => {
  const to = await addressFor(ben);
  expect(await bring(letter({ to, from: 'mallory@example.org', text: 'I am Ben' }))).toMatchObject({
    outcome: 'refused',
  });
  expect(await bodies()).toEqual([]);
  const told = await takeMails();
  expect(told.map((mail) => mail.to)).toEqual([ben.user.email]);
  expect(await bring(letter({ to: to.replace(/[0-9a-f]{32}/, 'f'.repeat(32)) }))).toEqual({
    outcome: 'unknown',
    reason: 'no such address',
  });
});

test('machines change nothing and get no answer, and refusals end', async () => {
  const to = await addressFor(ben);
  for (const headers of [
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['Return-Path: <>'],
    ['X-Autoreply: yes'],
  ]) {
    expect(await bring(letter({ to, headers }))).toMatchObject({ outcome: 'ignored' });
  }
  // Our own refusal, sent back by a machine that cannot read.
  await bring(letter({ to, from: 'mallory@example.org' }));
  const [own] = await takeMails();
  const headers = Object.entries(own?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  expect(await bring(letter({ to, headers }))).toMatchObject({ outcome: 'ignored' });
  for (let round = 0; round < 15; round += 1) await bring(letter({ to, from: 'mallory@example.org' }));
  expect((await takeMails()).length).toBeLessThanOrEqual(10);
  expect(await bodies()).toEqual([]);
  app.clock.advance(3_600_001);
});

test.runIf(IS_FULL)('small files come along, large ones are left out and named', async () => {
  const to = await addressFor(ben);
  const part = (name: string, content: Buffer) => [
    '--cut',
    `Content-Type: application/octet-stream; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    ...(content.toString('base64').match(/.{1,76}/g) ?? []),
  ];
  const body = [
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'See these.',
    ...part('../../etc/notes.txt', Buffer.from('small')),
    ...part('film.bin', Buffer.alloc(10 * 1_048_576 + 1)),
    '--cut--',
  ];
  expect(await bring(letter({ to, body }))).toMatchObject({ outcome: 'added' });
  const [text] = await bodies();
  expect(text).toMatch(/^See these\.\n\n\[notes\.txt\]\(\/uploads\/[0-9a-f]{32}\/notes\.txt\)$/);
  const told = (await takeMails()).find((mail) => mail.to === ben.user.email);
  expect(told?.text).toContain('film.bin was not attached: it is larger than 10 MiB.');
});

test('what is no message, empty or too large is turned away', async () => {
  const to = await addressFor(ben);
  expect(await bring(Buffer.alloc(0))).toMatchObject({ outcome: expect.stringMatching(/ignored|unknown/) });
  expect(await bring(letter({ to, text: '> only theirs' }))).toEqual({
    outcome: 'refused',
    reason: 'there is no text above the quoted email',
  });
  expect(await bring(Buffer.alloc(26 * 1_048_576))).toMatchObject({ outcome: 'unknown' });
  const deep = Array.from(
    { length: 60 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join('');
  expect(await bring(Buffer.from(`From: ${ben.user.email}\r\nTo: ${to}\r\n${deep}`))).toMatchObject({
    outcome: 'unknown',
  });
  expect(await bodies()).toEqual([]);
});

test('the interface of mail gateways takes a message with its secret, and is not there without', async () => {
  const to = await addressFor(ben);
  const server = await app.server();
  const post = (secret: string | undefined, payload: object) =>
    server.inject({
      method: 'POST',
      url: '/api/v4/internal/mail/replies',
      headers: secret === undefined ? {} : { 'tributary-mail-secret': secret },
      payload,
    });
  const message = letter({ to, text: 'Through the door' }).toString('base64');
  for (const secret of [undefined, 'wrong', `${SECRET}x`])
    expect((await post(secret, { message })).statusCode).toBe(404);
  expect((await post(SECRET, { message: '§' })).statusCode).toBe(400);
  const taken = await post(SECRET, { message });
  expect([taken.statusCode, taken.json()]).toEqual([200, { outcome: 'added' }]);
  expect((await post(SECRET, { message })).json()).toEqual({ outcome: 'repeated' });
  expect(await bodies()).toEqual(['Through the door']);
  app.platform.config.mailDoorSecret = undefined;
  expect((await post(SECRET, { message })).statusCode).toBe(404);
  app.platform.config.mailDoorSecret = SECRET;
});

test.runIf(IS_FULL)('two deliveries at once make one comment', async () => {
  const to = await addressFor(ben);
  const message = letter({ to, text: 'At once' });
  const outcomes = await Promise.all([bring(message), bring(message), bring(message)]);
  expect(outcomes.filter((each) => each.outcome === 'added')).toHaveLength(1);
  expect(await bodies()).toEqual(['At once']);
});

test('where no address is set nothing is asked for and nothing is taken', async () => {
  const to = await addressFor(ben);
  app.platform.config.replyAddress = undefined;
  await rest('POST', api('/notes'), ann, { body: 'quiet' });
  expect(await addressFor(ben)).toBe('none');
  expect(await bring(letter({ to }))).toMatchObject({ outcome: 'unknown' });
  app.platform.config.replyAddress = 'reply+%{key}@code.example.org';
});
