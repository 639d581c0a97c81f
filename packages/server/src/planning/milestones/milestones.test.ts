import { restMilestone } from '@tributary/contract/planning/rest.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { findMilestone } from './reads/list-milestones.ts';

let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let group: NamespaceRow;
let project: BuiltProject;
const call = restCaller(() => app);
const page = pageCaller(() => app);
const url = () => `/projects/${project.id}/milestones`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter] = [await createUser(app), await createUser(app)];
  group = await createGroup(app, { owner: owner.user });
  project = await createProject(app, { owner: owner.user, group });
  await addMember(app, { project, user: reporter.user, level: 20 });
});
afterAll(() => app.close());

describe('milestones over REST', () => {
  test('developers and up make, change, close and remove them', async () => {
    const made = await call('POST', url(), owner, {
      title: 'v1',
      description: 'First',
      start_date: '2001-01-01',
      due_date: '2001-02-01',
    });
    expect(made.status).toBe(201);
    expect(restMilestone.parse(made.body)).toMatchObject({
      iid: 1,
      project_id: project.id,
      state: 'active',
      expired: true,
    });
    expect(made.body.web_url).toMatch(/\/-\/milestones\/1$/);
    const one = `${url()}/${made.body.id}`;
    expect((await call('PUT', one, owner, { state_event: 'close', due_date: '' })).body).toMatchObject({
      state: 'closed',
      due_date: null,
      start_date: '2001-01-01',
      expired: false,
    });
    expect((await call('PUT', one, owner, { state_event: 'activate', title: 'v1.0' })).body).toMatchObject({
      state: 'active',
      title: 'v1.0',
    });
    expect((await call('DELETE', one, owner)).status).toBe(204);
    expect((await call('GET', one, owner)).body).toEqual({ message: '404 Milestone Not Found' });
    // A number is not given out twice.
    expect((await call('POST', url(), owner, { title: 'v2' })).body.iid).toBe(2);
  });

  test.each([
    [{}, 400, { error: 'title is missing' }],
    [{ title: '  ' }, 400, { message: { title: ["can't be blank"] } }],
    [{ title: 'v2' }, 400, { message: { title: ['already being used for another group or project milestone.'] } }],
    [
      { title: 'd', start_date: '2030-02-01', due_date: '2030-01-01' },
      400,
      { message: { due_date: ['must be greater than start date'] } },
    ],
    [{ title: 'd', due_date: 'soon' }, 400, { error: 'due_date does not have a valid value' }],
  ])('%j is refused', async (input, status, body) => {
    expect(await call('POST', url(), owner, input)).toMatchObject({ status, body });
  });

  test('those of groups count in projects, and lists are filtered', async () => {
    const above = await call('POST', `/groups/${group.id}/milestones`, owner, { title: 'Season' });
    expect(above.body).toMatchObject({ iid: 1, group_id: group.id });
    expect((await call('POST', url(), owner, { title: 'Season' })).status).toBe(400);
    const titles = async (query: string) =>
      (await call('GET', `${url()}?${query}`, null)).body.map((each: { title: string }) => each.title);
    expect(await titles('')).toEqual(['v2']);
    expect((await titles('include_ancestors=true')).toSorted()).toEqual(['Season', 'v2']);
    expect(await titles('iids[]=2')).toEqual(['v2']);
    expect(await titles('search=V2&state=active')).toEqual(['v2']);
    expect(await titles('title=none')).toEqual([]);
    expect(await titles('search_title=V2')).toEqual(['v2']);
    // A milestone without days contains none; an open end reaches everywhere.
    expect(await titles('containing_date=2030-01-15')).toEqual([]);
    const dated = { title: 'dated', description: 'v2', start_date: '2030-01-10' };
    const { body } = await call('POST', url(), owner, dated);
    expect(await titles('containing_date=2030-01-15')).toEqual(['dated']);
    expect(await titles('search_title=v2')).toEqual(['v2']);
    expect(await titles('start_date=2029-01-01&end_date=2030-01-09')).toEqual([]);
    expect(await titles('start_date=2029-01-01&end_date=2030-01-10')).toEqual(['dated']);
    await call('DELETE', `${url()}/${body.id}`, owner);
    expect(await titles('state=closed')).toEqual([]);
    const below = await call('GET', `/groups/${group.id}/milestones?include_descendants=true`, null);
    expect(below.body).toHaveLength(2);
    expect((await call('GET', `${url()}/${above.body.id}`, owner)).status).toBe(404);
    expect((await findMilestone(contextOf(app, reporter), project.id, { id: above.body.id }))?.title).toBe('Season');
    expect((await findMilestone(contextOf(app, reporter), project.id, { title: 'v2' }))?.iid).toBe(2);
    const elsewhere = await createProject(app, { owner: owner.user });
    expect(await findMilestone(contextOf(app, owner), elsewhere.id, { id: above.body.id })).toBeUndefined();
  });

  test('what has one is listed, for those who may see it', async () => {
    const above = (await call('POST', `/groups/${group.id}/milestones`, owner, { title: 'Laden' })).body;
    const own = (await call('POST', url(), owner, { title: 'Own' })).body;
    const issue = async (title: string, milestone: number, confidential = false) =>
      call('POST', `/projects/${project.id}/issues`, owner, { title, milestone_id: milestone, confidential });
    await issue('Of the group', above.id);
    await issue('Of the project', own.id);
    await issue('Not for all', own.id, true);
    const titles = async (address: string, as: TestUser | null) =>
      (await call('GET', address, as)).body.map((each: { title: string }) => each.title).toSorted();
    expect(await titles(`${url()}/${own.id}/issues`, owner)).toEqual(['Not for all', 'Of the project']);
    expect(await titles(`${url()}/${own.id}/issues`, null)).toEqual(['Of the project']);
    expect(await titles(`/groups/${group.id}/milestones/${above.id}/issues`, null)).toEqual(['Of the group']);
    expect(await titles(`${url()}/${own.id}/merge_requests`, owner)).toEqual([]);
    const elsewhere = await call('GET', `${url()}/${above.id}/issues`, owner);
    expect([elsewhere.status, elsewhere.body]).toEqual([404, { message: '404 Milestone Not Found' }]);
    const paged = await call('GET', `${url()}/${own.id}/issues?per_page=1`, owner);
    expect([paged.body.length, paged.headers['x-total']]).toEqual([1, '2']);
    // Its page leads to the whole lists.
    const { data } = (await page(`/${project.full_path}/-/milestones/${own.iid}`, owner)).body;
    const hrefs = data.sections.map(({ listHref }: { listHref: string }) => listHref);
    expect(hrefs).toEqual(
      ['issues', 'merge_requests'].map((list) => `/${project.full_path}/-/${list}?state=all&milestone_title=Own`),
    );
    const listed = (await page(hrefs[0], owner)).body.data;
    expect(listed.items.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Not for all',
      'Of the project',
    ]);
  });

  test('those without the right are refused', async () => {
    expect((await call('POST', url(), reporter, { title: 'x' })).status).toBe(403);
    expect((await call('POST', url(), null, { title: 'x' })).status).toBe(401);
    const stranger = await createUser(app);
    expect((await call('POST', `/groups/${group.id}/milestones`, stranger, { title: 'x' })).status).toBe(403);
    const secret = await createProject(app, { owner: owner.user, visibility: 'private' });
    const hidden = await call('POST', `/projects/${secret.id}/milestones`, owner, { title: 'x' });
    expect((await call('GET', `/projects/${secret.id}/milestones/${hidden.body.id}`, stranger)).status).toBe(404);
    expect((await call('PUT', `${url()}/${hidden.body.id}`, owner, { title: 'moved' })).status).toBe(404);
    const below = await createProject(app, { owner: owner.user, group, visibility: 'private' });
    await call('POST', `/projects/${below.id}/milestones`, owner, { title: 'unseen' });
    const listed = await call('GET', `/groups/${group.id}/milestones?include_descendants=true&search=unseen`, stranger);
    expect(listed.body).toEqual([]);
  });

  test('many at once get numbers of their own', async () => {
    const fresh = await createProject(app, { owner: owner.user });
    const made = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((title) => call('POST', `/projects/${fresh.id}/milestones`, owner, { title })),
    );
    expect(made.map((answer) => Number(answer.body.iid)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each(['project', 'group'] as const)(
    'what somebody else changed in one of a %s is not overwritten',
    async (kind) => {
      const place =
        kind === 'project'
          ? { id: project.id, below: `/${project.full_path}` }
          : { id: group.id, below: `/groups/${group.full_path}` };
      const made = await call('POST', `/${kind}s/${place.id}/milestones`, owner, { title: `Edited of a ${kind}` });
      const one = `/${kind}s/${place.id}/milestones/${made.body.id}`;
      const seen = async () =>
        (await page(`${place.below}/-/milestones/${made.body.iid}`, owner)).body.data.milestone.version;
      const change = (body: Record<string, unknown>) => call('PUT', one, owner, body);
      const began = await seen();
      // Its state is none of what is written.
      await change({ state_event: 'close' });
      expect(await seen()).toBe(began);
      expect((await change({ due_date: '2030-01-01', last_known_updated_at: began })).status).toBe(200);
      const late = { title: 'Mine', last_known_updated_at: began };
      expect(await change(late)).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/Someone else changed/) },
      });
      expect((await call('GET', one, owner)).body).toMatchObject({
        title: `Edited of a ${kind}`,
        due_date: '2030-01-01',
      });
      // What is there already takes nothing away, and what was seen may be replaced.
      expect((await change({ due_date: '2030-01-01', last_known_updated_at: began })).status).toBe(200);
      expect((await change({ ...late, last_known_updated_at: await seen() })).body.title).toBe('Mine');
      // Without a version the last one counts.
      expect((await change({ title: `Theirs of a ${kind}` })).body.title).toBe(`Theirs of a ${kind}`);
      expect((await call('DELETE', one, owner)).status).toBe(204);
    },
  );
});
