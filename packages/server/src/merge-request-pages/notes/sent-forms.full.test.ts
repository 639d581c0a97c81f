import { savedRepliesPath, savedReplyPath } from '@tributary/contract/discussions/saved-replies.ts';
import { FORM_HEADER, type AutosaveEntry } from '@tributary/contract/discussions/autosaves.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let ann: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;
let place = '';

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app);
  project = await createProject(app, { owner: ann.user, files: { 'base.txt': 'base\n' } });
  row = await createMergeRequest(app, { project, author: ann, files: { 'a.txt': 'a\n' } });
  place = `MergeRequest:${row.id}`;
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const PATH = '/-/unfinished_texts';

async function call(as: TestUser, method: Method, url: string, payload?: object, more: Record<string, string> = {}) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: { ...as.headers, ...more }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const rest = (path: string) => `/api/v4/projects/${project.id}${path}`;
type Sent = {
  title: string;
  place: string;
  fields: string[];
  method: Method;
  url: string;
  body: object;
  status: number;
};

/** Every form of a page that keeps a title, a name, a text or a message, beside those for comments. */
async function forms(): Promise<Sent[]> {
  const make = async (url: string, body: object) => (await call(ann, 'POST', url, body)).body;
  const [issue, milestone, template] = [
    await make(rest('/issues'), { title: 'An issue' }),
    await make(rest('/milestones'), { title: 'Milestone' }),
    await make(savedRepliesPath, { name: 'A template', content: 'x' }),
  ];
  const branch = await createMergeRequest(app, { project, author: ann, branch: 'closed', files: { 'b.txt': 'b\n' } });
  await call(ann, 'PUT', rest(`/merge_requests/${branch.iid}`), { state_event: 'close' });
  const merged = await createMergeRequest(app, { project, author: ann, branch: 'merged', files: { 'c.txt': 'c\n' } });
  const { diff_refs: refs } = (await call(ann, 'GET', rest(`/merge_requests/${row.iid}`))).body;
  const position = { ...refs, position_type: 'text', old_path: 'a.txt', new_path: 'a.txt', new_line: 1 };
  const body = '```suggestion:-0+0\nbetter\n```';
  const { id } = await make(rest(`/merge_requests/${row.iid}/discussions`), { body, position });
  const address = `/${project.full_path}/-/merge_requests/${row.iid}/discussions/${id}.json`;
  const thread = (await call(ann, 'GET', address)).body;
  const both = { title: 'Sent', description: 'Sent text' };
  const texts = { fields: ['title', 'description'], body: both };
  return [
    { title: 'a new issue', ...texts, place: 'issue-new-1', method: 'POST', url: rest('/issues'), status: 201 },
    {
      title: 'an issue',
      ...texts,
      place: `Issue:${issue.id}`,
      method: 'PUT',
      url: rest(`/issues/${issue.iid}`),
      status: 200,
    },
    {
      title: 'the title of an issue',
      fields: ['title-in-place'],
      body: { title: 'Sent alone' },
      place: `Issue:${issue.id}`,
      method: 'PUT',
      url: rest(`/issues/${issue.iid}`),
      status: 200,
    },
    {
      title: 'a new merge request',
      ...texts,
      body: { ...both, source_branch: 'closed', target_branch: 'main' },
      place: 'new-merge-request:1:closed',
      method: 'POST',
      url: rest('/merge_requests'),
      status: 201,
    },
    {
      title: 'a merge request',
      ...texts,
      place: `merge-request-${project.id}-${row.iid}`,
      method: 'PUT',
      url: rest(`/merge_requests/${row.iid}`),
      status: 200,
    },
    {
      title: 'the title of a merge request',
      fields: ['title-in-place'],
      body: { title: 'Sent alone' },
      place,
      method: 'PUT',
      url: rest(`/merge_requests/${row.iid}`),
      status: 200,
    },
    {
      title: 'a new milestone',
      ...texts,
      place: 'milestone-new-1',
      method: 'POST',
      url: rest('/milestones'),
      status: 201,
    },
    {
      title: 'a milestone',
      ...texts,
      body: { ...both, title: 'Renamed' },
      place: `milestone-${milestone.id}`,
      method: 'PUT',
      url: rest(`/milestones/${milestone.id}`),
      status: 200,
    },
    {
      title: 'a new comment template',
      place: 'comment-templates',
      fields: ['name-new', 'content-new'],
      body: { name: 'Sent', content: 'Sent text' },
      method: 'POST',
      url: savedRepliesPath,
      status: 201,
    },
    {
      title: 'a comment template',
      place: 'comment-templates',
      fields: [`name-${template.id}`, `content-${template.id}`],
      body: { name: 'Renamed', content: 'Sent text' },
      method: 'PUT',
      url: savedReplyPath(template.id),
      status: 200,
    },
    {
      title: 'a review',
      place,
      fields: ['review-summary'],
      body: { note: 'Sent text', reviewer_state: 'reviewed' },
      method: 'POST',
      url: `/${project.full_path}/-/merge_requests/${row.iid}/drafts/publish`,
      status: 200,
    },
    {
      title: 'a review of commands alone',
      place,
      fields: ['review-summary'],
      body: { note: '/title Sent by a command' },
      method: 'POST',
      url: `/${project.full_path}/-/merge_requests/${row.iid}/drafts/publish`,
      status: 200,
    },
    {
      title: 'a suggestion',
      place,
      fields: ['suggestions'],
      body: { commit_message: 'Sent text' },
      method: 'PUT',
      url: `/api/v4/suggestions/${thread.notes[0].suggestions[0].id}/apply`,
      status: 200,
    },
    {
      title: 'a merge',
      place,
      fields: ['merge-message', 'squash-message'],
      body: { sha: merged.head_sha, commit_message: 'Sent text' },
      method: 'POST',
      url: `/${project.full_path}/-/merge_requests/${merged.iid}/merge`,
      status: 200,
    },
  ];
}

test('every form takes its texts along, with what was chosen for them and nothing else', async () => {
  for (const [at, { title, place: where, fields, method, url, body, status }] of (await forms()).entries()) {
    const put = (field: string, more: object = {}) =>
      call(ann, 'PUT', PATH, { place: where, field, text: 'Sent text', ...more });
    const left = async () =>
      (await call(ann, 'GET', `${PATH}?place=${where}`)).body.map((each: AutosaveEntry) => each.field);
    const before = await left();
    for (const field of [...fields, `${fields.at(-1)}:choices`, 'another']) await put(field);
    const key = `form-${at}`;
    const headers = { 'idempotency-key': key, [FORM_HEADER]: [where, ...fields].join(' ') };
    expect([title, (await call(ann, method, url, body, headers)).status]).toEqual([title, status]);
    expect([title, new Set(await left())]).toEqual([title, new Set([...before, 'another'])]);
    // Whoever still has it, on any device, hears that it has arrived.
    for (const field of fields) expect((await put(field, { sent_as: key })).body).toEqual({ sent: true });
    await call(ann, 'DELETE', `${PATH}?place=${where}&field=another`);
  }
});

test('a form that is refused keeps its texts, and one that names too many is', async () => {
  const where = 'milestone-new-2';
  for (const field of ['title', 'description']) await call(ann, 'PUT', PATH, { place: where, field, text: 'Kept' });
  const headers = { 'idempotency-key': 'refused', [FORM_HEADER]: `${where} title description` };
  const wish = { title: 'Kept', start_date: '2030-02-01', due_date: '2030-01-01' };
  expect((await call(ann, 'POST', rest('/milestones'), wish, headers)).status).toBe(400);
  expect((await call(ann, 'GET', `${PATH}?place=${where}`)).body).toHaveLength(2);
  const many = { ...headers, [FORM_HEADER]: `${where} a b c d e` };
  expect((await call(ann, 'POST', rest('/milestones'), { title: 'x' }, many)).status).toBe(400);
});
