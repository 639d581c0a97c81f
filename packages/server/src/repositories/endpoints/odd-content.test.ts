import { buildOddRepository, ODD_HISTORY, ODD_NAMES, oddContents, type TestRepository } from '@tributary/git/testing';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type {
  BlobPageData,
  CommitPageData,
  CommitsPageData,
  TreePageData,
} from '@tributary/contract/projects/repository-page.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { firstOf } from '../../../testing/sampled.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addProjectRow } from '../../projects/testing-store.ts';
import { personalNamespace } from '../../projects/testing.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let repository: TestRepository;
const PATH = 'ada/odd';

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  owner = await createUser(app, { username: 'ada' });
  const namespace = await personalNamespace(app, owner.user);
  const row = await addProjectRow(app.platform.db, {
    namespace_id: namespace.id,
    name: 'odd',
    path: 'odd',
    full_path: PATH,
    visibility: 'public',
    default_branch: 'main',
    repository_state: 'ready',
    is_empty: false,
    creator_id: owner.user.id,
  });
  repository = await buildOddRepository({ dir: app.platform.repositories.directory(row.id) });
});
afterAll(() => app.close());

async function page<T>(address: string): Promise<PageData<T>> {
  const answer = await server.inject({ url: `/-/page${address}`, headers: owner.headers });
  expect([address, answer.statusCode]).toEqual([address, 200]);
  return answer.json<PageData<T>>();
}

const CONTENTS = Object.keys(oddContents()).filter((name) => name !== '.gitmodules');

describe('odd names', () => {
  test.each(firstOf(4, Object.entries(ODD_NAMES)))('%s is listed, opened and read back', async (_what, path) => {
    const blob = await page<BlobPageData>(repositoryPaths.blob(PATH, 'main', path));
    expect(blob).toMatchObject({ kind: 'blob', data: { file: { path }, viewer: { type: 'code', lines: ['after'] } } });
    expect(JSON.stringify(blob.data.viewer)).not.toContain('<script');
    const raw = await server.inject({ url: blob.data.rawHref, headers: owner.headers });
    expect([raw.statusCode, raw.body]).toEqual([200, 'after\n']);
    expect(String(raw.headers['content-disposition'])).not.toMatch(/[\r\n]/);
    await page(blob.data.blameHref ?? '');
    await page(blob.data.historyHref);
    await page(blob.data.editHref ?? '');
  });

  test('every directory lists its entries with addresses that work, and their last commits', async () => {
    const root = await page<TreePageData>(repositoryPaths.tree(PATH, 'main'));
    const seen = new Set<string>();
    const queue = [root.data];
    for (let tree = queue.pop(); tree && seen.size < 200; tree = queue.pop()) {
      const last = await server.inject({ url: tree.tree.lastCommitsPath, headers: owner.headers });
      expect(last.statusCode).toBe(200);
      for (const entry of tree.tree.entries) {
        expect(last.json().commits[entry.path]).toBeDefined();
        seen.add(entry.path);
        const isDeep = entry.path.startsWith('d/d/');
        if (entry.kind === 'directory' && !isDeep) queue.push((await page<TreePageData>(entry.href ?? '')).data);
      }
    }
    for (const path of Object.values(ODD_NAMES)) if (!path.startsWith('d/')) expect(seen).toContain(path);
  });

  test('a name that misleads says so', async () => {
    const tree = await page<TreePageData>(repositoryPaths.tree(PATH, 'main', 'names'));
    const entry = tree.data.tree.entries.find((each) => each.path === ODD_NAMES['rightToLeft']);
    expect(entry?.hiddenCharacters).toEqual(['U+202E']);
  });
});

describe('odd contents', () => {
  test.each(firstOf(8, CONTENTS))('%s is shown honestly', async (name) => {
    const address = repositoryPaths.blob(PATH, 'after', `contents/${name}`);
    const at = address.replace('/after/', `/${repository.sha('after')}/`);
    const answer = await server.inject({ url: `/-/page${at}`, headers: owner.headers });
    if (name === 'submodule-gone') return expect(answer.statusCode).toBe(404);
    const { viewer } = answer.json<PageData<BlobPageData>>().data;
    const expected: Record<string, BlobPageData['viewer']['type']> = {
      empty: 'empty',
      'became-empty': 'empty',
      binary: 'download',
      'binary-change': 'download',
      'nul-in-text': 'download',
      'image.svg': 'image',
      'broken-symlink': 'symlink',
      'escaping-symlink': 'symlink',
      'file-to-symlink': 'symlink',
      'file-to-submodule': 'submodule',
      'submodule-new': 'submodule',
      'submodule-change': 'submodule',
      'lfs-new': 'lfs',
      'lfs-change': 'lfs',
      'lfs-from-text': 'lfs',
    };
    expect([name, viewer.type]).toEqual([name, expected[name] ?? 'code']);
    if (viewer.type === 'code') expect(viewer.lines.join('\n')).not.toMatch(/<(?!\/?span)[a-z]/i);
    return undefined;
  });

  test('T-010: a symlink is its text, wherever it is asked for', async () => {
    const path = 'contents/escaping-symlink';
    const blob = await page<BlobPageData>(repositoryPaths.blob(PATH, 'main', path));
    expect(blob.data.viewer).toEqual({ type: 'symlink', target: '../../../../etc/passwd', targetHref: null });
    const raw = await server.inject({ url: repositoryPaths.raw(PATH, 'main', path), headers: owner.headers });
    expect(raw.body).toBe('../../../../etc/passwd');
    const edit = await page<{ content: null; notice: string }>(repositoryPaths.edit(PATH, 'main', path));
    expect(edit.data).toMatchObject({ content: null, notice: 'symlink' });
  });

  test('T-067: what users put into files never runs', async () => {
    for (const [name, dest, type] of [
      ['page.html', 'document', 'text/plain; charset=utf-8'],
      ['image.svg', 'document', 'text/plain; charset=utf-8'],
      ['image.svg', 'image', 'image/svg+xml'],
    ] as const) {
      const url = repositoryPaths.raw(PATH, 'main', `contents/${name}`);
      const raw = await server.inject({ url, headers: { ...owner.headers, 'sec-fetch-dest': dest } });
      expect(raw.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      });
    }
  });

  test('the commit that changes everything shows each file and its lines', async () => {
    const first = await page<CommitPageData>(repositoryPaths.commit(PATH, repository.sha('after')));
    const files = [...first.data.diff.files];
    let more = first.data.diff.moreHref;
    while (more !== null) {
      const answer = await server.inject({ url: more, headers: owner.headers });
      expect(answer.statusCode).toBe(200);
      files.push(...answer.json().files);
      more = answer.json().moreHref;
    }
    expect(files).toHaveLength(first.data.diff.totalFiles);
    for (const line of files.flatMap((file) => file.lines))
      expect(line.html).not.toMatch(/<(?!\/?(?:span|mark)\b)[a-z]/i);
    const notices = Object.fromEntries(files.map((file) => [file.newPath, file.notice]));
    expect(notices).toMatchObject({
      'contents/binary': 'binary',
      'contents/lfs-new': 'lfs',
      'contents/mode-only': 'mode_only',
      'contents/submodule-change': 'submodule',
    });
    for (const format of ['diff', 'patch']) {
      const url = `${repositoryPaths.commit(PATH, repository.sha('after'))}.${format}`;
      expect((await server.inject({ url, headers: owner.headers })).statusCode).toBe(200);
    }
  });
});

describe('odd histories', () => {
  test.each(firstOf(2, ODD_HISTORY))('%s', async (label) => {
    const sha = repository.sha(label);
    const commit = await page<CommitPageData>(repositoryPaths.commit(PATH, sha));
    expect(commit.data.commit.sha).toBe(sha);
    expect(Number.isNaN(Date.parse(commit.data.commit.author.date))).toBe(false);
    const history = await page<CommitsPageData>(repositoryPaths.commits(PATH, sha));
    expect(history.data.commits[0]?.sha).toBe(sha);
    const api = await server.inject({
      url: `/api/v4/projects/ada%2Fodd/repository/commits/${sha}`,
      headers: owner.headers,
    });
    expect(api.statusCode).toBe(200);
  });

  test('branches, tags of odd things, compare, search, find file and the project itself', async () => {
    for (const address of [
      `/${PATH}`,
      `${repositoryPaths.branches(PATH)}?state=all`,
      repositoryPaths.branches(PATH),
      repositoryPaths.tags(PATH),
      repositoryPaths.compare(PATH),
      repositoryPaths.compare(PATH, 'octopus', 'main'),
      repositoryPaths.compare(PATH, 'orphan', 'main'),
      repositoryPaths.compare(PATH, 'nowhere', 'main'),
      repositoryPaths.search(PATH, 'after'),
      repositoryPaths.findFile(PATH, 'main'),
      repositoryPaths.newFile(PATH, 'main', 'names'),
    ]) {
      await page(address);
    }
    const files = await server.inject({ url: repositoryPaths.files(PATH, 'main'), headers: owner.headers });
    expect(files.json()).toEqual(expect.arrayContaining(Object.values(ODD_NAMES)));
    const refs = await server.inject({ url: repositoryPaths.refs(PATH, 'main'), headers: owner.headers });
    expect(refs.json().branches[0]).toMatchObject({ name: 'main', isDefault: true });
  });
});
