import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createUser, rootUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { sql } from '../src/platform/db/database.ts';
import { armFailpoints } from '../src/platform/failpoints.ts';
import { addMember, createGroup, createProject } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { firstOf } from '../testing/sampled.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let root: TestUser;
const call = restCaller(() => app);
const remove = (who: TestUser) => call('DELETE', `/users/${who.user.id}`, root);

beforeAll(async () => {
  app = await createTestApp();
  root = await rootUser(app);
});
afterEach(() => armFailpoints(undefined));
afterAll(() => app.close());

test('what a deleted user wrote stays by the ghost; what is their own goes', async () => {
  const [owner, leaver, other] = [
    await createUser(app),
    await createUser(app, { username: 'leaver' }),
    await createUser(app),
  ];
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: leaver.user, level: 40 });
  const request = await createMergeRequest(app, { project, author: leaver });
  const url = `/projects/${project.id}/merge_requests/${request.iid}`;
  const note = await call('POST', `${url}/notes`, leaver, { body: 'Looks right to me' });
  expect(note.status).toBe(201);
  const thread = await call('POST', `${url}/discussions`, other, { body: 'Why?' });
  await call('PUT', `${url}/discussions/${thread.body.id}`, leaver, { resolved: true });
  await call('POST', `/projects/${project.id}/star`, leaver);
  await call('PUT', '/user/status', leaver, { message: 'Leaving' });
  const associations = `/users/${leaver.user.id}/associations_count`;
  expect((await call('GET', associations, leaver)).body).toEqual({
    groups_count: 0,
    projects_count: 1,
    issues_count: 0,
    merge_requests_count: 1,
  });
  expect((await call('GET', associations, root)).body).toMatchObject({ merge_requests_count: 1 });
  expect((await call('GET', associations, other)).status).toBe(403);
  expect((await remove(leaver)).status).toBe(204);
  expect((await call('GET', associations, root)).status).toBe(404);

  const ghost = { username: 'ghost', name: 'Ghost User' };
  expect((await call('GET', url, owner)).body).toMatchObject({ author: ghost, state: 'opened' });
  expect((await call('GET', `${url}/notes/${note.body.id}`, owner)).body).toMatchObject({
    body: 'Looks right to me',
    author: ghost,
  });
  const resolved = await call('GET', `${url}/discussions/${thread.body.id}`, owner);
  expect(resolved.body.notes[0]).toMatchObject({ resolved: true, resolved_by: ghost });
  expect((await call('GET', `/projects/${project.id}`, owner)).body.star_count).toBe(0);
  expect((await call('GET', `/projects/${project.id}/members`, owner)).body).toHaveLength(1);
  expect((await call('GET', '/user', leaver)).status).toBe(401);
  expect((await call('GET', '/users/leaver/status', owner)).status).toBe(404);
  expect((await call('GET', '/users?username=leaver', owner)).body).toEqual([]);
  // The name is free again, and nothing of the one before belongs to the next.
  const next = await createUser(app, { username: 'leaver' });
  expect((await call('GET', '/merge_requests?scope=created_by_me', next)).body).toEqual([]);
});

test('no column names someone who is not there, and nothing of the account is left', async () => {
  const person = await createUser(app);
  const group = await createGroup(app, { owner: root.user });
  await addMember(app, { group, user: person.user, level: 50 });
  await call('POST', `/groups/${group.id}/members`, person, { username: 'leaver', access_level: 10 });
  expect((await remove(person)).status).toBe(204);
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(app.platform.db);
  expect(rows.length).toBeGreaterThan(20);
  for (const { table_name: table, column_name: column } of rows) {
    const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${person.user.id}`.execute(
      app.platform.db,
    );
    expect([table, column, found.rows.length]).toEqual([table, column, 0]);
  }
});

test('who left nothing wakes no ghost', async () => {
  const fresh = await createTestApp();
  const [admin, nobody] = [await rootUser(fresh), await createUser(fresh)];
  const server = await fresh.server();
  const url = `/api/v4/users/${nobody.user.id}`;
  expect((await server.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode).toBe(204);
  const kinds = await fresh.platform.db.selectFrom('users').select('kind').execute();
  expect(kinds.map((row) => row.kind)).toEqual(['human']);
  await fresh.close();
});

const STOPS = [
  ['user.removal_step:1', 2_501],
  ['user.removal_begun:1', 4_501],
  ['user.removal_step:2', 501],
] as const;

test.each(firstOf(1, STOPS))(
  'somebody with very much work is deleted in steps; stopped at %s a job goes on',
  async (stop, left) => {
    const [owner, writer] = [await createUser(app), await createUser(app)];
    const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
    await addMember(app, { project, user: writer.user, level: 40 });
    await call('POST', `/projects/${project.id}/star`, writer);
    const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Long' })).body;
    const note = (await call('POST', `/projects/${project.id}/issues/${issue.iid}/notes`, writer, { body: 'Much' }))
      .body;
    const { db } = app.platform;
    await sql`insert into notes (discussion_id, noteable_type, noteable_id, project_id, author_id, type, body, body_html, html_version)
      select discussion_id, noteable_type, noteable_id, project_id, author_id, type, body, body_html, html_version
      from notes, generate_series(1, 4500) where id = ${note.id}`.execute(db);
    const ofWriter = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from notes where author_id = ${writer.user.id}`.execute(db);
      return rows[0]?.count;
    };
    armFailpoints(`${stop}:throw`);
    expect((await remove(writer)).status).toBe(500);
    armFailpoints(undefined);
    expect(await ofWriter()).toBe(left);
    // Nothing is open to them any more, and nobody brings them back.
    expect((await call('GET', '/user', writer)).status).toBe(401);
    expect((await call('POST', `/users/${writer.user.id}/unblock`, root)).status).toBe(403);
    await app.runJobs();
    await app.runJobs();
    expect(await ofWriter()).toBe(0);
    expect((await call('GET', `/users/${writer.user.id}`, root)).status).toBe(404);
    expect((await call('GET', `/projects/${project.id}`, owner)).body.star_count).toBe(0);
    const told = await call('GET', `/projects/${project.id}/issues/${issue.iid}/notes/${note.id}`, owner);
    expect(told.body).toMatchObject({ body: 'Much', author: { username: 'ghost' } });
    const deeds = await sql<{ actor_id: number }>`
      select actor_id from audit_events where action = 'user.deleted' and target_id = ${String(writer.user.id)}`.execute(
      db,
    );
    expect(deeds.rows).toEqual([{ actor_id: root.user.id }]);
  },
);

test('who owns something hands it over first', async () => {
  const [owner, last] = [await createUser(app), await createUser(app)];
  const project = await createProject(app, { owner: owner.user });
  const group = await createGroup(app, { owner: last.user });
  for (const who of [owner, last]) {
    expect(await remove(who)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Transfer ownership first') },
    });
  }
  await addMember(app, { group, user: owner.user, level: 50 });
  expect((await remove(last)).status).toBe(204);
  expect((await call('PUT', `/projects/${project.id}/transfer`, root, { namespace: group.full_path })).status).toBe(
    200,
  );
  expect((await remove(owner)).status).toBe(409);
});

test('the ghost is one, cannot act, and cannot be deleted', async () => {
  const makers = await Promise.all([createUser(app), createUser(app)]);
  for (const maker of makers) {
    const project = await createProject(app, { owner: root.user, files: { 'a.txt': 'a\n' } });
    await addMember(app, { project, user: maker.user, level: 40 });
    await createMergeRequest(app, { project, author: maker });
  }
  expect((await Promise.all(makers.map(remove))).map((answer) => answer.status)).toEqual([204, 204]);
  const ghosts = await app.platform.db.selectFrom('users').selectAll().where('kind', '=', 'ghost').execute();
  expect(ghosts).toHaveLength(1);
  const id = ghosts[0]?.id ?? 0;
  expect((await call('DELETE', `/users/${id}`, root)).status).toBe(403);
  const token = { name: 'x', scopes: ['api'] };
  expect((await call('POST', `/users/${id}/personal_access_tokens`, root, token)).status).toBe(403);
  const sudo = { headers: { ...root.headers, sudo: 'ghost' } };
  expect((await call('GET', '/user', sudo)).status).toBeGreaterThanOrEqual(400);
  expect((await call('GET', '/users?exclude_internal=true&username=ghost', root)).body).toEqual([]);
  expect((await call('GET', '/search?scope=users&search=ghost', root)).body).toEqual([]);
});

test('hard_delete takes what the user wrote, and the projects and groups that are theirs alone', async () => {
  const [owner, leaver] = [await createUser(app), await createUser(app)];
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: leaver.user, level: 40 });
  const own = await createProject(app, { owner: leaver.user });
  const group = await createGroup(app, { owner: leaver.user });
  const request = await createMergeRequest(app, { project, author: leaver });
  const at = `/projects/${project.id}`;
  const theirs = (await call('POST', `${at}/issues`, leaver, { title: 'Theirs' })).body;
  const other = (await call('POST', `${at}/issues`, owner, { title: 'Other' })).body;
  const note = (await call('POST', `${at}/issues/${other.iid}/notes`, leaver, { body: 'Away with it' })).body;
  const archived = await createProject(app, { owner: owner.user });
  await addMember(app, { project: archived, user: leaver.user, level: 40 });
  const kept = (await call('POST', `/projects/${archived.id}/issues`, leaver, { title: 'Stays' })).body;
  await call('POST', `/projects/${archived.id}/archive`, owner);

  const url = `/users/${leaver.user.id}`;
  expect((await call('DELETE', `${url}?hard_delete=true`, owner)).status).toBe(403);
  armFailpoints('user.removal_step:2:throw');
  expect((await call('DELETE', `${url}?hard_delete=true`, root)).status).toBe(500);
  armFailpoints(undefined);
  await app.runJobs();
  expect((await call('GET', url, root)).status).toBe(404);
  const gone = [
    `/projects/${own.id}`,
    `/groups/${group.id}`,
    `${at}/merge_requests/${request.iid}`,
    `${at}/issues/${theirs.iid}`,
    `${at}/issues/${other.iid}/notes/${note.id}`,
  ];
  for (const path of gone) expect([path, (await call('GET', path, root)).status]).toEqual([path, 404]);
  // What may not be deleted has an author still.
  expect((await call('GET', `/projects/${archived.id}/issues/${kept.iid}`, owner)).body).toMatchObject({
    title: 'Stays',
    author: { username: 'ghost' },
  });
});
