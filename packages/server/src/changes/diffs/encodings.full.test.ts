import type { FindAnswer } from '@tributary/contract/merge-requests/find.ts';
import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, tipOf } from '../../merge-requests/testing.ts';

const golden = (name: string) =>
  readFileSync(new URL(`../../../../git/src/objects/golden-texts/${name}.txt`, import.meta.url));
const JAPANESE = golden('ja.utf-8').toString('utf8');
const RUSSIAN = golden('ru.utf-8').toString('utf8');
/** The first line with a text in it. */
const lineOf = (text: string) => text.split('\n')[1] ?? '';
const filler = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');
/** Code to all who read ASCII, and a few rare letters to those who read ISO-2022-JP. */
const HIDDEN = '"\x1b$B";run(0)&"\x1b(B";\n';
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
      'mail.c': `first\n${filler(30)}`,
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
      'mail.c': Buffer.concat([Buffer.from(`first\n${filler(30)}`), golden('ja.iso-2022-jp')]),
      'hidden.js': HIDDEN,
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

  test('in ISO-2022-JP say that others may read them otherwise, and are never written', async () => {
    const files = await changes();
    const mail = files.get('mail.c');
    expect(shown(mail, 'new').join('\n')).toBe(JAPANESE.trimEnd());
    expect(mail).toMatchObject({
      twofold_encoding: 'ISO-2022-JP',
      encoding_change: { old: 'UTF-8', new: 'ISO-2022-JP' },
    });
    const hidden = files.get('hidden.js');
    expect(shown(hidden, 'new').join('')).not.toContain('run');
    expect(hidden).toMatchObject({ twofold_encoding: 'ISO-2022-JP' });
    expect(files.get('ja.c')).not.toHaveProperty('twofold_encoding');
    const edit = await get(`/-/page/${project.full_path}/-/edit/texts/mail.c`);
    expect(edit.json<{ data: object }>().data).toMatchObject({ content: null });
    const opened = await get(`${mail?.context_lines_path}&since=1&to=40`);
    expect(opened.json<PageDiffLine[]>().map((line) => line.text)).toContain(lineOf(JAPANESE));
    const found = await get(`/${project.full_path}/-/merge_requests/${row.iid}/diffs_find.json?search=${encodeURIComponent(lineOf(JAPANESE))}`); // prettier-ignore
    expect(found.json<FindAnswer>().hits.map((hit) => hit.file_path)).toContain('mail.c');
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

describe('files in UTF-16', () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const before = filler(40);
  const long = filler(80_000);
  const after = before.replace('line 20\n', `${lineOf(JAPANESE)}\n`);
  let own: BuiltProject;
  let ownFiles: Map<string, PageDiffFile>;
  let request: MergeRequestRow;

  beforeAll(async () => {
    own = await createProject(app, {
      owner: owner.user,
      files: { 'wide.txt': wide(before), 'long.txt': wide(long), 'turned.txt': wide(before), 'moved.txt': wide(JAPANESE), 'none.dat': Buffer.from([0, 1]) }, // prettier-ignore
    });
    const files = { 'wide.txt': wide(after), 'long.txt': wide(`${long}more\n`), 'turned.txt': before, 'moved.txt': null, 'to/moved.txt': wide(JAPANESE), 'none.dat': Buffer.from([0, 2]) }; // prettier-ignore
    request = await createMergeRequest(app, { project: own, author: owner, files });
    await app.runJobs();
    const batch = await get(`/${own.full_path}/-/merge_requests/${request.iid}/diffs_batch.json?per_page=30`);
    ownFiles = new Map(batch.json<DiffsBatch>().diff_files.map((file) => [file.file_path, file]));
  });

  test('are compared as the text that their page shows', async () => {
    const file = ownFiles.get('wide.txt');
    expect([shown(file, 'old'), shown(file, 'new')]).toEqual([['line 20'], [lineOf(JAPANESE)]]);
    expect(file).toMatchObject({ binary: false, viewer: { name: 'text' }, comments_disabled_reason: null });
    const page = await get(`/-/page${repositoryPaths.blob(own.full_path, file?.content_sha ?? '', 'wide.txt')}`);
    expect(page.body).toContain(lineOf(JAPANESE).slice(0, 5));
    const opened = await get(`${file?.context_lines_path}&since=1&to=3`);
    expect(opened.json<PageDiffLine[]>().map(({ text }) => text)).toEqual(['line 0', 'line 1', 'line 2']);
    const rest = await get(`/api/v4/projects/${own.id}/merge_requests/${request.iid}/diffs`);
    expect(JSON.stringify(rest.json())).toContain(`-line 20\\n+${lineOf(JAPANESE)}`);
    const commit = await get(`/api/v4/projects/${own.id}/repository/commits/${file?.content_sha}/diff`);
    expect(JSON.stringify(commit.json())).toContain(`-line 20\\n+${lineOf(JAPANESE)}`);
  });

  test('say when only their encoding changed, and are shown when they moved', async () => {
    const turned = ownFiles.get('turned.txt');
    expect(turned?.encoding_change).toEqual({ old: 'UTF-16LE', new: 'UTF-8', is_alone: true });
    expect(turned).toMatchObject({ binary: false, highlighted_diff_lines: [] });
    const moved = ownFiles.get('to/moved.txt');
    expect(moved).toMatchObject({ binary: false, viewer: { name: 'renamed' } });
    const whole = await get(`${moved?.context_lines_path}&full=true`);
    expect(whole.json<PageDiffLine[]>()[1]?.text).toBe(lineOf(JAPANESE));
  });

  test('say why they have no lines where they are too large for it', () => {
    const words = 'Text in UTF-16LE. There are no lines to compare. Files up to 1 MiB are compared as text.';
    expect(ownFiles.get('long.txt')).toMatchObject({
      binary: true,
      viewer: { error: 'too_large', error_message: words },
    });
  });

  test('are told from what is no text', () => {
    expect(ownFiles.get('none.dat')).toMatchObject({ binary: true, viewer: { name: 'no_preview' } });
  });
});
