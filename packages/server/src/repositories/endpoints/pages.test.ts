import type { PageData } from '@tributary/contract/page/page-data.ts';
import type {
  BlobPageData,
  BranchesPageData,
  CommitPageData,
  CommitsPageData,
  ComparePageData,
  FileEditPageData,
  FileNewPageData,
  IdePageData,
  ProjectShowPageData,
  RepositorySearchPageData,
  TagsPageData,
  TreePageData,
} from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { gitSpawnCount } from '@tributary/git';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { protectDefaultBranch } from '../protection/index.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let developer: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app, { username: 'ada', name: 'Ada Lovelace' });
  developer = await createUser(app, { username: 'dev' });
  reader = await createUser(app, { username: 'rea' });
});
afterAll(() => app.close());

async function build(files: Record<string, string> = {}): Promise<BuiltProject> {
  const project = await createProject(app, {
    owner: owner.user,
    files: { 'README.md': '# Hello\n\n[code](src/a.ts)\n', 'src/a.ts': 'const one = 1;\n', ...files },
  });
  await addMember(app, { project, user: developer.user, level: 30 });
  return project;
}

async function page<T>(person: TestUser | undefined, address: string): Promise<PageData<T>> {
  const answer = await server.inject({ url: `/-/page${address}`, headers: person?.headers ?? {} });
  return answer.json<PageData<T>>();
}
const get = (person: TestUser, url: string) => server.inject({ url, headers: person.headers });

describe('the project itself', () => {
  test('shows its files, its README and how to clone it', async () => {
    const project = await build();
    const { kind, data, shell } = await page<ProjectShowPageData>(developer, `/${project.full_path}`);
    expect(kind).toBe('project_show');
    expect(data.can).toMatchObject({ push: true, star: true, configure: false });
    const { repository } = data;
    if (repository.state !== 'ready') throw new Error(repository.state);
    expect(repository.tree.entries.map((entry) => [entry.kind, entry.name])).toEqual([
      ['directory', 'src'],
      ['file', 'README.md'],
    ]);
    expect(repository.readme?.html).toContain(`href="/${project.full_path}/-/blob/main/src/a.ts"`);
    expect(repository.clone.httpUrl).toBe(`${app.platform.config.url}/${project.full_path}.git`);
    expect(repository.counts).toMatchObject({ commits: 1, branches: 1, tags: 0 });
    const code = shell.context?.nav.filter((item) => item.group === 'Code').map((item) => item.label);
    expect(code).toEqual(['Files', 'Commits', 'Branches', 'Tags', 'Compare']);
  });

  test('without commits it says how to begin; without rights it shows no code', async () => {
    const empty = await createProject(app, { owner: owner.user, defaultBranch: 'trunk' });
    const first = await page<ProjectShowPageData>(owner, `/${empty.full_path}`);
    expect(first.data.repository).toMatchObject({ state: 'empty', defaultBranch: 'trunk', branchesHref: null });
    const form = await page<FileNewPageData>(owner, repositoryPaths.newFile(empty.full_path, 'trunk'));
    expect(form.data).toMatchObject({ place: null, form: { branch: 'trunk', canCommit: true } });
    const closed = await createProject(app, {
      owner: owner.user,
      files: { a: '1' },
      columns: { repository_access_level: 'private' },
    });
    const other = await page<ProjectShowPageData>(reader, `/${closed.full_path}`);
    expect(other.data.repository).toEqual({ state: 'hidden' });
    const tree = await page(reader, repositoryPaths.tree(closed.full_path, 'main'));
    expect([tree.kind, tree.status]).toEqual(['error', 404]);
  });
});

describe('files', () => {
  test('a file has its permalink, its author by confirmed address, and leads on', async () => {
    const project = await build();
    await project.repository.commit({
      files: { 'src/a.ts': 'const two = 2;\n' },
      message: 'Change it',
      author: { name: 'Somebody else', email: owner.user.email.toUpperCase() },
    });
    const { data } = await page<BlobPageData>(developer, repositoryPaths.blob(project.full_path, 'main', 'src/a.ts'));
    expect(data.lastCommit?.author).toMatchObject({ name: 'Somebody else', user: { username: 'ada' } });
    expect(data.viewer).toMatchObject({
      type: 'code',
      language: 'typescript',
      lineEndings: 'lf',
      endsWithNewline: true,
    });
    const kept = await page<BlobPageData>(developer, data.permalinkHref);
    expect(kept.data.place.ref.kind).toBe('commit');
    expect(kept.data.editHref).toBeNull();
    expect((await page(developer, data.blameHref ?? '')).kind).toBe('blame');
    const history = await page<CommitsPageData>(developer, data.historyHref);
    expect(history.data.commits.map((commit) => commit.title)).toEqual(['Change it', 'Initial commit']);
    expect(
      (await page<BlobPageData>(reader, repositoryPaths.blob(project.full_path, 'main', 'src/a.ts'))).data.editHref,
    ).toBeNull();
  });

  test('a history is narrowed by whole days, in the time of the server', async () => {
    const project = await build();
    const address = repositoryPaths.commits(project.full_path, 'main');
    const titles = async (query: string) =>
      (await page<CommitsPageData>(developer, `${address}?${query}`)).data.commits.map((commit) => commit.title);
    const all = await page<CommitsPageData>(developer, address);
    const date = all.data.commits[0]?.committer.date ?? '';
    const day = date.slice(0, 10);
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(await titles(`since=${day}&until=${day}`)).toEqual(['Initial commit']);
    expect(await titles(`until=${dayBefore}`)).toEqual([]);
    expect(await titles('until=never')).toEqual(['Initial commit']);
  });

  test('Markdown is rendered, and its source one step away', async () => {
    const project = await build();
    const rendered = await page<BlobPageData>(reader, repositoryPaths.blob(project.full_path, 'main', 'README.md'));
    expect(rendered.data.viewer).toMatchObject({ type: 'markdown' });
    const plain = await page<BlobPageData>(reader, rendered.data.views?.sourceHref ?? '');
    expect(plain.data.viewer).toMatchObject({ type: 'code' });
  });

  test('a directory asked for as a file leads to the directory, and the reverse', async () => {
    const project = await build();
    const asFile = await get(reader, `/-/page${repositoryPaths.blob(project.full_path, 'main', 'src')}`);
    expect(asFile.headers['location']).toBe(`/-/page${repositoryPaths.tree(project.full_path, 'main', 'src')}`);
    const asTree = await get(reader, `/-/page${repositoryPaths.tree(project.full_path, 'main', 'README.md')}`);
    expect(asTree.headers['location']).toBe(`/-/page${repositoryPaths.blob(project.full_path, 'main', 'README.md')}`);
  });

  test('the longest ref that exists is the ref', async () => {
    const project = await build({ 'b/a.txt': 'in main\n' });
    await project.repository.commits([
      { branch: 'feature/b', parents: ['initial'], files: { 'a.txt': 'on branch\n' } },
    ]);
    const { data } = await page<BlobPageData>(reader, `/${project.full_path}/-/blob/feature/b/a.txt`);
    expect(data.place.ref).toMatchObject({ kind: 'branch', name: 'feature/b' });
    expect(data.viewer).toMatchObject({ lines: ['on branch'] });
    const last = await get(reader, repositoryPaths.lastCommits(project.full_path, 'feature/b', 'b'));
    expect(last.json()).toMatchObject({ complete: true, commits: { 'b/a.txt': { title: 'Initial commit' } } });
  });

  test('an image is an image, a download a download, an unchanged file no body', async () => {
    const project = await build();
    const url = repositoryPaths.raw(project.full_path, 'main', 'src/a.ts');
    const first = await get(reader, url);
    const again = await server.inject({
      url,
      headers: { ...reader.headers, 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const download = await get(reader, `${url}?inline=false`);
    expect(download.headers['content-disposition']).toMatch(/^attachment; filename="a.ts"/);
    const archive = await get(reader, repositoryPaths.archive(project.full_path, 'main', 'tar.gz'));
    expect(archive.headers['content-type']).toBe('application/gzip');
  });

  test('search finds lines, marks them, and takes nothing for an option', async () => {
    const project = await build({ 'x.html': '<b>One</b> & one\n' });
    const { data } = await page<RepositorySearchPageData>(reader, repositoryPaths.search(project.full_path, 'ONE'));
    const html = data.files.find((file) => file.path === 'x.html')?.lines[0]?.html;
    expect(html).toBe('&lt;b&gt;<mark>One</mark>&lt;/b&gt; &amp; <mark>one</mark>');
    for (const query of ['--output=/tmp/x', '-e', '(((', 'nothing at all']) {
      const found = await page<RepositorySearchPageData>(reader, repositoryPaths.search(project.full_path, query));
      expect(found).toMatchObject({ kind: 'repository_search', data: { files: [] } });
    }
  });

  test('warm pages start hardly any git, however many files there are (R7)', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_unused, index) => [`many/f${index}.txt`, `${index}\n`]),
    );
    const project = await build(many);
    const address = repositoryPaths.tree(project.full_path, 'main', 'many');
    await page(reader, address);
    const before = await quietGit();
    const { data } = await page<TreePageData>(reader, address);
    expect(data.tree.entries).toHaveLength(300);
    expect(gitSpawnCount() - before).toBe(0);
    await page(reader, repositoryPaths.blob(project.full_path, 'main', 'many/f1.txt'));
    const warm = await quietGit();
    await page(reader, repositoryPaths.blob(project.full_path, 'main', 'many/f1.txt'));
    expect(gitSpawnCount() - warm).toBe(0);
  });
});

describe('changing files', () => {
  test('a protected branch offers another one, with a name that is free', async () => {
    const project = await build();
    await protectDefaultBranch(app.system, project.id, 'main');
    await project.repository.git('branch', 'dev-patch-1', 'main');
    const { data } = await page<FileEditPageData>(
      developer,
      repositoryPaths.edit(project.full_path, 'main', 'src/a.ts'),
    );
    expect(data).toMatchObject({
      content: 'const one = 1;\n',
      form: { canCommit: false, suggestedBranch: 'dev-patch-2', refusal: expect.stringContaining('"main"') },
    });
    expect(data.lastCommitId).toBe(project.repository.sha('initial'));
    expect((await page(reader, repositoryPaths.edit(project.full_path, 'main', 'src/a.ts'))).status).toBe(403);
    expect((await page(undefined, repositoryPaths.edit(project.full_path, 'main', 'src/a.ts'))).status).toBe(401);
    const bySha = repositoryPaths.edit(project.full_path, project.repository.sha('initial'), 'src/a.ts');
    expect((await page(developer, bySha)).status).toBe(400);
  });

  test('the web IDE opens a branch, with a file or without, for those who may push', async () => {
    const project = await build();
    const at = (branch: string, path = '') => repositoryPaths.ide(project.full_path, branch, path);
    const { kind, data } = await page<IdePageData>(developer, at('main', 'src/a.ts'));
    expect(kind).toBe('ide');
    expect(data).toMatchObject({
      path: 'src/a.ts',
      headSha: project.repository.sha('initial'),
      filesPath: repositoryPaths.files(project.full_path, 'main'),
      form: { branch: 'main' },
    });
    const folder = (await page<IdePageData>(developer, at('main', 'src'))).data;
    expect([folder.path, folder.form.newMergeRequestTemplate]).toEqual([
      '',
      expect.stringMatching(/&nav_source=webide$/),
    ]);
    expect((await page(developer, at('main', 'gone.ts'))).status).toBe(404);
    expect((await page(developer, at(project.repository.sha('initial')))).status).toBe(400);
    expect((await page(reader, at('main'))).status).toBe(403);
    expect((await page(undefined, at('main'))).status).toBe(401);
  });

  test('older links into the web IDE lead there', async () => {
    const project = await build();
    const link = (rest: string) => get(developer, `/-/ide/project/${project.full_path}/${rest}`);
    const target = async (rest: string) => (await link(rest)).headers.location;
    expect(await target('edit/main/-/src/a.ts')).toBe(repositoryPaths.ide(project.full_path, 'main', 'src/a.ts'));
    expect(await target('tree/topic/one/-/')).toBe(repositoryPaths.ide(project.full_path, 'topic/one'));
    expect(await target('edit/main')).toBe(repositoryPaths.ide(project.full_path, 'main'));
    expect(await target('merge_requests/7')).toBe(`/${project.full_path}/-/merge_requests/7/ide`);
    expect((await link('other')).statusCode).toBe(404);
    for (const foreign of [
      '/evil.example/merge_requests/1',
      '%2Fevil.example/merge_requests/1',
      '/evil.example/edit/main',
    ])
      expect((await get(developer, `/-/ide/project/${foreign}`)).statusCode, foreign).toBe(404);
  });

  const upload = (person: TestUser, project: BuiltProject, fields: Record<string, string>, content: Buffer) => {
    const boundary = 'x-boundary-x';
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="../../pic.bin"\r\n\r\n`;
    return server.inject({
      method: 'POST',
      url: `/${project.full_path}/-/upload_file`,
      headers: { ...person.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  };

  test('a file is uploaded into a branch, or into a new one', async () => {
    const project = await build();
    const content = Buffer.from([0, 255, 1, 13, 10]);
    const made = await upload(
      developer,
      project,
      { branch: 'main', directory: 'assets', commit_message: 'Add' },
      content,
    );
    expect([made.statusCode, made.json()]).toMatchObject([201, { file_path: 'assets/pic.bin', is_new_branch: false }]);
    expect((await get(reader, repositoryPaths.raw(project.full_path, 'main', 'assets/pic.bin'))).rawPayload).toEqual(
      content,
    );
    const again = await upload(
      developer,
      project,
      { branch: 'main', directory: 'assets', commit_message: 'Add' },
      content,
    );
    expect([again.statusCode, again.json().error.code]).toEqual([400, 'file_exists']);
    const fields = { branch: 'new', start_branch: 'main', directory: '', commit_message: 'Add' };
    expect((await upload(developer, project, fields, content)).json()).toMatchObject({
      branch: 'new',
      is_new_branch: true,
    });
    expect((await upload(reader, project, fields, content)).statusCode).toBe(403);
    expect((await upload(developer, project, { branch: 'main', commit_message: '' }, content)).statusCode).toBe(400);
  });
});

describe('branches, tags, commits and comparisons', () => {
  test('branches are active or stale, merged or not, and how far apart', async () => {
    const project = await build();
    const now = Math.floor(app.clock.now().getTime() / 1_000);
    await project.repository.commits([
      { branch: 'fresh', parents: ['initial'], files: { f: '1' }, date: `${now} +0000` },
      { branch: 'old', parents: ['initial'], files: { o: '1' }, date: `${now - 200 * 86_400} +0000` },
    ]);
    await project.repository.git('branch', 'done', 'main');
    const { data } = await page<BranchesPageData>(developer, repositoryPaths.branches(project.full_path));
    const names = Object.fromEntries(
      data.sections.map((section) => [section.kind, section.branches.map((each) => each.name)]),
    );
    expect(names['active']).toContain('fresh');
    expect(names['stale']).toContain('old');
    const all = await page<BranchesPageData>(
      developer,
      `${repositoryPaths.branches(project.full_path)}?state=all&sort=name_asc`,
    );
    expect(all.data.sections[0]?.branches).toMatchObject([
      { name: 'done', isMerged: true, canDelete: true },
      { name: 'fresh', isMerged: false, canDelete: true },
      { name: 'main', isDefault: true, canDelete: false, deleteRefusal: expect.stringContaining('HEAD branch') },
      { name: 'old' },
    ]);
    const far = await get(reader, `${data.divergencePath}?names[]=fresh&names[]=nonsense&names[]=--x`);
    expect(far.json()).toEqual({ fresh: { ahead: 1, behind: 0 } });
    const found = await page<BranchesPageData>(reader, `${repositoryPaths.branches(project.full_path)}?search=FRE`);
    expect(found.data).toMatchObject({ tab: 'all', total: 1, can: { create: false } });
  });

  test('tags with who made them', async () => {
    const project = await build();
    await project.repository.git('tag', 'v1', 'main');
    const { data } = await page<TagsPageData>(reader, repositoryPaths.tags(project.full_path));
    expect(data.tags).toMatchObject([{ name: 'v1', isAnnotated: false, commit: { title: 'Initial commit' } }]);
  });

  test('the images of a commit with their sizes, and a link that stands for one with its line', async () => {
    const project = await build();
    const sides = Buffer.alloc(8);
    sides.writeUInt32BE(300, 0);
    sides.writeUInt32BE(200, 4);
    const start = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    const picture = Buffer.concat([start, sides, Buffer.from([8, 2, 0, 0, 0])]);
    const sha = await project.repository.commit({ files: { 'logo.png': picture }, message: 'Add a logo' });
    const { data } = await page<CommitPageData>(reader, repositoryPaths.commit(project.full_path, sha));
    expect(data.diff.files).toMatchObject([
      { newPath: 'logo.png', oldImageHref: null, oldPixels: null, newPixels: { width: 300, height: 200 } },
    ]);
    const link = { mode: '120000' as const, content: 'other.png' };
    const linked = await project.repository.commit({ files: { 'logo.png': link }, message: 'Link it' });
    const back = await project.repository.commit({ files: { 'logo.png': picture }, message: 'Draw it' });
    const diffOf = async (of: string) =>
      (await page<CommitPageData>(reader, repositoryPaths.commit(project.full_path, of))).data.diff.files;
    const none = { status: 'type_changed', notice: null, oldImageHref: null, newImageHref: null, oldPixels: null, newPixels: null }; // prettier-ignore
    expect(await diffOf(linked)).toMatchObject([
      { ...none, lines: [{ kind: 'match' }, { kind: 'added', newLine: 1 }] },
    ]);
    expect(await diffOf(back)).toMatchObject([
      { ...none, lines: [{ kind: 'match' }, { kind: 'removed', oldLine: 1 }] },
    ]);
  });

  test('a commit with its changed words, and where it is held', async () => {
    const project = await build();
    const sha = await project.repository.commit({
      files: { 'src/a.ts': 'const one = 2;\n' },
      message: 'Two\n\nCloses-bug: 1\n',
    });
    const { data } = await page<CommitPageData>(reader, repositoryPaths.commit(project.full_path, sha.slice(0, 10)));
    expect(data).toMatchObject({ trailers: [{ key: 'Closes-bug', value: '1' }], can: { revert: false } });
    const lines = data.diff.files[0]?.lines.map((line) => [line.kind, line.oldLine, line.newLine]);
    expect(lines).toEqual([
      ['match', null, null],
      ['removed', 1, null],
      ['added', null, 1],
    ]);
    expect(data.diff.files[0]?.lines[2]?.html).toContain('<mark class="idiff">2</mark>');
    const refs = await get(reader, data.refsPath);
    expect(refs.json()).toMatchObject({ branches: [{ name: 'main', isDefault: true }], tags: [] });
    expect((await get(reader, data.patchHref)).body).toMatch(/^From [0-9a-f]{40}/);
    expect((await page(reader, repositoryPaths.commit(project.full_path, 'f'.repeat(40)))).status).toBe(404);
  });

  test('comparing offers a merge request to those who may make one', async () => {
    const project = await build();
    await project.repository.commits([
      { branch: 'topic', parents: ['initial'], files: { t: '1\n' }, message: 'Topic' },
    ]);
    const address = repositoryPaths.compare(project.full_path, 'main', 'topic');
    const mine = await page<ComparePageData>(developer, address);
    expect(mine.data).toMatchObject({
      result: { state: 'ready', totalCommits: 1, diff: { totalFiles: 1 } },
      newMergeRequestHref: expect.stringContaining('source_branch%5D=topic'),
      swapHref: repositoryPaths.compare(project.full_path, 'topic', 'main'),
    });
    expect((await page<ComparePageData>(reader, address)).data.newMergeRequestHref).toBeNull();
    const missing = await page<ComparePageData>(reader, repositoryPaths.compare(project.full_path, 'main', '--x'));
    expect(missing.data.result).toEqual({ state: 'missing', names: ['--x'] });
    const form = await page<ComparePageData>(reader, repositoryPaths.compare(project.full_path));
    expect(form.data).toMatchObject({ result: null, from: { name: 'main' } });
  });
});
