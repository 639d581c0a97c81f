import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { restProjectGroupLink } from '@tributary/contract/projects/members.ts';
import { restGroupDetail } from '@tributary/contract/projects/namespaces.ts';
import { restProject } from '@tributary/contract/projects/projects.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { addGroupLink, addMember, createGroup, createProject } from '../testing.ts';
import { expireGroupLinksJob } from './expire-links.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let owner: TestUser;
let root: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);
const day = (offset: number) => new Date(app.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  root = await rootUser(app);
});
afterAll(() => app.close());

/** A private project of `owner`, and a private group with a maintainer and a guest in it. */
async function scene() {
  const group = await createGroup(app, { visibility: 'private', owner: owner.user });
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'a.txt': 'a' } });
  const [maintainer, guest] = [await createUser(app), await createUser(app)];
  await addMember(app, { group, user: maintainer.user, level: 40 });
  await addMember(app, { group, user: guest.user, level: 10 });
  return { group, project, maintainer, guest };
}

async function levelIn(project: { id: number }, who: TestUser): Promise<number> {
  const answer = await call('GET', `/projects/${project.id}`, who);
  if (answer.status !== 200) return 0;
  const { project_access: own, group_access: byGroup } = answer.body.permissions;
  return Math.max(own?.access_level ?? 0, byGroup?.access_level ?? 0);
}

describe('a project shared with a group', () => {
  test('gives the lower of the two roles, until it is changed or ended', async () => {
    const { group, project, maintainer, guest } = await scene();
    expect([await levelIn(project, maintainer), await levelIn(project, guest)]).toEqual([0, 0]);
    const url = `/projects/${project.id}/share`;
    const shared = await call('POST', url, owner, { group_id: group.id, group_access: 30, expires_at: day(9) });
    expect(shared.status).toBe(201);
    expect(restProjectGroupLink.parse(shared.body)).toMatchObject({
      project_id: project.id,
      group_id: group.id,
      group_access: 30,
      expires_at: day(9),
    });
    expect([await levelIn(project, maintainer), await levelIn(project, guest)]).toEqual([30, 10]);
    expect(
      restProject.parse((await call('GET', `/projects/${project.id}`, maintainer)).body).shared_with_groups,
    ).toEqual([
      {
        group_id: group.id,
        group_name: group.name,
        group_full_path: group.full_path,
        group_access_level: 30,
        expires_at: day(9),
      },
    ]);
    expect((await call('PUT', `${url}/${group.id}`, owner, { group_access: 40, expires_at: '' })).body).toMatchObject({
      group_access: 40,
      expires_at: null,
    });
    expect(await levelIn(project, maintainer)).toBe(40);
    expect((await call('DELETE', `${url}/${group.id}`, owner)).status).toBe(204);
    expect([await levelIn(project, maintainer), await levelIn(project, guest)]).toEqual([0, 0]);
    expect((await call('DELETE', `${url}/${group.id}`, owner)).status).toBe(404);
  });

  test('is in the lists of those it is shared with', async () => {
    const { group, project, maintainer, guest } = await scene();
    await addGroupLink(app, { project, group, level: 20 });
    const ids = async (url: string, who: TestUser | null) =>
      (await call('GET', url, who)).body.map((each: { id: number }) => each.id);
    expect(await ids('/projects?membership=true', guest)).toEqual([project.id]);
    expect(await ids('/projects?min_access_level=20', maintainer)).toEqual([project.id]);
    expect(await ids('/projects?min_access_level=30', maintainer)).toEqual([]);
    expect(await ids('/search?scope=projects&search=project', maintainer)).toEqual([project.id]);
    expect(await ids(`/groups/${group.id}/projects`, guest)).toEqual([project.id]);
    expect(await ids(`/groups/${group.id}/projects?with_shared=false`, guest)).toEqual([]);
    expect(await ids(`/groups/${group.id}/projects/shared`, guest)).toEqual([project.id]);
    expect(await ids(`/projects/${project.id}/invited_groups`, guest)).toEqual([group.id]);
    expect(await ids(`/projects/${project.id}/groups?with_shared=true`, guest)).toEqual([group.id]);
    expect(await ids(`/projects/${project.id}/groups.json?with_shared=true`, guest)).toEqual([group.id]);
    expect(await ids(`/projects/${project.id}/groups?with_shared=true&shared_min_access_level=30`, guest)).toEqual([]);
    const page = await call('GET', `/projects/${project.id}/repository/tree`, maintainer);
    expect(page.status).toBe(200);
  });

  test('counts the members of groups above the invited one, and of groups inside it not', async () => {
    const above = await createGroup(app, { visibility: 'private', owner: owner.user });
    const inner = await createGroup(app, { visibility: 'private', parent: above });
    const deeper = await createGroup(app, { visibility: 'private', parent: inner });
    const project = await createProject(app, { owner: owner.user, visibility: 'private' });
    const [top, bottom] = [await createUser(app), await createUser(app)];
    await addMember(app, { group: above, user: top.user, level: 30 });
    await addMember(app, { group: deeper, user: bottom.user, level: 30 });
    await addGroupLink(app, { project, group: inner, level: 40 });
    expect([await levelIn(project, top), await levelIn(project, bottom)]).toEqual([30, 0]);
  });

  test('a role that is higher by itself stays', async () => {
    const { group, project, maintainer } = await scene();
    await addMember(app, { project, user: maintainer.user, level: 50 });
    await addGroupLink(app, { project, group, level: 10 });
    expect(await levelIn(project, maintainer)).toBe(50);
  });
});

describe('a group shared with a group', () => {
  test('gives roles in everything below it', async () => {
    const { group, maintainer } = await scene();
    const into = await createGroup(app, { visibility: 'private', owner: owner.user });
    const inner = await createGroup(app, { visibility: 'private', parent: into });
    const project = await createProject(app, { owner: owner.user, group: inner, visibility: 'private' });
    const shared = await call('POST', `/groups/${into.id}/share`, owner, { group_id: group.id, group_access: 20 });
    expect(shared.status).toBe(201);
    expect(restGroupDetail.parse(shared.body).shared_with_groups).toMatchObject([
      { group_id: group.id, group_access_level: 20 },
    ]);
    expect(await levelIn(project, maintainer)).toBe(20);
    expect((await call('GET', `/groups/${inner.id}`, maintainer)).status).toBe(200);
    const shown = await call('GET', `/groups/${group.id}/groups/shared`, maintainer);
    expect(shown.body.map((each: { id: number }) => each.id)).toEqual([into.id]);
    const relation = async (name: string) =>
      (await call('GET', `/projects/${project.id}/invited_groups?relation=${name}`, maintainer)).body.length;
    expect([await relation('direct'), await relation('inherited')]).toEqual([0, 1]);
    expect((await call('PUT', `/groups/${into.id}/share/${group.id}`, owner, { group_access: 30 })).status).toBe(200);
    expect(await levelIn(project, maintainer)).toBe(30);
    expect((await call('DELETE', `/groups/${into.id}/share/${group.id}`, owner)).status).toBe(204);
    expect(await levelIn(project, maintainer)).toBe(0);
  });

  test('is not handed on, so that two groups may invite each other', async () => {
    const [one, two, three] = [
      await createGroup(app, { visibility: 'private', owner: owner.user }),
      await createGroup(app, { visibility: 'private', owner: owner.user }),
      await createGroup(app, { visibility: 'private', owner: owner.user }),
    ];
    const member = await createUser(app);
    await addMember(app, { group: one, user: member.user, level: 30 });
    const share = (into: { id: number }, group: { id: number }) =>
      call('POST', `/groups/${into.id}/share`, owner, { group_id: group.id, group_access: 50 });
    for (const [into, group] of [
      [two, one],
      [one, two],
      [three, two],
    ] as const) {
      expect((await share(into, group)).status).toBe(201);
    }
    const statusIn = async (group: { id: number }) => (await call('GET', `/groups/${group.id}`, member)).status;
    expect([await statusIn(one), await statusIn(two), await statusIn(three)]).toEqual([200, 200, 404]);
  });

  test('an invited owner is no owner who may be the last one', async () => {
    const { group } = await scene();
    const into = await createGroup(app, { owner: owner.user });
    await addGroupLink(app, { into, group, level: 50 });
    const other = await createUser(app);
    await addMember(app, { group, user: other.user, level: 50 });
    const left = await call('DELETE', `/groups/${into.id}/members/${owner.user.id}`, other);
    expect(left).toMatchObject({ status: 403, body: { message: expect.stringContaining('must have an owner') } });
  });
});

describe('who may share', () => {
  test('nobody gives more than they have', async () => {
    const { group, project } = await scene();
    const maintainer = await createUser(app);
    await addMember(app, { project, user: maintainer.user, level: 40 });
    await addMember(app, { group, user: maintainer.user, level: 40 });
    const url = `/projects/${project.id}/share`;
    const refused = { status: 403, body: { message: 'You cannot assign or change a role higher than your own.' } };
    expect(await call('POST', url, maintainer, { group_id: group.id, group_access: 50 })).toMatchObject(refused);
    expect((await call('POST', url, maintainer, { group_id: group.id, group_access: 40 })).status).toBe(201);
    expect(await call('PUT', `${url}/${group.id}`, maintainer, { group_access: 50 })).toMatchObject(refused);
    await call('PUT', `${url}/${group.id}`, owner, { group_access: 50 });
    expect(await call('PUT', `${url}/${group.id}`, maintainer, { group_access: 10 })).toMatchObject(refused);
    expect(await call('DELETE', `${url}/${group.id}`, maintainer)).toMatchObject(refused);
  });

  test('an owner by invitation of a group with less is what the invitation says', async () => {
    const { group, project, maintainer } = await scene();
    await addGroupLink(app, { project, group, level: 50 });
    const other = await createGroup(app, { owner: maintainer.user });
    const url = `/projects/${project.id}/share`;
    expect((await call('POST', url, maintainer, { group_id: other.id, group_access: 50 })).status).toBe(403);
    expect((await call('POST', url, maintainer, { group_id: other.id, group_access: 40 })).status).toBe(201);
  });

  test('developers, non-members and nobody at all share nothing', async () => {
    const { group, project, guest } = await scene();
    const [developer, stranger] = [await createUser(app), await createUser(app)];
    await addMember(app, { project, user: developer.user, level: 30 });
    await addMember(app, { group, user: developer.user, level: 50 });
    const share = async (who: TestUser | null) =>
      (await call('POST', `/projects/${project.id}/share`, who, { group_id: group.id, group_access: 10 })).status;
    expect([await share(developer), await share(stranger), await share(guest), await share(null)]).toEqual([
      403, 404, 404, 404,
    ]);
    const maintainer = await createUser(app);
    await addMember(app, { group, user: maintainer.user, level: 40 });
    const open = await createGroup(app);
    const refused = await call('POST', `/groups/${group.id}/share`, maintainer, {
      group_id: open.id,
      group_access: 10,
    });
    expect(refused.status).toBe(403);
  });

  test('a group that may not be seen is not there', async () => {
    const project = await createProject(app, { owner: owner.user });
    const hidden = await createGroup(app, { visibility: 'private' });
    const share = async (groupId: number, who = owner) =>
      (await call('POST', `/projects/${project.id}/share`, who, { group_id: groupId, group_access: 30 })).body;
    expect(await share(hidden.id)).toEqual({ message: '404 Group Not Found' });
    expect(await share(999_999)).toEqual({ message: '404 Group Not Found' });
    const personal = await call('GET', `/namespaces/${owner.user.username}`, owner);
    expect(await share(personal.body.id)).toEqual({ message: '404 Group Not Found' });
    expect(await share(hidden.id, root)).toMatchObject({ group_id: hidden.id });
  });

  test('the groups of a place are shown page by page, and those invited already are known on each', async () => {
    const project = await createProject(app, { owner: owner.user });
    const all = await Promise.all(Array.from({ length: 53 }, () => createGroup(app, { visibility: 'public' })));
    const hidden = await createGroup(app, { visibility: 'private' });
    for (const group of [...all, hidden]) await addGroupLink(app, { project, group, level: 30 });
    const stranger = await createUser(app);
    await addMember(app, { project, user: stranger.user, level: 10 });
    const shown = async (who: TestUser, query: string) =>
      (await page(`/${project.full_path}/-/project_members?tab=groups${query}`, who)).body.data as MembersPageData;
    const [first, second, beyond] = [
      await shown(owner, ''),
      await shown(owner, '&page=2'),
      await shown(owner, '&page=3'),
    ];
    expect([first.groups.length, second.groups.length, beyond.groups.length]).toEqual([50, 4, 0]);
    expect(second.groupsPaging).toEqual({ page: 2, perPage: 50, total: 54, hasNext: false });
    expect(new Set([...first.groups, ...second.groups].map((each) => each.groupId)).size).toBe(54);
    expect(new Set(second.invitedIds)).toEqual(new Set([...all, hidden].map((group) => group.id)));
    // The users are those of their own first page meanwhile.
    expect(second.members.map((each) => each.user.id)).toContain(owner.user.id);
    // Who manages nothing is told of no hidden one, in the number neither.
    const asGuest = await shown(stranger, '');
    expect([asGuest.groupsPaging.total, asGuest.invitedIds]).toEqual([53, []]);
  });

  test('the name of a hidden group is told to nobody, and who manages can end its invitation', async () => {
    const project = await createProject(app, { owner: owner.user });
    const hidden = await createGroup(app, { visibility: 'private', name: 'Very secret' });
    const inside = await createUser(app);
    await addMember(app, { group: hidden, user: inside.user, level: 30 });
    await addGroupLink(app, { project, group: hidden, level: 30 });
    expect((await call('GET', `/projects/${project.id}`, owner)).body.shared_with_groups).toEqual([]);
    expect((await call('GET', `/projects/${project.id}/invited_groups`, owner)).body).toEqual([]);
    expect((await call('GET', `/projects/${project.id}`, inside)).body.shared_with_groups).toHaveLength(1);
    const names = async (who: TestUser | null) =>
      (await call('GET', `/projects/${project.id}/members/all`, who)).body.map(
        (each: { username: string }) => each.username,
      );
    expect(await names(owner)).toEqual(['owner', inside.user.username]);
    expect(await names(inside)).toEqual(['owner', inside.user.username]);
    expect(await names(await createUser(app))).toEqual(['owner']);
    expect(await names(null)).toEqual(['owner']);
    expect((await call('DELETE', `/projects/${project.id}/share/${hidden.id}`, owner)).status).toBe(204);
    expect((await call('GET', `/projects/${project.id}/members/all/${inside.user.id}`, owner)).status).toBe(404);
  });

  test.each([
    [{ group_access: 30 }, 400, { error: 'group_id is missing' }],
    [{ group_id: 'GROUP', group_access: 35 }, 400, { error: 'group_access does not have a valid value' }],
    [{ group_id: 'GROUP' }, 400, { error: 'group_access is missing' }],
    [{ group_id: 'GROUP', group_access: '' }, 400, { error: 'group_access does not have a valid value' }],
    [
      { group_id: 'GROUP', group_access: 30, expires_at: '2001-01-01' },
      400,
      { message: { expires_at: ['cannot be a date in the past'] } },
    ],
  ])('%j is refused', async (input, status, body) => {
    const { group, project } = await scene();
    const sent = { ...input, ...('group_id' in input && { group_id: group.id }) };
    expect(await call('POST', `/projects/${project.id}/share`, owner, sent)).toMatchObject({ status, body });
  });

  test('not twice, and not with itself or a group above', async () => {
    const { group, project } = await scene();
    const share = (url: string, id: number) => call('POST', `${url}/share`, owner, { group_id: id, group_access: 10 });
    expect((await share(`/projects/${project.id}`, group.id)).status).toBe(201);
    expect((await share(`/projects/${project.id}`, group.id)).status).toBe(409);
    const inner = await createGroup(app, { parent: group, visibility: 'private' });
    const inside = await createProject(app, { owner: owner.user, group: inner, visibility: 'private' });
    for (const [url, id] of [
      [`/projects/${inside.id}`, group.id],
      [`/projects/${inside.id}`, inner.id],
      [`/groups/${inner.id}`, group.id],
      [`/groups/${inner.id}`, inner.id],
    ] as const) {
      expect((await share(url, id)).status).toBe(409);
    }
    expect((await share(`/groups/${group.id}`, inner.id)).status).toBe(201);
  });

  test('a group may keep its projects to itself', async () => {
    const { group } = await scene();
    const home = await createGroup(app, { owner: owner.user });
    const inner = await createGroup(app, { parent: home });
    const project = await createProject(app, { owner: owner.user, group: inner });
    const locked = await call('PUT', `/groups/${home.id}`, owner, { share_with_group_lock: true });
    expect(locked.body.share_with_group_lock).toBe(true);
    expect((await call('GET', `/groups/${inner.id}`, owner)).body.share_with_group_lock).toBe(true);
    const url = `/projects/${project.id}/share`;
    expect(await call('POST', url, owner, { group_id: group.id, group_access: 10 })).toMatchObject({
      status: 403,
      body: { message: 'Projects in this group cannot be shared with other groups.' },
    });
    await call('PUT', `/groups/${home.id}`, owner, { share_with_group_lock: false });
    expect((await call('POST', url, owner, { group_id: group.id, group_access: 10 })).status).toBe(201);
  });
});

describe('the end', () => {
  test('comes by the day of the invitation or of the membership, whichever is first, on every interface', async () => {
    const { group, project, maintainer } = await scene();
    const brief = await createUser(app);
    await addMember(app, { group, user: brief.user, level: 30, expiresAt: day(2) });
    await addGroupLink(app, { project, group, level: 30, expiresAt: day(4) });
    const levels = async () => [await levelIn(project, brief), await levelIn(project, maintainer)];
    expect(await levels()).toEqual([30, 30]);
    app.clock.advance(2 * DAY_MS);
    expect(await levels()).toEqual([0, 30]);
    app.clock.advance(2 * DAY_MS);
    expect(await levels()).toEqual([0, 0]);
    expect((await call('GET', '/projects?membership=true', maintainer)).body).toEqual([]);
    await expireGroupLinksJob.run(app.system, {});
    const left = app.platform.db.selectFrom('group_links').select('id').where('project_id', '=', project.id);
    expect(await left.execute()).toEqual([]);
    const trail = await app.platform.db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('target_type', '=', 'project')
      .where('target_id', '=', String(project.id))
      .execute();
    expect(trail).toMatchObject([{ action: 'group_link.removed', details: { group_id: group.id, reason: 'expired' } }]);
  });

  test('comes with the end of the group', async () => {
    const { group, project, maintainer } = await scene();
    await addGroupLink(app, { project, group, level: 30 });
    expect(await levelIn(project, maintainer)).toBe(30);
    expect((await call('DELETE', `/groups/${group.id}`, owner)).status).toBe(202);
    expect(await levelIn(project, maintainer)).toBe(0);
  });
});
