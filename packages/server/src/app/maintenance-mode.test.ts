import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { createMergeRequest, reloadMergeRequest } from '../merge-requests/testing.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let root: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, root] = [await createUser(app), await createUser(app, { isAdmin: true })];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
});
afterAll(() => app.close());

const set = (body: Record<string, unknown>) => call('PUT', '/application/settings', root, body);
const TEXT = 'You cannot perform write operations on a read-only instance.';

test(
  'in maintenance mode everything is read and nothing changed, by whichever interface',
  { timeout: 90_000 },
  async () => {
    const row = await createMergeRequest(app, { project, author: owner });
    await app.runJobs();
    const origin = await app.listen();
    const path = `/projects/${project.id}/merge_requests/${row.iid}`;
    expect((await call('PUT', '/application/settings', owner, { maintenance_mode: true })).status).toBe(403);
    const on = await set({ maintenance_mode: true, maintenance_mode_message: 'Back at noon.' });
    expect(on.body).toMatchObject({ maintenance_mode: true, maintenance_mode_message: 'Back at noon.' });
    const refused = await call('PUT', path, owner, { title: 'Other' });
    expect([refused.status, refused.body.message]).toEqual([403, `${TEXT} Back at noon.`]);
    expect((await call('PUT', `${path}/merge`, owner)).status).toBe(403);
    expect((await call('GET', path, owner)).status).toBe(200);
    const server = await app.server();
    const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
    const ofPage = await server.inject({ method: 'POST', url: `${page}/merge`, headers: owner.headers, payload: {} });
    expect(ofPage.statusCode).toBe(403);
    const data = await server.inject({ url: `/-/page${page}`, headers: owner.headers });
    expect(data.json()).toMatchObject({
      shell: { instance: { maintenance: 'Back at noon.' } },
      data: { widget: { widget_state: 'geoSecondaryNode', maintenance_mode: true } },
    });
    const graphql = async (query: string) =>
      (await server.inject({ method: 'POST', url: '/api/graphql', headers: owner.headers, payload: { query } })).json<{
        errors?: { message: string }[];
      }>();
    const input = `{projectPath: "${project.full_path}", iid: "${row.iid}", draft: true}`;
    const mutation = await graphql(`mutation { mergeRequestSetDraft(input: ${input}) { errors } }`);
    expect(mutation.errors?.[0]?.message).toContain(TEXT);
    expect((await graphql('{ currentUser { id } }')).errors).toBeUndefined();
    const token = owner.headers['private-token'] ?? '';
    const basic = { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` };
    const push = await fetch(`${origin}/${project.full_path}.git/info/refs?service=git-receive-pack`, {
      headers: basic,
    });
    expect(push.status).toBe(403);
    expect(await push.text()).toContain(TEXT);
    const pull = await fetch(`${origin}/${project.full_path}.git/info/refs?service=git-upload-pack`, {
      headers: basic,
    });
    expect(pull.status).toBe(200);
    expect((await set({ maintenance_mode: false, primary_url: 'not an address' })).status).toBe(400);
    expect((await set({ maintenance_mode: false, primary_url: 'https://code.example.com/' })).status).toBe(200);
    expect((await call('PUT', `${path}/merge`, owner)).status).toBe(403);
    const copy = await server.inject({ url: `${page}/widget.json`, headers: owner.headers });
    expect(copy.json()).toMatchObject({
      widget_state: 'geoSecondaryNode',
      is_geo_secondary_node: true,
      geo_primary_path: `https://code.example.com${page}`,
    });
    expect((await set({ primary_url: '' })).status).toBe(200);
    expect((await call('PUT', `${path}/merge`, owner)).status).toBe(200);
    expect((await reloadMergeRequest(app, row.id)).state).toBe('merged');
  },
);
