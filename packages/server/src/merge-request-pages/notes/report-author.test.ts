import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;
let reader: TestUser;
let pages: string[];

beforeAll(async () => {
  app = await createTestApp();
  [owner, reader] = [await createUser(app), await createUser(app)];
  const project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  const { iid } = await createMergeRequest(app, { project, author: owner });
  const issue = await restCaller(() => app)('POST', `/projects/${project.id}/issues`, owner, { title: 'Buy now' });
  pages = [`/${project.full_path}/-/merge_requests/${iid}`, `/${project.full_path}/-/issues/${issue.body.iid}`];
});
afterAll(() => app.close());

test('whoever is signed in may report the author of a merge request or an issue, but not themselves', async () => {
  const server = await app.server();
  for (const path of pages) {
    const mayReport = async (by: TestUser | null) => {
      const answer = await server.inject({ url: `/-/page${path}`, headers: { ...by?.headers } });
      return answer.json<{ data: { can: { report: boolean } } }>().data.can.report;
    };
    expect([await mayReport(reader), await mayReport(owner), await mayReport(null)]).toEqual([true, false, false]);
  }
});
