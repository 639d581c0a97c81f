import { EMPTY_TREE_OID } from '@tributary/git';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { cloneAddress, createGitClient } from '../../repositories/testing.ts';
import { createMergeRequest, tipOf } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

async function call(method: 'GET' | 'POST' | 'PUT', url: string) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: owner.headers });
  return { status: answer.statusCode, body: answer.json() };
}

test('a push without common history is a version of its own, shown whole, and not merged', async () => {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'b.txt': 'x\n' } });
  await app.runJobs();
  const main = await tipOf(project, 'main');
  const work = await createGitClient(cloneAddress(await app.listen(), project, owner));
  try {
    await work.must('checkout', '-q', '--orphan', 'alone');
    const alone = await work.commit({ 'alone.txt': 'new\nworld\n' });
    const pushed = await work.git('push', '--force', 'origin', 'HEAD:topic');
    expect(pushed.ok).toBe(true);
    await app.runJobs();
    const own = `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;
    const shown = await call('GET', own);
    expect(shown.body).toMatchObject({ sha: alone, state: 'opened', has_conflicts: true });
    const versions = await call('GET', `${own}/versions`);
    expect(versions.body[0]).toMatchObject({ head_commit_sha: alone, base_commit_sha: EMPTY_TREE_OID });
    expect(versions.body).toHaveLength(2);
    expect((await call('GET', `${own}/diffs`)).body).toMatchObject([{ new_path: 'alone.txt', new_file: true }]);
    expect((await call('GET', `${own}/commits`)).body).toMatchObject([{ id: alone }]);
    const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
    for (const path of ['/diffs_metadata.json', '/diffs_batch.json', '/widget.json', '/discussions.json', '.diff']) {
      const server = await app.server();
      const answer = await server.inject({ url: `${page}${path}`, headers: owner.headers });
      expect([path, answer.statusCode]).toEqual([path, 200]);
    }
    expect((await call('GET', `/-/page${page}`)).status).toBe(200);
    expect((await call('GET', `/-/page${page}/diffs`)).status).toBe(200);
    const merged = await call('PUT', `${own}/merge`);
    expect([merged.status, merged.body.message]).toEqual([422, expect.stringContaining('no common history')]);
    expect((await call('PUT', `${own}/rebase`)).status).toBeLessThan(500);
    expect(await tipOf(project, 'main')).toBe(main);
    // Back on common ground it is an ordinary request again.
    await work.must('fetch', 'origin');
    await work.must('checkout', '-q', '-B', 'again', 'origin/main');
    await work.commit({ 'c.txt': 'y\n' });
    expect((await work.git('push', '--force', 'origin', 'HEAD:topic')).ok).toBe(true);
    await app.runJobs();
    expect((await call('GET', own)).body).toMatchObject({ has_conflicts: false, detailed_merge_status: 'mergeable' });
    expect((await call('PUT', `${own}/merge`)).status).toBe(200);
  } finally {
    await work.remove();
  }
});
