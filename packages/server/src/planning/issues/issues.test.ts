import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let other: BuiltProject;
let base: string;

const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  reporter = await createUser(app, { username: 'reporter' });
  guest = await createUser(app, { username: 'guest' });
  stranger = await createUser(app, { username: 'stranger' });
  const group = await createGroup(app, { owner: owner.user, path: 'team' });
  project = await createProject(app, { owner: owner.user, group, path: 'app' });
  other = await createProject(app, { owner: owner.user, group, path: 'lib', visibility: 'private' });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
  base = `/projects/${project.id}/issues`;
});
afterAll(() => app.close());

let iid: number;
beforeEach(async () => {
  const made = await call('POST', base, owner, { title: 'A thing', description: 'What is wrong' });
  iid = made.body.iid;
});

async function notesOf(number: number, as: TestUser | null = owner): Promise<string[]> {
  const answer = await call('GET', `${base}/${number}/notes?sort=asc&order_by=created_at`, as);
  return answer.body.map((note: { body: string }) => note.body);
}

test('an issue has all the fields that clients read, and changes are noted down', async () => {
  const changed = await call('PUT', `${base}/${iid}`, owner, {
    title: 'Another thing',
    description: 'Now clear\n\n- [x] one\n- [ ] two',
    assignee_ids: [reporter.user.id],
    labels: 'bug,urgent',
    due_date: '2027-03-01',
    weight: 3,
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    iid,
    state: 'opened',
    labels: ['bug', 'urgent'],
    due_date: '2027-03-01',
    weight: 3,
    assignee: { username: 'reporter' },
    task_completion_status: { count: 2, completed_count: 1 },
    references: { short: `#${iid}`, full: `team/app#${iid}` },
    subscribed: true,
  });
  expect(await notesOf(iid)).toEqual([
    'changed title from **{-A-} thing** to **{+Another+} thing**',
    'changed the description',
    'changed due date to March 1, 2027',
    'changed weight to **3**',
    'assigned to @reporter',
    'added ~bug ~urgent labels',
  ]);
  const again = await call('PUT', `${base}/${iid}`, owner, { weight: 3, labels: 'bug,urgent' });
  expect(again.status).toBe(200);
  expect(await notesOf(iid)).toHaveLength(6);
});

test.each(['', null])('a day taken away as %j is no bound for the other, which one that stays is', async (none) => {
  const put = (body: Record<string, unknown>) => call('PUT', `${base}/${iid}`, owner, body);
  const days = async (body: Record<string, unknown>) => {
    const { status, body: issue } = await put(body);
    return [status, issue.start_date, issue.due_date];
  };
  expect(await days({ due_date: '2027-01-10' })).toEqual([200, null, '2027-01-10']);
  expect((await put({ start_date: '2027-02-01' })).status).toBe(400);
  expect(await days({ due_date: none, start_date: '2027-02-01' })).toEqual([200, '2027-02-01', null]);
  expect((await put({ due_date: '2027-01-10' })).status).toBe(400);
  expect(await days({ due_date: '2027-01-10', start_date: none })).toEqual([200, null, '2027-01-10']);
});

test.runIf(IS_FULL)('a duplicate names the issue it repeats to those who may see that', async () => {
  const links = async (as: TestUser) => {
    const one = (await call('GET', `${base}/${iid}`, as)).body;
    const list = (await call('GET', `${base}?iids[]=${iid}`, as)).body;
    expect(list).toHaveLength(1);
    expect(list[0]._links).toEqual(one._links);
    return one._links.closed_as_duplicate_of;
  };
  expect(await links(reporter)).toBeNull();
  const there = `/projects/${other.id}/issues`;
  const original = (await call('POST', there, owner, { title: 'The first' })).body;
  await call('POST', `${base}/${iid}/notes`, owner, { body: `/duplicate team/lib#${original.iid}` });
  expect(await links(owner)).toBe(`${app.platform.config.url}/api/v4${there}/${original.iid}`);
  // The other project is private.
  expect([await links(reporter), await links(stranger)]).toEqual([null, null]);
  await call('PUT', `${base}/${iid}`, owner, { state_event: 'reopen' });
  expect(await links(owner)).toBeNull();
});

test.each([1.5, -1, 1_000_001, '1.5', '-1', '1000001', 'heavy', '1e3', '0x10'])('%j is no weight', async (weight) => {
  const refusal = { message: { weight: ['must be a whole number from 0 to 1000000'] } };
  const made = await call('POST', base, owner, { title: 'Heavy', weight });
  expect([made.status, made.body]).toEqual([400, refusal]);
  const changed = await call('PUT', `${base}/${iid}`, owner, { weight });
  expect([changed.status, changed.body]).toEqual([400, refusal]);
});

test('a weight is a number, its digits, or nothing', async () => {
  const given = async (weight: unknown) => (await call('PUT', `${base}/${iid}`, owner, { weight })).body.weight;
  const wishes = [1_000_000, ' 8 ', '', 0, null, '0', '   '];
  const kept = [];
  for (const wish of wishes) kept.push(await given(wish));
  expect(kept).toEqual([1_000_000, 8, null, 0, null, 0, null]);
  const events = await call('GET', `${base}/${iid}/resource_weight_events?per_page=100`, stranger);
  expect(events.body.map((event: { weight: number | null }) => event.weight)).toEqual(
    expect.arrayContaining([1_000_000, 8, null, 0]),
  );
  const made = await call('POST', base, owner, { title: 'Made', weight: '13' });
  expect(made.body.weight).toBe(13);
  const first = await call('GET', `${base}/${made.body.iid}/resource_weight_events`, stranger);
  expect(first.body).toMatchObject([{ issue_id: made.body.id, weight: 13, user: { username: 'owner' } }]);
  const one = await call('GET', `${base}/${made.body.iid}/resource_weight_events/${first.body[0].id}`, stranger);
  expect(one.body).toEqual(first.body[0]);
});

test('closing, reopening, and what refuses', async () => {
  expect((await call('PUT', `${base}/${iid}`, stranger, { state_event: 'close' })).status).toBe(403);
  const closed = await call('PUT', `${base}/${iid}`, reporter, { state_event: 'close' });
  expect(closed.body).toMatchObject({ state: 'closed', closed_by: { username: 'reporter' } });
  await call('PUT', `${base}/${iid}`, reporter, { discussion_locked: true });
  const locked = await call('PUT', `${base}/${iid}`, owner, { state_event: 'reopen' });
  expect(locked.status).toBe(403);
  await call('PUT', `${base}/${iid}`, reporter, { discussion_locked: false });
  expect((await call('PUT', `${base}/${iid}`, owner, { state_event: 'reopen' })).body.state).toBe('opened');
  const events = await call('GET', `${base}/${iid}/resource_state_events`, stranger);
  expect(events.body.map((event: { state: string }) => event.state)).toEqual(['closed', 'reopened']);
});

test('users from outside open issues, change their own, and set nothing that is for the team', async () => {
  const made = await call('POST', base, stranger, { title: 'From outside', labels: 'bug', weight: 5 });
  expect(made.body).toMatchObject({ labels: [], weight: null, author: { username: 'stranger' } });
  const own = `${base}/${made.body.iid}`;
  expect((await call('PUT', own, stranger, { title: 'Better words' })).status).toBe(200);
  expect((await call('PUT', own, stranger, { labels: 'bug' })).status).toBe(403);
  expect((await call('PUT', own, stranger, { confidential: true })).status).toBe(403);
  expect((await call('PUT', `${base}/${iid}`, stranger, { title: 'Not mine' })).status).toBe(403);
  expect((await call('PUT', own, stranger, { state_event: 'close' })).status).toBe(200);
  expect((await call('DELETE', own, reporter)).status).toBe(403);
  expect((await call('DELETE', own, owner)).status).toBe(204);
  expect((await call('GET', own, owner)).status).toBe(404);
  const byGuest = await call('POST', base, guest, { title: 'By a guest', labels: 'bug' });
  expect(byGuest.body.labels).toEqual(['bug']);
});

test('two users edit at once: the second is told, and nothing is overwritten', async () => {
  const before = await call('GET', `${base}/${iid}`, owner);
  const version = before.body.created_at;
  app.clock.advance(1_000);
  await call('PUT', `${base}/${iid}`, owner, { title: 'First', last_known_updated_at: version });
  const late = await call('PUT', `${base}/${iid}`, reporter, { title: 'Second', last_known_updated_at: version });
  expect(late.status).toBe(409);
  expect((await call('GET', `${base}/${iid}`, owner)).body.title).toBe('First');
});

test('lists filter, sort and count', async () => {
  const make = async (body: Record<string, unknown>) => (await call('POST', base, owner, body)).body.iid;
  const a = await make({ title: 'Zebra lists', labels: 'list-a', weight: 1, due_date: '2020-01-01' });
  const b = await make({ title: 'Apple lists', labels: 'list-a,list-b', assignee_ids: [reporter.user.id] });
  const found = async (query: string, as: TestUser | null = owner) =>
    (await call('GET', `${base}?search=lists&${query}`, as)).body.map((issue: { iid: number }) => issue.iid);
  expect(await found('order_by=title&sort=asc')).toEqual([b, a]);
  expect(await found('labels=list-a,list-b')).toEqual([b]);
  expect(await found('not[labels]=list-b')).toEqual([a]);
  expect(await found('assignee_username=reporter')).toEqual([b]);
  expect(await found('assignee_id=None')).toEqual([a]);
  expect(await found('due_date=overdue')).toEqual([a]);
  expect(await found('weight=1')).toEqual([a]);
  expect(await found('state=closed')).toEqual([]);
  expect(await found('epic_id=4')).toEqual([]);
  for (const user of [owner, reporter]) await call('POST', `${base}/${a}/award_emoji`, user, { name: 'thumbsup' });
  await call('POST', `${base}/${b}/award_emoji`, owner, { name: 'tada' });
  expect(await found('my_reaction_emoji=tada')).toEqual([b]);
  expect(await found('my_reaction_emoji=Any', reporter)).toEqual([a]);
  expect(await found('my_reaction_emoji=none', reporter)).toEqual([b]);
  expect(await found('my_reaction_emoji=None', null)).toHaveLength(2);
  expect(await found('not[my_reaction_emoji]=%2B1')).toEqual([b]);
  expect(await found('order_by=popularity')).toEqual([a, b]);
  const shown = async (query: string) => {
    const { body } = await page(`/${project.full_path}/-/issues?search=lists&${query}`, owner);
    return body.data.items.map((item: { iid: number }) => item.iid);
  };
  expect(await shown('due_date=overdue')).toEqual([a]);
  expect(await shown('not[due_date]=overdue')).toEqual([b]);
  expect(await shown('due_date=0')).toEqual([b]);
  expect(await shown('due_date=someday')).toEqual([]);
  expect(await shown('weight=1')).toEqual([a]);
  expect(await shown('my_reaction_emoji=tada')).toEqual([b]);
  expect(await shown('sort=weight_asc')).toEqual([a, b]);
  const first = await call('GET', `${base}?search=lists&per_page=1`, null);
  expect([first.headers['x-total'], first.headers['x-next-page']]).toEqual(['2', '2']);
  const assigned = await call('GET', '/issues?scope=assigned_to_me&search=lists', reporter);
  expect(assigned.body.map((issue: { iid: number }) => issue.iid)).toEqual([b]);
  expect((await call('GET', '/issues', null)).status).toBe(401);
  const labels = await call('GET', `/projects/${project.id}/labels?with_counts=true&search=list-a`, owner);
  expect(labels.body[0]).toMatchObject({ open_issues_count: 2, closed_issues_count: 0 });
});

test('issues are counted by state, as lists filter them and as one may see them', async () => {
  const secret = await createProject(app, { owner: owner.user, visibility: 'private' });
  const here = `/projects/${secret.id}/issues`;
  const make = async (body: Record<string, unknown>) => (await call('POST', here, owner, body)).body;
  const done = await make({ title: 'Done', labels: 'counted' });
  await call('PUT', `${here}/${done.iid}`, owner, { state_event: 'close' });
  for (const title of ['One', 'Two']) await make({ title, labels: title === 'One' ? 'counted' : '' });
  const counts = async (url: string, as: TestUser | null = owner) => {
    const answer = await call('GET', url, as);
    return answer.status === 200 ? answer.body.statistics.counts : answer.status;
  };
  const statistics = `/projects/${secret.id}/issues_statistics`;
  expect(await counts(statistics)).toEqual({ all: 3, closed: 1, opened: 2 });
  expect(await counts(`${statistics}?labels=counted`)).toEqual({ all: 2, closed: 1, opened: 1 });
  expect(await counts(statistics, stranger)).toBe(404);
  expect(await counts('/issues_statistics?labels=counted')).toEqual({ all: 2, closed: 1, opened: 1 });
  expect(await counts('/issues_statistics?labels=counted&scope=all', stranger)).toEqual({
    all: 0,
    closed: 0,
    opened: 0,
  });
  expect(await counts('/issues_statistics', null)).toBe(401);
  expect((await counts('/groups/team/issues_statistics')).all).toBeGreaterThan(0);
  expect((await call('GET', `/projects/${secret.id}`, owner)).body.open_issues_count).toBe(2);
  const listed = await call('GET', `/projects?owned=true&search=${secret.path}`, owner);
  expect(listed.body.map((each: { open_issues_count: number }) => each.open_issues_count)).toEqual([2]);
  expect((await call('GET', `${here}?health_status=Any`, owner)).body).toEqual([]);
  expect((await call('GET', `${here}?health_status=None`, owner)).body).toHaveLength(3);
});

test('time is estimated, spent and taken back', async () => {
  const url = `${base}/${iid}`;
  expect((await call('POST', `${url}/time_estimate`, stranger, { duration: '1h' })).status).toBe(403);
  await call('POST', `${url}/time_estimate`, owner, { duration: '1d 2h' });
  await call('POST', `${url}/add_spent_time`, owner, { duration: '3h30m', summary: 'Reading' });
  const less = await call('POST', `${url}/add_spent_time`, owner, { duration: '-30m' });
  expect(less.status).toBe(201);
  expect(less.body).toEqual({
    time_estimate: 36_000,
    total_time_spent: 10_800,
    human_time_estimate: '1d 2h',
    human_total_time_spent: '3h',
  });
  expect((await call('POST', `${url}/add_spent_time`, owner, { duration: '-4h' })).status).toBe(400);
  expect((await call('POST', `${url}/add_spent_time`, owner, { duration: 'long' })).status).toBe(400);
  await call('POST', `${url}/reset_spent_time`, owner);
  await call('POST', `${url}/reset_time_estimate`, owner);
  expect((await call('GET', `${url}/time_stats`, null)).body.human_total_time_spent).toBeNull();
  expect(await notesOf(iid)).toEqual([
    'changed time estimate to 1d 2h',
    'added 3h 30m of time spent',
    'subtracted 30m from time spent',
    'removed time spent',
    'removed time estimate',
  ]);
});

test('links hold both ends, and what is hidden at the other end is not told', async () => {
  const hidden = (await call('POST', `/projects/${other.id}/issues`, owner, { title: 'Secret plan' })).body;
  const near = (await call('POST', base, owner, { title: 'Near' })).body;
  const link = (type: string, target: { project_id: number; iid: number }, as: TestUser) =>
    call('POST', `${base}/${iid}/links`, as, {
      target_project_id: target.project_id,
      target_issue_iid: target.iid,
      link_type: type,
    });
  expect((await link('blocks', near, stranger)).status).toBe(403);
  expect((await link('blocks', hidden, reporter)).status).toBe(404);
  expect((await link('blocks', near, reporter)).status).toBe(201);
  expect((await link('blocks', near, reporter)).status).toBe(409);
  expect((await link('is_blocked_by', hidden, owner)).status).toBe(201);
  const seen = async (as: TestUser | null) =>
    (await call('GET', `${base}/${iid}/links`, as)).body.map((each: Record<string, unknown>) => [
      each['title'],
      each['link_type'],
    ]);
  expect(await seen(owner)).toEqual([
    ['Secret plan', 'is_blocked_by'],
    ['Near', 'blocks'],
  ]);
  expect(await seen(reporter)).toEqual([['Near', 'blocks']]);
  expect((await call('GET', `${base}/${near.iid}/links`, null)).body[0].link_type).toBe('is_blocked_by');
  expect(JSON.stringify(await notesOf(iid, stranger))).not.toContain('team/lib');
  expect(JSON.stringify(await notesOf(iid, owner))).toContain('team/lib');
  const threads = await call('GET', `${base}/${iid}/discussions`, stranger);
  expect(JSON.stringify(threads.body)).not.toContain('team/lib');
});

test('an issue moves with its notes, secrecy and the labels that are there, and says where it went', async () => {
  await call('PUT', `${base}/${iid}`, owner, { labels: 'moving,only here', confidential: true });
  await call('POST', `/projects/${other.id}/labels`, owner, { name: 'moving', color: '#336699' });
  await call('POST', `${base}/${iid}/notes`, owner, { body: 'First words' });
  expect((await call('POST', `${base}/${iid}/move`, owner, { to_project_id: project.id })).status).toBe(400);
  expect((await call('POST', `${base}/${iid}/move`, reporter, { to_project_id: other.id })).status).toBe(404);
  const moved = await call('POST', `${base}/${iid}/move`, owner, { to_project_id: other.id });
  expect(moved.status).toBe(201);
  expect(moved.body).toMatchObject({ project_id: other.id, confidential: true, state: 'opened', labels: ['moving'] });
  const { body: labels } = await call('GET', `/projects/${other.id}/labels`, owner);
  expect(labels.map((label: { name: string }) => label.name)).toEqual(['moving']);
  const notes = await call('GET', `/projects/${other.id}/issues/${moved.body.iid}/notes?sort=asc`, owner);
  expect(notes.body.map((note: { body: string }) => note.body)).toEqual(['First words', `moved from team/app#${iid}`]);
  const left = await call('GET', `${base}/${iid}`, owner);
  expect(left.body).toMatchObject({ state: 'closed', moved_to_id: moved.body.id });
});

test('a project without issues has none at any interface', async () => {
  const url = `/projects/${project.id}`;
  await call('PUT', url, owner, { issues_enabled: false });
  expect((await call('GET', base, owner)).status).toBe(404);
  expect((await call('GET', `${base}/${iid}`, owner)).status).toBe(404);
  expect((await call('GET', `${base}/${iid}/notes`, owner)).status).toBe(404);
  expect((await call('POST', base, owner, { title: 'No' })).status).toBe(404);
  const everywhere = await call('GET', '/issues?scope=all&search=thing&per_page=100', owner);
  expect(everywhere.body.filter((each: { project_id: number }) => each.project_id === project.id)).toEqual([]);
  const back = await call('PUT', url, owner, { issues_access_level: 'enabled' });
  expect(back.body).toMatchObject({ issues_enabled: true, issues_access_level: 'enabled' });
  expect((await call('GET', `${base}/${iid}`, null)).status).toBe(200);
});

test('tasks and incidents are issues of another type; a test case is an issue', async () => {
  const issues = `/projects/${project.id}/issues`;
  const made = await call('POST', issues, owner, { title: 'Sweep', issue_type: 'task' });
  expect([made.status, made.body.issue_type, made.body.type]).toEqual([201, 'task', 'TASK']);
  const iids = async (type: string) =>
    (await call('GET', `${issues}?per_page=100&issue_type=${type}`, owner)).body.map(
      (each: { iid: number }) => each.iid,
    );
  expect(await iids('task')).toEqual([made.body.iid]);
  expect(await iids('issue')).not.toContain(made.body.iid);
  expect(await iids('incident')).toEqual([]);
  const fire = await call('POST', issues, owner, { title: 'Fire', issue_type: 'incident', severity: 'high' });
  expect([fire.status, fire.body.issue_type, fire.body.type]).toEqual([201, 'incident', 'INCIDENT']);
  expect(await iids('incident')).toEqual([fire.body.iid]);
  expect((await call('POST', issues, owner, { title: 'Case', issue_type: 'test_case' })).body.issue_type).toBe('issue');
  const unknown = await call('POST', issues, owner, { title: 'Fire', issue_type: 'fire' });
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([400, expect.stringContaining('issue_type')]);
  const reported = await call('POST', issues, stranger, { title: 'Smoke', issue_type: 'incident' });
  expect([reported.status, reported.body.issue_type]).toEqual([201, 'issue']);
  const turn = (who: TestUser) =>
    call('PUT', `${issues}/${reported.body.iid}`, who, { issue_type: 'incident', title: 'Smoke' });
  expect([(await turn(stranger)).status, (await turn(owner)).body.issue_type]).toEqual([403, 'incident']);
  const back = await call('PUT', `${issues}/${made.body.iid}`, owner, { issue_type: 'issue' });
  expect([back.status, back.body.issue_type]).toEqual([200, 'issue']);
  const notes = await call('GET', `${issues}/${made.body.iid}/notes`, owner);
  expect(notes.body[0].body).toBe('changed type from task to issue');
});

test.runIf(IS_FULL)('the address of an issue takes title and assignees, and a preview its number', async () => {
  const server = await app.server();
  const send = async (method: 'PUT' | 'POST', path: string, payload?: object) => {
    const url = `/${project.full_path}/-/${path}`;
    const answer = await server.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const issue = { title: 'Renamed', assignee_ids: [reporter.user.id] };
  const changed = await send('PUT', `issues/${iid}.json`, { issue });
  expect(changed).toMatchObject({
    status: 200,
    body: { title: 'Renamed', assignees: [{ id: reporter.user.id }], state: 'opened' },
  });
  const emptied = await send('PUT', `issues/${iid}.json?issue[assignee_ids][]=0`);
  expect(emptied).toMatchObject({ status: 200, body: { assignees: [] } });
  expect((await send('PUT', `issues/${iid}.json`, { issue: { author_id: 1 } })).status).toBe(400);
  const preview = await send('POST', `preview_markdown?target_type=Issue&target_id=${iid}`, { text: '/close' });
  expect(preview).toMatchObject({ status: 200, body: { references: { commands: 'Closes this issue.' } } });
});
