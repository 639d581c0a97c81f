import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import type { RebaseChanges } from '@tributary/contract/merge-requests/rebased.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

const lines = (name: string) => Array.from({ length: 40 }, (_, at) => `${name} ${at}`);
const text = (parts: readonly string[]) => `${parts.join('\n')}\n`;

/** A request whose branch is put onto a target that went on, with one more change; answers by path. */
async function rebase(
  before: Record<string, string>,
  target: Record<string, string>,
  after: Record<string, string | null>,
) {
  const project = await createProject(app, {
    owner: owner.user,
    files: { a: text(lines('a')), b: text(lines('b')), c: 'c\n' },
  });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'own', files: before });
  const get = async <T>(path: string): Promise<T> => {
    const server = await app.server();
    const url = `/${project.full_path}/-/merge_requests/${row.iid}${path}`;
    const answer = await server.inject({ url, headers: owner.headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const first = (await get<DiffsMetadata>('/diffs_metadata.json')).merge_request_diff;
  const main = await project.repository.commit({
    branch: 'main',
    parents: [await tipOf(project, 'main')],
    files: target,
    message: 'Go on',
  });
  await project.repository.commit({ branch: 'own', parents: [main], files: after, message: 'Again' });
  await pushCommit(app, { project, branch: 'own', by: owner, files: { 'last.txt': 'last\n' } });
  const range = `?start_sha=${first?.head_commit_sha}`;
  const { diff_files: files } = await get<DiffsMetadata>(`/diffs_metadata.json${range}`);
  const changes = await get<RebaseChanges>(`/rebase_changes.json${range}`);
  const pathOf = (hash: string) => files.find((file) => file.file_hash === hash)?.file_path;
  return {
    shown: files.map((file) => file.file_path),
    files: changes.files.map(pathOf),
    parts: changes.parts.map(({ file_hash: hash, ...part }) => ({ path: pathOf(hash), ...part })),
    tooLarge: changes.too_large?.map(pathOf),
    plain: await get<RebaseChanges>('/rebase_changes.json'),
  };
}

test('files and runs that the target alone changed are told apart from the author’s', async () => {
  const found = await rebase(
    { a: text(lines('a').with(5, 'own')), c: 'own c\n' },
    { a: text(['first', ...lines('a')]), b: text(lines('b').with(3, 'theirs')), 'new.txt': 'theirs\n' },
    { a: text(['first', ...lines('a').with(5, 'own').with(30, 'own too')]), c: 'own c\n' },
  );
  expect(found.shown).toEqual(['a', 'b', 'last.txt', 'new.txt']);
  expect(found.files).toEqual(['b', 'new.txt']);
  expect(found.parts).toEqual([{ path: 'a', old: [], new: [[1, 1]] }]);
  expect(found.plain).toEqual({ files: [], parts: [] });
});

test('a file of the author that the target alone changed since is hidden whole', async () => {
  const own = lines('a').with(5, 'own');
  const target = ['first', ...lines('a'), 'last'];
  const found = await rebase({ a: text(own) }, { a: text(target) }, { a: text(['first', ...own, 'last']) });
  expect([found.files, found.parts]).toEqual([['a'], []]);
});

test('a file that the author moved keeps what the target did to it apart', async () => {
  const own = lines('b').with(5, 'own');
  const found = await rebase(
    { b: text(own) },
    { b: text(['first', ...lines('b')]) },
    { b: null, moved: text(['first', ...own.with(20, 'later')]) },
  );
  expect(found.parts).toEqual([{ path: 'moved', old: [], new: [[1, 1]] }]);
});

test('of a file with too many changed lines it is said that they cannot be told apart', async () => {
  const large = Array.from({ length: 17 }, (_, at) => `${at}`.repeat(at < 10 ? 1_024 * 1_024 : 512 * 1_024));
  const found = await rebase(
    { a: text([...lines('a'), 'own']), b: text([...lines('b'), ...large]) },
    { a: text([...large, ...lines('a')]), b: text(['theirs', ...lines('b')]), c: 'theirs\n' },
    {
      a: text([...large, ...lines('a'), 'own', 'own too']),
      b: text(['theirs', ...lines('b'), ...large, 'own too']),
      c: 'theirs\n',
    },
  );
  expect([found.files, found.parts, found.tooLarge]).toEqual([['c'], [], ['a', 'b']]);
});
