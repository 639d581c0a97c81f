import { buildOddRepository } from '@tributary/git/testing';
import { beforeAll, expect, test } from 'vitest';
import { isTooWide } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { findFaults, inPart, parts } from '../testing/find-faults.ts';
import { ROOT_PASSWORD } from '../testing/running-server.ts';
import type { Project } from '../testing/world.ts';

const journey = beginJourney();
let project: Project;
/** Path keys of all files. */
let paths: string[];

const root = { username: 'root', password: ROOT_PASSWORD };
/** Histories that git's own checks let through in a push. */
const BRANCHES = ['main', 'octopus', 'criss', 'orphan', 'long-message', 'odd-dates'];
const TAGS = ['tag-of-tag', 'tag-of-blob', 'tag-of-tree', 'tag-of-commit'];

beforeAll(async () => {
  project = await journey.world.project(journey.world.root, 'odd', { isEmpty: true });
  const odd = await buildOddRepository({ manyLines: 5_000 });
  const client = await journey.world.clone(project, { username: 'root', secret: journey.world.root.rest.token });
  const refs = [...BRANCHES.map((name) => `refs/heads/${name}`), ...TAGS.map((name) => `refs/tags/${name}`)];
  const pairs = refs.map((ref) => `${ref}:${ref}`);
  await client.must('fetch', '--quiet', '--update-head-ok', odd.dir, ...pairs);
  await client.must('push', '--quiet', 'origin', ...pairs);
  await odd.remove();
  const window = await journey.open(root);
  const files = await window.page.request.get(repositoryPaths.files(project.path, 'main'));
  paths = (await files.json()) as string[];
  await window.context.close();
});

/** Opens each address and collects what is wrong with it. */
async function walk(addresses: readonly string[], options: { width: number; dark: boolean }): Promise<string[]> {
  const { context, page, problems } = await journey.open(root, options);
  const found: string[] = [];
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  for (const address of addresses) {
    const answer = await page.goto(address);
    await page.locator('main h1').waitFor();
    const hasOverflow = await isTooWide(page);
    const wrong = [
      ...(answer?.status() === 200 ? [] : [`status ${answer?.status()}`]),
      ...(hasOverflow ? ['too wide'] : []),
      ...problems.splice(0),
    ];
    found.push(...wrong.map((text) => `${address}: ${text}`));
  }
  await context.close();
  return found;
}

test.each(parts(2))('every file of the odd repository opens (part $part of $count)', async (part) => {
  expect(paths.length).toBeGreaterThan(60);
  const addresses = paths.map((path) => repositoryPaths.blob(project.path, 'main', path));
  expect(await walk(inPart(addresses, part), { width: 1440, dark: false })).toEqual([]);
});

test('the odd names are seen in the tree, and each link leads to its file', async () => {
  const { context, page, problems } = await journey.open(root);
  await page.goto(repositoryPaths.tree(project.path, 'main', 'names'));
  const list = page.getByRole('list', { name: 'Files in names' });
  await list.waitFor();
  const links = await list
    .getByRole('link')
    .evaluateAll((all) =>
      all
        .filter((link) => link.closest('[data-row-title]') !== null)
        .map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent ?? '' })),
    );
  const texts = links.map((link) => link.text);
  expect(texts).toContain('new\\nline.txt');
  expect(texts).toContain('U+202Etxt.exe');
  expect(texts).toContain('caf\uFFFD.txt');
  expect(texts).toContain('trailing space␣');
  expect(texts).toContain('<img src=x onerror=alert(1)>.txt');
  for (const { href, text } of links.filter((link) => link.href.includes('/blob/'))) {
    const answer = await page.request.get(href);
    expect(`${text} ${answer.status()}`).toBe(`${text} 200`);
  }
  await list.getByRole('link', { name: 'new\\nline.txt' }).click();
  await page.locator('.cl').getByText('after').waitFor();
  expect(await page.locator('main h1').innerText()).toContain('new\\nline.txt');
  expect(problems).toEqual([]);
  await context.close();
});

test.each(parts(3))('odd histories, diffs, blame and refs open everywhere (part $part of $count)', async (part) => {
  const at = (path: string) => `contents/${path}`;
  const addresses = [
    repositoryPaths.project(project.path),
    repositoryPaths.tree(project.path, 'main'),
    repositoryPaths.tree(project.path, 'main', 'names'),
    repositoryPaths.tree(project.path, 'main', '//names/%FF%FE'),
    repositoryPaths.tree(project.path, 'main', 'd/'.repeat(300).slice(0, -1)),
    ...BRANCHES.map((branch) => repositoryPaths.commits(project.path, branch)),
    ...BRANCHES.map((branch) => repositoryPaths.commit(project.path, branch)),
    repositoryPaths.commits(project.path, 'main', '//names/caf%E9.txt'),
    ...['bidi', 'mixed', 'crlf', 'many-lines', 'latin1', 'binary'].map((name) =>
      repositoryPaths.blame(project.path, 'main', at(name)),
    ),
    repositoryPaths.compare(project.path, 'orphan', 'main'),
    `${repositoryPaths.compare(project.path, 'orphan', 'main')}?straight=true`,
    repositoryPaths.branches(project.path),
    repositoryPaths.tags(project.path),
    repositoryPaths.findFile(project.path, 'main'),
    repositoryPaths.search(project.path, 'after', 'main'),
    ...['crlf', 'mixed', 'utf8-bom', 'no-newline'].map((name) => repositoryPaths.edit(project.path, 'main', at(name))),
  ];
  const window = await journey.open(root);
  expect(await findFaults(window, inPart(addresses, part), { hasAxe: false })).toEqual([]);
  await window.context.close();
});

test.each(parts(3))('the pages are accessible everywhere (part $part of $count)', async (part) => {
  const addresses = [
    repositoryPaths.project(project.path),
    repositoryPaths.tree(project.path, 'main', 'names'),
    ...['bidi', 'binary-change', 'lfs-new', 'submodule-new', 'broken-symlink', 'empty', 'latin1', 'nul-in-text'].map(
      (name) => repositoryPaths.blob(project.path, 'main', `contents/${name}`),
    ),
    repositoryPaths.blame(project.path, 'main', 'contents/mixed'),
    repositoryPaths.commits(project.path, 'octopus'),
    repositoryPaths.commit(project.path, 'long-message'),
    repositoryPaths.branches(project.path),
    repositoryPaths.tags(project.path),
    repositoryPaths.compare(project.path),
    repositoryPaths.search(project.path, 'after', 'main'),
    repositoryPaths.settings(project.path),
    repositoryPaths.newFork(project.path),
    repositoryPaths.forks(project.path),
    repositoryPaths.edit(project.path, 'main', 'contents/mixed'),
  ];
  const window = await journey.open(root);
  expect(await findFaults(window, inPart(addresses, part))).toEqual([]);
  await window.context.close();
});

test('editing keeps the line ends that a file has', async () => {
  const { context, page } = await journey.open(root);
  for (const [name, before] of [
    ['crlf', 'one\r\n2\r\n'],
    ['mixed', 'one\ntwo\r\nthree\rfour\n'],
    ['utf8-bom', '\uFEFFone\n'],
  ] as const) {
    const path = `contents/${name}`;
    await page.goto(repositoryPaths.edit(project.path, 'main', path));
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('end');
    await page.getByRole('button', { name: 'Commit changes' }).click();
    await page.waitForURL((url) => url.pathname === repositoryPaths.blob(project.path, 'main', path));
    const { content } = await journey.world.root.rest.get<{ content: string }>(
      `/projects/${project.id}/repository/files/${encodeURIComponent(path)}?ref=main`,
    );
    expect(Buffer.from(content, 'base64').toString()).toBe(`${before}end`);
  }
  await context.close();
});
