import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let mover: TestUser;
let source: BuiltProject;
let target: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  mover = await createUser(app, { username: 'mover' });
  source = await createProject(app, { owner: owner.user, path: 'from', files: { 'a.txt': 'a\n' } });
  target = await createProject(app, { owner: owner.user, path: 'to', files: { 'a.txt': 'a\n' } });
  for (const project of [source, target]) await addMember(app, { user: mover.user, project, level: 20 });
});
afterAll(() => app.close());

test('an issue that moves names the same merge requests and commits; hidden ones stay as they were written', async () => {
  const row = await createMergeRequest(app, { project: source, author: owner, branch: 'work' });
  await createMergeRequest(app, { project: target, author: owner });
  await app.runJobs();
  const sha = await tipOf(source, 'work');
  const short = sha.slice(0, 10);
  const send = async () => {
    const text = `!${row.iid}+ and ${short}, ${sha}; \`${short}\``;
    const wish = { title: 'Words', description: text };
    const { body } = await call('POST', `/projects/${source.id}/issues`, owner, wish);
    const path = `/projects/${source.id}/issues/${body.iid}/move`;
    const moved = await call('POST', path, mover, { to_project_id: target.id });
    return [text, moved.body.description];
  };
  const [, named] = await send();
  expect(named).toBe(`owner/from!1+ and owner/from@${short}, owner/from@${sha}; \`${short}\``);
  await call('PUT', `/projects/${source.id}`, owner, {
    merge_requests_access_level: 'disabled',
    repository_access_level: 'disabled',
  });
  const [typed, kept] = await send();
  expect(kept).toBe(typed);
});
