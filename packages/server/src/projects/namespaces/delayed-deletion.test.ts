import { restGroup } from '@tributary/contract/projects/namespaces.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, rootUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { deleteOverdueJob } from '../lifecycle/delete-overdue.ts';
import { deleteProject } from '../lifecycle/operations/delete-project.ts';
import { lockGroupGates, shareGates } from '../merge-gates/gate-store.ts';
import { createGroup, createProject } from '../testing.ts';
import { deleteGroup } from './operations/delete-group.ts';

let app: TestApp;
let ada: TestUser;
let root: TestUser;
const call = restCaller(() => app);
const page = pageCaller(() => app);
const setPeriod = (days: number) => call('PUT', '/application/settings', root, { deletion_adjourned_period: days });
const markedOn = async (path: string) => (await call('GET', path, ada)).body.marked_for_deletion_on;
const status = async (path: string) => (await call('GET', path, ada)).status;

beforeAll(async () => {
  app = await createTestApp();
  ada = await createUser(app, { username: 'ada' });
  root = await rootUser(app);
});
afterAll(() => app.close());

describe('archived groups', () => {
  test('everything below is read-only, and what was archived by itself stays so afterwards', async () => {
    const group = await createGroup(app, { owner: ada.user, path: 'resting' });
    const inner = await createGroup(app, { parent: group, path: 'inner' });
    const project = await createProject(app, { owner: ada.user, group: inner, path: 'gate' });
    const own = await createProject(app, {
      owner: ada.user,
      group,
      path: 'old',
      columns: { archived_at: new Date(0) },
    });
    const archived = await call('POST', `/groups/${group.id}/archive`, ada);
    expect([archived.status, restGroup.parse(archived.body).archived]).toEqual([201, true]);
    const refused = await call('POST', '/projects', ada, { path: 'more', namespace_id: inner.id });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('This group is archived')]);
    for (const [method, path, body] of [
      ['PUT', `/groups/${inner.id}`, { name: 'Other' }],
      ['POST', `/groups/${group.id}/labels`, { name: 'new', color: '#ff0000' }],
      ['PUT', `/projects/${project.id}`, { description: 'x' }],
      ['POST', `/projects/${project.id}/issues`, { title: 'x' }],
      ['POST', `/groups/${inner.id}/transfer`, {}],
    ] as const) {
      expect([path, (await call(method, path, ada, body)).status]).toEqual([path, 403]);
    }
    expect((await call('GET', `/projects/${project.id}`, ada)).body).toMatchObject({ archived: true });
    expect((await call('GET', `/groups/${group.id}/descendant_groups?active=true`, ada)).body).toEqual([]);
    const shown = await page(`/resting/inner/gate`, ada);
    expect(shown.body.data.project.readOnly).toEqual({
      kind: 'archived',
      group: { name: group.name, fullPath: 'resting' },
      deletedOn: null,
    });
    // A merge below holds its gates: the group waits for it with one lock, however many projects there are.
    const held = await app.system.db.transaction().execute(async (tx) => {
      await shareGates(tx, project.id);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
      const isFree = await app.system.db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '100ms'`.execute(other);
        return lockGroupGates(other, group.id).then(() => true, () => false);
      }); // prettier-ignore
      return [rows[0]?.count, isFree];
    });
    expect(held).toEqual([3, false]);
    const back = await call('POST', `/groups/${group.id}/unarchive`, ada);
    expect([back.status, back.body.archived]).toEqual([201, false]);
    const states = [project, own].map(async ({ id }) => (await call('GET', `/projects/${id}`, ada)).body.archived);
    expect(await Promise.all(states)).toEqual([false, true]);
    expect((await call('POST', `/projects/${project.id}/issues`, ada, { title: 'x' })).status).toBe(201);
  });
});

describe('delayed deletion', () => {
  test('a deleted project waits, is read-only, can be restored, and goes when its time is over', async () => {
    expect((await setPeriod(91)).status).toBe(400);
    expect((await setPeriod(7)).body.deletion_adjourned_period).toBe(7);
    const { id, path } = await createProject(app, { owner: ada.user, path: 'waiting' });
    const early = await call('DELETE', `/projects/${id}?permanently_remove=true&full_path=ada/waiting`, ada);
    expect([early.status, early.body.message]).toEqual([400, expect.stringContaining('marked for deletion')]);
    expect((await call('DELETE', `/projects/${id}`, ada)).status).toBe(202);
    const today = app.system.clock.now().toISOString().slice(0, 10);
    expect(await markedOn(`/projects/${id}`)).toBe(today);
    expect((await call('GET', `/projects?marked_for_deletion_on=${today}`, ada)).body).toMatchObject([{ path }]);
    expect((await call('PUT', `/projects/${id}`, ada, { description: 'x' })).status).toBe(403);
    const edit = await page('/ada/waiting/-/edit', ada);
    expect(edit.body.data).toMatchObject({
      can: { restore: true, archive: false, update: false },
      readOnly: { kind: 'deletion', group: null, deletedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      deletionPeriodDays: 7,
    });
    await deleteOverdueJob.run(app.system, {});
    const restored = await call('POST', `/projects/${id}/restore`, ada);
    expect([restored.status, restored.body.marked_for_deletion_on]).toEqual([201, null]);
    expect((await call('POST', `/projects/${id}/restore`, ada)).status).toBe(400);
    expect((await call('PUT', `/projects/${id}`, ada, { description: 'x' })).status).toBe(200);

    await call('DELETE', `/projects/${id}`, ada);
    const longAgo = new Date(app.system.clock.now().getTime() - 8 * 24 * 60 * 60_000);
    const { db } = app.system;
    await db.updateTable('projects').set({ marked_for_deletion_at: longAgo }).where('id', '=', id).execute();
    await deleteOverdueJob.run(app.system, {});
    expect(await status(`/projects/${id}`)).toBe(404);
    await setPeriod(0);
  });

  test('what is restored while the overdue ones are deleted stays, and one that fails stops no other', async () => {
    await setPeriod(7);
    const { db } = app.system;
    const longAgo = new Date(app.system.clock.now().getTime() - 8 * 24 * 60 * 60_000);
    const columns = { marked_for_deletion_at: longAgo };
    const { id: broken } = await createProject(app, { owner: ada.user, path: 'broken', columns });
    const { id: gone } = await createProject(app, { owner: ada.user, path: 'gone', columns });
    const { id: kept } = await createProject(app, { owner: ada.user, path: 'kept' });
    const group = await createGroup(app, { owner: ada.user, path: 'kept-group' });
    await call('DELETE', `/projects/${kept}`, ada);
    const remove = () => [
      deleteProject(app.system, { projectId: kept, overdueSince: longAgo }),
      deleteGroup(app.system, { groupId: group.id, overdueSince: longAgo }),
    ];
    await Promise.all(remove());
    await call('POST', `/projects/${kept}/restore`, ada);
    await Promise.all(remove());
    await sql`create function refuse_deletion() returns trigger language plpgsql as $$ begin
      if new.deleting_since is not null and new.id = ${sql.lit(broken)} then raise exception 'refused'; end if;
      return new; end $$`.execute(db);
    await sql`create trigger refuse_deletion before update on projects for each row execute function refuse_deletion()`.execute(
      db,
    );
    await deleteOverdueJob.run(app.system, {});
    await sql`drop trigger refuse_deletion on projects`.execute(db);
    expect(await Promise.all([broken, kept, gone].map((id) => status(`/projects/${id}`)))).toEqual([200, 200, 404]);
    expect(await status(`/groups/${group.id}`)).toBe(200);
    await setPeriod(0);
  });

  test('a deleted group takes its projects with it and gives them back', async () => {
    await setPeriod(1);
    const group = await createGroup(app, { owner: ada.user, path: 'leaving' });
    const project = await createProject(app, { owner: ada.user, group, path: 'gate' });
    await call('DELETE', `/groups/${group.id}`, ada);
    expect(await markedOn(`/groups/${group.id}`)).toEqual(expect.any(String));
    expect((await call('POST', `/projects/${project.id}/issues`, ada, { title: 'x' })).status).toBe(403);
    const restored = await call('POST', `/groups/${group.id}/restore`, ada);
    expect([restored.status, restored.body.marked_for_deletion_on]).toEqual([201, null]);
    expect((await call('POST', `/projects/${project.id}/issues`, ada, { title: 'x' })).status).toBe(201);

    await call('DELETE', `/groups/${group.id}`, ada);
    const finish = `/groups/${group.id}?permanently_remove=true`;
    expect((await call('DELETE', finish, ada)).status).toBe(400);
    expect((await call('DELETE', `${finish}&full_path=leaving`, ada)).status).toBe(202);
    expect([await status(`/groups/${group.id}`), await status(`/projects/${project.id}`)]).toEqual([404, 404]);
    await setPeriod(0);
  });
});
