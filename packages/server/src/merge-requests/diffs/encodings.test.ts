import type { FindAnswer } from '@tributary/contract/merge-requests/find.ts';
import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { createMergeRequest, tipOf } from '../testing.ts';

const golden = (name: string) =>
  readFileSync(new URL(`../../../../git/src/objects/golden-texts/${name}.txt`, import.meta.url));
const JAPANESE = golden('ja.utf-8').toString('utf8');
const RUSSIAN = golden('ru.utf-8').toString('utf8');
/** The first line with a text in it. */
const lineOf = (text: string) => text.split('\n')[1] ?? '';
const filler = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');
/** Two letters in Shift_JIS: too few to be known by their bytes. */
const SHORT = Buffer.from([0x8b, 0x43, 0x93, 0xfa, 0x0a]);

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let row: MergeRequestRow;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  const sjis = golden('ja.shift_jis');
  project = await createProject(app, {
    owner: owner.user,
    files: {
      '.gitattributes': 'said/*.txt encoding=Shift_JIS\nsaid/tree.txt !encoding working-tree-encoding=sjis\n',
      'ja.c': Buffer.concat([sjis, Buffer.from(filler(30))]),
      'turned.c': sjis,
      'only.c': sjis,
      'said/short.txt': SHORT,
      'said/tree.txt': SHORT,
      'plain.txt': SHORT,
    },
  });
  row = await createMergeRequest(app, {
    project,
    author: owner,
    branch: 'texts',
    files: {
      'ja.c': Buffer.concat([sjis, Buffer.from(filler(30).replace('line 29', 'line 30')), sjis]),
      'turned.c': `${JAPANESE}more\n`,
      'only.c': JAPANESE,
      'ru.c': golden('ru.windows-1251'),
      'said/short.txt': Buffer.concat([SHORT, SHORT]),
      'said/tree.txt': Buffer.concat([SHORT, SHORT]),
      'plain.txt': Buffer.concat([SHORT, SHORT]),
    },
  });
  await app.runJobs();
});
afterAll(() => app.close());

async function get(path: string) {
  const server = await app.server();
  return server.inject({ url: path, headers: owner.headers });
}

async function changes(): Promise<Map<string, PageDiffFile>> {
  const answer = await get(`/${project.full_path}/-/merge_requests/${row.iid}/diffs_batch.json?per_page=30`);
  return new Map(answer.json<DiffsBatch>().diff_files.map((file) => [file.file_path, file]));
}

const shown = (file: PageDiffFile | undefined, type: PageDiffLine['type']) =>
  (file?.highlighted_diff_lines ?? []).filter((line) => line.type === type).map((line) => line.text);

describe('files that are not UTF-8', () => {
  test('are readable in changes, on both sides, with and without colours', async () => {
    const files = await changes();
    expect(shown(files.get('ja.c'), 'new').join('\n')).toBe(`line 30\n${JAPANESE.trimEnd()}`);
    expect(shown(files.get('ru.c'), 'new').join('\n')).toBe(RUSSIAN.trimEnd());
    const turned = files.get('turned.c');
    expect(shown(turned, 'old')).toEqual(shown(turned, 'new').slice(0, -1));
    expect(shown(turned, 'old')).toContain(lineOf(JAPANESE));
    expect(turned?.encoding_change).toEqual({ old: 'Shift_JIS', new: 'UTF-8', is_alone: false });
    expect(files.get('only.c')?.encoding_change).toEqual({ old: 'Shift_JIS', new: 'UTF-8', is_alone: true });
    expect(files.get('ja.c')?.encoding_change).toBeNull();
    const rich = files
      .get('ru.c')
      ?.highlighted_diff_lines.map((line) => line.rich_text)
      .join('');
    expect(rich).toContain('Читает файл настроек');
  });

  test('are what .gitattributes say, and otherwise not guessed from two letters', async () => {
    const files = await changes();
    expect(shown(files.get('said/short.txt'), 'new')).toEqual(['気日']);
    expect(shown(files.get('said/tree.txt'), 'new')).toEqual(['気日']);
    expect(shown(files.get('plain.txt'), 'new')).toEqual(['‹C“ú']);
  });

  test('are found by their words, and expanded', async () => {
    const url = `/${project.full_path}/-/merge_requests/${row.iid}`;
    const found = await get(`${url}/diffs_find.json?search=${encodeURIComponent('файл настроек')}`);
    expect(found.json<FindAnswer>().hits.map((hit) => [hit.file_path, hit.place])).toEqual([
      ['ru.c', 'added'],
      ['ru.c', 'added'],
    ]);
    const path = (await changes()).get('ja.c')?.context_lines_path;
    const lines = await get(`${path}&since=1&to=4`);
    expect(lines.statusCode, lines.body).toBe(200);
    expect(lines.json<PageDiffLine[]>().map((line) => line.text)).toContain(lineOf(JAPANESE));
  });

  test('are the same on the page of the file, in its blame, its commit, the search and over REST', async () => {
    const page = async (path: string) => (await get(`/-/page/${project.full_path}/-/${path}`)).body;
    for (const path of ['blob/texts/ru.c', 'blame/texts/ru.c', `commit/${await tipOf(project, 'texts')}`])
      expect([path, await page(path)]).toEqual([path, expect.stringContaining('Читает файл настроек')]);
    expect(await page('blob/texts/said/short.txt')).toContain('気日');
    const search = (await get(`/-/page${repositoryPaths.search(project.full_path, 'return 0')}`)).body;
    expect(search).toContain('設定ファイルを読み込みます');
    const raw = await get(`/${project.full_path}/-/raw/texts/said/short.txt`);
    expect([raw.headers['content-type'], raw.rawPayload]).toEqual([
      'text/plain; charset=shift_jis',
      Buffer.concat([SHORT, SHORT]),
    ]);
    const rest = `/api/v4/projects/${project.id}`;
    const blame = await get(`${rest}/repository/files/ru.c/blame?ref=texts`);
    expect(blame.json<{ lines: string[] }[]>()[0]?.lines.join('\n')).toBe(RUSSIAN.trimEnd());
    const diffs = await get(`${rest}/merge_requests/${row.iid}/diffs`);
    expect(diffs.json<{ new_path: string; diff: string }[]>().find((each) => each.new_path === 'ru.c')?.diff).toContain(
      'Читает файл настроек',
    );
  });

  test('are not edited here, since they would be written as UTF-8; they say so', async () => {
    const edit = await get(`/-/page/${project.full_path}/-/edit/texts/ru.c`);
    expect(edit.json<{ data: object }>().data).toMatchObject({ content: null, notice: 'binary' });
  });
});
