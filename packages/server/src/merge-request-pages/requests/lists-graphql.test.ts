import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

/** What rows of a list say about the reader is asked for all of them at once, and is what each says alone. */
let app: TestApp;
let owner: TestUser;
let guest: TestUser;
let project: BuiltProject;

const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, guest] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
});
afterAll(() => app.close());

type Row = { iid: string; subscribed: boolean; userPermissions: Record<string, boolean> };

test('requests tell who is subscribed and what they may do, ten with as many questions as two', async () => {
  const author = await createUser(app);
  await addMember(app, { project, user: author.user, level: 30 });
  const made: string[] = [];
  const options = { project, author, branch: 'topic', files: { 'b.txt': 'b\n' } };
  for (const target of ['main', ...Array.from({ length: 9 }, (_, at) => `line-${at}`)]) {
    if (target !== 'main') await project.repository.git('branch', target, 'main');
    made.push(`/projects/${project.id}/merge_requests/${(await createMergeRequest(app, { ...options, target })).iid}`);
  }
  const [spoken, assigned, left, watched] = made as [string, string, string, string];
  for (const path of [spoken, left]) await call('POST', `${path}/notes`, guest, { body: 'Hello' });
  expect((await call('PUT', assigned, owner, { assignee_ids: [guest.user.id] })).status).toBe(200);
  expect((await call('POST', `${left}/unsubscribe`, guest)).status).toBe(201);
  expect((await call('POST', `${watched}/subscribe`, guest)).status).toBe(201);
  const query = `query ($path: ID!, $first: Int!) { project(fullPath: $path) { mergeRequests(first: $first, sort: CREATED_ASC) { nodes {
    iid subscribed userPermissions { updateMergeRequest adminMergeRequest pushToSourceBranch removeSourceBranch canMerge canApprove createNote } } } } }`;
  const read = async (as: TestUser | null, first: number) => {
    const { data, errors } = await ask(as, query, { path: project.full_path, first });
    expect(errors).toBeUndefined();
    return data.project.mergeRequests.nodes as Row[];
  };
  const server = await app.server();
  for (const person of [guest, author, owner]) {
    const rows = await read(person, 10);
    expect(rows).toHaveLength(10);
    for (const { iid, subscribed, userPermissions } of rows.slice(0, 5)) {
      expect((await call('GET', `/projects/${project.id}/merge_requests/${iid}`, person)).body.subscribed, iid).toBe(
        subscribed,
      );
      const url = `/${project.full_path}/-/merge_requests/${iid}/widget.json`;
      expect((await server.inject({ url, headers: person.headers })).json().user_permissions, iid).toEqual({
        can_merge: userPermissions.canMerge,
        push_to_source_branch: userPermissions.pushToSourceBranch,
        remove_source_branch: userPermissions.removeSourceBranch,
        update_merge_request: userPermissions.updateMergeRequest,
      });
    }
  }
  const shown = (await read(guest, 5)).map((row) => [row.subscribed, row.userPermissions.updateMergeRequest]);
  expect(shown).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [true, false],
    [false, false],
  ]);
  // Whoever is not signed in is subscribed to nothing, and may nothing.
  expect(
    new Set((await read(null, 10)).flatMap((row) => [row.subscribed, ...Object.values(row.userPermissions)])),
  ).toEqual(new Set([false]));
  const few = await countStatements(() => read(guest, 2));
  expect([few > 0, await countStatements(() => read(guest, 10))]).toEqual([true, few]);
});
