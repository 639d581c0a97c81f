import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { createMergeRequest, reloadMergeRequest, tipOf } from '../merge-requests/testing.ts';
import { createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

const RACES = 500;

test(
  'P-06: of a push and a merge at the same moment nothing is lost, and nothing is merged that was not seen',
  { timeout: RACES * 15_000 },
  async () => {
    const server = await app.server();
    const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
    const { headers } = owner;
    const path = `/api/v4/projects/${project.id}`;
    const counts = { merged: 0, refused: 0 };
    for (let race = 0; race < RACES; race += 1) {
      const row = await createMergeRequest(app, { project, author: owner, files: { [`f-${race}.txt`]: 'x\n' } });
      const seen = row.head_sha ?? '';
      const push = (branch: string, file: string) =>
        server.inject({
          method: 'POST',
          url: `${path}/repository/commits`,
          headers,
          payload: {
            branch,
            commit_message: `Push ${file}`,
            actions: [{ action: 'create', file_path: file, content: 'late\n' }],
          },
        });
      // By turns into the source and into the target, and by turns the one or the other begins.
      const isSource = race % 2 === 0;
      const late = `late-${race}.txt`;
      const begin = [
        () =>
          server.inject({
            method: 'PUT',
            url: `${path}/merge_requests/${row.iid}/merge`,
            headers,
            payload: { sha: seen },
          }),
        () => push(isSource ? row.source_branch : 'main', late),
      ];
      const order = race % 4 < 2 ? begin : begin.toReversed();
      const answers = await Promise.all(order.map((each) => each()));
      const [merged, pushed] = race % 4 < 2 ? answers : answers.toReversed();
      const names = (await project.repository.git('ls-tree', '-r', '--name-only', 'main')).split('\n');
      const isMerged = merged?.statusCode === 200;
      expect([race, names.includes(`f-${race}.txt`)]).toEqual([race, isMerged]);
      const after = await reloadMergeRequest(app, row.id);
      expect(after.state).toBe(isMerged ? 'merged' : 'opened');
      if (isSource) {
        // What came late is in the source alone, and a request that is not merged shows it.
        expect([race, names.includes(late)]).toEqual([race, false]);
        if (!isMerged) expect(after.head_sha).toBe(await tipOf(project, row.source_branch));
      } else if (pushed?.statusCode === 201) expect([race, names.includes(late)]).toEqual([race, true]);
      counts[isMerged ? 'merged' : 'refused'] += 1;
      // The reason is one of those that say to look again.
      if (!isMerged) expect([405, 406, 409]).toContain(merged?.statusCode);
    }
    expect(counts.merged).toBeGreaterThan(0);
  },
);
