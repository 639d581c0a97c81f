import { savedRepliesPath, savedRepliesAutosaveScope } from '@tributary/contract/discussions/saved-replies.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';

let app: TestApp;
let ann: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app);
});
afterAll(() => app.close());

async function ahead(url: string): Promise<unknown[]> {
  const server = await app.server();
  const { body } = await server.inject({ url, headers: { ...ann.headers, accept: 'text/html' } });
  const text = /<script type="application\/json" id="page-data"[^>]*>([^]*?)<\/script>/.exec(body)?.[1] ?? 'null';
  return Object.entries((JSON.parse(text) as PageData).ahead?.answers ?? {})
    .filter(([asked]) => asked.includes('unfinished_texts'))
    .map(([, { body: answer }]) => answer);
}

test('pages whose forms open by themselves come with what was begun in them', async () => {
  const server = await app.server();
  const project = await createProject(app, { owner: ann.user, visibility: 'private' });
  const url = `/api/v4/projects/${project.id}/issues`;
  const made = await server.inject({ method: 'POST', url, headers: ann.headers, payload: { title: 'Door' } });
  const issue = made.json<{ id: number; iid: number }>();
  for (const [address, place, field] of [
    [savedRepliesPath, savedRepliesAutosaveScope, 'name-new'],
    [`/${project.full_path}/-/issues/${issue.iid}`, `Issue:${issue.id}`, 'description'],
  ] as const) {
    const payload = { place, field, text: 'Begun elsewhere' };
    await server.inject({ method: 'PUT', url: '/-/unfinished_texts', headers: ann.headers, payload });
    expect(await ahead(address)).toMatchObject([[{ field, text: 'Begun elsewhere' }]]);
  }
});
