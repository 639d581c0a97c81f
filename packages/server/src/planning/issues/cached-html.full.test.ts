import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { HTML_VERSION } from '../../discussions/index.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const page = pageCaller(() => app);
const KEPT = '<p>kept</p>';

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  project = await createProject(app, { owner: owner.user });
});
afterAll(() => app.close());

test('a description is rendered when it is written, and again only when the renderer is another one', async () => {
  const { body } = await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Text', description: '*now*' });
  const shown = async () =>
    (await page(`/${project.full_path}/-/issues/${body.iid}`, owner)).body.data.issue.descriptionHtml;
  const row = () =>
    app.platform.db.selectFrom('issues').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
  expect(await row()).toMatchObject({
    description_html: '<p dir="auto"><em>now</em></p>\n',
    description_html_version: HTML_VERSION,
  });
  await app.platform.db.updateTable('issues').set({ description_html: KEPT }).where('id', '=', body.id).execute();
  expect(await shown()).toBe(KEPT);
  await app.platform.db
    .updateTable('issues')
    .set({ description_html_version: HTML_VERSION - 1 })
    .where('id', '=', body.id)
    .execute();
  expect(await shown()).toContain('<em>now</em>');
  expect(await row()).toMatchObject({ description_html_version: HTML_VERSION });
  expect((await row()).description_html).toContain('<em>now</em>');
});

test('so is a note', async () => {
  const issue = await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Notes' });
  const note = await call('POST', `/projects/${project.id}/issues/${issue.body.iid}/notes`, owner, { body: '*said*' });
  const address = `/${project.full_path}/-/issues/${issue.body.iid}/discussions.json`;
  const shown = async () => {
    const server = await app.server();
    const answer = await server.inject({ url: address, headers: owner.headers });
    return answer.json()[0].notes[0].note_html;
  };
  const change = (columns: { body_html: string } | { html_version: number }) =>
    app.platform.db.updateTable('notes').set(columns).where('id', '=', note.body.id).execute();
  await change({ body_html: KEPT });
  expect(await shown()).toBe(KEPT);
  await change({ html_version: HTML_VERSION - 1 });
  expect(await shown()).toContain('<em>said</em>');
  const row = await app.platform.db
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', note.body.id)
    .executeTakeFirstOrThrow();
  expect(row.html_version).toBe(HTML_VERSION);
  expect(row.body_html).toContain('<em>said</em>');
});
