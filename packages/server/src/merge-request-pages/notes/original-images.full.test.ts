import type { OriginalImages } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

/** Images that threads were begun on are compared with those before. */
let app: TestApp;
let owner: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const drawing = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"></svg>\n`;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  const files = { 'logo.svg': drawing(30, 20), 'gone.svg': drawing(5, 5) };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
});
afterAll(() => app.close());

test('both sides are told with their sizes, as far as they are there', async () => {
  const files = { 'logo.svg': drawing(60, 40), 'new.svg': drawing(7, 8), 'gone.svg': null };
  const { iid } = await createMergeRequest(app, { project, author: owner, branch: 'pictures', files });
  await app.runJobs();
  const rest = `/projects/${project.id}/merge_requests/${iid}`;
  const refs = (await call('GET', rest, owner)).body.diff_refs;
  const begin = async (path: string): Promise<string> => {
    const at = { position_type: 'image', old_path: path, new_path: path, x: 1, y: 1, width: 60, height: 40 };
    return (await call('POST', `${rest}/discussions`, owner, { body: 'Here', position: { ...refs, ...at } })).body.id;
  };
  const ids = { changed: await begin('logo.svg'), made: await begin('new.svg'), gone: await begin('gone.svg') };
  const remark = (await call('POST', `${rest}/discussions`, owner, { body: 'Nowhere' })).body.id as string;
  const server = await app.server();
  const asked = [...Object.values(ids), remark].join();
  const page = `/${project.full_path}/-/merge_requests/${iid}/begun_pictures.json?ids=${asked}`;
  const answer = await server.inject({ url: page, headers: owner.headers });
  const found = new Map((answer.json() as OriginalImages[]).map((each) => [each.id, each]));
  expect([...found.keys()].toSorted()).toEqual(Object.values(ids).toSorted());
  const at = (sha: string, path: string) => `/${project.full_path}/-/raw/${sha}/${path}`;
  expect(found.get(ids.changed)).toMatchObject({
    before: { src: at(refs.base_sha, 'logo.svg'), size: drawing(30, 20).length, pixels: { width: 30, height: 20 } },
    after: { src: at(refs.head_sha, 'logo.svg'), pixels: { width: 60, height: 40 } },
  });
  expect(found.get(ids.made)).toMatchObject({ before: null, after: { pixels: { width: 7, height: 8 } } });
  expect(found.get(ids.gone)).toMatchObject({ before: { pixels: { width: 5, height: 5 } }, after: null });
  const threads = `/${project.full_path}/-/merge_requests/${iid}/discussions.json`;
  const said = async () => {
    const shown = await server.inject({ url: threads, headers: owner.headers });
    return [shown.statusCode, [...shown.body.matchAll(/Nowhere/g)].length > 0];
  };
  expect(await said()).toEqual([200, true]);
  // What was said is shown, also where the repository is not there.
  const gone = { repository_state: 'failed' } as const;
  await app.platform.db.updateTable('projects').set(gone).where('id', '=', project.id).execute();
  expect(await said()).toEqual([200, true]);
});
