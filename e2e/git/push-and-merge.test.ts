import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findRunningPostgres } from '../../packages/server/src/platform/db/embedded-postgres.ts';
import type { GitClient } from '../../packages/server/src/repositories/testing.ts';
import { startUnusedServer } from '../testing/journey.ts';
import { ROOT_PASSWORD, type RunningServer } from '../testing/running-server.ts';
import { createWorld, type MergeRequest, type TestUser, type Project, type World } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

let server: RunningServer;
let world: World;
let owner: TestUser;
let developer: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await startUnusedServer();
  world = await createWorld(server, ROOT_PASSWORD, inject('rootToken'));
  owner = await world.person('olga', 'Olga Owner');
  developer = await world.person('dev', 'Dana Developer');
  stranger = await world.person('mallory');
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
});

let count = 0;
async function projectWith(files: Record<string, string> = { 'a.txt': 'one\ntwo\nthree\n' }): Promise<Project> {
  count += 1;
  return world.project(owner, `work-${count}`, { files, members: [{ person: developer, level: 30 }] });
}

const as = (person: TestUser) => ({ username: person.username, secret: person.rest.token });

/** What a user reads when git prints `remote: …` lines, joined again where they were wrapped. */
function said(output: string): string {
  return output
    .split('\n')
    .map((line) => line.replace(/^remote:\s?/, '').trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

const refsOf = async (work: GitClient) =>
  (await work.must('ls-remote', 'origin')).split('\n').map((line) => line.split('\t')[1]);

describe('from push to fetched merge', () => {
  test('a branch is pushed, its printed link leads to a merge request, and the merge is fetched', async () => {
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    await work.must('checkout', '-q', '-b', 'topic/clear-words');
    const head = await work.commit({ 'a.txt': 'one\n2\nthree\n', 'b.txt': 'new\n' }, 'Say it clearly\n\nWith a body.');
    const pushed = await work.must('push', 'origin', 'topic/clear-words');
    const link = /https?:\/\/\S+merge_requests\/new\S*/.exec(pushed)?.[0] ?? '';
    expect(said(pushed)).toContain('To create a merge request for topic/clear-words, visit:');
    expect(decodeURIComponent(link)).toBe(
      `${server.url}/${project.path}/-/merge_requests/new?merge_request[source_branch]=topic/clear-words`,
    );

    const made = await developer.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
      source_branch: 'topic/clear-words',
      target_branch: 'main',
      title: 'Say it clearly',
    });
    expect(made.sha).toBe(head);
    const more = await work.commit({ 'c.txt': 'more\n' }, 'Say more');
    const again = said(await work.must('push', 'origin', 'topic/clear-words'));
    expect(again).toContain(`View merge request for topic/clear-words:`);
    expect(again).toContain(`${server.url}/${project.path}/-/merge_requests/${made.iid}`);

    const address = `/projects/${project.id}/merge_requests/${made.iid}`;
    await expect.poll(async () => (await owner.rest.get<MergeRequest>(address)).sha).toBe(more);
    const merged = await owner.rest.put<MergeRequest>(`${address}/merge`, {
      sha: more,
      should_remove_source_branch: true,
    });
    expect(merged.state).toBe('merged');

    // The branch goes right after the answer.
    const branch = `/projects/${project.id}/repository/branches/topic%2Fclear-words`;
    await expect.poll(async () => (await developer.rest.send('GET', branch)).status).toBe(404);
    await work.must('checkout', '-q', 'main');
    await work.must('pull', '-q', '--prune', 'origin', 'main');
    expect(await work.must('rev-parse', 'HEAD')).toBe(merged.merge_commit_sha);
    expect(await work.must('rev-parse', 'HEAD^2')).toBe(more);
    expect(await work.must('show', 'HEAD:c.txt')).toBe('more');
    expect(await work.must('log', '-1', '--format=%s')).toBe("Merge branch 'topic/clear-words' into 'main'");
    expect(await refsOf(work)).not.toContain('refs/heads/topic/clear-words');
    // The head stays fetchable by its number after its branch is gone.
    await work.must('fetch', '-q', 'origin', `refs/merge-requests/${made.iid}/head`);
    expect(await work.must('rev-parse', 'FETCH_HEAD')).toBe(more);
    expect((await work.git('fsck', '--connectivity-only')).ok).toBe(true);
  });

  test('push options make the merge request at once', async () => {
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    await work.commit({ 'b.txt': 'x\n' }, 'Add b');
    const options = [
      'merge_request.create',
      'merge_request.title=Draft: With options',
      'merge_request.description=First line\\nSecond line',
      'merge_request.target=main',
      'merge_request.label=fast',
      'merge_request.assign=olga',
      'merge_request.remove_source_branch',
      'ci.skip',
    ].flatMap((option) => ['-o', option]);
    const output = said(await work.must('push', ...options, 'origin', 'HEAD:refs/heads/opts'));
    const [only, ...others] = await developer.rest.get<(MergeRequest & Record<string, unknown>)[]>(
      `/projects/${project.id}/merge_requests`,
    );
    expect(others).toEqual([]);
    expect(output).toContain(`${server.url}/${project.path}/-/merge_requests/${only?.iid}`);
    expect(only).toMatchObject({
      title: 'Draft: With options',
      description: 'First line\nSecond line',
      draft: true,
      labels: ['fast'],
      assignees: [{ username: 'olga' }],
      force_remove_source_branch: true,
    });
    const wrong = said(
      await work.must(
        'push',
        '-o',
        'merge_request.create',
        '-o',
        'merge_request.target=nowhere',
        'origin',
        'HEAD:refs/heads/opts2',
      ),
    );
    expect(wrong).toMatch(/could not be applied.*nowhere/);
    expect(await refsOf(work)).toContain('refs/heads/opts2');
  });

  test.runIf(IS_FULL)('T-019: push options tell nothing of projects that may not be seen', async () => {
    const hidden = await world.project(stranger, 'hidden');
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    const answers: string[] = [];
    for (const [at, target] of [hidden.path, 'mallory/absent'].entries()) {
      await work.commit({ [`x${at}.txt`]: 'x' });
      const options = ['-o', 'merge_request.create', '-o', `merge_request.target_project=${target}`];
      const output = said(await work.must('push', ...options, 'origin', 'HEAD:refs/heads/spy'));
      answers.push(output.replaceAll(target, 'X').replaceAll(/[0-9a-f]{7,40}/g, 'S'));
      await work.must('push', '-q', 'origin', ':refs/heads/spy');
    }
    expect(answers[0]).toBe(answers[1]);
  });

  test('a fork is made, pushed to, proposed and merged; the result is fetched from upstream', async () => {
    const upstream = await world.project(owner, 'upstream', { visibility: 'public', files: { 'a.txt': 'base\n' } });
    const fork = await stranger.rest.post<{ id: number; path_with_namespace: string }>(
      `/projects/${upstream.id}/fork`,
      { path: 'my-upstream', name: 'My upstream' },
    );
    const forkState = () => stranger.rest.get<{ import_status: string }>(`/projects/${fork.id}`);
    await expect.poll(async () => (await forkState()).import_status).toBe('finished');
    const work = await world.clone({ id: fork.id, path: fork.path_with_namespace }, as(stranger));
    const head = await work.commit({ 'fork.txt': 'from the fork\n' }, 'Come from outside');
    await work.must('push', '-q', 'origin', 'HEAD:refs/heads/outside');
    const made = await stranger.rest.post<MergeRequest>(`/projects/${fork.id}/merge_requests`, {
      source_branch: 'outside',
      target_branch: 'main',
      target_project_id: upstream.id,
      title: 'Come from outside',
    });
    expect(made).toMatchObject({ sha: head });
    const refused = await stranger.rest.send('PUT', `/projects/${upstream.id}/merge_requests/${made.iid}/merge`);
    expect(refused.status).toBe(401);
    const merged = await owner.rest.put<MergeRequest>(`/projects/${upstream.id}/merge_requests/${made.iid}/merge`);
    const theirs = await world.clone(upstream, as(owner));
    expect(await theirs.must('rev-parse', 'HEAD')).toBe(merged.merge_commit_sha);
    expect(await theirs.must('show', 'HEAD:fork.txt')).toBe('from the fork');
    // What came from the fork outlives it.
    await stranger.rest.remove(`/projects/${fork.id}`);
    const copy = await world.clone(upstream, as(owner));
    expect((await copy.git('fsck', '--connectivity-only')).output).not.toContain('missing');
  });
});

describe('ordinary git', () => {
  test('an empty project is cloned, filled, and takes the first branch as its default', async () => {
    const project = await world.project(owner, 'empty', { isEmpty: true });
    const work = await world.clone(project, as(owner));
    await work.commit({ 'first.txt': '1\n' }, 'Begin');
    await work.must('branch', '-m', 'trunk');
    await work.must('push', '-u', 'origin', 'trunk');
    expect(await owner.rest.get(`/projects/${project.id}`)).toMatchObject({ default_branch: 'trunk' });
    expect(await work.must('ls-remote', '--symref', 'origin', 'HEAD')).toContain('ref: refs/heads/trunk');
  });

  test.runIf(IS_FULL)('shallow, deepened and partial clones', async () => {
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    for (const step of ['1', '2', '3']) await work.commit({ 'step.txt': step.repeat(2_000) }, `Step ${step}`);
    await work.must('push', '-q', 'origin', 'HEAD:refs/heads/steps');
    const url = await work.must('remote', 'get-url', 'origin');

    await work.must('clone', '-q', '--depth=1', '--branch=steps', url, 'shallow');
    const shallow = path.join(work.dir, 'shallow');
    expect(await work.must('-C', shallow, 'rev-list', '--count', 'HEAD')).toBe('1');
    await work.must('-C', shallow, 'fetch', '-q', '--unshallow');
    expect(await work.must('-C', shallow, 'rev-list', '--count', 'HEAD')).toBe('5');

    await work.must('clone', '-q', '--filter=blob:none', '--no-checkout', '--branch=steps', url, 'partial');
    const partial = path.join(work.dir, 'partial');
    const missing = await work.must('-C', partial, 'rev-list', '--objects', '--all', '--missing=print');
    expect(missing.split('\n').filter((line) => line.startsWith('?')).length).toBeGreaterThanOrEqual(4);
    await work.must('-C', partial, 'checkout', '-q', 'steps');
    expect(await work.must('-C', partial, 'show', 'HEAD:step.txt')).toBe('3'.repeat(2_000));
    // A shallow clone pushes as well as a full one.
    await work.must('clone', '-q', '--depth=1', '--branch=steps', url, 'again');
    const again = path.join(work.dir, 'again');
    await work.must('-C', again, 'commit', '-q', '--allow-empty', '-m', 'From a shallow clone');
    await work.must('-C', again, 'push', '-q', 'origin', 'steps');
  });

  test.runIf(IS_FULL)('tags are pushed, a branch is deleted, a rewritten branch is forced', async () => {
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    await work.must('tag', 'light');
    await work.must('tag', '-a', 'v1.0', '-m', 'One');
    await work.must('push', '-q', 'origin', '--tags');
    expect(await refsOf(work)).toEqual(
      expect.arrayContaining(['refs/tags/light', 'refs/tags/v1.0', 'refs/tags/v1.0^{}']),
    );
    await work.commit({ x: '1' });
    await work.must('push', '-q', 'origin', 'HEAD:refs/heads/short-lived');
    await work.must('commit', '-q', '--amend', '-m', 'Amended');
    const plain = await work.git('push', 'origin', 'HEAD:refs/heads/short-lived');
    expect(plain.output).toContain('non-fast-forward');
    await work.must('push', '-q', '--force-with-lease', 'origin', 'HEAD:refs/heads/short-lived');
    await work.must('push', '-q', 'origin', '--delete', 'short-lived', 'refs/tags/light');
    expect(await refsOf(work)).not.toEqual(expect.arrayContaining(['refs/heads/short-lived']));
    expect(await refsOf(work)).not.toEqual(expect.arrayContaining(['refs/tags/light']));
  });

  test.runIf(IS_FULL)(
    'P-03: --atomic moves all refs or none; without it each reported state is the real one',
    async () => {
      const project = await projectWith();
      const work = await world.clone(project, as(developer));
      await work.commit({ x: '1' });
      const others = ['one', 'two', 'three', 'four'].map((name) => `HEAD:refs/heads/${name}`);
      const atomic = await work.git('push', '--atomic', 'origin', ...others, 'HEAD:refs/heads/main');
      expect(atomic.ok).toBe(false);
      expect(await refsOf(work)).toEqual(['HEAD', 'refs/heads/main']);
      const plain = await work.git('push', '--porcelain', 'origin', ...others, 'HEAD:refs/heads/main');
      const reported = plain.output
        .split('\n')
        .filter((line) => /^[*!]\t/.test(line))
        .map((line) => ({ isTaken: line.startsWith('*'), ref: line.split('\t')[1]?.split(':')[1] }));
      const refs = await refsOf(work);
      expect(reported).toHaveLength(5);
      for (const { isTaken, ref } of reported.filter((each) => each.ref !== 'refs/heads/main')) {
        expect([ref, refs.includes(ref ?? '')]).toEqual([ref, isTaken]);
      }
      expect(reported.find((each) => each.ref === 'refs/heads/main')?.isTaken).toBe(false);
    },
  );
});

describe('refused pushes say why, and leave nothing', () => {
  /** Pushes one new commit to this ref and gives what was said; asserts that the commit is not to be had (P-02). */
  async function refusedPush(
    project: Project,
    who: { username: string; secret: string },
    ref: string,
    files = { x: '1' },
  ) {
    const work = await world.clone(project, who);
    const sha = await work.commit(files);
    const result = await work.git('push', 'origin', `HEAD:${ref}`);
    expect(result.ok).toBe(false);
    const commit = await owner.rest.send('GET', `/projects/${project.id}/repository/commits/${sha}`);
    expect(commit.status).toBe(404);
    return said(result.output);
  }

  test.runIf(IS_FULL)('protected, ill-named and hidden refs', async () => {
    const project = await projectWith();
    const who = as(developer);
    expect(await refusedPush(project, who, 'refs/heads/main')).toContain('not allowed to push to "main"');
    expect(await refusedPush(project, who, `refs/heads/${'a'.repeat(40)}`)).toContain('is not allowed');
    expect(await refusedPush(project, who, 'refs/heads/-x')).toContain('is not allowed');
    expect(await refusedPush(project, who, 'refs/merge-requests/1/head')).toMatch(/hidden ref|reserved/);
    expect(await refusedPush(project, who, 'refs/tmp/x')).toContain('reserved');
    const work = await world.clone(project, who);
    const removal = await work.git('push', 'origin', ':main');
    expect(removal.ok).toBe(false);
    expect(await refsOf(work)).toEqual(['HEAD', 'refs/heads/main']);
  });

  test.runIf(IS_FULL)('a file over the limit is named', async () => {
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    await promisify(execFile)('truncate', ['-s', '101M', path.join(work.dir, 'film.raw')]);
    await work.must('add', '-A');
    await work.must('commit', '-q', '-m', 'Add a film');
    const result = await work.git('push', 'origin', 'HEAD:refs/heads/film');
    expect(result.ok).toBe(false);
    expect(said(result.output)).toContain('The file "film.raw" is 101 MB. The limit is 100 MB.');
    expect(await refsOf(work)).toEqual(['HEAD', 'refs/heads/main']);
  });

  test.runIf(IS_FULL)('an object that git finds malformed', async () => {
    const project = await projectWith();
    const work = await world.clone(project, as(developer));
    const blob = Buffer.from(await work.must('hash-object', '-w', 'a.txt'), 'hex');
    await writeFile(path.join(work.dir, 'raw-tree'), Buffer.concat([Buffer.from('100644 .git\0'), blob]));
    const tree = await work.must('hash-object', '-w', '-t', 'tree', '--literally', 'raw-tree');
    const commit = await work.must('commit-tree', tree, '-m', 'Bad tree');
    const result = await work.git('push', 'origin', `${commit}:refs/heads/bad-tree`);
    expect(result.ok).toBe(false);
    expect(result.output).toMatch(/hasDotgit/);
    expect(await refsOf(work)).toEqual(['HEAD', 'refs/heads/main']);
  });

  test.runIf(IS_FULL)('an archived project', async () => {
    const project = await projectWith();
    await owner.rest.post(`/projects/${project.id}/archive`);
    expect(await refusedPush(project, as(owner), 'refs/heads/late')).toContain('archived');
    const work = await world.clone(project, as(owner));
    expect((await work.git('fetch', 'origin')).ok).toBe(true);
  });

  test.runIf(IS_FULL)('wrong password, under-scoped, expired and revoked token', async () => {
    const project = await projectWith();
    const wrong = await world.clone(project, { username: 'dev', secret: 'nonsense' });
    expect(said((await wrong.git('fetch', 'origin')).output)).toContain('HTTP Basic: Access denied');

    const reading = await world.token(developer, ['read_repository']);
    const secret = { username: 'dev', secret: reading.token };
    expect(await refusedPush(project, secret, 'refs/heads/x')).toContain('higher privileges');
    const reader = await world.clone(project, secret);
    expect((await reader.git('fetch', 'origin')).ok).toBe(true);

    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const expiring = await world.token(developer, ['write_repository'], soon);
    const late = await world.clone(project, { username: 'dev', secret: expiring.token });
    expect((await late.git('fetch', 'origin')).ok).toBe(true);
    await letExpire(expiring.id);
    expect(said((await late.git('fetch', 'origin')).output)).toMatch(/Access denied|expired/);

    const writing = await world.token(developer, ['write_repository']);
    const work = await world.clone(project, { username: 'dev', secret: writing.token });
    await work.commit({ x: '1' });
    await work.must('push', '-q', 'origin', 'HEAD:refs/heads/in-time');
    await world.root.rest.remove(`/personal_access_tokens/${writing.id}`);
    expect((await work.git('fetch', 'origin')).ok).toBe(false);

    const byPassword = await world.clone(project, { username: 'dev', secret: developer.password });
    expect((await byPassword.git('fetch', 'origin')).ok).toBe(true);
  });

  test('no access looks exactly like absence, also to those who are not signed in', async () => {
    const project = await projectWith();
    const answers = async (who: { username: string; secret: string } | undefined) => {
      const texts: string[] = [];
      for (const repository of [project.path, 'olga/not-here']) {
        const url = new URL(`${server.url}/${repository}.git/info/refs?service=git-upload-pack`);
        const authorization = `Basic ${Buffer.from(`${who?.username}:${who?.secret}`).toString('base64')}`;
        const answer = await fetch(url, { headers: who ? { authorization } : {} });
        const headers = ['www-authenticate', 'content-type', 'cache-control'].map((name) => answer.headers.get(name));
        texts.push(JSON.stringify([answer.status, headers, await answer.text()]));
      }
      return texts;
    };
    for (const who of [undefined, as(stranger)]) {
      const [hidden, absent] = await answers(who);
      expect(hidden).toBe(absent);
      expect(hidden).toMatch(who ? /^\[404/ : /^\[401/);
    }
  });

  async function letExpire(tokenId: number): Promise<void> {
    const url = await findRunningPostgres(path.join(server.dataDir, 'postgres'));
    const client = new pg.Client({ connectionString: url ?? '' });
    await client.connect();
    try {
      await client.query(`update personal_access_tokens set expires_at = current_date - 1 where id = $1`, [tokenId]);
    } finally {
      await client.end();
    }
  }
});
