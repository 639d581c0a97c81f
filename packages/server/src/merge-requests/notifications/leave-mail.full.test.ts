import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../testing.ts';

/** How users with an account stop the mails about one thing from their mail program: nobody has to sign in for it. */

let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let cleo: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app, { username: 'ann-stops' });
  cleo = await createUser(app, { username: 'cleo-stops' });
  project = await createProject(app, { owner: ann.user, visibility: 'private', files: { a: 'a' } });
  await addMember(app, { user: cleo.user, level: 30, project });
});
afterAll(() => app.close());
beforeEach(async () => {
  ben = await createUser(app);
  await addMember(app, { user: ben.user, level: 30, project });
});

type Thing = { api: string; noun: string };

async function issue(): Promise<Thing> {
  const wish = { title: 'Leak', assignee_ids: [ben.user.id, cleo.user.id] };
  const { iid } = (await rest('POST', `/projects/${project.id}/issues`, ann, wish)).body;
  return { api: `/projects/${project.id}/issues/${iid}`, noun: 'issue' };
}

async function mergeRequest(): Promise<Thing> {
  const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id, cleo.user.id] });
  return { api: `/projects/${project.id}/merge_requests/${row.iid}`, noun: 'merge request' };
}

/** Cleo and Ben take part in what is said of it. */
async function commit(): Promise<Thing> {
  const sha = await project.repository.commit({ files: { a: String(Math.random()) }, message: 'Leak' });
  const api = `/projects/${project.id}/repository/commits/${sha}`;
  for (const each of [ben, cleo]) await rest('POST', `${api}/discussions`, each, { body: 'Listening' });
  return { api, noun: 'commit' };
}

async function takeMails() {
  await app.runJobs();
  const rows = await app.platform.db.deleteFrom('mail_messages').returningAll().execute();
  return rows.map((mail) => ({ to: mail.recipient, headers: mail.headers as Record<string, string> }));
}

const say = ({ api, noun }: Thing, body: string, as = ann) =>
  rest('POST', `${api}/${noun === 'commit' ? 'discussions' : 'notes'}`, as, { body });

/** Where the mail about this thing stops for this user. */
async function linkOf(thing: Thing, as = ben): Promise<URL> {
  await say(thing, 'Hear this');
  const mail = (await takeMails()).find(({ to }) => to === as.user.email);
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  return new URL(/^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? 'none:');
}

/** As mail programs do it: the whole address, and nothing that says who they are. */
async function oneClick(url: URL): Promise<number> {
  const server = await app.server();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await server.inject({
    method: 'POST',
    url: `${url.pathname}${url.search}`,
    headers,
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(answer.json()).toEqual({});
  return answer.statusCode;
}

/** Who hears of the next comment. */
async function heard(thing: Thing, body = 'And this'): Promise<string[]> {
  await say(thing, body);
  return (await takeMails()).map(({ to }) => to).toSorted();
}

const both = () => [ben.user.email, cleo.user.email].toSorted();

test.each([
  ['issues', issue],
  ['merge requests', mergeRequest],
  ['commits', commit],
])('of %s: this person hears nothing more of this one, unless called', async (_name, make) => {
  const [thing, other] = [await make(), await make()];
  await takeMails();
  const url = await linkOf(thing);
  expect(await oneClick(url)).toBe(200);
  expect(await heard(thing)).toEqual([cleo.user.email]);
  expect(await heard(other)).toEqual(both());
  expect(await heard(thing, `@${ben.user.username} please`)).toEqual(both());
  expect(await oneClick(url)).toBe(200);
  expect(await heard(thing)).toEqual([cleo.user.email]);
});

test('what waits to be sent is not sent any more, but where this user is called', async () => {
  const [thing, other] = [await issue(), await issue()];
  await takeMails();
  const url = await linkOf(thing);
  const ids = await Promise.all([thing, other].map(async ({ api }) => (await rest('GET', api, ann)).body.id as number));
  const news = [
    { user_id: ben.user.id, target_id: ids[0], reason: 'assigned' },
    { user_id: ben.user.id, target_id: ids[0], reason: 'mentioned' },
    { user_id: ben.user.id, target_id: ids[1], reason: 'assigned' },
    { user_id: cleo.user.id, target_id: ids[0], reason: 'assigned' },
  ] as const;
  const { db } = app.platform;
  const rows = news.map((row, index) => ({
    ...row,
    target_id: row.target_id ?? 0,
    target_type: 'Issue',
    event_id: 1_000_000 + index,
    kind: 'closed' as const,
    actor_id: ann.user.id,
    note_id: null,
  }));
  await db.insertInto('mail_news').values(rows).execute();
  await oneClick(url);
  const left = await db.deleteFrom('mail_news').returning(['user_id', 'target_id', 'reason']).execute();
  expect(left).toHaveLength(3);
  expect(left).toEqual(expect.arrayContaining(news.slice(1)));
});

test('also who hears of it only because they watch the project', async () => {
  await rest('PUT', `/projects/${project.id}/notification_settings`, ben, { level: 'watch' });
  const { iid } = (await rest('POST', `/projects/${project.id}/issues`, ann, { title: 'Seen from afar' })).body;
  const thing = { api: `/projects/${project.id}/issues/${iid}`, noun: 'issue' };
  await takeMails();
  await oneClick(await linkOf(thing));
  expect(await heard(thing)).toEqual([]);
  await rest('PUT', `/projects/${project.id}/notification_settings`, ben, { level: 'global' });
});

test('who wrote the commit stops it as well, and hears of it again once they say something there', async () => {
  const author = { name: ben.user.name, email: ben.user.email };
  const sha = await project.repository.commit({ files: { a: 'by ben' }, message: 'Leak', author });
  const thing = { api: `/projects/${project.id}/repository/commits/${sha}`, noun: 'commit' };
  const url = await linkOf(thing);
  expect((await page(`${url.pathname}${url.search}`, null)).body.data.leaver).toMatchObject({ noun: 'commit' });
  await oneClick(url);
  expect(await heard(thing)).toEqual([]);
  await say(thing, 'On second thought', ben);
  await takeMails();
  expect(await heard(thing)).toEqual([ben.user.email]);
  // What was said before they left again brings them back no more, however late it is told.
  await say(thing, 'Enough', ben);
  await oneClick(url);
  await takeMails();
  expect(await heard(thing)).toEqual([]);
});

test('opening the link says whom it is for and what of, and changes nothing', async () => {
  const thing = await issue();
  await takeMails();
  const url = await linkOf(thing);
  const server = await app.server();
  for (const headers of [{}, ben.headers]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await server.inject({ method, url: `${url.pathname}${url.search}`, headers });
      expect([method, answer.statusCode]).toEqual([method, 200]);
    }
  }
  const { body } = await page(`${url.pathname}${url.search}`, null);
  expect(body.data.leaver).toEqual({ who: `@${ben.user.username}`, noun: 'issue', isMember: true });
  expect(JSON.stringify(body)).not.toContain('Leak');
  expect(await heard(thing)).toEqual(both());
});

/** Neither works nor says anything: as one that was never sent. */
async function isDead(url: URL): Promise<void> {
  expect((await page(`${url.pathname}${url.search}`, null)).body.data.leaver).toBeNull();
  expect(await oneClick(url)).toBe(200);
}

test('a link cannot be made up, nor turned to someone or something else', async () => {
  const [thing, other] = [await issue(), await issue()];
  await takeMails();
  const [url, second] = [await linkOf(thing), await linkOf(other)];
  const [kind, userId, type, id, day, signature] = (url.searchParams.get('token') ?? '').split('.');
  const otherId = (second.searchParams.get('token') ?? '').split('.')[3];
  const forged = [
    [kind, userId, type, otherId, day, signature],
    [kind, cleo.user.id, type, id, day, signature],
    [kind, userId, 'MergeRequest', id, day, signature],
    [kind, userId, type, id, Number(day) + 1, signature],
    ['outside', userId, type, id, day, signature],
    ['outside', id, signature],
    [kind, userId, type, id, day, 'A'.repeat(43)],
    [kind, userId, type, id, day],
  ];
  // Made with the secret of another instance, or of this one before it had another.
  const named = [userId, type, id, day].join('.');
  forged.push([kind, named, createSecrets(Buffer.alloc(32, 1)).sign('leave-mail:member', named)]);
  for (const parts of forged) {
    const made = new URL(url);
    made.searchParams.set('token', parts.join('.'));
    await isDead(made);
  }
  expect(await heard(thing)).toEqual(both());
  expect(await heard(other)).toEqual(both());
});

test('after a year a link is over, and of who is blocked or sees the thing no more', async () => {
  const thing = await issue();
  await takeMails();
  const url = await linkOf(thing);
  const chosen = () => app.platform.db.selectFrom('issue_subscriptions').selectAll().execute();
  const before = await chosen();
  const setState = (state: 'active' | 'blocked') =>
    app.platform.db.updateTable('users').set({ state }).where('id', '=', ben.user.id).execute();
  await setState('blocked');
  await isDead(url);
  await setState('active');
  await rest('DELETE', `/projects/${project.id}/members/${ben.user.id}`, ann);
  await isDead(url);
  await addMember(app, { user: ben.user, level: 30, project });
  app.clock.advance(366 * 86_400_000);
  await isDead(url);
  expect(await chosen()).toEqual(before);
  app.clock.advance(-366 * 86_400_000);
  await oneClick(url);
  expect(await chosen()).toHaveLength(before.length + 1);
});
