import { restProject } from '@tributary/contract/projects/projects.ts';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertUserEvents } from '../home/activity-store.ts';
import { removeProjectJob } from './remove-project.ts';
import { pageCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { addMember, createGroup, createProject } from '../testing.ts';
import { createProject as createProjectOperation } from './operations/create-project.ts';
import { projectById } from './project-store.ts';

let app: TestApp;
let ada: TestUser;
let bob: TestUser;
let root: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  [ada, bob, root] = [
    await createUser(app, { username: 'ada' }),
    await createUser(app, { username: 'bob' }),
    await rootUser(app),
  ];
});
afterAll(() => app.close());
afterEach(() => armFailpoints(undefined));

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, url: string, as: TestUser | null, body?: Record<string, unknown>) {
  const server = await app.server();
  const answer = await server.inject({
    method,
    url: `/api/v4${url}`,
    headers: as?.headers ?? {},
    ...(body && { payload: body }),
  });
  const text = answer.body;
  return { status: answer.statusCode, headers: answer.headers, body: text === '' ? undefined : answer.json() };
}

describe('making', () => {
  test('a project lands in the own namespace with a ready repository', async () => {
    const { status, body } = await call('POST', '/projects', ada, { name: 'My Tool', description: 'Does things' });
    expect(status).toBe(201);
    const project = restProject.parse(body);
    expect(project).toMatchObject({
      path_with_namespace: 'ada/my-tool',
      name_with_namespace: 'Person ada / My Tool',
      visibility: 'private',
      empty_repo: true,
      default_branch: 'main',
      owner: { username: 'ada' },
      permissions: { project_access: { access_level: 50 }, group_access: null },
      namespace: { kind: 'user', full_path: 'ada' },
    });
    expect(existsSync(`${app.platform.repositories.directory(project.id)}/HEAD`)).toBe(true);
  });

  test('nothing is imported from an address, and the answer says so', async () => {
    const importUrl = 'https://example.org/tool.git';
    const refused = await call('POST', '/projects', ada, { name: 'Imported', import_url: importUrl });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('cannot be imported by URL')]);
    expect((await call('GET', '/projects/ada%2Fimported', ada)).status).toBe(404);
    expect((await call('POST', '/projects', ada, { name: 'Blank', import_url: '' })).status).toBe(201);
  });

  test('a README can be the first commit, on a protected default branch', async () => {
    const { body } = await call('POST', '/projects', ada, {
      name: 'Read <me> & "you"',
      path: 'readme-first',
      initialize_with_readme: true,
      default_branch: 'trunk',
    });
    expect(body).toMatchObject({ empty_repo: false, default_branch: 'trunk' });
    expect(body.readme_url).toMatch(/ada\/readme-first\/-\/blob\/trunk\/README.md$/);
    const again = await call('GET', `/projects/${body.id}/languages`, ada);
    expect(again.body).toEqual({});
  });

  test.each([
    [{}, 400, { error: 'name, path is missing' }],
    [{ name: 'x', path: 'a/../b' }, 400, { message: { path: [expect.stringContaining('can contain only letters')] } }],
    [{ name: 'x', path: '-x' }, 400, { message: { path: [expect.any(String)] } }],
    [{ name: 'x', path: 'x.git' }, 400, { message: { path: [expect.any(String)] } }],
    [{ name: 'x', path: 'new' }, 400, { message: { path: ['new is a reserved name'] } }],
    [{ name: 'a\u202Eb', path: 'rtl' }, 400, { message: { name: ['contains characters that cannot be shown'] } }],
    [{ name: 'y', default_branch: '-x' }, 400, { message: { default_branch: [expect.any(String)] } }],
    [{ name: 'y', namespace_id: 999_999 }, 404, { message: '404 Group Not Found' }],
    [{ name: 'y', visibility: 'secret' }, 400, { error: 'visibility does not have a valid value' }],
  ])('%j is refused', async (input, status, body) => {
    expect(await call('POST', '/projects', ada, input)).toMatchObject({ status, body });
  });

  test('signed out, external and foreign users cannot', async () => {
    expect((await call('POST', '/projects', null, { name: 'x' })).status).toBe(401);
    const guest = await createUser(app, { isExternal: true });
    expect((await call('POST', '/projects', guest, { name: 'x' })).status).toBe(403);
    const own = await call('GET', '/namespaces?search=ada', ada);
    expect((await call('POST', '/projects', bob, { name: 'x', namespace_id: own.body[0].id })).status).toBe(403);
  });

  test('an administrator makes a project for a user', async () => {
    const made = await call('POST', `/projects/user/${bob.user.id}`, root, { name: 'For Bob', visibility: 'private' });
    expect(made.status).toBe(201);
    expect(restProject.parse(made.body)).toMatchObject({
      path_with_namespace: 'bob/for-bob',
      creator_id: bob.user.id,
      visibility: 'private',
    });
    expect((await call('DELETE', `/projects/${made.body.id}`, bob)).status).toBe(202);
    expect((await call('POST', `/projects/user/${bob.user.id}`, ada, { name: 'x' })).status).toBe(403);
    expect((await call('POST', '/projects/user/999999', root, { name: 'x' })).status).toBe(404);
    expect((await call('POST', `/projects/user/${bob.user.id}`, root, {})).status).toBe(400);
  });

  test('a taken path is refused, whatever its case, also when a group has it', async () => {
    const group = await createGroup(app, { owner: ada.user, path: 'taken-group' });
    await createGroup(app, { parent: group, path: 'inner' });
    const refused = { message: { path: ['has already been taken'] } };
    expect((await call('POST', '/projects', ada, { path: 'Inner', namespace_id: group.id })).body).toMatchObject(
      refused,
    );
    await call('POST', '/projects', ada, { path: 'twice' });
    expect((await call('POST', '/projects', ada, { path: 'TWICE' })).body).toMatchObject(refused);
  });

  test('of many who take one path at the same moment one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/projects', ada, { path: 'one-of-six' })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400]);
    const groups = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/groups', ada, { name: 'G', path: 'one-of-four' })),
    );
    expect(groups.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400]);
  });

  test('developers may make projects in a group and then manage them; reporters may not', async () => {
    const group = await createGroup(app, { owner: ada.user, path: 'devs', visibility: 'private' });
    expect((await call('POST', '/projects', bob, { name: 'x', namespace_id: group.id })).status).toBe(404);
    await addMember(app, { group, user: bob.user, level: 20 });
    expect((await call('POST', '/projects', bob, { name: 'x', namespace_id: group.id })).status).toBe(403);
    const carol = await createUser(app);
    await addMember(app, { group, user: carol.user, level: 30 });
    const made = await call('POST', '/projects', carol, { name: 'x', namespace_id: group.id });
    expect(made.body.permissions).toEqual({
      project_access: { access_level: 40, notification_level: 3 },
      group_access: { access_level: 30, notification_level: 3 },
    });
    const tooOpen = { name: 'y', namespace_id: group.id, visibility: 'public' };
    expect((await call('POST', '/projects', carol, tooOpen)).body).toEqual({
      message: { visibility_level: ['public is not allowed since the parent group has a private visibility.'] },
    });
  });

  test.each(['project.row_written', 'project.repository_made', 'project.before_ready'])(
    'a crash at %s is finished by the job',
    async (point) => {
      const ctx = contextOf(app, ada);
      armFailpoints(`${point}:1:throw`);
      const path = point.replace(/\W/g, '-');
      await expect(createProjectOperation(ctx, { path, withReadme: true })).rejects.toThrow('failpoint');
      armFailpoints(undefined);
      const before = await call('GET', `/projects/ada%2F${path}`, ada);
      expect((await projectById(app.platform.db, before.body.id))?.repository_state).toBe('creating');
      await app.runJobs();
      const after = await call('GET', `/projects/ada%2F${path}`, ada);
      expect(after.body).toMatchObject({ id: before.body.id, empty_repo: false, default_branch: 'main' });
      expect(after.body.readme_url).toContain('README.md');
    },
  );
});

describe('seeing', () => {
  test('hidden is the same as absent', async () => {
    const project = await createProject(app, { owner: ada.user, visibility: 'private', path: 'hidden' });
    for (const who of [null, bob]) {
      const hidden = await call('GET', `/projects/${project.id}`, who);
      const absent = await call('GET', '/projects/99999999', who);
      expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Project Not Found' }]);
      expect([absent.status, absent.body]).toEqual([hidden.status, hidden.body]);
    }
    expect((await call('GET', `/projects/ada%2Fhidden`, root)).status).toBe(200);
  });

  test('lists, counts and searches hold only what may be seen', async () => {
    const dora = await createUser(app, { username: 'dora' });
    const external = await createUser(app, { isExternal: true });
    for (const visibility of ['private', 'internal', 'public'] as const) {
      await createProject(app, { owner: dora.user, visibility, path: `seen-${visibility}` });
    }
    const names = async (who: TestUser | null) => {
      const answer = await call('GET', '/projects?search=seen-&order_by=path&sort=asc', who);
      expect(answer.headers['x-total']).toBe(String(answer.body.length));
      return answer.body.map((project: { path: string }) => project.path);
    };
    expect(await names(null)).toEqual(['seen-public']);
    expect(await names(external)).toEqual(['seen-public']);
    expect(await names(bob)).toEqual(['seen-internal', 'seen-public']);
    expect(await names(dora)).toEqual(['seen-internal', 'seen-private', 'seen-public']);
    expect(await names(root)).toHaveLength(3);
    const user = await call('GET', '/users/dora/projects?simple=true', null);
    expect(user.body.map((project: { path: string }) => project.path)).toEqual(['seen-public']);
  });

  test('filters narrow by membership, role, star, ownership and topic', async () => {
    const eve = await createUser(app, { username: 'eve' });
    const mine = await createProject(app, { owner: eve.user, path: 'eve-own', columns: { topics: ['tools'] } });
    const theirs = await createProject(app, { owner: ada.user, path: 'eve-helps' });
    await addMember(app, { project: theirs, user: eve.user, level: 30 });
    const paths = async (query: string) =>
      (await call('GET', `/projects?order_by=id&sort=asc&${query}`, eve)).body.map(
        (each: { path: string }) => each.path,
      );
    expect(await paths('membership=true')).toEqual(['eve-own', 'eve-helps']);
    expect(await paths('owned=true')).toEqual(['eve-own']);
    expect(await paths('min_access_level=40')).toEqual(['eve-own']);
    expect(await paths('membership=true&min_access_level=30&archived=false')).toHaveLength(2);
    expect(await paths('topic=tools')).toEqual(['eve-own']);
    expect((await call('POST', `/projects/${theirs.id}/star`, eve)).body.star_count).toBe(1);
    expect((await call('POST', `/projects/${theirs.id}/star`, eve)).status).toBe(304);
    expect(await paths('starred=true')).toEqual(['eve-helps']);
    const starredBy = async (as: TestUser | null, query = '') =>
      (await call('GET', `/users/${eve.user.id}/starred_projects${query}`, as)).body.map(
        (each: { path: string }) => each.path,
      );
    expect([await starredBy(eve), await starredBy(bob)]).toEqual([['eve-helps'], ['eve-helps']]);
    // Of hers those that the reader starred as well.
    const both = await createProject(app, { owner: bob.user, path: 'starred-by-both' });
    const his = await createProject(app, { owner: bob.user, path: 'starred-by-bob' });
    await call('POST', `/projects/${both.id}/star`, eve);
    for (const { id } of [both, his]) await call('POST', `/projects/${id}/star`, bob);
    expect((await starredBy(bob)).toSorted()).toEqual(['eve-helps', 'starred-by-both']);
    expect(await starredBy(bob, '?starred=true')).toEqual(['starred-by-both']);
    expect((await call('POST', `/projects/${theirs.id}/unstar`, eve)).body.star_count).toBe(0);
    expect((await call('POST', `/projects/${theirs.id}/unstar`, eve)).status).toBe(304);
    expect((await call('POST', `/projects/${mine.id}/star`, null)).status).toBe(401);
    expect((await call('GET', '/projects?membership=true', null)).body).toEqual([]);
  });

  test('keyset pages are walked by the link alone', async () => {
    const seen: number[] = [];
    let url = '/projects?pagination=keyset&order_by=id&sort=asc&per_page=2&membership=true';
    for (let page = 0; page < 50 && url; page++) {
      const answer = await call('GET', url, ada);
      expect(answer.headers['x-total']).toBeUndefined();
      seen.push(...answer.body.map((each: { id: number }) => each.id));
      const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
      url = next ? next.slice(next.indexOf('/projects')) : '';
    }
    const all = await call('GET', '/projects?membership=true&per_page=100&order_by=id&sort=asc', ada);
    expect(seen).toEqual(all.body.map((each: { id: number }) => each.id));
    expect((await call('GET', '/projects?pagination=keyset&order_by=name', ada)).status).toBe(405);
    expect((await call('GET', '/projects?page=501&per_page=100', ada)).status).toBe(200);
    expect((await call('GET', '/projects?page=502&per_page=100', ada)).status).toBe(405);
  });

  test('languages count bytes of code and follow the branch', async () => {
    const files = {
      'a.ts': 'x'.repeat(300),
      'b.py': 'y'.repeat(100),
      'node_modules/c.js': 'z'.repeat(900),
      'd.txt': 'prose',
    };
    const project = await createProject(app, { owner: ada.user, files });
    expect((await call('GET', `/projects/${project.id}/languages`, null)).body).toEqual({ TypeScript: 75, Python: 25 });
    await project.repository.commit({ files: { 'b.py': null } });
    expect((await call('GET', `/projects/${project.id}/languages`, null)).body).toEqual({ TypeScript: 100 });
  });

  test('statistics are for reporters and up', async () => {
    const project = await createProject(app, { owner: ada.user, files: { a: '1' } });
    expect((await call('GET', `/projects/${project.id}?statistics=true`, bob)).body.statistics).toBeUndefined();
    expect((await call('GET', `/projects/${project.id}?statistics=true`, ada)).body.statistics).toMatchObject({
      commit_count: 1,
    });
  });
});

describe('changing', () => {
  test('maintainers change settings; only owners change address and visibility', async () => {
    const group = await createGroup(app, { owner: ada.user });
    const project = await createProject(app, { owner: ada.user, group, files: { a: '1' } });
    await addMember(app, { project, user: bob.user, level: 40 });
    const changed = await call('PUT', `/projects/${project.id}`, bob, {
      name: 'Renamed',
      description: 'New words',
      merge_method: 'ff',
      squash_option: 'always',
      only_allow_merge_if_all_discussions_are_resolved: true,
      remove_source_branch_after_merge: false,
      topics: ['one', 'two'],
      forking_access_level: 'private',
    });
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      description: 'New words',
      merge_method: 'ff',
      squash_option: 'always',
      only_allow_merge_if_all_discussions_are_resolved: true,
      remove_source_branch_after_merge: false,
      topics: ['one', 'two'],
      forking_access_level: 'private',
    });
    const set = (body: Record<string, unknown>) => call('PUT', `/projects/${project.id}`, bob, body);
    expect(await set({ merge_trains_enabled: true })).toMatchObject({
      status: 400,
      body: { message: { merge_trains_enabled: [expect.stringContaining('merge_pipelines_enabled')] } },
    });
    const trains = { merge_pipelines_enabled: true, merge_trains_enabled: true, merge_trains_skip_train_allowed: true };
    expect((await set(trains)).body).toMatchObject(trains);
    expect((await set({ merge_pipelines_enabled: false })).body).toMatchObject({ merge_trains_enabled: false });
    const pipelines = { only_allow_merge_if_pipeline_succeeds: true, allow_merge_on_skipped_pipeline: true };
    expect((await set(pipelines)).body).toMatchObject(pipelines);
    expect((await call('PUT', `/projects/${project.id}`, bob, { path: 'elsewhere' })).status).toBe(403);
    expect((await call('PUT', `/projects/${project.id}`, bob, { visibility: 'private' })).status).toBe(403);
    expect((await call('PUT', `/projects/${project.id}`, bob, { default_branch: 'none' })).body).toEqual({
      message: { base: ["Could not set the default branch. Do you have a branch named 'none' in your repository?"] },
    });
    const stranger = await createUser(app);
    expect((await call('PUT', `/projects/${project.id}`, stranger, { name: 'x' })).status).toBe(403);
    expect((await call('PUT', `/projects/${project.id}`, null, { name: 'x' })).status).toBe(401);
  });

  test('settings of features that are not here are accepted, and the answer says what is true', async () => {
    const made = await call('POST', '/projects', ada, { name: 'Declared', wiki_enabled: true, lfs_enabled: true });
    expect(made).toMatchObject({ status: 201, body: { wiki_enabled: false, lfs_enabled: false, jobs_enabled: true } });
    const changed = await call('PUT', `/projects/${made.body.id}`, ada, {
      build_timeout: 3600,
      snippets_access_level: 'enabled',
      approvals_before_merge: 2,
      mirror: true,
      lfs_enabled: true,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { snippets_access_level: 'disabled', mirror: false },
    });
  });

  test('templates and switches are stored and answered; an empty template is none', async () => {
    const project = await createProject(app, { owner: ada.user });
    const templates = {
      merge_commit_template: '%{title}',
      squash_commit_template: '%{title} (%{reference})',
      issues_template: '## Steps',
      merge_requests_template: '## Why',
      issue_branch_template: '%{id}',
      merge_request_title_regex: '^[A-Z]+-\\d+: ',
      merge_request_title_regex_description: 'Such as ABC-1: Fix it',
    };
    const put = (body: object) => call('PUT', `/projects/${project.id}`, ada, { ...body });
    const on = await put({ ...templates, autoclose_referenced_issues: false, emails_disabled: true });
    const stored = { ...templates, autoclose_referenced_issues: false, emails_disabled: true, emails_enabled: false };
    expect(on).toMatchObject({ status: 200, body: stored });
    const page = await pageCaller(() => app)(`/${project.full_path}/-/issues/new`, ada);
    expect(page.body.data.description).toBe('## Steps');
    const off = await put({ merge_commit_template: '', issues_template: null, emails_enabled: true });
    expect(off.body).toMatchObject({ merge_commit_template: null, issues_template: null, emails_disabled: false });
    expect((await put({ merge_commit_template: 'x'.repeat(501) })).status).toBe(400);
    // A pattern of titles stands with its description, and neither without the other.
    expect((await put({ merge_request_title_regex: '' })).status).toBe(400);
    expect((await put({ merge_request_title_regex: '(' })).body.message.merge_request_title_regex).toEqual([
      'is not a valid regular expression',
    ]);
    const none = { merge_request_title_regex: '', merge_request_title_regex_description: '' };
    expect((await put(none)).body.merge_request_title_regex).toBeNull();
  });

  test('an old address leads to the new one, for those who may see it', async () => {
    const project = await createProject(app, { owner: ada.user, path: 'before', visibility: 'private' });
    expect((await call('PUT', `/projects/${project.id}`, ada, { path: 'after' })).body.path_with_namespace).toBe(
      'ada/after',
    );
    const moved = await call('GET', '/projects/ada%2Fbefore/members?per_page=5', ada);
    expect([moved.status, moved.headers['location']]).toEqual([
      301,
      `${app.platform.config.url}/api/v4/projects/${project.id}/members?per_page=5`,
    ]);
    expect((await call('PUT', '/projects/ada%2Fbefore', ada, { name: 'x' })).status).toBe(405);
    expect((await call('GET', '/projects/ada%2Fbefore', bob)).body).toEqual({ message: '404 Project Not Found' });
    const page = await (await app.server()).inject({ url: '/-/page/ada/before', headers: ada.headers });
    expect(page.headers['location']).toBe('/-/page/ada/after');
    // The address can be used again, and then is no redirect any more.
    const next = await call('POST', '/projects', ada, { path: 'before' });
    expect((await call('GET', '/projects/ada%2Fbefore', ada)).body.id).toBe(next.body.id);
    expect((await call('PUT', `/projects/${project.id}`, ada, { path: 'before' })).body.message.path).toEqual([
      'has already been taken',
    ]);
  });

  test('a transfer needs rights on both sides, a free path and a visible enough place', async () => {
    const target = await createGroup(app, { owner: ada.user, path: 'target', visibility: 'internal' });
    const project = await createProject(app, { owner: ada.user, path: 'mover', visibility: 'public' });
    const url = `/projects/${project.id}/transfer`;
    const foreign = await createGroup(app, { owner: bob.user, path: 'foreign' });
    expect((await call('PUT', url, ada, { namespace: 'foreign' })).status).toBe(403);
    expect((await call('PUT', url, bob, { namespace: foreign.id })).status).toBe(403);
    expect((await call('PUT', url, ada, { namespace: 'nowhere' })).status).toBe(404);
    expect((await call('PUT', url, ada, { namespace: 'ada' })).body).toEqual({
      message: 'Project is already in this namespace.',
    });
    expect((await call('PUT', url, ada, { namespace: 'target' })).body.message.visibility_level).toHaveLength(1);
    await call('PUT', `/projects/${project.id}`, ada, { visibility: 'internal' });
    const moved = await call('PUT', url, ada, { namespace: 'target' });
    expect(moved.body.path_with_namespace).toBe('target/mover');
    expect((await call('GET', '/projects/ada%2Fmover', ada)).status).toBe(301);
    const twin = await createProject(app, { owner: ada.user, path: 'mover', visibility: 'internal' });
    expect((await call('PUT', `/projects/${twin.id}/transfer`, ada, { namespace: target.id })).status).toBe(400);
  });

  test('an archived project can only be read, brought back or removed', async () => {
    const project = await createProject(app, { owner: ada.user, path: 'old-times' });
    expect((await call('POST', `/projects/${project.id}/archive`, bob)).status).toBe(403);
    expect((await call('POST', `/projects/${project.id}/archive`, ada)).body.archived).toBe(true);
    expect((await call('POST', `/projects/${project.id}/archive`, ada)).status).toBe(201);
    expect((await call('PUT', `/projects/${project.id}`, ada, { name: 'x' })).body).toEqual({
      message: 'This project is archived and cannot be changed.',
    });
    expect(
      (await call('POST', `/projects/${project.id}/members`, ada, { user_id: bob.user.id, access_level: 30 })).status,
    ).toBe(403);
    expect((await call('PUT', `/projects/${project.id}/transfer`, ada, { namespace: 'target' })).status).toBe(403);
    expect((await call('GET', '/projects?archived=true&search=old-times', ada)).body).toHaveLength(1);
    expect((await call('GET', '/projects?archived=false&search=old-times', ada)).body).toHaveLength(0);
    expect((await call('POST', `/projects/${project.id}/unarchive`, ada)).body.archived).toBe(false);
    expect((await call('PUT', `/projects/${project.id}`, ada, { name: 'x' })).status).toBe(200);
  });

  test('a removed project is gone at once, and its repository soon', async () => {
    const project = await createProject(app, { owner: ada.user, path: 'doomed', files: { a: '1' } });
    await addMember(app, { project, user: bob.user, level: 40 });
    expect((await call('DELETE', `/projects/${project.id}`, bob)).status).toBe(403);
    expect(await call('DELETE', `/projects/${project.id}`, ada)).toMatchObject({
      status: 202,
      body: { message: '202 Accepted' },
    });
    expect((await call('GET', `/projects/${project.id}`, bob)).status).toBe(404);
    expect((await call('GET', '/projects?search=doomed', ada)).body).toEqual([]);
    armFailpoints('project.repository_removed:1:throw');
    await expect(app.runJobs()).rejects.toThrow('failpoint');
    armFailpoints(undefined);
    for (const person of [ada, root]) {
      const gone = await call('GET', `/projects/${project.id}`, person);
      expect([gone.status, gone.body.message]).toEqual([404, '404 Project Not Found']);
    }
    await removeProjectJob.run(app.system, { projectId: project.id });
    expect(await projectById(app.platform.db, project.id)).toBeUndefined();
    expect(existsSync(app.platform.repositories.directory(project.id))).toBe(false);
    expect((await call('POST', '/projects', ada, { path: 'doomed' })).status).toBe(201);
  });
});

test('who starred, who contributed, and moving into a group, by the addresses that clients use', async () => {
  const shy = await createUser(app);
  const project = await createProject(app, { owner: ada.user, path: 'starry', visibility: 'public' });
  for (const person of [bob, shy]) await call('POST', `/projects/${project.id}/star`, person);
  await app.system.db.updateTable('users').set({ private_profile: true }).where('id', '=', shy.user.id).execute();
  const starrers = async (as: TestUser) => (await call('GET', `/projects/${project.id}/starrers`, as)).body;
  expect((await starrers(ada)).map((each: { user: { id: number } }) => each.user.id)).toEqual([bob.user.id]);
  expect(await starrers(shy)).toHaveLength(2);
  expect(await starrers(root)).toHaveLength(2);
  const contributed = async (as: TestUser) =>
    (await call('GET', `/users/${bob.user.id}/contributed_projects`, as)).body.map((each: { id: number }) => each.id);
  expect(await contributed(ada)).not.toContain(project.id);
  const event = { project_id: project.id, author_id: bob.user.id, action: 'joined', ability: 'read_project' };
  await insertUserEvents(app.system.db, [event as Parameters<typeof insertUserEvents>[1][number]]);
  expect(await contributed(ada)).toContain(project.id);
  const group = await createGroup(app, { owner: ada.user });
  const move = (as: TestUser) => call('POST', `/groups/${group.id}/projects/${project.id}`, as);
  expect((await move(bob)).status).toBe(403);
  expect(await move(ada)).toMatchObject({ status: 201, body: { id: group.id } });
  expect((await call('GET', `/projects/${project.id}`, ada)).body.namespace.id).toBe(group.id);
});
