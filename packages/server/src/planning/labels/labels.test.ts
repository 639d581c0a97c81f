import { restLabel } from '@tributary/contract/planning/rest.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { getProjectAccess, type NamespaceRow } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { findLabels } from './operations/find-labels.ts';
import { listLabelsFor } from './reads/list-labels.ts';
import { matchLabels } from './reads/match-labels.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let stranger: TestUser;
let group: NamespaceRow;
let project: BuiltProject;
const call = restCaller(() => app);
const url = () => `/projects/${project.id}/labels`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, stranger] = [await createUser(app), await createUser(app), await createUser(app)];
  group = await createGroup(app, { owner: owner.user, name: 'Team' });
  project = await createProject(app, { owner: owner.user, group });
  await addMember(app, { project, user: reporter.user, level: 20 });
});
afterAll(() => app.close());

describe('labels over REST', () => {
  test('reporters make, change, rank and remove them', async () => {
    const made = await call('POST', url(), reporter, {
      name: 'type::bug',
      color: '#d9534f',
      description: 'It **breaks**',
      priority: 1,
    });
    expect(made.status).toBe(201);
    expect(restLabel.parse(made.body)).toMatchObject({
      name: 'type::bug',
      color: '#d9534f',
      text_color: '#1F1E24',
      priority: 1,
      is_project_label: true,
      description_html: expect.stringContaining('<strong>breaks</strong>'),
      open_merge_requests_count: 0,
    });
    const byName = `${url()}/type%3A%3Abug`;
    expect((await call('GET', byName, null)).body.id).toBe(made.body.id);
    const changed = await call('PUT', byName, reporter, { new_name: 'type::defect', color: '#abc', priority: 'null' });
    const named = await call('POST', url(), reporter, { name: 'css', color: 'RebeccaPurple' });
    expect(named).toMatchObject({ status: 201, body: { color: '#663399' } });
    expect(changed.body).toMatchObject({ name: 'type::defect', color: '#aabbcc', priority: null });
    expect(
      (await call('PUT', url(), reporter, { label_id: made.body.id, description: '' })).body.description,
    ).toBeNull();
    expect((await call('DELETE', `${url()}/${made.body.id}`, reporter)).status).toBe(204);
    expect((await call('GET', `${url()}/${made.body.id}`, owner)).body).toEqual({ message: '404 Label Not Found' });
  });

  test.each([
    [{ name: 'x' }, 400, { error: 'color is missing' }],
    [{ name: 'x', color: 'url(evil)' }, 400, { message: { color: ['must be a valid color code'] } }],
    [{ name: 'a,b', color: '#fff' }, 400, { message: { title: ['is invalid'] } }],
    [{ name: ' ', color: '#fff' }, 400, { message: { title: ["can't be blank"] } }],
    [{ name: 'x', color: '#fff', priority: -1 }, 400, { error: 'priority does not have a valid value' }],
  ])('%j is refused', async (input, status, body) => {
    expect(await call('POST', url(), owner, input)).toMatchObject({ status, body });
  });

  test('a name is used once in a project and its groups', async () => {
    await call('POST', `/groups/${group.id}/labels`, owner, { name: 'shared', color: '#123456' });
    expect((await call('POST', url(), owner, { name: 'shared', color: '#123456' })).body).toEqual({
      message: { title: ['already exists at group level for group Team. Please choose another one.'] },
    });
    await call('POST', url(), owner, { name: 'mine', color: '#123456' });
    expect((await call('POST', url(), owner, { name: 'mine', color: '#123456' })).body).toEqual({
      message: 'Label already exists',
    });
    await call('POST', url(), owner, { name: 'other', color: '#123456' });
    expect((await call('PUT', `${url()}/other`, owner, { new_name: 'mine' })).status).toBe(409);
    expect((await call('PUT', `${url()}/other`, owner, { new_name: 'shared' })).status).toBe(400);
  });

  test("a group's label is used in projects, ranked there, and changed only in the group", async () => {
    const names = async (query: string) =>
      (await call('GET', `${url()}?${query}`, null)).body.map((label: { name: string }) => label.name);
    expect(await names('search=shar')).toEqual(['shared']);
    expect(await names('search=shar&include_ancestor_groups=false')).toEqual([]);
    expect((await call('PUT', `${url()}/shared`, reporter, { priority: 3 })).body).toMatchObject({
      priority: 3,
      is_project_label: false,
    });
    expect((await call('PUT', `${url()}/shared`, owner, { color: '#000' })).status).toBe(404);
    expect((await call('DELETE', `${url()}/shared`, owner)).status).toBe(404);
    expect((await call('PUT', `/groups/${group.id}/labels/shared`, owner, { color: '#000' })).body.color).toBe(
      '#000000',
    );
    expect((await call('GET', `/groups/${group.id}/labels?with_counts=true`, null)).body[0]).toMatchObject({
      name: 'shared',
      open_merge_requests_count: 0,
    });
  });

  test('those without the right are refused', async () => {
    const label = { name: 'no', color: '#fff' };
    expect((await call('POST', url(), stranger, label)).status).toBe(403);
    expect((await call('POST', url(), null, label)).status).toBe(401);
    expect((await call('PUT', `${url()}/mine`, stranger, { color: '#000' })).status).toBe(403);
    expect((await call('DELETE', `${url()}/mine`, null)).status).toBe(401);
    expect((await call('POST', `/groups/${group.id}/labels`, reporter, label)).status).toBe(403);
    expect((await call('DELETE', url(), owner)).body).toEqual({ error: 'label_id, name is missing' });
    const hidden = await createProject(app, { owner: owner.user, visibility: 'private' });
    expect((await call('GET', `/projects/${hidden.id}/labels`, stranger)).status).toBe(404);
  });
});

describe('findLabels', () => {
  test('finds by name or id, in order, and makes what is missing for those who may', async () => {
    const made = await findLabels(contextOf(app, reporter), project.id, {
      names: ['new one', 'shared', ' new one ', 'a,b', ''],
    });
    expect(made.map((label) => [label.name, label.owner.kind])).toEqual([
      ['new one', 'project'],
      ['shared', 'group'],
    ]);
    const ids = made.map((label) => label.id);
    const again = await findLabels(contextOf(app, stranger), project.id, { names: ['not made', 'new one'] });
    expect(again.map((label) => label.id)).toEqual([ids[0]]);
    expect(
      (await findLabels(contextOf(app, stranger), project.id, { ids: [999_999, ...ids.toReversed()] })).map(
        (label) => label.id,
      ),
    ).toEqual(ids.toReversed());
    const foreign = await createProject(app, { owner: owner.user });
    expect((await findLabels(contextOf(app, owner), foreign.id, { ids })).map((label) => label.name)).toEqual([]);
    expect((await listLabelsFor(app.system, [...ids, ids[0]!])).map((label) => label.id)).toEqual(ids);
  });

  test('two at once make each label once', async () => {
    const wanted = { names: ['race a', 'race b'] };
    const [one, two] = await Promise.all([
      findLabels(contextOf(app, owner), project.id, wanted),
      findLabels(contextOf(app, reporter), project.id, wanted),
    ]);
    expect(one.map((label) => label.id)).toEqual(two.map((label) => label.id));
  });
});

test('matchLabels finds names that stand in the project and in every group above', async () => {
  const top = await createGroup(app, { owner: owner.user });
  const middle = await createGroup(app, { parent: top });
  const low = await createGroup(app, { parent: middle });
  const { id } = await createProject(app, { owner: owner.user, group: low });
  const places = [`/projects/${id}`, ...[low, middle, top].map((each) => `/groups/${each.id}`)];
  for (const place of places) {
    for (const name of ['a', 'b']) {
      expect((await call('POST', `${place}/labels`, owner, { name, color: '#336699' })).status).toBe(201);
    }
  }
  const ctx = contextOf(app, owner);
  const names = ['b', 'a', 'b'];
  expect(await matchLabels(ctx, await getProjectAccess(ctx, id), names)).toEqual({ known: ['b', 'a'], unknown: [] });
});

test('a label and a milestone are promoted to the group, in the place of those with the same name below it', async () => {
  const sub = await createGroup(app, { owner: owner.user, parent: group });
  const [one, two] = [
    await createProject(app, { owner: owner.user, group, files: { a: '1' } }),
    await createProject(app, { owner: owner.user, group: sub, files: { a: '1' } }),
  ];
  const made = new Map<number, { label: number; milestone: number; issue: string }>();
  for (const { id } of [one, two]) {
    const label = (
      await call('POST', `/projects/${id}/labels`, owner, { name: 'later', color: '#112233', priority: 3 })
    ).body.id;
    const milestone = (await call('POST', `/projects/${id}/milestones`, owner, { title: 'v9' })).body.id;
    await call('POST', `/projects/${id}/labels/later/subscribe`, owner);
    const issue = await call('POST', `/projects/${id}/issues`, owner, {
      title: 'x',
      labels: 'later',
      milestone_id: milestone,
    });
    made.set(id, { label, milestone, issue: `/projects/${id}/issues/${issue.body.iid}` });
  }
  const [first, second] = [made.get(one.id)!, made.get(two.id)!];
  const events = (issue: string, kind: string) => call('GET', `${issue}/resource_${kind}_events`, owner);
  expect((await events(second.issue, 'label')).body).toMatchObject([{ action: 'add', label: { id: second.label } }]);
  expect((await events(second.issue, 'milestone')).body).toMatchObject([
    { action: 'add', milestone: { id: second.milestone } },
  ]);

  const helper = await createUser(app);
  await addMember(app, { project: one, user: helper.user, level: 40 });
  const promoteLabel = `/projects/${one.id}/labels/later/promote`;
  const promoteMilestone = `/projects/${one.id}/milestones/${first.milestone}/promote`;
  expect((await call('PUT', promoteLabel, helper)).status).toBe(403);
  expect((await call('POST', promoteMilestone, helper)).status).toBe(403);
  const page = pageCaller(() => app);
  const offered = async (path: string, user: TestUser) => {
    const { labels, milestones } = (await page(`/${one.full_path}/-/${path}`, user)).body.data;
    return (labels ?? milestones)[0].promotesTo;
  };
  expect(await offered('labels', owner)).toBe(group.full_path);
  expect(await offered('milestones', owner)).toBe(group.full_path);
  expect(await offered('labels', helper)).toBeNull();
  const label = await call('PUT', promoteLabel, owner);
  expect([label.status, label.body.name]).toEqual([200, 'later']);
  const milestone = await call('POST', promoteMilestone, owner);
  expect([milestone.status, milestone.body]).toMatchObject([200, { title: 'v9', group_id: group.id }]);
  expect((await call('PUT', promoteLabel, owner)).status).toBe(404);

  expect((await call('GET', `/groups/${group.id}/labels/later`, owner)).body.id).toBe(label.body.id);
  for (const { id } of [one, two]) {
    const { issue } = made.get(id)!;
    expect((await call('GET', issue, owner)).body).toMatchObject({
      labels: ['later'],
      milestone: { id: milestone.body.id },
    });
    expect((await events(issue, 'label')).body).toMatchObject([{ label: { id: label.body.id } }]);
    expect((await call('GET', `/projects/${id}/labels/later`, owner)).body).toMatchObject({
      id: label.body.id,
      is_project_label: false,
      priority: 3,
      subscribed: true,
    });
    expect((await call('GET', `/projects/${id}/milestones`, owner)).body).toEqual([]);
  }
  const alone = await createProject(app, { owner: owner.user });
  await call('POST', `/projects/${alone.id}/labels`, owner, { name: 'later', color: '#112233' });
  const refused = await call('PUT', `/projects/${alone.id}/labels/later/promote`, owner);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('not in a group')]);
});
