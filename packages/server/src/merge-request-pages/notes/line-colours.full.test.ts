import type { LineColours, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';

/** Lines that threads were begun on get their colours when someone looks at them. */
let app: TestApp;
let owner: TestUser;
let outsider: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

const call = restCaller(() => app);
const BEFORE = 'const one = 1;\nconst two = 2;\n';
const AFTER = "const one = 'a';\nconst two = 2;\n";

beforeAll(async () => {
  app = await createTestApp();
  [owner, outsider] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { 's.ts': BEFORE } });
  await addMember(app, { project, user: owner.user, level: 50 });
  row = await createMergeRequest(app, { project, author: owner, branch: 'coloured', files: { 's.ts': AFTER } });
  await app.runJobs();
});
afterAll(() => app.close());

const web = ({ iid }: MergeRequestRow) => `/${project.full_path}/-/merge_requests/${iid}`;
const rest = ({ iid }: MergeRequestRow) => `/projects/${project.id}/merge_requests/${iid}`;

async function begin(on: { old_line: number } | { new_line: number } | null, at = row): Promise<string> {
  const refs = (await call('GET', rest(at), owner)).body.diff_refs;
  const position = { ...refs, position_type: 'text', old_path: 's.ts', new_path: 's.ts', ...on };
  const body = { body: 'Look here', ...(on && { position }) };
  return (await call('POST', `${rest(at)}/discussions`, owner, body)).body.id;
}

async function colours(ids: readonly string[], as = owner) {
  const server = await app.server();
  const answer = await server.inject({ url: `${web(row)}/line_colours.json?ids=${ids.join()}`, headers: as.headers });
  return { status: answer.statusCode, body: answer.json() as LineColours[] };
}

const TEXT = /<span class="hl-[a-z]+">'a'<\/span>/;

test('each side has its own colours; what is on no lines or of something else is left out', async () => {
  const [removed, added, remark] = [await begin({ old_line: 1 }), await begin({ new_line: 1 }), await begin(null)];
  const other = await createMergeRequest(app, { project, author: owner, branch: 'other', files: { 's.ts': AFTER } });
  await app.runJobs();
  const elsewhere = await begin({ new_line: 1 }, other);
  const { status, body } = await colours([added, removed, remark, elsewhere]);
  expect(status).toBe(200);
  const found = new Map(body.map(({ id, rich_text: lines }) => [id, lines]));
  expect(new Set(found.keys())).toEqual(new Set([added, removed]));
  expect(found.get(removed)).toEqual([expect.stringMatching(/<span class="hl-[a-z]+">1<\/span>/)]);
  expect(found.get(added)?.at(-1)).toMatch(TEXT);
  expect((await colours([added], outsider)).status).toBe(404);
  expect((await colours(Array.from({ length: 31 }, () => added))).status).toBe(400);
});

test('lines that are gone keep their colours, and what became of them has colours, too', async () => {
  const thread = await begin({ new_line: 1 });
  await pushCommit(app, {
    project,
    branch: 'coloured',
    files: { 's.ts': AFTER.replace("const one = 'a'", 'let another = "b"') },
    by: owner,
  });
  await app.runJobs();
  const [lines] = (await colours([thread])).body;
  expect(lines?.rich_text.at(-1)).toMatch(TEXT);
  const server = await app.server();
  const get = async (url: string) => (await server.inject({ url, headers: owner.headers })).json();
  const { notes } = await get(`${web(row)}/discussions/${thread}.json`);
  const change: PageDiffLine[] = await get(notes[0].outdated_line_change_path);
  expect(change.find(({ text }) => text.includes('another'))?.rich_text).toMatch(/<span class="hl-[a-z]+">/);
});
