import type {
  DashboardProjectsPageData,
  GroupEditPageData,
  GroupShowPageData,
  HomePageData,
  ProjectActivityPageData,
  ProjectEditPageData,
  ProjectNewPageData,
  SearchPageData,
  UserShowPageData,
} from '@tributary/contract/projects/page.ts';
import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { emit } from '../../platform/events.ts';
import { recordActivity } from '../home/record-activity.ts';
import type { NamespaceRow } from '../access/store.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../testing.ts';

let app: TestApp;
let ada: TestUser;
let bob: TestUser;
let group: NamespaceRow;
let project: BuiltProject;
let secret: BuiltProject;
const call = restCaller(() => app);
const page = pageCaller(() => app);

async function dataOf<T>(address: string, as: TestUser | null): Promise<PageData<T>> {
  const answer = await page(address, as);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.body as PageData<T>;
}

beforeAll(async () => {
  app = await createTestApp();
  [ada, bob] = [
    await createUser(app, { username: 'ada', name: 'Ada <b>' }),
    await createUser(app, { username: 'bob' }),
  ];
  group = await createGroup(app, { owner: ada.user, path: 'team', name: 'Team' });
  project = await createProject(app, { owner: ada.user, group, path: 'tool', name: 'Tool', files: { a: '1' } });
  secret = await createProject(app, { owner: ada.user, path: 'secret', visibility: 'private' });
  await addMember(app, { group, user: bob.user, level: 30 });
});
afterAll(() => app.close());

describe('places', () => {
  test('a project, a group and a user are found at their addresses, with their rails', async () => {
    const labels = await dataOf('/team/tool/-/labels', bob);
    expect(labels.shell.context).toMatchObject({
      type: 'project',
      fullPath: 'team/tool',
      visibility: 'public',
      archived: false,
    });
    expect(labels.shell.breadcrumbs.map((each) => each.text)).toEqual(['Team', 'Tool', 'Labels']);
    const nav = labels.shell.context?.nav ?? [];
    expect(nav.find((item) => item.key === 'labels')).toMatchObject({ active: true, href: '/team/tool/-/labels' });
    expect(nav.map((item) => item.key)).not.toContain('project_hooks');
    expect((await dataOf('/team/tool/-/labels', ada)).shell.context?.nav.map((item) => item.key)).toContain(
      'project_hooks',
    );
    await createGroup(app, { path: '2048' });
    expect((await dataOf('/2048', null)).shell.context?.fullPath).toBe('2048');
    expect((await dataOf('/groups/2048/-/labels', null)).shell.context?.fullPath).toBe('2048');
    expect(await dataOf('/team', null)).toMatchObject({ kind: 'group_show', shell: { context: { type: 'group' } } });
    expect(await dataOf('/Ada', null)).toMatchObject({
      kind: 'user_show',
      shell: { context: { type: 'user', fullPath: 'ada' } },
    });
    for (const address of [
      '/nobody',
      '/team/none',
      '/ada/secret',
      '/groups/none/-/edit',
      '/groups/ada/-/edit',
      '/1',
      '/team/tool/-/nothing',
    ]) {
      expect([address, (await page(address, bob)).status]).toEqual([address, 404]);
    }
  });
});

describe('home', () => {
  test('signed out it welcomes; signed in it shows what is theirs', async () => {
    expect(await dataOf('/', null)).toMatchObject({
      kind: 'welcome',
      data: { signUpEnabled: true, projects: [{ fullPath: 'team/tool' }] },
    });
    const home = await dataOf<HomePageData>('/', bob);
    expect(home.kind).toBe('home');
    expect(home.data.projects.map((each) => [each.fullPath, each.role])).toEqual([['team/tool', 'Developer']]);
    expect(home.data.groups.map((each) => each.fullPath)).toEqual(['team']);
    const external = await createUser(app, { isExternal: true });
    expect((await dataOf<HomePageData>('/', external)).data.can).toEqual({ createProject: false, createGroup: false });
  });

  test('explore and dashboard list with filters from the address', async () => {
    await call('POST', `/projects/${project.id}/star`, bob);
    const explore = await dataOf<{ projects: { fullPath: string }[] }>(
      '/explore?search=tool&sort=name_asc&visibility=public',
      null,
    );
    expect(explore.data.projects.map((each) => each.fullPath)).toEqual(['team/tool']);
    expect((await dataOf<{ projects: unknown[] }>('/explore?search=secret', bob)).data.projects).toEqual([]);
    const starred = await dataOf<DashboardProjectsPageData>('/dashboard/projects?tab=starred', bob);
    expect(starred.data).toMatchObject({
      tab: 'starred',
      counts: { member: 1, personal: 0, starred: 1 },
      projects: [{ starred: true }],
    });
    expect((await page('/dashboard/projects', null)).status).toBe(401);
    expect(
      (await dataOf<DashboardProjectsPageData>('/dashboard/projects?tab=nonsense&page=-1&sort=x', ada)).data.tab,
    ).toBe('member');
  });
});

describe('activity', () => {
  test('a push is told once, and only to those who may read code now', async () => {
    const guest = await createUser(app);
    await addMember(app, { project: secret, user: guest.user, level: 10 });
    const reporter = await createUser(app);
    await addMember(app, { project: secret, user: reporter.user, level: 20 });
    const row = await app.platform.db
      .insertInto('push_events')
      .values({
        project_id: secret.id,
        push_key: crypto.randomUUID(),
        ref: 'refs/heads/feature/x',
        old_sha: '0'.repeat(40),
        new_sha: '1'.repeat(40),
        action: 'created',
        commit_count: 2,
        commit_title: 'Add <script>',
        actor_id: ada.user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const eventId = await emit(app.system, 'push.received', {
      pushEventId: row.id,
      projectId: secret.id,
      ref: 'refs/heads/feature/x',
      refKind: 'branch',
      name: 'feature/x',
      oldSha: '0'.repeat(40),
      newSha: '1'.repeat(40),
      actorId: ada.user.id,
      action: 'created',
      isForced: false,
      commitCount: 2,
    });
    const { registeredJobs } = await import('../../platform/jobs.ts');
    const job = registeredJobs().get('event:push.received:activity');
    await job?.run(app.system, { eventId });
    await job?.run(app.system, { eventId });
    const feed = async (who: TestUser) => (await dataOf<HomePageData>('/', who)).data.activity;
    expect(await feed(guest)).toEqual([]);
    expect(await feed(reporter)).toMatchObject([
      {
        action: 'pushed new branch',
        target: { text: 'feature/x', href: '/ada/secret/-/tree/feature/x' },
        detail: 'Add <script>',
        actor: { username: 'ada' },
      },
    ]);
    expect((await call('GET', '/users/ada/events', bob)).body).toEqual([]);
    const events = await call('GET', `/projects/${secret.id}/events`, reporter);
    expect(events.body).toMatchObject([
      {
        action_name: 'pushed new',
        push_data: { ref: 'feature/x', commit_count: 2, commit_from: null },
        author_username: 'ada',
      },
    ]);
    expect((await call('GET', '/events', ada)).body).toHaveLength(1);
    expect((await call('GET', '/events?action=opened', ada)).body).toHaveLength(0);
    expect((await call('GET', '/events', null)).status).toBe(401);
    await app.platform.db.deleteFrom('members').where('user_id', '=', reporter.user.id).execute();
    expect(await feed(reporter)).toEqual([]);
  });

  test('a tag leads to its files, also from entries that were kept with another address', async () => {
    for (const place of ['tree', 'tags']) {
      await recordActivity(contextOf(app, ada), {
        projectId: project.id,
        action: 'pushed new',
        ability: 'read_code',
        feature: 'repository',
        targetType: 'tag',
        targetTitle: 'v1/a#b',
        targetPath: `/-/${place}/v1/a%23b`,
      });
      const user = await dataOf<UserShowPageData>('/ada', ada);
      expect(user.data.activity[0]).toMatchObject({ target: { href: '/team/tool/-/tree/v1/a%23b' } });
    }
    await app.platform.db.deleteFrom('user_events').where('target_type', '=', 'tag').execute();
  });

  test('what is recorded keeps its project when that moves', async () => {
    await recordActivity(contextOf(app, ada), {
      projectId: project.id,
      action: 'opened',
      ability: 'read_merge_request',
      feature: 'merge_requests',
      targetType: 'merge_request',
      targetIid: 7,
      targetTitle: 'Fix it',
      targetPath: '/-/merge_requests/7',
    });
    const user = await dataOf<UserShowPageData>('/ada', null);
    expect(user.data.activity[0]).toMatchObject({
      action: 'opened merge request',
      target: { text: '!7 Fix it', href: '/team/tool/-/merge_requests/7' },
      project: { fullPath: 'team/tool' },
    });
    const ofProject = async () => (await dataOf<ProjectActivityPageData>('/team/tool/-/activity', null)).data;
    const { activity, paging } = await ofProject();
    expect(activity[0]).toMatchObject({ action: 'opened merge request', actor: { username: 'ada' }, project: null });
    expect(paging).toMatchObject({ page: 1, hasNext: false });
    await app.platform.db
      .updateTable('projects')
      .set({ merge_requests_access_level: 'disabled' })
      .where('id', '=', project.id)
      .execute();
    expect((await dataOf<UserShowPageData>('/ada', null)).data.activity).toEqual([]);
    expect((await ofProject()).activity.map((each) => each.action)).not.toContain('opened merge request');
    await app.platform.db
      .updateTable('projects')
      .set({ merge_requests_access_level: 'enabled' })
      .where('id', '=', project.id)
      .execute();
  });
});

describe('users, groups and projects', () => {
  test('a profile shows what the reader may see', async () => {
    expect((await dataOf<UserShowPageData>('/ada?tab=projects', null)).data.projects).toEqual([]);
    expect((await dataOf<UserShowPageData>('/ada?tab=projects', ada)).data).toMatchObject({
      isSelf: true,
      projects: [{ fullPath: 'ada/secret' }],
    });
    expect((await dataOf<UserShowPageData>('/ada?tab=groups', null)).data.groups.map((each) => each.fullPath)).toEqual([
      'team',
    ]);
  });

  test('a group page offers what the reader may do', async () => {
    const data = (await dataOf<GroupShowPageData>('/team', bob)).data;
    expect(data.can).toEqual({ createProject: true, createSubgroup: false, update: false, readMembers: true });
    expect(data.group).toMatchObject({ memberCount: 2, projectCount: 1, role: 'Developer' });
    expect((await page('/groups/team/-/edit', bob)).status).toBe(403);
    const edit = (await dataOf<GroupEditPageData>('/groups/team/-/edit', ada)).data;
    expect(edit.contents).toEqual({ projects: 1, subgroups: 0 });
    expect(edit.visibilities.find((choice) => choice.value === 'private')?.refusal).toContain(
      'projects with higher visibility',
    );
    expect((await dataOf('/groups/new', bob)).kind).toBe('group_new');
    expect((await page('/groups/new', null)).status).toBe(401);
  });

  test('forms know the places and their visibilities', async () => {
    const data = (await dataOf<ProjectNewPageData>(`/projects/new?namespace_id=${group.id}`, bob)).data;
    expect([data.namespaceId, data.namespaces.map((choice) => choice.fullPath)]).toEqual([group.id, ['bob', 'team']]);
    const edit = (await dataOf<ProjectEditPageData>('/team/tool/-/edit', ada)).data;
    expect(edit.can).toEqual({
      update: true,
      changeVisibility: true,
      rename: true,
      restore: false,
      archive: true,
      transfer: true,
      delete: true,
    });
    expect(edit.transferTargets.map((target) => target.fullPath)).toEqual(['ada']);
    expect((await page('/team/tool/-/edit', bob)).status).toBe(403);
    expect((await page('/team/tool/-/edit', null)).status).toBe(401);
  });

  test('members say what may be done to each', async () => {
    const owner = (await dataOf<MembersPageData>('/groups/team/-/group_members', ada)).data;
    expect(owner.grantable.map((each) => each.value)).toEqual([10, 20, 30, 40, 50]);
    expect(owner.members.find((each) => each.user.username === 'ada')).toMatchObject({
      isSelf: true,
      levels: [],
      removalRefusal: 'A group must have an owner. Assign another owner first.',
    });
    expect(owner.members.find((each) => each.user.username === 'bob')).toMatchObject({
      removalRefusal: null,
      levels: [10, 20, 30, 40, 50],
    });
    const member = (await dataOf<MembersPageData>('/groups/team/-/group_members', bob)).data;
    const elsewhere = (await dataOf<MembersPageData>('/groups/team/-/group_members?search=ada', bob)).data;
    expect(elsewhere.members.map((each) => each.user.username)).not.toContain('bob');
    expect(elsewhere.self).toMatchObject({ user: { username: 'bob' }, isSelf: true, removalRefusal: null });
    expect(member.grantable).toEqual([]);
    expect(member.members.find((each) => each.user.username === 'bob')).toMatchObject({
      isSelf: true,
      removalRefusal: null,
      levels: [],
    });
    const inherited = (await dataOf<MembersPageData>('/team/tool/-/project_members', ada)).data;
    expect(inherited.members.map((each) => [each.origin, each.source?.fullPath])).toEqual([
      ['above', 'team'],
      ['above', 'team'],
    ]);
  });
});

describe('search', () => {
  test('finds in each scope what the reader may see', async () => {
    const paths = async (who: TestUser | null, query: string) =>
      (await call('GET', `/search?scope=projects&search=${query}`, who)).body.map(
        (each: { path_with_namespace: string }) => each.path_with_namespace,
      );
    expect(await paths(null, 'tool')).toEqual(['team/tool']);
    expect(await paths(bob, 'secret')).toEqual([]);
    expect(await paths(ada, 'secret')).toEqual(['ada/secret']);
    expect((await call('GET', '/search?scope=users&search=bob', ada)).body).toMatchObject([{ username: 'bob' }]);
    await call('POST', `/projects/${secret.id}/milestones`, ada, { title: 'Hidden goal' });
    expect((await call('GET', '/search?scope=milestones&search=goal', bob)).body).toEqual([]);
    expect((await call('GET', '/search?scope=milestones&search=goal', ada)).body).toMatchObject([
      { title: 'Hidden goal' },
    ]);
    expect((await call('GET', `/projects/${secret.id}/search?scope=milestones&search=goal`, ada)).body).toHaveLength(1);
    expect((await call('GET', `/projects/${secret.id}/search?scope=milestones&search=goal`, bob)).status).toBe(404);
    expect((await call('GET', `/groups/${group.id}/search?scope=projects&search=tool`, null)).body).toHaveLength(1);
    expect((await call('GET', '/search?scope=nothing&search=x', ada)).body).toEqual({
      error: 'scope does not have a valid value',
    });
    expect((await call('GET', '/search?scope=projects', ada)).body).toEqual({ error: 'search is missing' });
    // A percent sign is a character like any other.
    expect(await paths(ada, '%25')).toEqual([]);
  });

  test('the page and the palette do the same', async () => {
    const data = (await dataOf<SearchPageData>('/search?search=tool', bob)).data;
    expect(data).toMatchObject({
      query: 'tool',
      scope: 'projects',
      items: [{ title: 'Team / Tool', href: '/team/tool' }],
    });
    expect(data.scopes.map((scope) => scope.key)).toEqual(expect.arrayContaining(['projects', 'milestones', 'users']));
    expect((await page(`/search?search=x&project_id=${secret.id}`, bob)).status).toBe(404);
    // A project holds no projects: neither the page nor the API offers to look for them there.
    const inside = (await dataOf<SearchPageData>(`/search?search=tool&project_id=team%2Ftool`, ada)).data;
    expect(inside.scopes.map((scope) => scope.key)).toEqual(expect.arrayContaining(['blobs', 'notes', 'users']));
    expect(inside.scopes.map((scope) => scope.key)).not.toContain('projects');
    expect((await call('GET', `/projects/team%2Ftool/search?scope=projects&search=tool`, ada)).status).toBe(400);
    const server = await app.server();
    const palette = async (who: TestUser | null, q: string) =>
      (await server.inject({ url: `/-/search/palette?q=${q}`, headers: who?.headers ?? {} })).json();
    expect(await palette(bob, 'too')).toMatchObject({
      groups: [{ title: 'Projects', items: [{ text: 'Tool', detail: 'team/tool' }] }],
    });
    expect(JSON.stringify(await palette(bob, 'secret'))).not.toContain('secret');
    expect(await palette(bob, '')).toMatchObject({ groups: [{ title: 'Projects' }, { title: 'Groups' }] });
    expect(await palette(null, '')).toEqual({ groups: [] });
  });
});

describe('addresses without the dash', () => {
  const addressOf = async (url: string, as: TestUser | null = null) => {
    const answer = await (await app.server()).inject({ url, headers: as?.headers ?? {} });
    return answer.statusCode === 302 ? answer.headers.location : answer.statusCode;
  };

  test('lead to the page for everyone who may see the place, and to nothing for others', async () => {
    await createProject(app, { owner: ada.user, group, path: 'issues' });
    for (const [from, to] of [
      ['/team/tool/issues?assignee_id=1&label_name[]=a%20b', '/team/tool/-/issues?assignee_id=1&label_name[]=a%20b'],
      ['/team/tool/blob/main/a%20b.ts', '/team/tool/-/blob/main/a%20b.ts'],
      ['/groups/team/merge_requests', '/groups/team/-/merge_requests'],
      ['/team/issues/issues/1', '/team/issues/-/issues/1'],
      ['/team/tool.git', '/team/tool'],
      ['/team/issues', 200],
      ['/ada/secret/issues', 404],
      ['/ada/secret.git', 404],
      ['/team/none/issues', 404],
    ] as const) {
      expect([from, await addressOf(from)]).toEqual([from, to]);
    }
    expect(await addressOf('/ada/secret/issues', ada)).toBe('/ada/secret/-/issues');
  });

  test('say to `go get` which repository a module is in, and nothing of what may not be seen', async () => {
    const importOf = async (url: string, as: TestUser | null = null) => {
      const { body } = await (await app.server()).inject({ url, headers: as?.headers ?? {} });
      return /<meta name="go-import" content="([^"]*)"/.exec(body)?.[1];
    };
    const url = app.platform.config.url;
    const expected = (path: string) => `${url.replace(/^https?:\/\//, '')}/${path} git ${url}/${path}.git`;
    expect(await importOf('/team/tool?go-get=1')).toBe(expected('team/tool'));
    expect(await importOf('/team/tool/pkg/v2?go-get=1')).toBe(expected('team/tool'));
    expect(await importOf('/ada/secret?go-get=1')).toBe(expected('ada/secret'));
    expect(await importOf('/ada/none/x?go-get=1')).toBe(expected('ada/none'));
    const sub = await createGroup(app, { owner: ada.user, path: 'sub', parent: group });
    await createProject(app, { owner: ada.user, group: sub, path: 'deep', visibility: 'private' });
    expect(await importOf('/team/sub/deep/pkg?go-get=1')).toBe(expected('team/sub'));
    expect(await importOf('/team/sub/deep/pkg?go-get=1', ada)).toBe(expected('team/sub/deep'));
    expect(await importOf('/ada/<x>?go-get=1')).toBeUndefined();
    expect(await importOf('/users/sign_in?go-get=1')).toBeUndefined();
  });
});

test('commits, tags and issues are Atom feeds, for those who may see the place', async () => {
  const feed = async (url: string, as: TestUser | null = null) => {
    const answer = await (await app.server()).inject({ url, headers: as?.headers ?? {} });
    return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.body };
  };
  await call('POST', `/projects/${project.id}/issues`, ada, { title: 'A <b> & "c"', description: '\u0007x' });
  await call('POST', `/projects/${project.id}/repository/tags`, ada, { tag_name: 'v1', ref: 'main' });
  const commits = await feed('/team/tool/-/commits/main?format=atom');
  expect([commits.status, commits.type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(commits.body).toContain('<title>Initial commit</title>');
  expect((await feed('/team/tool/-/tags?format=atom')).body).toContain('<title>v1</title>');
  for (const place of ['/team/tool', '/groups/team']) {
    const issues = await feed(`${place}/-/issues.atom?state=opened`);
    expect(issues.body).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>');
    expect(issues.body).toContain('<summary type="text">x</summary>');
  }
  expect((await feed('/team/tool.atom')).body).toMatch(/<title>[Tt]ool: activity<\/title>/);
  const made = await (
    await app.server()
  ).inject({ method: 'PUT', url: '/-/profile/reset_feed_token', headers: ada.headers });
  const { token } = made.json<{ token: string }>();
  const place = '/ada/secret';
  for (const address of [`${place}.atom`, `${place}/-/activity.atom`, `${place}/-/issues.atom`]) {
    const withToken = (secret: string) => feed(`${address}?feed_token=${secret}`);
    expect([(await feed(address)).status, (await withToken('glft-wrong')).status]).toEqual([404, 401]);
    expect([address, (await withToken(token)).type]).toEqual([address, 'application/atom+xml; charset=utf-8']);
  }
  for (const address of ['commits/main', 'tags']) {
    expect((await feed(`${place}/-/${address}?format=atom`)).status).toBe(404);
    expect((await feed(`${place}/-/${address}?format=atom&feed_token=glft-wrong`)).status).toBe(401);
  }
  // It opens feeds and nothing else.
  for (const url of [
    `/api/v4/projects/ada%2Fsecret?format=atom&feed_token=${token}`,
    `/ada/secret?format=atom&feed_token=${token}`,
    `/ada/secret/-/blob/main/x.atom?feed_token=${token}`,
  ]) {
    expect([url, (await feed(url)).status]).toEqual([url, 404]);
  }
  expect((await feed('/team/tool')).body).toMatch(
    /<link rel="alternate" type="application\/atom\+xml" title="\w+: activity" href="\/team\/tool\.atom">/,
  );
  expect((await feed('/team/tool/-/tags')).type).toContain('text/html');
});
