import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { createNote, findNoteForNotification } from '../../discussions/index.ts';
import { notify } from '../../notifications/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { checkMergeability } from '../readiness/jobs/check-mergeability.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { mergeMergeRequest } from '../../merging/index.ts';
import { noteableOf } from '../noteable.ts';
import { createMergeRequest, pushCommit, tipOf } from '../testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let ann: TestUser;
let ben: TestUser;
let cleo: TestUser;
let stranger: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [ann, ben, cleo, stranger] = await Promise.all([
    createUser(app, { username: 'ann' }),
    createUser(app, { username: 'ben' }),
    createUser(app, { username: 'cleo' }),
    createUser(app, { username: 'stranger' }),
  ]);
  project = await createProject(app, { owner: ann.user, visibility: 'private', files: { a: 'a' } });
  await addMember(app, { user: ben.user, level: 30, project });
  await addMember(app, { user: cleo.user, level: 30, project });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.runJobs();
  await app.platform.db.deleteFrom('todos').execute();
  await app.platform.db.deleteFrom('mail_messages').execute();
});

const todosOf = async (user: TestUser, query = '') =>
  (await rest('GET', `/todos${query}`, user)).body.map((todo: { action_name: string }) => todo.action_name);

async function mails(): Promise<
  { to: string; subject: string; text: string; html: string | null; headers: unknown }[]
> {
  const rows = await app.platform.db.selectFrom('mail_messages').selectAll().orderBy('recipient').execute();
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    headers: row.headers,
  }));
}

async function say(user: TestUser, id: number, body: string, isInternal = false) {
  const found = await findMergeRequestAccess(contextOf(app, user), id);
  if (!found) throw new Error('not found');
  return createNote(contextOf(app, user), { noteable: noteableOf(found), body, ...(isInternal && { isInternal }) });
}

describe('to-dos', () => {
  test('who is asked to review or assigned has one, until they act or it ends', async () => {
    const row = await createMergeRequest(app, {
      project,
      author: ann,
      reviewerIds: [ben.user.id],
      assigneeIds: [cleo.user.id, ann.user.id],
    });
    await app.runJobs();
    expect(await todosOf(ben)).toEqual(['review_requested']);
    expect(await todosOf(cleo)).toEqual(['assigned']);
    expect(await todosOf(ann)).toEqual([]);
    const { body } = await rest('GET', '/todos', ben);
    expect(body[0]).toMatchObject({
      target_type: 'MergeRequest',
      target: { iid: row.iid },
      author: { username: 'ann' },
      project: { path_with_namespace: project.full_path },
      target_url: `${app.platform.config.url}/${project.full_path}/-/merge_requests/${row.iid}`,
      body: row.title,
    });
    await say(ben, row.id, 'I looked at it.');
    await app.runJobs();
    expect(await todosOf(ben)).toEqual([]);
    expect(await todosOf(ben, '?state=done')).toEqual(['review_requested']);
    await mergeMergeRequest(contextOf(app, ann), { mergeRequestId: row.id });
    await app.runJobs();
    expect(await todosOf(cleo)).toEqual([]);
  });

  test.runIf(IS_FULL)('who is unasked has nothing to do, who is asked again has it again', async () => {
    const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id] });
    await app.runJobs();
    const path = `/projects/${project.id}/merge_requests/${row.iid}`;
    await rest('PUT', path, ann, { reviewer_ids: [cleo.user.id] });
    await app.runJobs();
    expect([await todosOf(ben), await todosOf(cleo)]).toEqual([[], ['review_requested']]);
    await rest('PUT', path, ann, { reviewer_ids: [ben.user.id] });
    await app.runJobs();
    await rest('PUT', path, ann, { title: 'Another title' });
    await app.runJobs();
    expect([await todosOf(ben), await todosOf(cleo)]).toEqual([['review_requested'], []]);
  });

  test('a name calls its user once at a time, and never someone who may not read it', async () => {
    const row = await createMergeRequest(app, { project, author: ann, description: 'For @ben and @stranger' });
    await app.runJobs();
    expect(await todosOf(ben)).toEqual(['mentioned']);
    await say(ann, row.id, '@ben please, and `@cleo` not');
    await say(ann, row.id, 'Hello @ben again');
    await app.runJobs();
    expect((await todosOf(ben)).toSorted()).toEqual(['directly_addressed', 'mentioned']);
    expect(await todosOf(cleo)).toEqual([]);
    expect(await todosOf(stranger)).toEqual([]);
    const path = `/projects/${project.id}/merge_requests/${row.iid}`;
    await rest('POST', '/todos/mark_as_done', ben);
    await rest('PUT', path, ann, { description: 'For @ben, @cleo and @stranger' });
    await app.runJobs();
    expect([await todosOf(ben), await todosOf(cleo)]).toEqual([[], ['mentioned']]);
  });

  test.runIf(IS_FULL)('conflicts wait for the author, once, until there are none', async () => {
    const row = await createMergeRequest(app, { project, author: ann, files: { 'c.txt': 'mine\n' } });
    const commit = async (text: string | null) => {
      const parents = [await tipOf(project, 'main')];
      await project.repository.commit({ branch: 'main', parents, files: { 'c.txt': text } });
      await checkMergeability(app.system, [row.id], 'asked');
    };
    await app.runJobs();
    expect(await todosOf(ann)).toEqual([]);
    await commit('theirs\n');
    expect(await todosOf(ann)).toEqual(['unmergeable']);
    await commit(null);
    expect(await todosOf(ann)).toEqual([]);
    await commit('theirs again\n');
    expect(await todosOf(ann)).toEqual(['unmergeable']);
    await rest('POST', '/todos/mark_as_done', ann);
    await commit('and again\n');
    expect(await todosOf(ann)).toEqual([]);
    await commit(null);
  });

  test('by hand: added once, ticked off, put back, and nobody touches those of others', async () => {
    const row = await createMergeRequest(app, { project, author: ann });
    const path = `/projects/${project.id}/merge_requests/${row.iid}/todo`;
    const made = await rest('POST', path, ben);
    expect([made.status, made.body.action_name]).toEqual([201, 'marked']);
    expect((await rest('POST', path, ben)).status).toBe(304);
    expect((await rest('POST', path, stranger)).status).toBe(404);
    expect((await rest('POST', `/todos/${made.body.id}/mark_as_done`, cleo)).status).toBe(404);
    const done = await rest('POST', `/todos/${made.body.id}/mark_as_done`, ben);
    expect([done.status, done.body.state]).toEqual([201, 'done']);
    const server = await app.server();
    const restore = () =>
      server.inject({ method: 'PATCH', url: `/dashboard/todos/${made.body.id}/restore`, headers: ben.headers });
    expect((await restore()).statusCode).toBe(200);
    expect(await todosOf(ben)).toEqual(['marked']);
    await rest('POST', `/todos/${made.body.id}/mark_as_done`, ben);
    await rest('POST', path, ben);
    expect((await restore()).statusCode).toBe(409);
    const { body } = await page('/dashboard/todos', ben);
    expect(body.data).toMatchObject({
      counts: { pending: 1, done: 1 },
      items: [{ action: 'marked', noun: 'merge request' }],
    });
    expect(body.shell.viewer.unreadInboxCount).toBe(1);
  });

  test.runIf(IS_FULL)('what was done in the same moment stands in one order, whatever the page', async () => {
    for (let count = 0; count < 4; count++) {
      const row = await createMergeRequest(app, { project, author: ann });
      await rest('POST', `/projects/${project.id}/merge_requests/${row.iid}/todo`, ben);
    }
    await rest('POST', '/todos/mark_as_done', ben);
    const ids = async (paging: string): Promise<number[]> =>
      (await rest('GET', `/todos?state=done&${paging}`, ben)).body.map((each: { id: number }) => each.id);
    const last = (await ids('per_page=100')).slice(0, 4);
    expect(last).toEqual(last.toSorted((one, other) => other - one));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids(`per_page=1&page=${page}`)));
    expect(pages.flat()).toEqual(last);
  });

  test('who loses the project has no entries about it, at no interface (T-118)', async () => {
    const guest = await createUser(app);
    await addMember(app, { user: guest.user, level: 30, project });
    await createMergeRequest(app, { project, author: ann, reviewerIds: [guest.user.id], title: 'Secret plans' });
    await app.runJobs();
    expect(await todosOf(guest)).toEqual(['review_requested']);
    await rest('DELETE', `/projects/${project.id}/members/${guest.user.id}`, ann);
    expect(await todosOf(guest)).toEqual([]);
    expect((await page('/dashboard/todos', guest)).body.data).toMatchObject({
      items: [],
      counts: { pending: 0, done: 0 },
    });
    await app.runJobs();
    const open = await app.platform.db
      .selectFrom('todos')
      .select('state')
      .where('user_id', '=', guest.user.id)
      .execute();
    expect(open).toEqual([{ state: 'done' }]);
  });
});

describe('mail', () => {
  test('one mail gathers what happened, in one thread with the first', async () => {
    const row = await createMergeRequest(app, {
      project,
      author: ann,
      reviewerIds: [ben.user.id],
      description: 'Why **so**',
    });
    await app.runJobs();
    const [first, ...others] = await mails();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      to: ben.user.email,
      subject: `${project.name} | ${row.title} (!${row.iid})`,
      headers: { 'X-GitLab-NotificationReason': 'review_requested', 'Auto-Submitted': 'auto-generated' },
    });
    expect(first?.text).toContain('requested your review:\n\nWhy **so**');
    expect(first?.html).toContain('<strong>so</strong>');
    await app.platform.db.deleteFrom('mail_messages').execute();
    await say(ann, row.id, 'First thought');
    await say(ann, row.id, 'Second thought');
    await app.runJobs();
    const [both, ...rest_] = await mails();
    expect(rest_).toEqual([]);
    expect(both?.subject).toMatch(/^Re: /);
    expect(both?.text.match(/thought/g)).toHaveLength(2);
    expect(both?.headers).toMatchObject({
      'In-Reply-To': (first?.headers as Record<string, string> | undefined)?.['Message-ID'],
    });
  });

  test('T-064: names and titles that are markup are text in a mail', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const dora = await createUser(app, { username: 'dora', name: hostile });
    await addMember(app, { user: dora.user, level: 30, project });
    const branch = 'a<img/src=x/onerror=alert(1)>';
    const row = await createMergeRequest(app, {
      project,
      author: dora,
      branch,
      reviewerIds: [ben.user.id],
      files: { [hostile]: 'a\n' },
    });
    await rest('PUT', `/projects/${project.id}/merge_requests/${row.iid}`, dora, { title: hostile });
    await say(dora, row.id, 'A word');
    await app.runJobs();
    const sent = await mails();
    expect(sent.length).toBeGreaterThan(0);
    for (const { subject, html, headers } of sent) {
      expect(subject).toContain(hostile);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(html).not.toMatch(/<img[^>]*onerror/);
      expect(JSON.stringify([subject, headers])).not.toMatch(/\\[rn]/);
    }
  });

  test('P-37: who was removed between the action and the mail gets none, and deleted words are not sent', async () => {
    const leaver = await createUser(app);
    await addMember(app, { user: leaver.user, level: 30, project });
    const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [leaver.user.id, ben.user.id] });
    await app.runJobs();
    await app.platform.db.deleteFrom('mail_messages').execute();
    const { note } = await say(ann, row.id, 'Said too early');
    const told = await findNoteForNotification(app.system, note.id);
    // The event is told, the mail still waits.
    const news = {
      type: 'MergeRequest',
      id: row.id,
      kind: 'commented' as const,
      eventId: 9_999_999,
      actorId: ann.user.id,
    };
    await notify(app.system, { ...news, ...(told && { note: told }) });
    await rest('DELETE', `/projects/${project.id}/members/${leaver.user.id}`, ann);
    await app.runJobs();
    expect((await mails()).map((mail) => mail.to)).toEqual([ben.user.email]);
    await app.platform.db.deleteFrom('mail_messages').execute();
    await notify(app.system, { ...news, eventId: 9_999_998, ...(told && { note: told }) });
    await rest('DELETE', `/projects/${project.id}/merge_requests/${row.iid}/notes/${note.id}`, ann);
    await app.runJobs();
    expect(await mails()).toEqual([]);
  });

  test('levels: everything, nothing, only calls; for one project, and for one request', async () => {
    const settings = `/projects/${project.id}/notification_settings`;
    expect((await rest('GET', settings, cleo)).body).toEqual({ level: 'global' });
    await rest('PUT', settings, cleo, { level: 'watch' });
    await rest('PUT', '/notification_settings', ben, { level: 'disabled' });
    const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id] });
    await app.runJobs();
    expect((await mails()).map((mail) => mail.to)).toEqual([cleo.user.email]);
    await app.platform.db.deleteFrom('mail_messages').execute();
    await rest('PUT', '/notification_settings', ben, { level: 'mention' });
    await rest('PUT', settings, cleo, { level: 'custom', close_merge_request: true });
    await say(ann, row.id, 'Just a word');
    await say(ann, row.id, '@ben a call');
    await app.runJobs();
    expect((await mails()).map((mail) => mail.to)).toEqual([ben.user.email]);
    await app.platform.db.deleteFrom('mail_messages').execute();
    await rest('PUT', `/projects/${project.id}/merge_requests/${row.iid}`, ann, { state_event: 'close' });
    await app.runJobs();
    expect((await mails()).map((mail) => mail.to)).toEqual([cleo.user.email]);
    expect((await rest('GET', settings, cleo)).body).toMatchObject({
      level: 'custom',
      events: { close_merge_request: true, new_note: false },
    });
    expect((await rest('PUT', '/notification_settings', ben, { level: 'global' })).status).toBe(400);
    expect((await rest('PUT', settings, stranger, { level: 'watch' })).status).toBe(404);
    await rest('PUT', '/notification_settings', ben, { level: 'participating' });
    await rest('PUT', settings, cleo, { level: 'global' });
  });

  test.runIf(IS_FULL)('choices that are made at the same moment are all kept', async () => {
    const events = ['new_note', 'new_issue', 'close_issue', 'approver', 'merge_merge_request'];
    const wishes = [{ level: 'custom' }, ...events.map((event) => ({ [event]: true }))];
    await Promise.all(wishes.map((wish) => rest('PUT', '/notification_settings', cleo, wish)));
    expect((await rest('GET', '/notification_settings', cleo)).body).toMatchObject({
      level: 'custom',
      events: Object.fromEntries(events.map((event) => [event, true])),
    });
    await rest('PUT', '/notification_settings', cleo, { level: 'participating' });
  });
});

test.runIf(IS_FULL)('what machines say fills no mailbox and stands in a lane of its own', async () => {
  const row = await createMergeRequest(app, { project, author: ann });
  const token = await rest('POST', `/projects/${project.id}/access_tokens`, ann, {
    name: 'linter',
    scopes: ['api'],
    access_level: 30,
    expires_at: '2027-01-01',
  });
  const bot = { headers: { 'private-token': token.body.token as string } };
  await app.runJobs();
  await app.platform.db.deleteFrom('mail_messages').execute();
  const note = await rest('POST', `/projects/${project.id}/merge_requests/${row.iid}/notes`, bot, {
    body: '@ben: 3 findings',
  });
  expect(note.status).toBe(201);
  await app.runJobs();
  expect(await mails()).toEqual([]);
  expect((await page('/dashboard/todos', ben)).body).toMatchObject({
    data: { items: [], counts: { pending: 0, bots: 1 } },
    shell: { viewer: { unreadInboxCount: 0 } },
  });
  expect((await page('/dashboard/todos?from=bots', ben)).body.data.items).toMatchObject([
    { action: 'directly_addressed' },
  ]);
  // Ticking off all of one lane leaves the other.
  const counts = async () => (await page('/dashboard/todos', ben)).body.data.counts;
  const other = await createMergeRequest(app, { project, author: ann });
  const add = () => rest('POST', `/projects/${project.id}/merge_requests/${other.iid}/todo`, ben);
  await add();
  expect(await counts()).toMatchObject({ pending: 1, bots: 1 });
  expect((await rest('POST', '/todos/mark_as_done', ben, { from: 'people' })).status).toBe(204);
  expect(await counts()).toMatchObject({ pending: 0, bots: 1 });
  await add();
  await rest('POST', '/todos/mark_as_done', ben, { from: 'bots' });
  expect(await counts()).toMatchObject({ pending: 1, bots: 0 });
  await rest('POST', '/todos/mark_as_done', ben);
  expect(await counts()).toMatchObject({ pending: 0, bots: 0 });
});

test('P-09: a review is one mail, ends the wait for it, and calls no other reviewer again', async () => {
  const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id, cleo.user.id] });
  await app.runJobs();
  await app.platform.db.deleteFrom('mail_messages').execute();
  const drafts = `/projects/${project.id}/merge_requests/${row.iid}/draft_notes`;
  for (const note of ['One thing', 'Another thing']) await rest('POST', drafts, ben, { note });
  const published = await rest('POST', `${drafts}/bulk_publish`, ben, { reviewer_state: 'requested_changes' });
  expect(published.status).toBe(204);
  await app.runJobs();
  const told = await mails();
  expect(told.filter((mail) => mail.to === ann.user.email)).toHaveLength(1);
  expect(told.find((mail) => mail.to === ann.user.email)?.text.match(/thing/g)).toHaveLength(2);
  expect(told.find((mail) => mail.to === ann.user.email)?.text.match(/requested changes\./g)).toHaveLength(1);
  expect(told.some((mail) => mail.text.includes('requested your review'))).toBe(false);
  expect(await todosOf(ann)).toEqual(['review_submitted']);
  expect([await todosOf(ben), await todosOf(cleo)]).toEqual([[], ['review_requested']]);
  // Whoever pushes has acted on it.
  await pushCommit(app, { project, branch: row.source_branch, files: { 'fixed.txt': 'f' }, by: ann });
  await app.runJobs();
  expect(await todosOf(ann)).toEqual([]);
});

test.runIf(IS_FULL)(
  'an approval that its reviewer takes back is told, one that others took is asked for again',
  async () => {
    const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id] });
    await app.runJobs();
    const path = `/projects/${project.id}/merge_requests/${row.iid}`;
    await rest('POST', `${path}/approve`, ben);
    await app.runJobs();
    await app.platform.db.deleteFrom('mail_messages').execute();
    expect((await rest('POST', `${path}/unapprove`, ben)).status).toBe(201);
    await app.runJobs();
    expect((await mails()).map(({ to, text }) => [to, text.includes('removed their approval.')])).toEqual([
      [ann.user.email, true],
    ]);
    await rest('POST', `${path}/approve`, ben);
    await app.runJobs();
    await app.platform.db.deleteFrom('mail_messages').execute();
    const url = `/${project.full_path}/-/merge_requests/${row.iid}/reviewers/${ben.user.id}/request_review`;
    const server = await app.server();
    expect((await server.inject({ method: 'POST', url, headers: ann.headers })).statusCode).toBe(204);
    await app.runJobs();
    expect((await mails()).map(({ to, text }) => [to, text.includes('requested your review.')])).toEqual([
      [ben.user.email, true],
    ]);
    expect(await todosOf(ben)).toEqual(['review_requested']);
  },
);

test.runIf(IS_FULL)(
  'how much of one request comes by mail is chosen there: everything, calls alone, nothing, or as for the project',
  async () => {
    const row = await createMergeRequest(app, { project, author: ann, reviewerIds: [ben.user.id] });
    const url = `/${project.full_path}/-/merge_requests/${row.iid}/mail_level`;
    const server = await app.server();
    const choose = async (user: TestUser, level: string) =>
      (await server.inject({ method: 'POST', url, headers: user.headers, payload: { level } })).statusCode;
    const shown = async () => (await page(url.replace('/mail_level', ''), ben)).body.data.mergeRequest.mailLevel;
    const hears = async () => {
      await app.runJobs();
      await app.platform.db.deleteFrom('mail_messages').execute();
      const told: boolean[] = [];
      for (const words of ['Nothing special', '@ben you alone']) {
        await say(ann, row.id, words);
        await app.runJobs();
        told.push((await mails()).some((mail) => mail.to === ben.user.email));
        await app.platform.db.deleteFrom('mail_messages').execute();
      }
      return told;
    };
    expect([await shown(), await hears()]).toEqual(['global', [true, true]]);
    expect([await choose(ben, 'mention'), await shown(), await hears()]).toEqual([204, 'mention', [false, true]]);
    expect([await choose(ben, 'disabled'), await hears()]).toEqual([204, [false, false]]);
    // The interfaces of other clients know on and off.
    const path = `/projects/${project.id}/merge_requests/${row.iid}`;
    expect((await rest('GET', path, ben)).body.subscribed).toBe(false);
    await rest('POST', `${path}/subscribe`, ben);
    expect([await shown(), await hears()]).toEqual(['watch', [true, true]]);
    expect([await choose(ben, 'global'), await shown()]).toEqual([204, 'global']);
    expect([await choose(ben, 'custom'), await choose(stranger, 'watch')]).toEqual([400, 404]);
  },
);
