import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { sql } from '../../platform/db/database.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { afterRefsMoved } from '../../repositories/index.ts';
import { createMergeRequest } from '../testing.ts';

/** Two who put someone on a thing at the same time: both are on it, whatever the interface. */

let app: TestApp;
let owner: TestUser;
let ann: TestUser;
let ben: TestUser;
let outsider: TestUser;
let project: BuiltProject;
const rest = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, ann, ben, outsider] = (await Promise.all(
    ['owner', 'ann', 'ben', 'out'].map((username) => createUser(app, { username })),
  )) as [TestUser, TestUser, TestUser, TestUser];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { a: 'a' } });
  for (const { user } of [ann, ben]) await addMember(app, { user, project, level: 30 });
});
afterAll(() => app.close());

type Thing = { table: 'issues' | 'merge_requests'; id: number; iid: number; api: string; branch: string };

async function issue(): Promise<Thing> {
  const { id, iid } = (await rest('POST', `/projects/${project.id}/issues`, owner, { title: 'Leak' })).body;
  await rest('PUT', `/projects/${project.id}/issues/${iid}`, owner, { assignee_ids: [owner.user.id] });
  return { table: 'issues', id, iid, api: `/projects/${project.id}/issues/${iid}`, branch: '' };
}

async function mergeRequest(): Promise<Thing> {
  const { id, iid, source_branch: branch } = await createMergeRequest(app, { project, author: owner });
  const api = `/projects/${project.id}/merge_requests/${iid}`;
  await rest('PUT', api, owner, { assignee_ids: [owner.user.id], reviewer_ids: [owner.user.id] });
  return { table: 'merge_requests', id, iid, api, branch };
}

/** Runs both while the row is held by someone else, until both have come to it. */
async function atOnce({ table, id }: Thing, works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const running: Promise<unknown>[] = [];
  await app.platform.db.transaction().execute(async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
    running.push(...works.map((work) => work()));
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.platform.db);
      return rows[0]?.count;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(works.length);
  });
  await Promise.all(running);
}

type Person = { username: string };
async function peopleOn({ api }: Thing): Promise<{ assignees: string[]; reviewers: string[] }> {
  const { body } = await rest('GET', api, owner);
  const names = (people: Person[] = []) => people.map(({ username }) => username).toSorted();
  return { assignees: names(body.assignees), reviewers: names(body.reviewers) };
}

const ALL = ['ann', 'ben', 'owner'];
const say = (thing: Thing, as: TestUser, body: string) => () => rest('POST', `${thing.api}/notes`, as, { body });

test('by commands on an issue: added to who is there, and taken off alone', async () => {
  const thing = await issue();
  await atOnce(thing, [say(thing, ann, '/assign @ann'), say(thing, ben, '/assign me')]);
  expect((await peopleOn(thing)).assignees).toEqual(ALL);
  await atOnce(thing, [say(thing, ann, '/unassign @owner'), say(thing, ben, '/unassign @ben')]);
  expect((await peopleOn(thing)).assignees).toEqual(['ann']);
  await rest('POST', `${thing.api}/notes`, ann, { body: '/reassign @ben' });
  expect((await peopleOn(thing)).assignees).toEqual(['ben']);
  await rest('POST', `${thing.api}/notes`, ann, { body: '/unassign' });
  expect((await peopleOn(thing)).assignees).toEqual([]);
});

test('by commands on a merge request: assignees and reviewers', async () => {
  const thing = await mergeRequest();
  await atOnce(thing, [say(thing, ann, '/assign @ann'), say(thing, ben, '/assign @ben')]);
  await atOnce(thing, [say(thing, ann, '/assign_reviewer @ann'), say(thing, ben, '/assign_reviewer @ben')]);
  expect(await peopleOn(thing)).toEqual({ assignees: ALL, reviewers: ALL });
  await atOnce(thing, [say(thing, ann, '/unassign_reviewer @ann'), say(thing, ben, '/unassign_reviewer @owner')]);
  expect((await peopleOn(thing)).reviewers).toEqual(['ben']);
});

test('as pages ask: who comes and who goes', async () => {
  const put = (thing: Thing, as: TestUser, fields: Record<string, unknown>) => () => rest('PUT', thing.api, as, fields);
  const [one, other] = [await issue(), await mergeRequest()];
  for (const thing of [one, other]) {
    const add = (as: TestUser) => put(thing, as, { add_assignee_ids: [as.user.id] });
    await atOnce(thing, [add(ann), add(ben)]);
    expect((await peopleOn(thing)).assignees).toEqual(ALL);
    const both = { add_assignee_ids: [], remove_assignee_ids: [owner.user.id] };
    await atOnce(thing, [put(thing, ann, both), put(thing, ben, { remove_assignee_ids: [ben.user.id] })]);
    expect((await peopleOn(thing)).assignees).toEqual(['ann']);
  }
  const review = (as: TestUser) => put(other, as, { add_reviewer_ids: [as.user.id], remove_reviewer_ids: [] });
  await atOnce(other, [review(ann), review(ben)]);
  expect((await peopleOn(other)).reviewers).toEqual(ALL);
  // A list of all still says who all there are.
  await put(one, ann, { assignee_ids: [ben.user.id], add_assignee_ids: [owner.user.id] })();
  expect((await peopleOn(one)).assignees).toEqual(['ben']);
  expect((await put(one, outsider, { add_assignee_ids: [outsider.user.id] })()).status).toBe(403);
  expect((await put(one, ann, { add_assignee_ids: ['-1'] })()).status).toBe(400);
});

test('by GraphQL, with APPEND and REMOVE; REPLACE says who all there are', async () => {
  const thing = await mergeRequest();
  const set = (kind: 'Assignees' | 'Reviewers', as: TestUser, names: string[], operationMode: string) => () => {
    const list = kind === 'Assignees' ? 'assigneeUsernames' : 'reviewerUsernames';
    const input = { projectPath: project.full_path, iid: String(thing.iid), [list]: names, operationMode };
    const query = `mutation($input: MergeRequestSet${kind}Input!) { mergeRequestSet${kind}(input: $input) { errors } }`;
    return ask(as, query, { input });
  };
  await atOnce(thing, [set('Assignees', ann, ['ann'], 'APPEND'), set('Assignees', ben, ['ben'], 'APPEND')]);
  await atOnce(thing, [set('Reviewers', ann, ['ann'], 'APPEND'), set('Reviewers', ben, ['ben'], 'APPEND')]);
  expect(await peopleOn(thing)).toEqual({ assignees: ALL, reviewers: ALL });
  await atOnce(thing, [set('Assignees', ann, ['ann'], 'REMOVE'), set('Assignees', ben, ['owner'], 'REMOVE')]);
  expect((await peopleOn(thing)).assignees).toEqual(['ben']);
  await set('Assignees', ann, ['owner'], 'REPLACE')();
  expect((await peopleOn(thing)).assignees).toEqual(['owner']);
});

test('by push options', async () => {
  const thing = await mergeRequest();
  const head = (await rest('GET', thing.api, owner)).body.sha;
  let key = 0;
  const push =
    (as: TestUser, ...pushOptions: string[]) =>
    async () => {
      const ctx = contextOf(app, as);
      const pushKey = `00000000-0000-4000-8000-${String((key += 1)).padStart(12, '0')}`;
      const move = { ref: `refs/heads/${thing.branch}`, oldSha: head, newSha: head };
      return afterRefsMoved(ctx, await getProjectAccess(ctx, project.id), [move], { pushKey, pushOptions });
    };
  await atOnce(thing, [push(ann, 'merge_request.assign=ann'), push(ben, 'merge_request.assign=ben')]);
  expect((await peopleOn(thing)).assignees).toEqual(ALL);
  await push(ann, 'merge_request.assign=ann', 'merge_request.unassign=owner')();
  expect((await peopleOn(thing)).assignees).toEqual(['ann', 'ben']);
});

test('an author who may not choose users takes themselves on and off, and nobody else', async () => {
  const thing = await mergeRequest();
  // As of a fork: its author has no role here.
  await app.platform.db
    .updateTable('merge_requests')
    .set({ author_id: outsider.user.id })
    .where('id', '=', thing.id)
    .execute();
  const put = async (fields: Record<string, unknown>) => (await rest('PUT', thing.api, outsider, fields)).status;
  const { id } = outsider.user;
  expect([await put({ assignee_ids: [] }), await put({ assignee_ids: [id] })]).toEqual([403, 403]);
  expect([await put({ add_assignee_ids: [ann.user.id] }), await put({ remove_assignee_ids: [owner.user.id] })]).toEqual(
    [403, 403],
  );
  expect((await peopleOn(thing)).assignees).toEqual(['owner']);
  expect(await put({ add_assignee_ids: [id] })).toBe(200);
  expect((await peopleOn(thing)).assignees).toEqual(['out', 'owner']);
  await say(thing, outsider, '/unassign me')();
  await say(thing, outsider, '/unassign')();
  expect((await peopleOn(thing)).assignees).toEqual(['owner']);
});
