import {
  restBlameRange,
  restBlob,
  restBranch,
  restCommit,
  restCommitDetail,
  restCommitListed,
  restCompare,
  restContributor,
  restDiff,
  restFile,
  restTag,
  restTreeObject,
} from '@tributary/contract/projects/repository-rest.ts';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { protectDefaultBranch } from '../protection/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let outsider: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app, { username: 'ada', name: 'Ada' });
  developer = await createUser(app, { username: 'dev' });
  reporter = await createUser(app, { username: 'rep' });
  outsider = await createUser(app, { username: 'out' });
});
afterAll(() => app.close());

async function build(files: Record<string, string> = { 'README.md': '# Tool\n', 'src/a.ts': 'one\ntwo\n' }) {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await addMember(app, { project, user: developer.user, level: 30 });
  await addMember(app, { project, user: reporter.user, level: 20 });
  return project;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD';

function call(
  person: TestUser | undefined,
  method: Method,
  project: BuiltProject,
  path: string,
  body?: object,
): Promise<LightMyRequestResponse> {
  return server.inject({
    method,
    url: `/api/v4/projects/${project.id}/${path}`,
    headers: person?.headers ?? {},
    ...(body && { payload: body }),
  });
}

const commit = (person: TestUser, project: BuiltProject, body: object) =>
  call(person, 'POST', project, 'repository/commits', body);

describe('reading', () => {
  test('tree, recursively and by pages that are walked', async () => {
    const project = await build({ 'README.md': 'x', 'src/a.ts': '1', 'src/deep/b.ts': '2', 'z.txt': '3' });
    const top = await call(reporter, 'GET', project, 'repository/tree?with_last_commit=true');
    expect(
      z
        .array(restTreeObject)
        .parse(top.json())
        .map((entry) => entry.name),
    ).toEqual(['src', 'README.md', 'z.txt']);
    expect(top.headers['x-total']).toBe('3');
    const seen: string[] = [];
    let url: string | undefined =
      `/api/v4/projects/${project.id}/repository/tree?recursive=true&pagination=keyset&per_page=2`;
    while (url !== undefined) {
      const page: LightMyRequestResponse = await server.inject({ url, headers: reporter.headers });
      seen.push(
        ...z
          .array(restTreeObject)
          .parse(page.json())
          .map((entry) => entry.path),
      );
      url = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1]?.replace(/^https?:\/\/[^/]+/, '');
    }
    expect(seen.toSorted()).toEqual(['README.md', 'src', 'src/a.ts', 'src/deep', 'src/deep/b.ts', 'z.txt']);
    expect((await call(reporter, 'GET', project, 'repository/tree?path=nowhere')).statusCode).toBe(404);
    expect((await call(reporter, 'GET', project, 'repository/tree?ref=nowhere')).json()).toEqual({
      message: '404 Tree Not Found',
    });
  });

  test('a file as JSON, as facts, raw, blamed, and its blob', async () => {
    const project = await build();
    const answer = await call(reporter, 'GET', project, 'repository/files/src%2Fa.ts?ref=main');
    const file = restFile.parse(answer.json());
    expect(Buffer.from(file.content, 'base64').toString()).toBe('one\ntwo\n');
    const head = await call(reporter, 'HEAD', project, 'repository/files/src%2Fa.ts?ref=main');
    expect(head.headers).toMatchObject({ 'x-gitlab-blob-id': file.blob_id, 'x-gitlab-size': '8' });
    const raw = await call(reporter, 'GET', project, 'repository/files/src%2Fa.ts/raw');
    expect(raw.body).toBe('one\ntwo\n');
    expect(raw.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const blame = await call(reporter, 'GET', project, 'repository/files/src%2Fa.ts/blame?ref=main');
    expect(z.array(restBlameRange).parse(blame.json())[0]?.lines).toEqual(['one', 'two']);
    const part = await call(
      reporter,
      'GET',
      project,
      'repository/files/src%2Fa.ts/blame?ref=main&range[start]=2&range[end]=2',
    );
    expect(part.json()).toMatchObject([{ lines: ['two'] }]);
    const blob = await call(reporter, 'GET', project, `repository/blobs/${file.blob_id}`);
    expect(restBlob.parse(blob.json()).size).toBe(8);
    const bytes = await call(reporter, 'GET', project, `repository/blobs/${file.blob_id}/raw`);
    expect(bytes.body).toBe('one\ntwo\n');
    expect((await call(reporter, 'GET', project, 'repository/files/none?ref=main')).json()).toEqual({
      message: '404 File Not Found',
    });
  });

  test('commits, one commit, its diff, refs, sequence, and merge requests', async () => {
    const project = await build();
    await project.repository.commit({
      files: { 'src/a.ts': 'one\n2\n' },
      message: 'Second\n\nSigned-off-by: A <a@b.c>\n',
    });
    const list = await call(reporter, 'GET', project, 'repository/commits?with_stats=true');
    const commits = z.array(restCommitListed).parse(list.json());
    expect(commits.map((each) => each.title)).toEqual(['Second', 'Initial commit']);
    expect(commits[0]).toMatchObject({
      stats: { additions: 1, deletions: 1, total: 2 },
      trailers: { 'Signed-off-by': 'A <a@b.c>' },
    });
    expect(list.headers['x-total']).toBeUndefined();
    const sha = commits[0]?.id ?? '';
    for (const name of [sha, 'main', sha.slice(0, 8)]) {
      const one = await call(reporter, 'GET', project, `repository/commits/${name}`);
      expect(restCommitDetail.parse(one.json())).toMatchObject({ id: sha, project_id: project.id });
    }
    const diff = await call(reporter, 'GET', project, `repository/commits/${sha}/diff`);
    expect(z.array(restDiff).parse(diff.json())[0]?.diff).toContain('@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
    expect((await call(reporter, 'GET', project, `repository/commits/${sha}/refs`)).json()).toEqual([
      { type: 'branch', name: 'main' },
    ]);
    expect((await call(reporter, 'GET', project, `repository/commits/${sha}/sequence`)).json()).toEqual({ count: 2 });
    expect((await call(reporter, 'GET', project, `repository/commits/${sha}/merge_requests`)).json()).toEqual([]);
    const byPath = await call(reporter, 'GET', project, 'repository/commits?path=README.md');
    expect(byPath.json()).toHaveLength(1);
    expect((await call(reporter, 'GET', project, `repository/commits/${'0'.repeat(40)}`)).statusCode).toBe(404);
  });

  test('compare, merge base, contributors and archive', async () => {
    const project = await build();
    await project.repository.commits([
      { branch: 'topic', parents: ['initial'], files: { 'new.txt': 'n\n' }, message: 'On topic' },
      { branch: 'main', files: { 'other.txt': 'o\n' }, message: 'On main' },
    ]);
    const compare = restCompare.parse(
      (await call(reporter, 'GET', project, 'repository/compare?from=main&to=topic')).json(),
    );
    expect(compare.commits.map((each) => each.title)).toEqual(['On topic']);
    expect(compare.diffs.map((each) => each.new_path)).toEqual(['new.txt']);
    const straight = await call(reporter, 'GET', project, 'repository/compare?from=main&to=topic&straight=true');
    expect(restCompare.parse(straight.json()).diffs).toHaveLength(2);
    const same = await call(reporter, 'GET', project, 'repository/compare?from=main&to=main');
    expect(same.json()).toMatchObject({ compare_same_ref: true, commits: [] });
    const base = await call(reporter, 'GET', project, 'repository/merge_base?refs[]=main&refs[]=topic');
    expect(restCommit.parse(base.json()).title).toBe('Initial commit');
    const alone = await call(reporter, 'GET', project, 'repository/merge_base?refs[]=main');
    expect([alone.statusCode, alone.json()]).toEqual([400, { message: 'Provide at least 2 refs' }]);
    const people = await call(reporter, 'GET', project, 'repository/contributors');
    expect(z.array(restContributor).parse(people.json())[0]?.commits).toBe(2);
    const archive = await call(reporter, 'GET', project, 'repository/archive.zip?sha=topic');
    expect(archive.headers['content-type']).toBe('application/zip');
    expect(archive.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await call(reporter, 'GET', project, 'repository/archive.rar')).statusCode).toBe(400);
  });

  test('an empty project answers with nothing, or not found where a ref is needed', async () => {
    const project = await createProject(app, { owner: owner.user });
    expect((await call(owner, 'GET', project, 'repository/commits')).json()).toEqual([]);
    expect((await call(owner, 'GET', project, 'repository/branches')).json()).toEqual([]);
    expect((await call(owner, 'GET', project, 'repository/tree')).json()).toEqual({ message: '404 Tree Not Found' });
    expect((await call(owner, 'GET', project, 'repository/contributors')).json()).toEqual([]);
  });
});

describe('branches and tags', () => {
  test('are listed, made and removed', async () => {
    const project = await build();
    const made = await call(developer, 'POST', project, 'repository/branches', { branch: 'feature/x', ref: 'main' });
    expect([made.statusCode, restBranch.parse(made.json()).name]).toEqual([201, 'feature/x']);
    const again = await call(developer, 'POST', project, 'repository/branches', { branch: 'feature/x', ref: 'main' });
    expect([again.statusCode, again.json()]).toEqual([400, { message: 'Branch already exists' }]);
    const below = await call(developer, 'POST', project, 'repository/branches', { branch: 'feature/x/y', ref: 'main' });
    expect(below.statusCode).toBe(400);
    const list = await call(reporter, 'GET', project, 'repository/branches?search=feat');
    expect(
      z
        .array(restBranch)
        .parse(list.json())
        .map((each) => each.name),
    ).toEqual(['feature/x']);
    const regex = await call(reporter, 'GET', project, `repository/branches?regex=${encodeURIComponent('^main$')}`);
    expect(regex.json()).toMatchObject([{ name: 'main', default: true, merged: false }]);
    expect((await call(reporter, 'GET', project, 'repository/branches?regex=(')).statusCode).toBe(400);
    expect((await call(reporter, 'GET', project, 'repository/branches/feature%2Fx')).statusCode).toBe(200);
    expect((await call(developer, 'DELETE', project, 'repository/branches/feature%2Fx')).statusCode).toBe(204);
    expect((await call(developer, 'DELETE', project, 'repository/branches/feature%2Fx')).statusCode).toBe(404);
    const main = await call(developer, 'DELETE', project, 'repository/branches/main');
    expect(main.statusCode).toBe(405);
  });

  test('only merged and unprotected branches are swept away', async () => {
    const project = await build();
    await project.repository.commits([{ branch: 'open', parents: ['initial'], files: { o: '1' }, message: 'o' }]);
    for (const name of ['done', 'kept']) await project.repository.git('branch', name, 'main');
    await protectDefaultBranch(app.system, project.id, 'kept');
    expect((await call(developer, 'DELETE', project, 'repository/merged_branches')).statusCode).toBe(202);
    const left = await project.repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/');
    expect(left.split('\n').toSorted()).toEqual(['kept', 'main', 'open']);
  });

  test('tags, with and without a message', async () => {
    const project = await build();
    const light = await call(developer, 'POST', project, 'repository/tags', { tag_name: 'v1', ref: 'main' });
    expect(restTag.parse(light.json())).toMatchObject({ name: 'v1', message: '', created_at: null });
    const full = await call(developer, 'POST', project, 'repository/tags', {
      tag_name: 'v2',
      ref: 'main',
      message: 'Two',
    });
    const tag = restTag.parse(full.json());
    expect(tag.message).toBe('Two');
    expect(tag.target).not.toBe(tag.commit?.id);
    expect(await project.repository.git('cat-file', '-t', 'refs/tags/v2')).toBe('tag');
    const list = await call(reporter, 'GET', project, 'repository/tags?order_by=name&sort=asc');
    expect(
      z
        .array(restTag)
        .parse(list.json())
        .map((each) => each.name),
    ).toEqual(['v1', 'v2']);
    expect((await call(developer, 'POST', project, 'repository/tags', { tag_name: 'v1', ref: 'main' })).json()).toEqual(
      {
        message: 'Tag v1 already exists',
      },
    );
    expect(
      (await call(developer, 'POST', project, 'repository/tags', { tag_name: 'main', ref: 'main' })).statusCode,
    ).toBe(400);
    expect(
      (await call(developer, 'POST', project, 'repository/branches', { branch: 'v1', ref: 'main' })).statusCode,
    ).toBe(400);
    expect((await call(developer, 'DELETE', project, 'repository/tags/v1')).statusCode).toBe(204);
    expect((await call(reporter, 'DELETE', project, 'repository/tags/v2')).statusCode).toBe(403);
  });

  test.each([
    ['T-002', 'a'.repeat(40)],
    ['T-005', 'refs/heads/main'],
    ['T-005', 'HEAD'],
    ['T-001', '--output=x'],
    ['P-25', 'a..b'],
    ['P-25', ''],
  ])('%s: no branch or tag is named "%s"', async (_threat, name) => {
    const project = await build();
    const branch = await call(owner, 'POST', project, 'repository/branches', { branch: name, ref: 'main' });
    expect(branch.statusCode).toBe(400);
    const tag = await call(owner, 'POST', project, 'repository/tags', { tag_name: name, ref: 'main' });
    expect(tag.statusCode).toBe(400);
    const byCommit = await commit(owner, project, {
      branch: name,
      start_branch: 'main',
      commit_message: 'm',
      actions: [{ action: 'create', file_path: 'n', content: '' }],
    });
    expect(byCommit.statusCode).toBe(400);
    expect(await project.repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });
});

describe('commits', () => {
  test('many actions become one commit', async () => {
    const project = await build({ keep: 'k', gone: 'g', moved: 'm', 'run.sh': 'echo', old: 'o' });
    const answer = await commit(developer, project, {
      branch: 'main',
      commit_message: 'All at once',
      author_name: 'Someone',
      author_email: 'some@body.test',
      actions: [
        {
          action: 'create',
          file_path: 'dir/new.bin',
          content: Buffer.from([0, 1, 2]).toString('base64'),
          encoding: 'base64',
        },
        { action: 'update', file_path: 'old', content: 'fresh' },
        { action: 'delete', file_path: 'gone' },
        { action: 'move', file_path: 'there', previous_path: 'moved' },
        { action: 'chmod', file_path: 'run.sh', execute_filemode: true },
      ],
    });
    expect(answer.statusCode).toBe(201);
    const made = restCommitDetail.parse(answer.json());
    expect(made).toMatchObject({ author_name: 'Someone', committer_name: 'Person dev' });
    const listing = await project.repository.git('ls-tree', '-r', 'main', '--format=%(objectmode) %(path)');
    expect(listing.split('\n')).toEqual([
      '100644 dir/new.bin',
      '100644 keep',
      '100644 old',
      '100755 run.sh',
      '100644 there',
    ]);
    const [event] = await app.platform.db
      .selectFrom('push_events')
      .selectAll()
      .where('project_id', '=', project.id)
      .execute();
    expect(event).toMatchObject({ actor_id: developer.user.id, new_sha: made.id, commit_count: 1 });
  });

  test('a range lists what is in the second and not in the first', async () => {
    const project = await build();
    await project.repository.git('branch', 'old', 'main');
    const change = (file: string) => ({ action: 'create', file_path: file, content: file });
    for (const file of ['one', 'two']) {
      await commit(developer, project, { branch: 'main', commit_message: `Add ${file}`, actions: [change(file)] });
    }
    const titles = async (range: string) => {
      const answer = await call(reporter, 'GET', project, `repository/commits?ref_name=${encodeURIComponent(range)}`);
      return answer.statusCode === 200 ? answer.json().map((each: { title: string }) => each.title) : answer.statusCode;
    };
    expect(await titles('old..main')).toEqual(['Add two', 'Add one']);
    expect(await titles(`${await project.repository.git('rev-parse', 'main^')}..main`)).toEqual(['Add two']);
    expect(await titles('main..old')).toEqual([]);
    for (const wrong of ['main..gone', 'gone..main', '..main', 'main..', 'old...main', 'old..main..old', '^old..main'])
      expect([wrong, await titles(wrong)]).toEqual([wrong, 404]);
  });

  test('a new branch starts from another one, and nothing else moves', async () => {
    const project = await build();
    const before = await project.repository.git('rev-parse', 'main');
    const body = {
      branch: 'patch-1',
      start_branch: 'main',
      commit_message: 'Patch',
      actions: [{ action: 'create', file_path: 'p', content: 'p' }],
    };
    expect((await commit(developer, project, body)).statusCode).toBe(201);
    expect(await project.repository.git('rev-parse', 'patch-1^', 'main')).toBe(`${before}\n${before}`);
    const again = await commit(developer, project, { ...body, actions: [] });
    expect(again.json()).toEqual({ message: 'Branch already exists' });
    const forced = await commit(developer, project, { ...body, force: true, commit_message: 'Again' });
    expect(forced.statusCode).toBe(201);
    expect(await project.repository.git('rev-parse', 'patch-1^')).toBe(before);
    const nowhere = await commit(developer, project, { branch: 'x', commit_message: 'm', actions: [] });
    expect(nowhere.json()).toEqual({
      message: 'You can only create or edit files when you are on a branch: "x" does not exist.',
    });
  });

  test('the first branch of an empty project starts from a default branch with a README', async () => {
    const project = await createProject(app, { owner: owner.user, visibility: 'private' });
    await addMember(app, { project, user: reporter.user, level: 20 });
    const make = (person: TestUser, name: string, ref: string) =>
      call(person, 'POST', project, 'repository/branches', { branch: name, ref });
    expect((await make(owner, 'topic', 'other')).statusCode).toBe(400);
    expect((await make(reporter, 'topic', 'main')).statusCode).toBe(403);
    expect((await call(owner, 'GET', project, 'repository/branches')).json()).toEqual([]);
    const made = restBranch.parse((await make(owner, 'topic', 'main')).json());
    expect(made).toMatchObject({ name: 'topic', commit: { message: 'Add README.md' } });
    const all = z.array(restBranch).parse((await call(owner, 'GET', project, 'repository/branches')).json());
    expect(all.map((each) => [each.name, each.default, each.commit.id])).toEqual([
      ['main', true, made.commit.id],
      ['topic', false, made.commit.id],
    ]);
    const tree = await call(owner, 'GET', project, 'repository/tree');
    expect(tree.json()).toMatchObject([{ path: 'README.md' }]);
  });

  test('the first commit of an empty project makes its default branch', async () => {
    const project = await createProject(app, { owner: owner.user });
    const body = {
      branch: 'main',
      commit_message: 'First',
      actions: [{ action: 'create', file_path: 'a', content: '1' }],
    };
    expect((await commit(owner, project, body)).statusCode).toBe(201);
    expect(await project.repository.git('show', 'main:a')).toBe('1');
    const rules = await call(owner, 'GET', project, 'protected_branches');
    expect(rules.json()).toMatchObject([{ name: 'main' }]);
  });

  test.each([
    [{ action: 'create', file_path: 'README.md', content: 'x' }, 'A file with this name already exists: README.md'],
    [{ action: 'create', file_path: 'src', content: 'x' }, 'A directory with this name already exists: src'],
    [{ action: 'update', file_path: 'none', content: 'x' }, "A file with this name doesn't exist: none"],
    [{ action: 'delete', file_path: 'none' }, "A file with this name doesn't exist: none"],
    [
      { action: 'create', file_path: '../x', content: '' },
      'The path "../x" is not allowed: it cannot contain "." or ".."',
    ],
    [{ action: 'create', file_path: '.git/config', content: '' }, 'names like ".git" are reserved by Git'],
    [
      { action: 'create', file_path: 'b', content: '$$$', encoding: 'base64' },
      'The content of "b" is not valid base64.',
    ],
    [{ action: 'update', file_path: 'README.md', content: '# Tool\n' }, 'There are no changes to commit.'],
  ])('%o is refused with a sentence that names the file', async (action, text) => {
    const project = await build();
    const answer = await commit(developer, project, { branch: 'main', commit_message: 'm', actions: [action] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(text);
  });

  test('a file that changed meanwhile is not overwritten', async () => {
    const project = await build();
    const file = await call(developer, 'GET', project, 'repository/files/README.md?ref=main');
    await project.repository.commit({ files: { 'README.md': 'theirs' }, message: 'Theirs' });
    const answer = await call(developer, 'PUT', project, 'repository/files/README.md', {
      branch: 'main',
      commit_message: 'Mine',
      content: 'mine',
      last_commit_id: file.json().last_commit_id,
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: 'You are attempting to update a file that has changed since you started editing it: README.md' },
    ]);
    expect(await project.repository.git('show', 'main:README.md')).toBe('theirs');
  });

  test('one file at a time', async () => {
    const project = await build();
    const path = 'repository/files/docs%2Fguide.md';
    const body = { branch: 'main', commit_message: 'm', content: 'text' };
    expect((await call(developer, 'POST', project, path, body)).json()).toEqual({
      file_path: 'docs/guide.md',
      branch: 'main',
    });
    expect((await call(developer, 'PUT', project, path, { ...body, content: 'more' })).statusCode).toBe(200);
    expect(await project.repository.git('show', 'main:docs/guide.md')).toBe('more');
    expect((await call(developer, 'DELETE', project, path, { branch: 'main', commit_message: 'm' })).statusCode).toBe(
      204,
    );
    expect((await call(reporter, 'POST', project, path, body)).statusCode).toBe(403);
  });

  test('cherry-pick and revert', async () => {
    const project = await build();
    await project.repository.commits([
      { label: 'fix', branch: 'topic', parents: ['initial'], files: { 'fix.txt': 'fixed\n' }, message: 'Fix it' },
      { branch: 'main', files: { 'other.txt': 'o\n' }, message: 'Other' },
    ]);
    const sha = project.repository.sha('fix');
    const dry = await call(developer, 'POST', project, `repository/commits/${sha}/cherry_pick`, {
      branch: 'main',
      dry_run: true,
    });
    expect(dry.json()).toEqual({ dry_run: 'success' });
    const picked = await call(developer, 'POST', project, `repository/commits/${sha}/cherry_pick`, { branch: 'main' });
    expect(restCommit.parse(picked.json()).title).toBe('Fix it');
    const again = await call(developer, 'POST', project, `repository/commits/${sha}/cherry_pick`, { branch: 'main' });
    expect([again.statusCode, again.json().message]).toEqual([400, expect.stringContaining('cannot cherry-pick')]);
    const reverted = await call(developer, 'POST', project, `repository/commits/${picked.json().id}/revert`, {
      branch: 'main',
    });
    expect(restCommit.parse(reverted.json()).title).toBe('Revert "Fix it"');
    expect((await project.repository.git('ls-tree', '--name-only', 'main')).split('\n')).not.toContain('fix.txt');
  });

  test('T-037: a protected branch is not written by a developer through any of these', async () => {
    const project = await build();
    await project.repository.commits([
      { label: 'fix', branch: 'topic', parents: ['initial'], files: { f: '1' }, message: 'f' },
    ]);
    await protectDefaultBranch(app.system, project.id, 'main');
    const sha = project.repository.sha('fix');
    const before = await project.repository.git('rev-parse', 'main');
    const file = { branch: 'main', commit_message: 'm', content: 'x' };
    const answers = await Promise.all([
      commit(developer, project, { branch: 'main', commit_message: 'm', actions: [], allow_empty: true }),
      commit(developer, project, {
        branch: 'main',
        start_branch: 'topic',
        force: true,
        commit_message: 'm',
        actions: [],
        allow_empty: true,
      }),
      call(developer, 'POST', project, 'repository/files/x', file),
      call(developer, 'PUT', project, 'repository/files/README.md', file),
      call(developer, 'DELETE', project, 'repository/files/README.md', { branch: 'main', commit_message: 'm' }),
      call(developer, 'POST', project, `repository/commits/${sha}/cherry_pick`, { branch: 'main' }),
      call(developer, 'POST', project, `repository/commits/${before}/revert`, { branch: 'main' }),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 403));
    expect(await project.repository.git('rev-parse', 'main')).toBe(before);
    const force = {
      branch: 'main',
      start_branch: 'topic',
      force: true,
      commit_message: 'm',
      actions: [],
      allow_empty: true,
    };
    expect((await commit(owner, project, force)).statusCode).toBe(403);
  });
});

describe('rights', () => {
  test('hidden is absent, reading is not writing, and scopes limit', async () => {
    const project = await build();
    const absent = await server.inject({ url: '/api/v4/projects/999999/repository/tree', headers: outsider.headers });
    const hidden = await call(outsider, 'GET', project, 'repository/tree');
    expect([hidden.statusCode, hidden.json()]).toEqual([absent.statusCode, absent.json()]);
    expect(
      (await call(reporter, 'POST', project, 'repository/branches', { branch: 'x', ref: 'main' })).statusCode,
    ).toBe(403);
    const token = await createToken(app, developer.user, ['read_api']);
    const limited = { ...developer, headers: token.headers };
    expect((await call(limited, 'GET', project, 'repository/tree')).statusCode).toBe(200);
    const refused = await call(limited, 'POST', project, 'repository/branches', { branch: 'x', ref: 'main' });
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'insufficient_scope']);
    const guest = await createUser(app);
    await addMember(app, { project, user: guest.user, level: 10 });
    expect((await call(guest, 'GET', project, 'repository/tree')).statusCode).toBe(404);
  });

  test('a repository that is switched off or for members is absent for others', async () => {
    const project = await createProject(app, {
      owner: owner.user,
      files: { a: '1' },
      columns: { repository_access_level: 'private' },
    });
    expect((await call(outsider, 'GET', project, 'repository/tree')).statusCode).toBe(404);
    expect((await call(owner, 'GET', project, 'repository/tree')).statusCode).toBe(200);
  });

  test('steps back from a ref are taken wherever a ref is', async () => {
    const project = await build();
    const first = await project.repository.git('rev-parse', 'main');
    await commit(developer, project, {
      branch: 'main',
      commit_message: 'Second',
      actions: [{ action: 'create', file_path: 'second', content: '2' }],
    });
    const paths =
      'commits/main~1 commits?ref_name=main%5E commits/HEAD~1/diff tree?ref=main%5E1 ' +
      'files/README.md?ref=main~ archive.tar.gz?sha=main~1 compare?from=main~1&to=main%5E%7Bcommit%7D compare?from=main~1&to=main%5E0&straight=true';
    for (const path of paths.split(' ')) {
      expect([path, (await call(reporter, 'GET', project, `repository/${path}`)).statusCode]).toEqual([path, 200]);
    }
    expect((await call(reporter, 'GET', project, 'repository/commits/main~1')).json()).toMatchObject({ id: first });
    expect((await call(reporter, 'GET', project, 'repository/files/second?ref=main~1')).statusCode).toBe(404);
    const made = await call(developer, 'POST', project, 'repository/branches?branch=back&ref=main~1');
    expect(made.json()).toMatchObject({ name: 'back', commit: { id: first } });
    const pages =
      'tree/main~1 blob/main%5E/README.md raw/main~1/README.md commits/HEAD~1 commit/main~1 compare/main~1...main';
    for (const page of pages.split(' ')) {
      const answer = await server.inject({ url: `/${project.full_path}/-/${page}`, headers: reporter.headers });
      expect([page, answer.statusCode]).toEqual([page, 200]);
    }
  });

  test('T-014: what no visible ref leads to is not found by its id', async () => {
    const project = await build();
    const made = await commit(developer, project, {
      branch: 'secret',
      start_branch: 'main',
      commit_message: 'Secret',
      actions: [{ action: 'create', file_path: 'key', content: 's3cret' }],
    });
    const sha = made.json().id;
    const blob = await project.repository.git('rev-parse', `${sha}:key`);
    await call(developer, 'DELETE', project, 'repository/branches/secret');
    const { id } = project;
    await project.repository.git('update-ref', `refs/keep-around/${sha}`, sha);
    for (const path of [
      `commits/${sha}`,
      // What comes before it may be seen, but not that it does.
      `commits/${sha}~1`,
      `tree?ref=${sha.slice(0, 10)}^`,
      `blobs/${blob}`,
      `blobs/${blob}/raw`,
      `files/key?ref=${sha}`,
      `tree?ref=${sha}`,
      `archive.zip?sha=${sha}`,
      `compare?from=main&to=${sha}`,
    ]) {
      const answer = await server.inject({
        url: `/api/v4/projects/${id}/repository/${path}`,
        headers: reporter.headers,
      });
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
    const head = await project.repository.git('rev-parse', 'main');
    for (const [rev, file, status] of [
      [sha, 'key', 404],
      [sha, 'README.md', 404],
      [head, 'README.md', 200],
    ] as const) {
      for (const page of [`raw/${rev}/${file}`, `blob/${rev}/${file}/diff?since=1&to=1`]) {
        const answer = await server.inject({ url: `/${project.full_path}/-/${page}`, headers: reporter.headers });
        expect([page, answer.statusCode]).toEqual([page, status]);
      }
    }
  });

  const HOSTILE = [
    '--output=/tmp/tributary-escape',
    '-x',
    '@{u}',
    ':/Initial',
    '^{/x}',
    'main:README.md',
    'main@{0}',
    '..',
    '%00',
    '\u202e',
  ];
  test.each(HOSTILE)('T-001, P-25: %s as any ref, path or search opens nothing', async (text) => {
    const project = await build();
    const value = encodeURIComponent(text === '%00' ? '\0' : text);
    const paths = [
      `repository/tree?ref=${value}`,
      `repository/tree?path=${value}`,
      `repository/commits?ref_name=${value}`,
      `repository/commits?path=${value}`,
      `repository/commits/${value}`,
      `repository/commits/${value}/diff`,
      `repository/commits/${value}/refs`,
      `repository/files/${value}?ref=main`,
      `repository/files/README.md?ref=${value}`,
      `repository/files/README.md/blame?ref=${value}`,
      `repository/files/${value}/blame?ref=main`,
      `repository/blobs/${value}`,
      `repository/compare?from=${value}&to=main`,
      `repository/compare?from=main&to=${value}`,
      `repository/merge_base?refs[]=main&refs[]=${value}`,
      `repository/archive.tar.gz?sha=${value}`,
      `repository/branches/${value}`,
      `repository/tags/${value}`,
      `repository/contributors?ref=${value}`,
    ];
    for (const path of paths) {
      const answer = await call(owner, 'GET', project, path);
      const isEmptyList = answer.statusCode === 200 && answer.json().length === 0;
      expect([path, isEmptyList || [400, 404].includes(answer.statusCode)]).toEqual([path, true]);
    }
  });
});

describe('beside the repository', () => {
  const PROJECT_PATH = '.gitlab/issue_templates';

  test('templates of descriptions come from the default branch, for those who may read it', async () => {
    const project = await build({ [`${PROJECT_PATH}/Bug.md`]: '## Steps\n', [`${PROJECT_PATH}/notes.txt`]: 'x' });
    const templates = (person: TestUser, path: string) => call(person, 'GET', project, `templates/${path}`);
    expect((await templates(reporter, 'issues')).json()).toEqual([{ key: 'Bug', name: 'Bug' }]);
    expect((await templates(reporter, 'issues/Bug')).json()).toEqual({ name: 'Bug', content: '## Steps\n' });
    expect((await templates(reporter, 'issues/..%2F..%2FREADME')).statusCode).toBe(404);
    expect((await templates(reporter, 'merge_requests')).json()).toEqual([]);
    expect((await templates(outsider, 'issues')).statusCode).toBe(404);
    const empty = await createProject(app, { owner: owner.user });
    expect((await call(owner, 'GET', empty, 'templates/issues')).json()).toEqual([]);
  });

  test('forms offer the templates and begin with the default one', async () => {
    const requests = '.gitlab/merge_request_templates';
    const project = await build({ [`${PROJECT_PATH}/Bug.md`]: 'x', [`${PROJECT_PATH}/default.md`]: '## What\n' });
    const commit = {
      branch: 'next',
      start_branch: 'main',
      commit_message: 'Add a template',
      actions: [{ action: 'create', file_path: `${requests}/Default.md`, content: '## Why\n' }],
    };
    expect((await call(owner, 'POST', project, 'repository/commits', commit)).statusCode).toBe(201);
    const form = async (path: string) =>
      (await server.inject({ url: `/-/page/${project.full_path}/-/${path}`, headers: owner.headers })).json().data;
    expect(await form('issues/new')).toMatchObject({
      description: '## What\n',
      templates: { names: ['Bug', 'default'], initial: 'default' },
    });
    const own = await form('issues/new?issue[description]=Own');
    expect([own.description, own.templates.initial]).toEqual(['Own', null]);
    // Those of the default branch count, not those of the source.
    const opened = await form('merge_requests/new?merge_request[source_branch]=next');
    expect([opened.step, opened.templates.names, opened.form.description]).toEqual(['form', [], '']);
    await call(owner, 'POST', project, 'repository/commits', { ...commit, branch: 'main', start_branch: undefined });
    const other = await form('merge_requests/new?merge_request[source_branch]=next');
    expect(other.templates.names).toEqual(['Default']);
  });

  test('a submodule is pointed to another commit by those who may push to the branch', async () => {
    const project = await createProject(app, {
      owner: owner.user,
      files: { 'README.md': 'x', 'lib/engine': { mode: '160000', submoduleSha: '1'.repeat(40) } },
    });
    await addMember(app, { project, user: developer.user, level: 30 });
    await addMember(app, { project, user: reporter.user, level: 20 });
    await protectDefaultBranch(app.system, project.id, 'main');
    const body = { branch: 'main', commit_sha: '2'.repeat(40), commit_message: 'Take the new engine' };
    const put = (person: TestUser, path: string, more: object = {}) =>
      call(person, 'PUT', project, `repository/submodules/${encodeURIComponent(path)}`, { ...body, ...more });
    expect((await put(reporter, 'lib/engine')).statusCode).toBe(403);
    // The branch is protected.
    expect((await put(developer, 'lib/engine')).statusCode).toBe(403);
    const made = await put(owner, 'lib/engine');
    expect([made.statusCode, made.json().title]).toEqual([200, 'Take the new engine']);
    const tree = (await call(owner, 'GET', project, 'repository/tree?path=lib')).json();
    expect(tree).toMatchObject([{ id: '2'.repeat(40), path: 'lib/engine', mode: '160000' }]);
    const refused = await put(owner, 'README.md', { commit_sha: '3'.repeat(40) });
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'There is no submodule at README.md']);
    expect((await put(owner, 'lib/engine', { commit_sha: 'main' })).statusCode).toBe(400);
    expect((await put(owner, 'lib/engine', { branch: 'none' })).statusCode).toBe(400);
  });

  test('housekeeping is asked for by maintainers; snapshot and storage are for administrators', async () => {
    const project = await build();
    const admin = await createUser(app, { isAdmin: true });
    expect((await call(developer, 'POST', project, 'housekeeping')).statusCode).toBe(403);
    expect((await call(owner, 'POST', project, 'housekeeping', { task: 'prune' })).statusCode).toBe(201);
    for (const path of ['snapshot', 'storage']) {
      expect((await call(owner, 'GET', project, path)).statusCode).not.toBe(200);
    }
    expect((await call(admin, 'GET', project, 'storage')).json()).toMatchObject({
      project_id: project.id,
      repository_storage: 'default',
    });
    const snapshot = await call(admin, 'GET', project, 'snapshot');
    expect([snapshot.statusCode, snapshot.headers['content-type']]).toEqual([200, 'application/x-tar']);
    const folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
    try {
      const tar = join(folder, 'snapshot.tar');
      await writeFile(tar, snapshot.rawPayload);
      execFileSync('tar', ['-xf', tar, '-C', folder]);
      const shown = execFileSync('git', ['--git-dir', folder, 'show', 'main:README.md']);
      expect(shown.toString()).toBe('# Tool\n');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a project is said to be the fork of another one', async () => {
    const [source, copy] = [await build(), await build()];
    const link = (person: TestUser, project: BuiltProject, from: BuiltProject) =>
      call(person, 'POST', project, `fork/${from.id}`);
    expect((await link(developer, copy, source)).statusCode).toBe(403);
    expect((await link(owner, copy, copy)).statusCode).toBe(400);
    expect((await link(owner, copy, source)).json()).toMatchObject({ forked_from_project: { id: source.id } });
    expect((await link(owner, copy, source)).statusCode).toBe(409);
    expect((await link(owner, source, copy)).statusCode).toBe(400);
    expect((await call(owner, 'DELETE', copy, 'fork')).statusCode).toBe(204);
    const open = await createProject(app, { owner: owner.user, visibility: 'public', files: { a: '1' } });
    expect((await link(owner, open, source)).statusCode).toBe(400);
  });

  test('the signature of a tag is told', async () => {
    const project = await build();
    await call(owner, 'POST', project, 'repository/tags', { tag_name: 'plain', ref: 'main' });
    const plain = await call(reporter, 'GET', project, 'repository/tags/plain/signature');
    expect([plain.statusCode, plain.json().message]).toEqual([404, '404 Signature Not Found']);
    const signature = '-----BEGIN SSH SIGNATURE-----\nabc\n-----END SSH SIGNATURE-----';
    await call(owner, 'POST', project, 'repository/tags', {
      tag_name: 'signed',
      ref: 'main',
      message: `One\n\n${signature}`,
    });
    const signed = await call(reporter, 'GET', project, 'repository/tags/signed/signature');
    expect(signed.json()).toEqual({ signature_type: 'SSH', verification_status: 'unknown_key', signature });
  });

  test('how merge requests are approved is told, and changed by maintainers', async () => {
    const project = await build();
    const told = await call(reporter, 'GET', project, 'approvals');
    expect(told.json()).toMatchObject({ approvals_before_merge: 0, merge_requests_author_approval: false });
    expect((await call(reporter, 'POST', project, 'approvals', {})).statusCode).toBe(403);
    const sent = await call(owner, 'POST', project, 'approvals', { approvals_before_merge: 2 });
    expect([sent.statusCode, sent.json()]).toEqual([201, { ...told.json(), approvals_before_merge: 2 }]);
  });
});
