import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { findDiffIndex, insertDiffIndex } from '../store/diff-indexes.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { openDiff } from './ensure-index.ts';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

test.each([
  ['damaged', Buffer.from('no index')],
  ['missing', null],
])('a stored comparison that is %s is built again', async (name, content) => {
  const { db, storage } = app.platform;
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.txt': 'two\n' } });
  const [base, head] = [await project.repository.git('rev-parse', 'main'), row.head_sha ?? ''];
  // Backwards, which nobody builds ahead.
  const key = { projectId: project.id, base: head, head: base, ignoresWhitespace: false };
  const names = { header_name: `diffs/${project.id}/${name}.head`, pack_name: `diffs/${project.id}/${name}.pack` };
  if (content) await storage.put(names.header_name, content);
  const counts = { files_count: 1, added_lines: 1, removed_lines: 1, size_bytes: 9 };
  const kept = await insertDiffIndex(db, {
    project_id: project.id,
    base_sha: head,
    head_sha: base,
    ignores_whitespace: false,
    pack_digest: name,
    ...names,
    ...counts,
    last_used_at: new Date(),
  });
  expect(kept).toMatchObject(names);
  const { index } = await openDiff(app.system, key);
  expect(index.files).toMatchObject([{ newPath: 'a.txt', addedLines: 1 }]);
  const now = await findDiffIndex(db, key);
  expect(now?.id).not.toBe(kept?.id);
  expect(now?.header_name).not.toBe(names.header_name);
  const left = await db.selectFrom('diff_leftovers').select('name').where('name', 'in', Object.values(names)).execute();
  expect(left.map((each) => each.name).toSorted()).toEqual(Object.values(names).toSorted());
});

test.each([
  ['damaged', Buffer.alloc(64)],
  ['missing', null],
])('lines that are %s are told to be made anew, and are', async (_name, content) => {
  const { db, storage } = app.platform;
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'one\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.txt': 'two\n' } });
  const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/diffs`;
  const ask = async () => (await app.server()).inject({ url, headers: owner.headers });
  const whole = await ask();
  // Which has the same lines, and so the same pack.
  const base = await project.repository.git('rev-parse', 'main');
  const key = { projectId: project.id, base, head: row.head_sha ?? '', ignoresWhitespace: true };
  await openDiff(app.system, key);
  expect(whole.json()).toMatchObject([{ diff: '@@ -1 +1 @@\n-one\n+two\n' }]);
  const kept = await db.selectFrom('diff_indexes').selectAll().where('project_id', '=', project.id).execute();
  const [pack = '', ...others] = new Set(kept.map((each) => each.pack_name));
  expect([kept.length, others]).toEqual([2, []]);
  await storage.delete(pack);
  if (content) await storage.put(pack, content);
  const refused = await ask();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(refused.json().message).toContain('damaged and are being rebuilt');
  expect((await ask()).json()).toEqual(whole.json());
  const other = async () => {
    const diff = await openDiff(app.system, key);
    return String((await diff.readPatches(diff.index.files))[0]);
  };
  await expect(other()).rejects.toMatchObject({ code: 'comparison_damaged' });
  expect(await other()).toBe('@@ -1 +1 @@\n-one\n+two\n');
});
