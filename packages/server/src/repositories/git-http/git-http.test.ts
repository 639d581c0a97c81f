import { maintainRepository, ZERO_OID } from '@tributary/git';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import { cloneAddress, createGitClient, type GitClient } from '../testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { protectDefaultBranch } from '../protection/index.ts';
import { IS_FULL, sampled } from '../../../testing/sampled.ts';

let app: TestApp;
let origin: string;
let owner: TestUser;
let developer: TestUser;
let outsider: TestUser;
const clients: GitClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
  owner = await createUser(app, { username: 'ada' });
  developer = await createUser(app, { username: 'dev' });
  outsider = await createUser(app, { username: 'mallory' });
});
afterAll(() => app.close());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.remove();
});

async function client(project: { full_path: string }, person?: TestUser): Promise<GitClient> {
  const made = await createGitClient(cloneAddress(origin, project, person));
  clients.push(made);
  return made;
}

async function projectWith(spec: Partial<Parameters<typeof createProject>[1]> = {}): Promise<BuiltProject> {
  const project = await createProject(app, { owner: owner.user, visibility: 'private', ...spec });
  await addMember(app, { project, user: developer.user, level: 30 });
  return project;
}

const eventsOf = (project: { id: number }) =>
  app.platform.db.selectFrom('push_events').selectAll().where('project_id', '=', project.id).orderBy('id').execute();
const intentsOf = (project: { id: number }) =>
  app.platform.db.selectFrom('push_intents').selectAll().where('project_id', '=', project.id).execute();

test('an empty project takes its first push, and the branch becomes the default one', async () => {
  const project = await projectWith();
  const work = await client(project, owner);
  const sha = await work.commit({ 'a.txt': 'one\n' });
  await work.must('branch', '-m', 'trunk');
  const pushed = await work.git('push', 'origin', 'trunk');
  expect(pushed.output).toContain('[new branch]');
  expect(await project.repository.git('rev-parse', 'refs/heads/trunk')).toBe(sha);
  expect(await project.repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/trunk');
  const row = await app.platform.db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ default_branch: 'trunk', is_empty: false });
  expect(await eventsOf(project)).toMatchObject([
    { ref: 'refs/heads/trunk', action: 'created', commit_count: 1, actor_id: owner.user.id, old_sha: ZERO_OID },
  ]);
  expect(await intentsOf(project)).toEqual([]);
  const { rows } = { rows: await app.platform.db.selectFrom('outbox_events').selectAll().execute() };
  expect(rows.map((each) => each.type)).toContain('push.received');
});

test('git-lfs is told in its own type that there is none', async () => {
  const server = await app.server();
  const headers = { 'content-type': 'application/vnd.git-lfs+json', accept: 'application/vnd.git-lfs+json' };
  const address = '/any/thing.git/info/lfs/objects/batch';
  const answer = await server.inject({ method: 'POST', url: address, headers, payload: '{}' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([501, 'application/vnd.git-lfs+json']);
  expect(answer.json()).toMatchObject({ message: expect.stringContaining('Git LFS is not enabled') });
});

test('clone, fetch, shallow and partial clone give what was pushed', async () => {
  const project = await projectWith({ files: { 'README.md': '# Hello\n', 'src/a.ts': 'export {};\n' } });
  const work = await client(project, developer);
  await work.must('fetch', 'origin');
  await work.must('checkout', '-q', 'main');
  const url = cloneAddress(origin, project, developer);
  for (const options of [['--depth=1'], ['--filter=blob:none'], ['-c', 'protocol.version=0'], ['--bare']]) {
    const result = await work.git('clone', '-q', ...options, url, `clone${options.join('')}`);
    expect(result).toMatchObject({ ok: true });
  }
  await work.commit({ 'b.txt': 'two\n' });
  await work.must('push', 'origin', 'HEAD:refs/heads/feature');
  expect(await work.must('ls-remote', 'origin', 'refs/heads/feature')).toContain(await work.must('rev-parse', 'HEAD'));
});

test('who may not see it, and what is not there, look the same', async () => {
  const project = await projectWith({ files: { a: '1' } });
  const answers = async (person: TestUser | undefined) => {
    const work = await client(project, person);
    const hidden = await work.git('fetch', 'origin');
    await work.must('remote', 'set-url', 'origin', cloneAddress(origin, { full_path: 'ada/absent' }, person));
    const absent = await work.git('fetch', 'origin');
    return [hidden, absent].map(({ ok, output }) => ({
      ok,
      output: output.replaceAll(project.full_path, 'X').replaceAll('ada/absent', 'X'),
    }));
  };
  const [hidden, absent] = await answers(outsider);
  expect(hidden).toEqual(absent);
  expect(hidden?.output).toContain('could not be found');
  const [anonymousHidden, anonymousAbsent] = await answers(undefined);
  expect(anonymousHidden).toEqual(anonymousAbsent);
  expect(anonymousHidden?.ok).toBe(false);
});

test('a public project is cloned by anyone and pushed by nobody without a name', async () => {
  const project = await projectWith({ visibility: 'public', files: { a: '1' } });
  const work = await client(project);
  expect((await work.git('fetch', 'origin')).ok).toBe(true);
  const answer = await fetch(`${origin}/${project.full_path}.git/info/refs?service=git-receive-pack`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('Basic realm=');
  const strange = await client(project, outsider);
  await strange.commit({ b: '2' });
  const refused = await strange.git('push', 'origin', 'HEAD:refs/heads/x');
  expect(refused).toMatchObject({ ok: false });
  expect(refused.output).toContain('403');
});

test('a wrong password and a token without the scope are refused with a sentence', async () => {
  const project = await projectWith({ files: { a: '1' } });
  const wrong = await client(project, { ...owner, token: 'nonsense' } as TestUser);
  expect((await wrong.git('fetch', 'origin')).output).toContain('HTTP Basic: Access denied');
  const reading = await createToken(app, owner.user, ['read_repository']);
  const reader = await client(project, { ...owner, token: reading.token } as TestUser);
  expect((await reader.git('fetch', 'origin')).ok).toBe(true);
  await reader.commit({ c: '3' });
  const refused = await reader.git('push', 'origin', 'HEAD:refs/heads/y');
  expect(refused.output).toContain('higher privileges');
  const profile = await createToken(app, owner.user, ['read_user']);
  const none = await client(project, { ...owner, token: profile.token } as TestUser);
  expect((await none.git('fetch', 'origin')).ok).toBe(false);
});

test('an archived project is read but not written, and says why', async () => {
  const project = await projectWith({ files: { a: '1' }, columns: { archived_at: new Date() } });
  const work = await client(project, owner);
  expect((await work.git('fetch', 'origin')).ok).toBe(true);
  await work.commit({ b: '2' });
  expect((await work.git('push', 'origin', 'HEAD:refs/heads/x')).output).toContain('archived');
});

test('T-008: a protected branch is neither pushed, forced nor deleted by a developer', async () => {
  const project = await projectWith({ files: { a: '1' } });
  await protectDefaultBranch(app.system, project.id, 'main');
  const work = await client(project, developer);
  await work.must('fetch', '-q', 'origin');
  await work.must('checkout', '-q', 'main');
  const before = await project.repository.git('rev-parse', 'main');
  await work.commit({ b: '2' });
  const push = await work.git('push', 'origin', 'main');
  expect(push.output.replaceAll(/\s*remote:\s*/g, ' ')).toContain('not allowed to push to "main"');
  const remove = await work.git('push', 'origin', ':main');
  expect(remove.ok).toBe(false);
  const strong = await client(project, owner);
  await strong.must('fetch', '-q', 'origin');
  await strong.commit({ other: '3' });
  expect((await strong.git('push', '-f', 'origin', 'HEAD:main')).output).toContain('force push');
  await strong.must('checkout', '-q', '-B', 'main', 'origin/main');
  await strong.commit({ d: '4' });
  expect((await strong.git('push', 'origin', 'main')).ok).toBe(true);
  expect(await project.repository.git('merge-base', before, 'main')).toBe(before);
  const elsewhere = await work.git('push', 'origin', 'HEAD:refs/heads/mine');
  expect(elsewhere.ok).toBe(true);
  await project.repository.git('update-ref', '-d', 'refs/heads/mine');
});

/** An ordinary run pushes one name of each kind; `packages/git/src/refs/refs.test.ts` has the rule for all of them. */
const REFUSED_NAMES = [
  { kind: 'T-002', name: 'a'.repeat(40) },
  { kind: 'T-002', name: 'B'.repeat(64) },
  { kind: 'T-005', name: 'refs/heads/main' },
  { kind: 'T-005', name: 'heads/main' },
  { kind: 'T-005', name: 'HEAD' },
  { kind: 'T-005', name: `${'c'.repeat(40)}/dir` },
  { kind: 'T-001', name: '-x' },
  { kind: 'T-001', name: '--output=x' },
  { kind: 'P-25', name: 'bad\u202Ename' },
];

test.each(sampled(REFUSED_NAMES, ({ kind }) => kind))('$kind: a branch may not be named $name', async ({ name }) => {
  const project = await projectWith({ files: { a: '1' } });
  const work = await client(project, owner);
  await work.commit({ b: '2' });
  const result = await work.git('push', 'origin', `HEAD:refs/heads/${name}`);
  expect(result.ok).toBe(false);
  expect(result.output.replaceAll(/\s*remote:\s*/g, ' ')).toMatch(/is not allowed|funny refname/);
  expect(await project.repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});

test.each([
  'refs/merge-requests/1/head',
  `refs/keep-around/${'a'.repeat(40)}`,
  'refs/pipelines/1',
  'refs/internal/x',
  'refs/replace/x',
  'refs/environments/1',
  'refs/tmp/x',
  'refs/Keep-Around/x',
  'refs/notes/a\u202Eb',
])('T-007: %s cannot be pushed', async (ref) => {
  const project = await projectWith({ files: { a: '1' } });
  const work = await client(project, owner);
  await work.commit({ b: '2' });
  const result = await work.git('push', 'origin', `HEAD:${ref}`);
  expect(result.ok).toBe(false);
  expect(await project.repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});

test('notes and other refs are pushed and fetched like an unprotected branch, and are neither branch nor tag', async () => {
  const project = await projectWith({ files: { a: '1' } });
  // No rule for branches is meant for them.
  await protectDefaultBranch(app.system, project.id, '*');
  const mine = await client(project, developer);
  await mine.must('pull', '-q', 'origin', 'main');
  const hidden = `refs/keep-around/${await mine.must('rev-parse', 'HEAD')}`;
  await project.repository.git('update-ref', hidden, 'refs/heads/main');
  await mine.must('notes', 'add', '-m', 'looked at');
  await mine.must('update-ref', 'refs/changes/01/1/1', 'HEAD');
  await mine.must('push', '-q', 'origin', 'refs/notes/*', 'refs/changes/01/1/1');
  const theirs = await client(project, owner);
  for (const version of ['0', '2'])
    await theirs.must(
      '-c',
      `protocol.version=${version}`,
      'fetch',
      '-q',
      '--update-head-ok',
      'origin',
      '+refs/*:refs/*',
    );
  expect(await theirs.must('notes', 'show', 'refs/heads/main')).toBe('looked at');
  await addMember(app, { project, user: outsider.user, level: 20 });
  const reporter = await client(project, outsider);
  expect((await reporter.git('push', 'origin', `${await reporter.commit({ c: '3' })}:refs/notes/x`)).ok).toBe(false);

  await mine.must('update-ref', '-d', 'refs/changes/01/1/1');
  await mine.must('notes', 'append', '-m', 'twice');
  await mine.must('push', '-q', '--mirror', 'origin');
  await maintainRepository(project.repository.dir, { mode: 'full' });
  // What was deleted is gone; internal refs are neither shown to a mirror nor touched by it.
  expect((await project.repository.git('for-each-ref', '--format=%(refname)')).split('\n')).toEqual([
    'refs/heads/main',
    hidden,
    'refs/notes/commits',
    'refs/remotes/origin/main',
  ]);
  await theirs.must('fetch', '-q', 'origin', '+refs/notes/*:refs/notes/*');
  expect(await theirs.must('notes', 'show', 'refs/heads/main')).toContain('twice');
  expect(await eventsOf(project)).toEqual([]);
  expect(await intentsOf(project)).toEqual([]);
});

test('T-004: one name is a branch or a tag, not both, also within one push', async () => {
  const project = await projectWith({ files: { a: '1' } });
  const work = await client(project, owner);
  await work.commit({ b: '2' });
  await work.must('push', '-q', 'origin', 'HEAD:refs/tags/v1');
  expect((await work.git('push', 'origin', 'HEAD:refs/heads/v1')).output).toContain('tag named "v1" already exists');
  expect((await work.git('push', 'origin', 'HEAD:refs/heads/v2', 'HEAD:refs/tags/v2')).ok).toBe(false);
  expect((await work.git('push', 'origin', 'HEAD:refs/tags/main')).ok).toBe(false);
});

test('P-03: one refused ref refuses the whole push', async () => {
  const project = await projectWith({ files: { a: '1' } });
  await protectDefaultBranch(app.system, project.id, 'main');
  const work = await client(project, developer);
  await work.must('fetch', '-q', 'origin');
  await work.must('checkout', '-q', 'main');
  await work.commit({ b: '2' });
  const refs = ['x1', 'x2', 'x3', 'x4'].map((name) => `HEAD:refs/heads/${name}`);
  expect((await work.git('push', '--atomic', 'origin', ...refs, 'HEAD:main')).ok).toBe(false);
  expect(await project.repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  expect(await intentsOf(project)).toEqual([]);
  expect(await eventsOf(project)).toEqual([]);
});

test.runIf(IS_FULL)(
  'a file over the limit is refused by its name, T-011: however small its pack',
  async () => {
    const project = await projectWith({ files: { a: '1' } });
    const work = await client(project, owner);
    const sha = await work.commit({ 'data/zeros.bin': Buffer.alloc(101 * 1024 * 1024) });
    const result = await work.git('push', 'origin', 'HEAD:refs/heads/big');
    expect(result.ok).toBe(false);
    expect(result.output).toContain('data/zeros.bin');
    // P-02: nothing of it can be read.
    expect((await project.repository.git('cat-file', '--batch-all-objects', '--batch-check')).includes(sha)).toBe(
      false,
    );
  },
  60_000,
);

test('a push says who pushed, not who the commits name', async () => {
  const project = await projectWith({ files: { a: '1' } });
  const work = await client(project, developer);
  await work.must('config', 'user.email', owner.user.email);
  await work.commit({ b: '2' });
  await work.must('push', '-q', 'origin', 'HEAD:refs/heads/as-somebody');
  expect((await eventsOf(project)).at(-1)).toMatchObject({ actor_id: developer.user.id });
});

test('T-014: objects outside the visible refs are not given out', async () => {
  const project = await projectWith({ files: { a: '1' } });
  const work = await client(project, owner);
  const sha = await work.commit({ secret: 's3cret' });
  await work.must('push', '-q', 'origin', 'HEAD:refs/heads/gone');
  await work.must('push', '-q', 'origin', ':refs/heads/gone');
  const thief = await client(project, developer);
  expect((await thief.git('fetch', 'origin', sha)).ok).toBe(false);
});

test('a renamed project is still found at its old address', async () => {
  const project = await projectWith({ files: { a: '1' } });
  await app.platform.db
    .insertInto('redirect_routes')
    .values({ path: 'ada/once-upon', project_id: project.id, namespace_id: null })
    .execute();
  const work = await client({ full_path: 'ada/once-upon' }, developer);
  expect(await work.must('ls-remote', 'origin')).toContain('refs/heads/main');
});
