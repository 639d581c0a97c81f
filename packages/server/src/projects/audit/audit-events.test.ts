import { restAuditEvent } from '@tributary/contract/accounts/audit-rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../testing.ts';

let app: TestApp;
let root: TestUser;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let project: BuiltProject;
let group: Awaited<ReturnType<typeof createGroup>>;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  root = await rootUser(app);
  [owner, developer, reporter] = await Promise.all([createUser(app), createUser(app), createUser(app)]);
  group = await createGroup(app, { owner: owner.user, path: 'works', visibility: 'public' });
  project = await createProject(app, { owner: owner.user, group, path: 'tool', visibility: 'public' });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  const base = `/projects/${project.id}`;
  await call('PUT', base, owner, { description: 'A tool' });
  const issue = await call('POST', `${base}/issues`, owner, { title: 'Gone' });
  await call('DELETE', `${base}/issues/${issue.body.iid}`, owner);
  await call('PUT', `/groups/${group.id}`, owner, { description: 'A group' });
  await call('POST', `${base}/share`, owner, { group_id: group.id, group_access: 30 });
});
afterAll(() => app.close());

const list = async (path: string, who: TestUser) => {
  const { status, body } = await call('GET', path, who);
  expect(status, path).toBe(200);
  return z.array(restAuditEvent).parse(body);
};
const names = (events: z.output<typeof restAuditEvent>[]) => events.map(({ event_name: name }) => name);

test('maintainers read the events of a project, and of what belonged to it', async () => {
  const events = await list(`/projects/${project.id}/audit_events`, owner);
  expect(names(events)).toEqual(expect.arrayContaining(['issue_delete', 'project_updated']));
  const updated = events.find(({ event_name: name }) => name === 'project_updated');
  expect(updated).toMatchObject({
    author_id: owner.user.id,
    entity_id: project.id,
    entity_type: 'Project',
    details: {
      custom_message: 'Project updated',
      author_name: owner.user.name,
      author_email: null,
      target_id: project.id,
      target_type: 'Project',
      target_details: 'works/tool',
      entity_path: 'works/tool',
    },
  });
  const one = `/projects/${project.id}/audit_events/${updated?.id}`;
  expect((await call('GET', one, owner)).body).toEqual(updated);
  const elsewhere = await createProject(app, { owner: owner.user });
  expect((await call('GET', `/projects/${elsewhere.id}/audit_events/${updated?.id}`, owner)).status).toBe(404);
});

test('developers read what they did themselves, others nothing', async () => {
  const path = `/projects/${project.id}/audit_events`;
  expect(await list(path, developer)).toEqual([]);
  await addMember(app, { group, user: developer.user, level: 40 });
  expect((await list(path, developer)).length).toBeGreaterThan(1);
  expect(await list(`/groups/${group.id}/audit_events`, developer)).toEqual([]);
  for (const address of [path, `/groups/${group.id}/audit_events`, '/audit_events'])
    expect((await call('GET', address, reporter)).status, address).toBe(403);
  expect((await call('GET', '/audit_events', owner)).status).toBe(403);
});

test('owners read the events of a group', async () => {
  const events = await list(`/groups/${group.id}/audit_events`, owner);
  expect(names(events)).toContain('group_updated');
  expect(events.every(({ entity_type: type, entity_id: id }) => type === 'Group' && id === group.id)).toBe(true);
  const one = `/groups/${group.id}/audit_events/${events[0]?.id}`;
  expect((await call('GET', one, owner)).body).toEqual(events[0]);
});

test('administrators read all, by entity and time, page by page or as a walk', async () => {
  const all = await list('/audit_events?per_page=100', root);
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const ofProject = await list(`/audit_events?entity_type=Project&entity_id=${project.id}`, root);
  expect(ofProject).toEqual(all.filter((each) => each.entity_type === 'Project' && each.entity_id === project.id));
  for (const type of ['Project', 'Group', 'User']) {
    const found = await list(`/audit_events?entity_type=${type}&per_page=100`, root);
    expect(found.map(({ id }) => id)).toEqual(all.filter((each) => each.entity_type === type).map(({ id }) => id));
  }
  expect((await call('GET', '/audit_events?entity_id=1', root)).status).toBe(400);
  expect(await list('/audit_events?created_after=2090-01-01T00:00:00Z', root)).toEqual([]);
  expect(await list('/audit_events?created_before=2090-01-01T00:00:00Z', root)).toEqual(all);
  const walked: number[] = [];
  for (let path: string | undefined = '/audit_events?pagination=keyset&per_page=3'; path !== undefined;) {
    const answer = await call('GET', path, root);
    walked.push(...answer.body.map((each: { id: number }) => each.id));
    path = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
  }
  expect(walked).toEqual(ids);
});
