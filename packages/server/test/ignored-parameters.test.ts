import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, rootUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let root: TestUser;
let project: BuiltProject;
let groupId: number;
let requestPath: string;
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer, root] = [await createUser(app), await createUser(app), await rootUser(app)];
  const group = await createGroup(app, { owner: owner.user });
  groupId = group.id;
  project = await createProject(app, { owner: owner.user, group, files: { 'a.txt': 'one\n' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  const row = await createMergeRequest(app, { project, author: developer });
  requestPath = `/projects/${project.id}/merge_requests/${row.iid}`;
});
afterAll(() => app.close());

describe('what has no meaning here is taken and changes nothing', () => {
  test.each([
    ['/groups?with_custom_attributes=true', 1],
    ['/projects?with_custom_attributes=1&include_hidden=true&repository_storage=default', 1],
    ['/users?skip_ldap=true&with_custom_attributes=no&without_projects=false', 3],
    ['/todos?pagination=keyset', 0],
  ])('GET %s', async (path, count) => {
    const { status, body } = await call('GET', path, root);
    expect([status, body.length]).toEqual([200, count]);
  });

  test.each([
    '/projects?imported=true',
    '/projects?marked_for_deletion_on=2026-01-01',
    '/projects?repository_checksum_failed=true',
    '/users?extern_uid=1&provider=ldap',
    '/users?exclude_humans=true',
    '/users?auditors=true',
    '/merge_requests?scope=all&environment=production',
    '/merge_requests?scope=all&approver_ids[]=1',
    '/merge_requests?scope=all&deployed_after=2020-01-01',
  ])('GET %s finds what is there: nothing', async (path) => {
    const { status, body } = await call('GET', path, root);
    expect([status, body]).toEqual([200, []]);
  });

  test('unknown names are ignored and named, also below others and where nothing is taken', async () => {
    const list = await call('GET', '/projects?with_custom_atributes=true&a%0d%0ab=1', root);
    expect([list.status, list.headers['x-ignored-parameters']]).toEqual([200, 'with_custom_atributes, a__b']);
    const none = await call('GET', `/projects/${project.id}/languages?order_by=id`, root);
    expect([none.status, none.headers['x-ignored-parameters']]).toEqual([200, 'order_by']);
    const commit = await call('POST', `/projects/${project.id}/repository/commits`, owner, {
      branch: 'main',
      commit_message: 'Two',
      actions: ['b.txt', 'c.txt'].map((path) => ({ action: 'create', file_path: path, content: '', mood: 'good' })),
    });
    expect([commit.status, commit.headers['x-ignored-parameters']]).toEqual([201, 'actions.mood']);
    expect((await call('GET', '/projects', root)).headers).not.toHaveProperty('x-ignored-parameters');
  });

  test('pages refuse unknown names', async () => {
    const server = await app.server();
    const url = `/${project.full_path}/notes`;
    const payload = { target_type: 'merge_request', target_id: 1, note: { note: 'x', mood: 'good' } };
    const answer = await server.inject({ method: 'POST', url, headers: owner.headers, payload });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('unknown fields: mood')]);
  });

  test('a blank text where it makes no sense counts as left out', async () => {
    const made = await call('POST', '/projects', owner, {
      name: 'Blank',
      path: ' ',
      default_branch: '',
      visibility: '',
    });
    expect(made).toMatchObject({ status: 201, body: { path: 'blank', default_branch: 'main', visibility: 'private' } });
    const draft = { note: 'x', in_reply_to_discussion_id: '', position: '', commit_id: '', resolve_discussion: '' };
    expect((await call('POST', `${requestPath}/draft_notes`, owner, draft)).status).toBe(201);
    const thread = { body: 'x', position: '', created_at: '' };
    expect((await call('POST', `${requestPath}/discussions`, owner, thread)).status).toBe(201);
    expect((await call('GET', '/projects?visibility=&owned=&id_after=0&updated_after=', owner)).status).toBe(200);
    expect((await call('GET', '/projects?id_before=0', owner)).body).toEqual([]);
  });

  test('a moment is taken as its day, and a file is answered as it is', async () => {
    const days = { title: 'Dated', start_date: '2030-01-01T23:59:59+02:00', due_date: '2030-02-01T00:00:00Z' };
    const milestone = await call('POST', `/projects/${project.id}/milestones`, owner, days);
    expect(milestone.body).toMatchObject({ start_date: '2030-01-01', due_date: '2030-02-01' });
    const issue = await call('POST', `/projects/${project.id}/issues`, owner, { title: 'x', due_date: days.due_date });
    expect(issue.body.due_date).toBe('2030-02-01');
    expect((await call('GET', `/projects/${project.id}/repository/files/a.txt/raw?lfs=true`, owner)).body).toBe(
      'one\n',
    );
  });

  test('the type of JSON is exactly that', async () => {
    expect((await call('GET', '/projects', root)).headers['content-type']).toBe('application/json');
    expect((await call('GET', '/projects/0', root)).headers['content-type']).toBe('application/json');
  });

  test('below groups and in one of them', async () => {
    for (const part of ['', '/subgroups', '/descendant_groups', '/projects']) {
      expect((await call('GET', `/groups/${groupId}${part}?with_custom_attributes=true`, owner)).status).toBe(200);
    }
  });

  test('settings of groups, users, members and webhooks', async () => {
    const group = await call('PUT', `/groups/${groupId}`, owner, {
      description: 'Ours',
      lfs_enabled: true,
      project_creation_level: 'maintainer',
    });
    expect(group.body).toMatchObject({ description: 'Ours', project_creation_level: 'developer' });
    expect(group.headers).not.toHaveProperty('x-ignored-parameters');
    const strict = await call('PUT', `/groups/${groupId}`, owner, { require_two_factor_authentication: true });
    expect([strict.status, strict.body.error]).toEqual([
      400,
      'require_two_factor_authentication does not have a valid value',
    ]);
    const made = await call('POST', '/users', root, {
      email: 'new@example.test',
      name: 'New',
      username: 'newcomer',
      password: 'correct-horse-battery',
      projects_limit: 10,
      note: 'x',
      theme_id: 3,
    });
    expect(made.status).toBe(201);
    expect((await call('PUT', `/users/${made.body.id}`, root, { name: 'Newer', github: 'x' })).body.name).toBe('Newer');
    expect((await call('DELETE', `/users/${made.body.id}?hard_delete=false`, root)).status).toBe(204);
    const member = await call('PUT', `/projects/${project.id}/members/${developer.user.id}`, owner, {
      access_level: 30,
      member_role_id: 4,
    });
    expect([member.status, member.body.access_level]).toEqual([200, 30]);
    const hook = await call('POST', `/projects/${project.id}/hooks`, owner, {
      url: 'https://hooks.example.test/x',
      signing_token: 'secret',
    });
    expect([hook.status, hook.body.signing_token_present]).toEqual([201, false]);
    const wish = { show_whitespace_in_diffs: false, pass_user_identities_to_ci_jwt: true };
    const preferences = await call('PUT', '/user/preferences', owner, wish);
    expect(preferences.body).toMatchObject({ show_whitespace_in_diffs: false, pass_user_identities_to_ci_jwt: false });
  });
});

describe('merge requests and notes', () => {
  test('collaboration means nothing inside one project, a milestone is found by its title', async () => {
    await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'One' });
    const changed = await call('PUT', requestPath, developer, {
      allow_collaboration: true,
      approvals_before_merge: 2,
      milestone: 'One',
    });
    expect(changed.body.milestone.title).toBe('One');
    expect(changed.body.allow_collaboration ?? false).toBe(false);
    expect((await call('PUT', requestPath, developer, { milestone: 'Two' })).status).toBe(400);
    expect((await call('PUT', requestPath, developer, { milestone: '' })).body.milestone).toBeNull();
  });

  test('only owners say when a note was written', async () => {
    const note = { body: 'Old', created_at: '2020-02-03T04:05:06Z' };
    const old = await call('POST', `${requestPath}/notes`, owner, note);
    expect(old.body.created_at).toBe('2020-02-03T04:05:06.000Z');
    const now = await call('POST', `${requestPath}/notes`, developer, note);
    expect(now.status).toBe(201);
    expect(now.body.created_at).not.toMatch(/^2020/);
    const thread = await call('POST', `${requestPath}/discussions`, owner, note);
    expect(thread.body.notes[0].created_at).toBe('2020-02-03T04:05:06.000Z');
    const reply = { body: 'Reply', note_id: 999 };
    expect((await call('POST', `${requestPath}/discussions/${thread.body.id}/notes`, owner, reply)).status).toBe(201);
  });
});

test('forks are filtered as other projects', async () => {
  const fork = await createProject(app, { owner: developer.user, columns: { forked_from_id: project.id } });
  const path = `/projects/${project.id}/forks`;
  expect((await call('GET', `${path}?owned=true&simple=true`, developer)).body).toMatchObject([{ id: fork.id }]);
  expect((await call('GET', `${path}?owned=true`, owner)).body).toEqual([]);
  expect((await call('GET', `${path}?search=${fork.path}&search_namespaces=true`, owner)).body).toHaveLength(1);
});

test('what only repeats the address is taken with it', async () => {
  const note = await call('POST', `${requestPath}/notes`, owner, {
    body: 'Once',
    merge_request_iid: 1,
    id: project.id,
  });
  expect([note.status, note.body.body]).toEqual([201, 'Once']);
  const label = await call('POST', `/projects/${project.id}/labels`, owner, {
    project_id: project.id,
    name: 'repeated',
    color: '#123456',
  });
  expect([label.status, label.body.name]).toEqual([201, 'repeated']);
  const file = { branch: 'main', commit_message: 'Change it', content: 'two\n', commit_id: 'a'.repeat(40) };
  expect((await call('PUT', `/projects/${project.id}/repository/files/a.txt`, owner, file)).status).toBe(200);
});

test('a project has no address for SSH, said with a text', async () => {
  expect((await call('GET', `/projects/${project.id}`, owner)).body.ssh_url_to_repo).toBe('');
});

test('projects and groups are searched at both addresses that clients know', async () => {
  const word = 'scope=projects&search=zzz';
  for (const place of [`/projects/${project.id}`, `/groups/${groupId}`]) {
    const [one, other] = [
      await call('GET', `${place}/search?${word}`, owner),
      await call('GET', `${place}/-/search?${word}`, owner),
    ];
    expect([other.status, other.body]).toEqual([one.status, one.body]);
    expect(one.status).not.toBe(404);
  }
});
