import { restHook, restGroupHook } from '@tributary/contract/projects/hooks.ts';
import type { HookPageData, HooksPageData } from '@tributary/contract/projects/page.ts';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { emit } from '../platform/events.ts';
import { armFailpoints } from '../platform/failpoints.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../projects/testing.ts';
import { expireDeliveriesJob } from './jobs/expire-deliveries.ts';

const ZEROS = '0'.repeat(40);
let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let receiver: Server;
let base = '';
let received: { url: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
let answer = { status: 200, body: 'fine', headers: {} as Record<string, string> };
const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body: text === '' ? {} : JSON.parse(text) });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await createTestApp({ outboundAllowList: ['127.0.0.1'] });
  [owner, developer] = [await createUser(app, { username: 'owner' }), await createUser(app)];
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
});
afterEach(() => {
  received = [];
  answer = { status: 200, body: 'fine', headers: {} };
  armFailpoints(undefined);
});

async function project(): Promise<BuiltProject> {
  const made = await createProject(app, { owner: owner.user, files: { 'a.txt': '1' } });
  await addMember(app, { project: made, user: developer.user, level: 30 });
  return made;
}

async function hook(of: BuiltProject, settings: Record<string, unknown> = {}): Promise<number> {
  const made = await call('POST', `/projects/${of.id}/hooks`, owner, { url: `${base}/in`, ...settings });
  expect(made.status).toBe(201);
  return made.body.id as number;
}

let pushes = 0;

/** The event as a push writes it; returns the new commit. */
async function push(
  to: BuiltProject,
  branch = 'main',
  files: Record<string, string> = { 'b.txt': String(pushes) },
): Promise<string> {
  pushes += 1;
  const oldSha = await to.repository.git('rev-parse', '--verify', '-q', `refs/heads/${branch}`).catch(() => ZEROS);
  const newSha = await to.repository.commit({ branch, files, message: `Push ${pushes}` });
  const row = await app.platform.db
    .insertInto('push_events')
    .values({
      project_id: to.id,
      push_key: crypto.randomUUID(),
      ref: `refs/heads/${branch}`,
      old_sha: oldSha || ZEROS,
      new_sha: newSha,
      action: 'updated',
      commit_count: 1,
      actor_id: owner.user.id,
      commit_title: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emit(app.system, 'push.received', {
    pushEventId: row.id,
    projectId: to.id,
    ref: `refs/heads/${branch}`,
    refKind: 'branch',
    name: branch,
    oldSha: oldSha || ZEROS,
    newSha,
    actorId: owner.user.id,
    action: 'updated',
    isForced: false,
    commitCount: 1,
  });
  return newSha;
}

test('a hook of a group is sent the events of the projects in it and below, and of no other', async () => {
  const group = await createGroup(app, { owner: owner.user });
  const inner = await createGroup(app, { parent: group });
  const [inside, outside] = [
    await createProject(app, { owner: owner.user, group: inner, files: { 'a.txt': '1' } }),
    await project(),
  ];
  const url = `/groups/${group.id}/hooks`;
  expect((await call('POST', url, developer, { url: `${base}/group` })).status).toBe(403);
  const made = await call('POST', url, owner, { url: `${base}/group`, token: 'very-secret', subgroup_events: true });
  expect(made.status).toBe(201);
  expect(restGroupHook.parse(made.body)).toMatchObject({
    group_id: group.id,
    push_events: true,
    subgroup_events: true,
  });
  expect((await call('GET', url, owner)).body).toHaveLength(1);
  expect((await call('GET', `/projects/${inside.id}/hooks/${made.body.id}`, owner)).status).toBe(404);
  await push(inside);
  await push(outside);
  await app.runJobs();
  expect(received.map(({ body }) => body['project_id'])).toEqual([inside.id]);
  expect(received[0]?.headers).toMatchObject({ 'x-gitlab-token': 'very-secret', 'x-gitlab-event': 'Push Hook' });
  const shown = await page(`/groups/${group.full_path}/-/hooks/${made.body.id}`, owner);
  expect(shown.body.data).toMatchObject({ scope: 'group', deliveries: [{ status: 200 }] });
  expect((await call('POST', `${url}/${made.body.id}/test/push_events`, owner)).status).toBe(201);
  expect(received).toHaveLength(2);
  expect((await call('PUT', `${url}/${made.body.id}`, owner, { note_events: true })).body.note_events).toBe(true);
  expect((await call('DELETE', `${url}/${made.body.id}`, developer)).status).toBe(403);
  expect((await call('DELETE', `${url}/${made.body.id}`, owner)).status).toBe(204);
});

test('a hook of a group is sent changes of its members, subgroups and projects, and not of itself', async () => {
  const group = await createGroup(app, { owner: owner.user, path: 'announced' });
  const events = { push_events: false, member_events: true, subgroup_events: true, project_events: true };
  const made = await call('POST', `/groups/${group.id}/hooks`, owner, { url: `${base}/group`, ...events });
  const inner = (await call('POST', '/groups', owner, { name: 'Inner', path: 'inner', parent_id: group.id })).body;
  const tool = (await call('POST', '/projects', owner, { name: 'Tool', namespace_id: inner.id })).body;
  const members = `/groups/${inner.id}/members`;
  const user = { user_id: developer.user.id };
  await call('POST', members, owner, { ...user, access_level: 20, expires_at: '2099-01-31' });
  await app.runJobs();
  await call('PUT', `${members}/${developer.user.id}`, owner, { access_level: 40 });
  await call('DELETE', `${members}/${developer.user.id}`, owner);
  await call('DELETE', `/projects/${tool.id}`, owner);
  await app.runJobs();
  await call('DELETE', `/groups/${inner.id}`, owner);
  await app.runJobs();
  const sent = new Map(received.map(({ headers, body }) => [body['event_name'], { headers, body }]));
  expect(new Map([...sent].map(([name, { headers }]) => [name, headers['x-gitlab-event']]))).toEqual(
    new Map([
      ['project_create', 'Project Hook'],
      ['project_destroy', 'Project Hook'],
      ['subgroup_create', 'Subgroup Hook'],
      ['subgroup_destroy', 'Subgroup Hook'],
      ['user_add_to_group', 'Member Hook'],
      ['user_remove_from_group', 'Member Hook'],
      ['user_update_for_group', 'Member Hook'],
    ]),
  );
  expect(sent.get('user_add_to_group')?.body).toMatchObject({
    user_id: developer.user.id,
    group_id: inner.id,
    group_access: 'Reporter',
    user_email: '[REDACTED]',
    expires_at: '2099-01-31T00:00:00Z',
  });
  expect(sent.get('subgroup_destroy')?.body).toMatchObject({ full_path: 'announced/inner', parent_group_id: group.id });
  expect(sent.get('project_create')?.body).toMatchObject({
    path_with_namespace: 'announced/inner/tool',
    project_id: tool.id,
  });
  const shown = await page(`/groups/${group.full_path}/-/hooks/${made.body.id}`, owner);
  expect(shown.body.data.hook.events).toEqual(['member_events', 'subgroup_events', 'project_events']);

  // Who asks for a role, and whose request is denied.
  received.length = 0;
  await call('POST', `/groups/${group.id}/access_requests`, developer);
  await call('DELETE', `/groups/${group.id}/access_requests/${developer.user.id}`, owner);
  await app.runJobs();
  expect(received.map(({ body }) => body['event_name'])).toEqual([
    'user_access_request_to_group',
    'user_access_request_denied_for_group',
  ]);
  expect(received[0]?.body).toMatchObject({ user_id: developer.user.id, group_id: group.id, user_email: '[REDACTED]' });
  expect(received[0]?.headers['x-gitlab-event']).toBe('Member Hook');

  // Each kind of event has an example.
  received.length = 0;
  await call('POST', '/groups', owner, { name: 'Next', path: 'next', parent_id: group.id });
  await createProject(app, { owner: owner.user, group, files: { 'a.txt': '1' } });
  await app.runJobs();
  received.length = 0;
  for (const trigger of ['member_events', 'subgroup_events', 'project_events'])
    expect((await call('POST', `/groups/${group.id}/hooks/${made.body.id}/test/${trigger}`, owner)).status).toBe(201);
  expect(received.map(({ body }) => body['event_name'])).toEqual([
    'user_add_to_group',
    'subgroup_create',
    'project_create',
  ]);
});

describe('keeping webhooks', () => {
  test('secrets go in and never come out, not even in the database', async () => {
    const of = await project();
    const made = await call('POST', `/projects/${of.id}/hooks`, owner, {
      url: `${base}/in`,
      name: 'CI',
      token: 'very-secret',
      custom_headers: [{ key: 'X-Auth', value: 'hidden-value' }],
      merge_requests_events: true,
      push_events_branch_filter: 'main',
    });
    expect(restHook.parse(made.body)).toMatchObject({
      name: 'CI',
      push_events: true,
      merge_requests_events: true,
      note_events: false,
      token_present: true,
      custom_headers: [{ key: 'X-Auth' }],
      alert_status: 'executable',
    });
    const one = await call('GET', `/projects/${of.id}/hooks/${made.body.id}`, owner);
    const rows = await app.platform.db.selectFrom('project_hooks').selectAll().where('id', '=', made.body.id).execute();
    const trail = await app.platform.db
      .selectFrom('audit_events')
      .selectAll()
      .where('target_type', '=', 'project')
      .where('target_id', '=', String(of.id))
      .execute();
    for (const text of [
      JSON.stringify(made.body),
      JSON.stringify(one.body),
      JSON.stringify(rows),
      JSON.stringify(trail),
    ]) {
      expect(text).not.toMatch(/very-secret|hidden-value/);
    }
    expect(trail.map((event) => event.action)).toEqual(['hook.created']);
  });

  test('another address loses the secrets unless they come with it', async () => {
    const of = await project();
    const id = await hook(of, { token: 'abc', custom_headers: [{ key: 'X-A', value: 'b' }] });
    const url = `/projects/${of.id}/hooks/${id}`;
    expect((await call('PUT', url, owner, { name: 'Renamed', note_events: true })).body).toMatchObject({
      token_present: true,
      note_events: true,
    });
    expect(
      (await call('PUT', url, owner, { custom_headers: [{ key: 'X-A' }, { key: 'X-C', value: 'd' }] })).body
        .custom_headers,
    ).toEqual([{ key: 'X-A' }, { key: 'X-C' }]);
    expect((await call('PUT', url, owner, { url: `${base}/other` })).body).toMatchObject({
      token_present: false,
      custom_headers: [],
    });
    expect((await call('PUT', url, owner, { url: `${base}/third`, token: 'new' })).body.token_present).toBe(true);
    expect((await call('PUT', url, owner, { token: '' })).body.token_present).toBe(false);
    expect((await call('DELETE', url, owner)).status).toBe(204);
    expect((await call('GET', url, owner)).status).toBe(404);
  });

  test('events that are not sent here are stored, and so is whether they are wanted', async () => {
    const of = await project();
    const id = await hook(of, { pipeline_events: true, emoji_events: true, member_events: true });
    const url = `/projects/${of.id}/hooks/${id}`;
    const stored = { pipeline_events: true, emoji_events: true, member_events: true, job_events: false };
    expect(restHook.parse((await call('GET', url, owner)).body)).toMatchObject(stored);
    const changed = await call('PUT', url, owner, { emoji_events: false, url: `${base}/other` });
    expect(changed.body).toMatchObject({ ...stored, emoji_events: false });
  });

  test('milestones and reactions are told to those who want them', async () => {
    const of = await project();
    await hook(of, { push_events: false, milestone_events: true, emoji_events: true });
    const url = `/projects/${of.id}`;
    const milestone = await call('POST', `${url}/milestones`, owner, { title: 'v1' });
    for (const state_event of ['close', 'activate'])
      await call('PUT', `${url}/milestones/${milestone.body.id}`, owner, { state_event });
    await call('PUT', `${url}/milestones/${milestone.body.id}`, owner, { title: 'v2' });
    await call('DELETE', `${url}/milestones/${milestone.body.id}`, owner);
    const open = await call('POST', `${url}/issues`, owner, { title: 'Open' });
    const hidden = await call('POST', `${url}/issues`, owner, { title: 'Hidden', confidential: true });
    const at = `${url}/issues/${open.body.iid}`;
    const note = await call('POST', `${at}/notes`, owner, { body: 'Hello' });
    const given = await call('POST', `${at}/award_emoji`, owner, { name: 'thumbsup' });
    await call('DELETE', `${at}/award_emoji/${given.body.id}`, owner);
    await call('POST', `${at}/notes/${note.body.id}/award_emoji`, owner, { name: 'tada' });
    await call('POST', `${url}/issues/${hidden.body.iid}/award_emoji`, owner, { name: 'tada' });
    await app.runJobs();
    const sent = received.map(({ headers, body }) => ({ event: headers['x-gitlab-event'], body }));
    const [milestones, reactions] = ['Milestone Hook', 'Emoji Hook'].map((name) =>
      sent.filter(({ event }) => event === name),
    );
    expect(milestones?.map(({ body }) => body['action'])).toEqual(['create', 'close', 'reopen', 'delete']);
    expect(milestones?.at(-1)?.body).toMatchObject({
      object_kind: 'milestone',
      project: { id: of.id },
      object_attributes: { title: 'v2', state: 'active', project_id: of.id },
    });
    expect(reactions?.map(({ body }) => body)).toMatchObject([
      {
        object_kind: 'emoji',
        event_type: 'award',
        user: { username: 'owner' },
        object_attributes: { name: 'thumbsup', awardable_type: 'Issue', awardable_id: open.body.id, action: 'award' },
        issue: { id: open.body.id },
      },
      { event_type: 'revoke', object_attributes: { id: given.body.id, action: 'revoke' } },
      { object_attributes: { awardable_type: 'Note', awardable_id: note.body.id }, note: { note: 'Hello' } },
    ]);
  });

  test('the status of a pipeline is told when it changes', async () => {
    const of = await project();
    await hook(of, { push_events: false, pipeline_events: true, job_events: true });
    for (const state of ['pending', 'running', 'running', 'success'])
      await call('POST', `/projects/${of.id}/statuses/main`, owner, { state, name: 'build', coverage: 75 });
    await app.runJobs();
    const sent = received.filter(({ headers }) => headers['x-gitlab-event'] === 'Pipeline Hook');
    expect(sent).toHaveLength(received.length);
    expect(sent.map(({ body }) => body)).toMatchObject(
      ['pending', 'running', 'success'].map((status) => ({
        object_kind: 'pipeline',
        object_attributes: { status, source: 'external', ref: 'main', stages: ['external'] },
        project: { id: of.id },
        user: { username: 'owner' },
      })),
    );
  });

  test('releases are told when they are created, changed and deleted', async () => {
    const of = await project();
    const id = await hook(of, { push_events: false, releases_events: true });
    await call('POST', `/projects/${of.id}/releases`, owner, { tag_name: 'v1', ref: 'main', description: 'First' });
    await app.runJobs();
    expect((await call('POST', `/projects/${of.id}/hooks/${id}/test/releases_events`, owner)).status).toBe(201);
    await call('PUT', `/projects/${of.id}/releases/v1`, owner, { name: 'One' });
    await app.runJobs();
    await call('DELETE', `/projects/${of.id}/releases/v1`, owner);
    await app.runJobs();
    const told = received.map(({ headers, body }) => [headers['x-gitlab-event'], body.action, body.name, body.tag]);
    expect(told).toEqual(
      [
        ['create', 'v1'],
        ['create', 'v1'],
        ['update', 'One'],
        ['delete', 'One'],
      ].map(([action, name]) => ['Release Hook', action, name, 'v1']),
    );
    expect(received.at(-1)?.body).toMatchObject({
      object_kind: 'release',
      project: { id: of.id },
      assets: { count: 4 },
    });
  });

  test('the status of a deployment is told when it changes', async () => {
    const of = await project();
    const id = await hook(of, { push_events: false, deployment_events: true });
    const sha = (await of.repository.git('rev-parse', 'main')).trim();
    const fields = { environment: 'staging', sha, ref: 'main', tag: false, status: 'running' };
    const made = await call('POST', `/projects/${of.id}/deployments`, owner, fields);
    await call('PUT', `/projects/${of.id}/deployments/${made.body.id}`, owner, { status: 'success' });
    await app.runJobs();
    expect(received.map(({ headers, body }) => [headers['x-gitlab-event'], body])).toMatchObject(
      ['running', 'success'].map((status) => [
        'Deployment Hook',
        {
          object_kind: 'deployment',
          status,
          deployment_id: made.body.id,
          deployable_id: null,
          environment: 'staging',
          environment_tier: 'staging',
          short_sha: sha.slice(0, 8),
          project: { id: of.id },
          user: { username: 'owner' },
        },
      ]),
    );
    expect((await call('POST', `/projects/${of.id}/hooks/${id}/test/deployment_events`, owner)).status).toBe(201);
  });

  test('parts of the address and single headers are secret, and sent', async () => {
    const of = await project();
    const id = await hook(of, { url: `${base}/in/{token}`, url_variables: [{ key: 'token', value: 'hidden' }] });
    const url = `/projects/${of.id}/hooks/${id}`;
    const put = (path: string, value: string) => call('PUT', `${url}/${path}`, owner, { value });
    expect((await put('url_variables/region', 'eu')).status).toBe(204);
    expect((await put('url_variables/token', 'secret')).status).toBe(204);
    expect((await put('custom_headers/X-Auth', 'alpha')).status).toBe(204);
    expect((await put('custom_headers/X-Other', 'beta')).status).toBe(204);
    expect((await call('DELETE', `${url}/custom_headers/X-Other`, owner)).status).toBe(204);
    expect((await call('DELETE', `${url}/url_variables/none`, owner)).status).toBe(404);
    expect((await put('custom_headers/Host', 'x')).status).toBe(400);
    expect((await call('PUT', `${url}/url_variables/token`, developer, { value: 'x' })).status).toBe(403);
    const shown = await call('GET', url, owner);
    expect(shown.body).toMatchObject({
      url: `${base}/in/{token}`,
      url_variables: [{ key: 'region' }, { key: 'token' }],
      custom_headers: [{ key: 'X-Auth' }],
    });
    expect((await call('POST', `${url}/test/push_events`, owner)).status).toBe(201);
    expect(received.map((each) => [each.url, each.headers['x-auth']])).toEqual([['/in/secret', 'alpha']]);
    const rows = await app.platform.db.selectFrom('project_hooks').selectAll().where('id', '=', id).execute();
    const sent = await call('GET', `${url}/events`, owner);
    expect(JSON.stringify([shown.body, rows, sent.body])).not.toMatch(/hidden|secret|alpha/);
    // Whoever names another server does not take the secrets there.
    const moved = await call('PUT', url, owner, { url: `${base}/{token}` });
    expect(moved.body).toMatchObject({ url_variables: [], custom_headers: [] });
  });

  test.each([
    [{ url: 'https://{host}/x' }, { url: ['is blocked: variables are allowed only after the host'] }],
    [{ url: 'https://e.org', url_variables: [{ key: '1', value: 'x' }] }, { url_variables: [expect.any(String)] }],
    [{ url: 'http://localhost/x' }, { url: ['is blocked: it points to an internal address'] }],
    [{ url: 'http://10.0.0.1/' }, { url: ['is blocked: it points to an internal address'] }],
    [{ url: 'http://[::ffff:169.254.169.254]/' }, { url: ['is blocked: it points to an internal address'] }],
    [{ url: 'ftp://example.org/' }, { url: ['is blocked: only HTTP and HTTPS are allowed'] }],
    [{ url: 'nonsense' }, { url: ['is blocked: it is not a URL'] }],
    [
      { url: 'https://e.org', token: 'a\r\nX-Evil: 1' },
      { token: ['contains characters that are not allowed in a header'] },
    ],
    [
      { url: 'https://e.org', custom_headers: [{ key: 'Host', value: 'x' }] },
      { custom_headers: [expect.stringContaining('set by this server')] },
    ],
    [
      { url: 'https://e.org', custom_headers: [{ key: 'X-A', value: 'b\nc' }] },
      { custom_headers: [expect.any(String)] },
    ],
    [
      { url: 'https://e.org', branch_filter_strategy: 'regex', push_events_branch_filter: '(' },
      { push_events_branch_filter: [expect.any(String)] },
    ],
  ])('%j is refused', async (input, message) => {
    const of = await project();
    expect(await call('POST', `/projects/${of.id}/hooks`, owner, input)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  test('only maintainers see and keep them', async () => {
    const of = await project();
    const id = await hook(of);
    for (const [who, status] of [
      [developer, 403],
      [null, 401],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', `/${id}`],
        ['POST', ''],
        ['PUT', `/${id}`],
        ['DELETE', `/${id}`],
        ['GET', `/${id}/events`],
        ['POST', `/${id}/test/push_events`],
      ] as const) {
        const body = method === 'POST' && path === '' ? { url: `${base}/x` } : undefined;
        expect([method, path, (await call(method, `/projects/${of.id}/hooks${path}`, who, body)).status]).toEqual([
          method,
          path,
          status,
        ]);
      }
    }
    const other = await project();
    expect((await call('GET', `/projects/${other.id}/hooks/${id}`, owner)).status).toBe(404);
  });
});

describe('telling of a push', () => {
  test('the request carries the documented headers and body', async () => {
    const of = await project();
    await hook(of, { token: 'tok', custom_headers: [{ key: 'X-Team', value: 'blue' }] });
    const sha = await push(of, 'main', { 'new.txt': 'n', 'a.txt': '2' });
    await app.runJobs();
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-token': 'tok',
      'x-team': 'blue',
      'x-gitlab-instance': app.platform.config.url,
      'user-agent': expect.stringMatching(/^Tributary\//),
    });
    const uuid = /^[0-9a-f-]{36}$/;
    expect(
      [headers['x-gitlab-event-uuid'], headers['x-gitlab-webhook-uuid']].every((each) => uuid.test(String(each))),
    ).toBe(true);
    expect(headers['idempotency-key']).toContain(String(headers['x-gitlab-event-uuid']));
    expect(body).toMatchObject({
      object_kind: 'push',
      ref: 'refs/heads/main',
      after: sha,
      checkout_sha: sha,
      user_username: 'owner',
      project_id: of.id,
      project: { path_with_namespace: of.full_path, default_branch: 'main', visibility_level: 20 },
      total_commits_count: 1,
      commits: [{ id: sha, added: ['new.txt'], modified: ['a.txt'], removed: [], url: expect.stringContaining(sha) }],
    });
    expect(JSON.stringify(body)).not.toContain('@example.test');
  });

  test('only hooks that want it and whose filter lets it pass are told', async () => {
    const of = await project();
    await hook(of, { url: `${base}/main`, push_events_branch_filter: 'main' });
    await hook(of, { url: `${base}/rel`, push_events_branch_filter: 'release/*' });
    await hook(of, { url: `${base}/re`, push_events_branch_filter: '^rel', branch_filter_strategy: 'regex' });
    await hook(of, { url: `${base}/none`, push_events: false, note_events: true });
    await push(of, 'release/1');
    await app.runJobs();
    expect(received.map((each) => each.url).toSorted()).toEqual(['/re', '/rel']);
  });

  test('an event that is handled twice, or whose worker dies, is told with the same id', async () => {
    const of = await project();
    const id = await hook(of);
    armFailpoints('hook.sent:1:throw');
    await push(of);
    await expect(app.runJobs()).rejects.toThrow('failpoint');
    armFailpoints(undefined);
    const waiting = await app.platform.db.selectFrom('hook_deliveries').selectAll().where('hook_id', '=', id).execute();
    expect(waiting.map((each) => each.state)).toEqual(['waiting']);
    const { deliverJob } = await import('./deliver.ts');
    await deliverJob.run(app.system, { deliveryId: waiting[0]!.id });
    await deliverJob.run(app.system, { deliveryId: waiting[0]!.id });
    expect(received).toHaveLength(2);
    expect(received[0]!.headers['x-gitlab-event-uuid']).toBe(received[1]!.headers['x-gitlab-event-uuid']);
    const { registeredJobs } = await import('../platform/jobs.ts');
    const event = await app.platform.db
      .selectFrom('outbox_events')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await registeredJobs().get('event:push.received:hooks')?.run(app.system, { eventId: event.id });
    await app.runJobs();
    expect(received).toHaveLength(2);
  });

  test('a failure is tried again, then given up; every attempt is in the log', async () => {
    const of = await project();
    const id = await hook(of, { token: 'not-in-log', custom_headers: [{ key: 'X-K', value: 'not-in-log' }] });
    answer = { status: 500, body: 'no <b>luck</b>\u0000', headers: { 'x-why': 'because' } };
    await push(of);
    await app.runJobs();
    expect(received).toHaveLength(5);
    expect(new Set(received.map((each) => each.headers['idempotency-key'])).size).toBe(1);
    const log = await call('GET', `/projects/${of.id}/hooks/${id}/events`, owner);
    expect(log.body).toHaveLength(5);
    expect(log.body[0]).toMatchObject({
      response_status: '500',
      response_body: 'no <b>luck</b>\uFFFD',
      trigger: 'push_events',
    });
    expect(log.body[0].request_headers).toMatchObject({ 'x-gitlab-token': '[removed]', 'X-K': '[removed]' });
    expect(JSON.stringify(log.body)).not.toContain('not-in-log');
    const shown = await call('GET', `/projects/${of.id}/hooks/${id}`, owner);
    expect(shown.body).toMatchObject({ alert_status: 'temporarily_disabled', disabled_until: expect.any(String) });
    answer = { status: 200, body: '', headers: {} };
    await push(of);
    await app.runJobs();
    expect((await call('GET', `/projects/${of.id}/hooks/${id}`, owner)).body.alert_status).toBe('executable');
  });

  test('after many failures the hook is switched off with its reason, and a change brings it back', async () => {
    const of = await project();
    const id = await hook(of);
    await app.platform.db.updateTable('project_hooks').set({ consecutive_failures: 39 }).where('id', '=', id).execute();
    answer = { status: 404, body: '', headers: {} };
    await push(of);
    await app.runJobs();
    expect(received).toHaveLength(1);
    const view = await page(`/${of.full_path}/-/hooks`, owner);
    const data = view.body.data as HooksPageData;
    expect(data.hooks[0]).toMatchObject({
      status: 'disabled',
      statusReason: '40 deliveries in a row failed. Last error: The response status was 404.',
    });
    await push(of);
    await app.runJobs();
    expect(received).toHaveLength(1);
    await call('PUT', `/projects/${of.id}/hooks/${id}`, owner, { name: 'again' });
    answer.status = 200;
    await push(of);
    await app.runJobs();
    expect(received).toHaveLength(2);
  });

  test('an address that leads inside is refused at the time of the call too', async () => {
    const of = await project();
    const id = await hook(of);
    await app.platform.db.updateTable('project_hooks').set({ url: 'http://[::1]:9/' }).where('id', '=', id).execute();
    await push(of);
    await app.runJobs();
    const log = await call('GET', `/projects/${of.id}/hooks/${id}/events`, owner);
    expect(log.body[0].response_status).toContain('internal address');
  });

  test('the log is kept for 30 days', async () => {
    const of = await project();
    const id = await hook(of);
    await push(of);
    await app.runJobs();
    app.clock.advance(31 * 86_400_000);
    await expireDeliveriesJob.run(app.system, {});
    expect((await call('GET', `/projects/${of.id}/hooks/${id}/events`, owner)).body).toEqual([]);
  });
});

describe('slow receivers', () => {
  test('hold up neither other hooks nor the work of the product', async () => {
    const held: (() => void)[] = [];
    let closed = 0;
    const slow = createServer((_request, response) => {
      held.push(() => response.end('late'));
      response.on('close', () => (closed += 1));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const [one, two] = [await project(), await project()];
    for (let count = 0; count < 6; count++) await hook(one, { url: slowUrl });
    await hook(two, { url: `${base}/fast` });
    await push(one);
    await push(one);
    await app.platform.jobs.start();
    try {
      await expect.poll(() => held.length).toBe(6);
      await push(two);
      await expect.poll(() => received.map((each) => each.url)).toEqual(['/fast']);
      // Nobody gave up on the slow ones. Deliveries of one hook wait for each other, so none is told of the second push yet.
      expect([held.length, closed]).toEqual([6, 0]);
      held.splice(0).forEach((release) => release());
      await expect.poll(() => held.length).toBe(6);
      held.splice(0).forEach((release) => release());
    } finally {
      await app.platform.jobs.stop();
      slow.closeAllConnections();
      slow.close();
    }
  });
});

describe('by hand', () => {
  test('a test sends the newest event; a delivery is sent again under its id', async () => {
    const of = await project();
    const id = await hook(of, { tag_push_events: true });
    const test = (trigger: string) => call('POST', `/projects/${of.id}/hooks/${id}/test/${trigger}`, owner);
    expect((await test('tag_push_events')).body.message).toContain('no data for this event yet');
    // Nobody pushed, but there is a branch: it is told of as if it had come just now.
    received = [];
    expect((await test('push_events')).status).toBe(201);
    const tip = await of.repository.git('rev-parse', 'main');
    expect(received).toMatchObject([
      { body: { after: tip, ref: 'refs/heads/main', total_commits_count: 1, commits: [{ id: tip }] } },
    ]);
    const sha = await push(of);
    await app.runJobs();
    received = [];
    expect((await call('POST', `/projects/${of.id}/hooks/${id}/test/push_events`, owner)).status).toBe(201);
    expect(received).toMatchObject([{ body: { after: sha } }]);
    const view = await page(`/${of.full_path}/-/hooks/${id}`, owner);
    const data = view.body.data as HookPageData;
    expect(data.deliveries).toHaveLength(3);
    expect(data.testTriggers.map((trigger) => trigger.key)).toContain('push_events');
    const server = await app.server();
    const detail = await server.inject({
      url: `${data.paths.deliveries}/${data.deliveries[1]!.id}`,
      headers: owner.headers,
    });
    expect(detail.json()).toMatchObject({
      state: 'succeeded',
      responseBody: 'fine',
      requestBody: expect.stringContaining(sha),
    });
    const again = await server.inject({ method: 'POST', url: detail.json().resendPath, headers: owner.headers });
    expect(again.json()).toMatchObject({ uuid: detail.json().uuid, state: 'succeeded' });
    expect(received).toHaveLength(2);
    const denied = await server.inject({ method: 'POST', url: detail.json().resendPath, headers: developer.headers });
    expect(denied.statusCode).toBe(403);
    await call('PUT', `/projects/${of.id}/hooks/${id}`, owner, { url: `${base}/elsewhere` });
    const moved = await server.inject({ method: 'POST', url: detail.json().resendPath, headers: owner.headers });
    expect(moved.statusCode).toBe(409);
    await app.runJobs();
    expect(received).toHaveLength(2);
    expect((await page(`/${of.full_path}/-/hooks/not-a-number`, owner)).status).toBe(404);
    expect((await page(`/${of.full_path}/-/hooks`, developer)).status).toBe(403);
  });
});
