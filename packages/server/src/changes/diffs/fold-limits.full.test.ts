import type { DiffsBatch, DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { rootUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

let app: TestApp;
let root: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  root = await rootUser(app);
});
afterAll(() => app.close());

async function call(method: 'GET' | 'PUT', url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: root.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body };
}

const set = (payload: object) => call('PUT', '/api/v4/application/settings', payload);

test('changes are shown up to what administrators allow, at once', async () => {
  const long = `${'x'.repeat(999)}\n`.repeat(300);
  const files = Object.fromEntries(Array.from({ length: 13 }, (_unused, at) => [`b${at}.txt`, 'y\n'.repeat(4_500)]));
  const project = await createProject(app, { owner: root.user, files: { 'README.md': '#\n' } });
  const row = await createMergeRequest(app, { project, author: root, files: { 'a.txt': long, ...files } });
  await app.runJobs();
  const page = `/${project.full_path}/-/merge_requests/${row.iid}`;
  const folds = async () => {
    const { diff_files: shown } = JSON.parse((await call('GET', `${page}/diffs_batch.json?per_page=30`)).body) as DiffsBatch; // prettier-ignore
    const lines = (await call('GET', `${page}/diffs_batches.ndjson`)).body.trim().split('\n');
    const streamed = lines.flatMap((line) => (JSON.parse(line) as DiffsBatch).diff_files);
    const reasons = shown.map(({ collapse_reason: reason }) => reason);
    expect(streamed.map(({ collapse_reason: reason }) => reason)).toEqual(reasons);
    const { render_overflow_warning: isOver, diff_files: named } = JSON.parse((await call('GET', `${page}/diffs_metadata.json`)).body) as DiffsMetadata; // prettier-ignore
    expect(named.map(({ folded = false }) => folded)).toEqual(reasons.map((reason) => reason !== null));
    const rest = JSON.parse(
      (await call('GET', `/api/v4/projects/${project.id}/merge_requests/${row.iid}/diffs?per_page=30`)).body,
    );
    return {
      first: reasons[0],
      folded: reasons.filter((reason) => reason === 'over_budget').length,
      isOver,
      rest: [rest[0].too_large, rest.filter((file: { collapsed: boolean }) => file.collapsed).length],
    };
  };
  expect(await folds()).toEqual({ first: 'too_large', folded: 2, isOver: true, rest: [true, 2] });
  expect((await set({ diff_max_patch_bytes: 400_000, diff_max_lines: 60_000 })).status).toBe(200);
  expect(await folds()).toEqual({ first: null, folded: 0, isOver: false, rest: [false, 0] });
  expect((await set({ diff_max_patch_bytes: 204_800, diff_max_lines: 50_000 })).status).toBe(200);
  expect(await folds()).toEqual({ first: 'too_large', folded: 2, isOver: true, rest: [true, 2] });
});

test.each([
  ['diff_max_patch_bytes', 204_800, 512_000],
  ['diff_max_files', 1_000, 3_000],
  ['diff_max_lines', 50_000, 100_000],
])('%s is from %d to %d', async (name, least, most) => {
  for (const value of [least, most]) {
    const { status, body } = await set({ [name]: value });
    expect([status, JSON.parse(body)[name]]).toEqual([200, value]);
  }
  for (const value of [least - 1, most + 1, 'many']) expect((await set({ [name]: value })).status).toBe(400);
  await set({ [name]: least });
});
