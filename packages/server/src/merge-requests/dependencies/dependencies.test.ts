import { restMergeRequestDependency } from '@tributary/contract/merge-requests/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../index.ts';
import { createMergeRequest } from '../testing.ts';
import { parseReference } from './rules/reference.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
let other: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  // The developer does not see this one.
  other = await createProject(app, { owner: owner.user, visibility: 'private', files: { 'b.txt': 'b\n' } });
  await addMember(app, { user: developer.user, level: 30, project });
});
afterAll(() => app.close());

const of = (row: MergeRequestRow, rest = '') => `/projects/${row.target_project_id}/merge_requests/${row.iid}${rest}`;
const make = (place: BuiltProject) => createMergeRequest(app, { project: place, author: owner });

async function widget(row: MergeRequestRow, user: TestUser) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/widget.json`;
  return (await server.inject({ url, headers: user.headers })).json<{
    blocking_merge_requests: { total_count: number; hidden_count: number; visible_merge_requests: object };
  }>();
}

test.each([
  ['!5', undefined, 5],
  [' group/project!12 ', 'group/project', 12],
  ['https://host/a/b%20c/-/merge_requests/7#note_1', 'a/b c', 7],
])('%s names a merge request', (text, path, iid) => {
  expect(parseReference(text, 'https://host')).toEqual({ path, iid });
});

test.each([
  'https://host/a%/b/-/merge_requests/7',
  '5',
  'x',
  '!',
  '!0x',
  'https://elsewhere/a/b/-/merge_requests/7',
  'a%zz!5',
])('%s names none', (text) => {
  expect(parseReference(text, 'https://host')).toBeUndefined();
});

test(
  'a request waits for those it depends on, also of a project that the reader cannot see',
  { timeout: 120_000 },
  async () => {
    const [row, first, hidden] = [await make(project), await make(project), await make(other)];
    await app.runJobs();
    const near = await call('POST', of(row, '/blocks'), developer, { blocking_merge_request_id: first.id });
    expect(restMergeRequestDependency.parse(near.body)).toMatchObject({ blocking_merge_request: { id: first.id } });
    const far = { blocking_merge_request_iid: hidden.iid, blocking_project_id: other.full_path };
    expect((await call('POST', of(row, '/blocks'), developer, far)).status).toBe(404);
    expect((await call('POST', of(row, '/blocks'), owner, far)).status).toBe(201);
    expect((await call('POST', of(row, '/blocks'), owner, far)).status).toBe(409);
    const list = async (user: TestUser) =>
      z.array(restMergeRequestDependency).parse((await call('GET', of(row, '/blocks'), user)).body);
    expect((await list(owner)).map((each) => each.blocking_merge_request?.id)).toEqual([first.id, hidden.id]);
    expect((await list(developer)).map((each) => each.blocking_merge_request?.id)).toEqual([first.id, undefined]);
    expect((await call('GET', of(first, '/blockees'), developer)).body).toMatchObject([
      { blocked_merge_request: { id: row.id } },
    ]);
    expect((await widget(row, developer)).blocking_merge_requests).toMatchObject({
      total_count: 2,
      hidden_count: 1,
      visible_merge_requests: { opened: [{ reference: `!${first.iid}` }], merged: [] },
    });
    // The project of the hidden one is not told by the notes either.
    const notes = await call('GET', of(row, '/notes'), developer);
    expect(JSON.stringify(notes.body)).toContain(`dependent on !${first.iid}`);
    expect(JSON.stringify(notes.body)).not.toContain(other.full_path);
    const refused = await call('PUT', of(row, '/merge'), owner);
    expect(refused.status).toBe(405);
    expect((await call('PUT', of(first, '/merge'), owner)).status).toBe(200);
    expect((await call('GET', of(row), owner)).body.detailed_merge_status).toBe('merge_request_blocked');
    expect((await call('PUT', of(hidden, '/merge'), owner)).status).toBe(200);
    await app.runJobs();
    expect((await call('GET', of(row), owner)).body.detailed_merge_status).toBe('mergeable');
    expect((await widget(row, developer)).blocking_merge_requests).toMatchObject({ total_count: 1, hidden_count: 0 });
    expect((await call('PUT', of(row, '/merge'), owner)).status).toBe(200);
  },
);

test(
  'circles, the request itself and what is no reference are refused, and forms change all at once',
  { timeout: 120_000 },
  async () => {
    const [one, two, three] = [await make(project), await make(project), await make(project)];
    const block = (row: MergeRequestRow, by: MergeRequestRow) =>
      call('POST', of(row, '/blocks'), developer, { blocking_merge_request_id: by.id });
    expect((await block(one, two)).status).toBe(201);
    expect((await block(two, three)).status).toBe(201);
    for (const by of [one, three]) expect((await block(by === one ? three : three, by)).status).toBe(400);
    const change = (body: Record<string, unknown>, user = developer) => call('PUT', of(three), user, body);
    const wrong = await change({ blocking_merge_request_references: ['nonsense'], title: 'Not this' });
    expect([wrong.status, (await call('GET', of(three), owner)).body.title]).not.toContain('Not this');
    const four = await make(other);
    const references = `${other.full_path}!${four.iid}`;
    expect((await change({ blocking_merge_request_references: references })).status).toBe(400);
    expect((await change({ blocking_merge_request_references: references }, owner)).status).toBe(200);
    // Those that a user cannot see stay unless they say so.
    const dependencies = async () => (await call('GET', of(three, '/blocks'), owner)).body.length;
    expect((await change({ blocking_merge_request_references: '' })).status).toBe(200);
    expect(await dependencies()).toBe(1);
    expect((await change({ remove_hidden_blocking_merge_requests: true })).status).toBe(200);
    expect(await dependencies()).toBe(0);
    const made = await call('POST', `/projects/${project.id}/merge_requests`, owner, {
      title: 'Made with a dependency',
      source_branch: one.source_branch,
      target_branch: two.source_branch,
      blocking_merge_request_references: [`!${three.iid}`],
    });
    expect(made.status).toBe(201);
    expect(made.body.detailed_merge_status).not.toBe('mergeable');
    const blocks = await call('GET', `/projects/${project.id}/merge_requests/${made.body.iid}/blocks`, owner);
    const url = `/projects/${project.id}/merge_requests/${made.body.iid}/blocks/${blocks.body[0].id}`;
    const outsider = await createUser(app);
    expect((await call('DELETE', url, outsider)).status).toBe(403);
    expect((await call('GET', url, developer)).status).toBe(200);
    expect((await call('DELETE', url, developer)).status).toBe(204);
    expect((await call('GET', url, developer)).status).toBe(404);
  },
);
