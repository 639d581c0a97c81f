import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffsBatch, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitSpawnCount } from '@tributary/git';
import { type TestFileContent, tinyPng } from '@tributary/git/testing';
import { quietGit } from '../../../testing/quiet-git.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest, pushCommit } from '../../merge-requests/testing.ts';
import { resolvePosition } from './resolve-position.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());

async function ask(project: BuiltProject, path: string, headers: Record<string, string> = {}) {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests${path}`;
  return server.inject({ url, headers: { ...owner.headers, ...headers } });
}

async function answer<T>(project: BuiltProject, path: string): Promise<T> {
  const { statusCode, body } = await ask(project, path);
  expect(statusCode, body).toBe(200);
  return JSON.parse(body) as T;
}

type Files = Record<string, TestFileContent>;

/** A merge request that changes files, with its changes as the page reads them, by path. */
async function changesOf(before: Files, after: Files, query = '') {
  const project = await createProject(app, { owner: owner.user, files: { 'README.md': '#\n', ...before } });
  const row = await createMergeRequest(app, { project, author: owner, files: after });
  await app.runJobs();
  const batch = await answer<DiffsBatch>(project, `/${row.iid}/diffs_batch.json?per_page=30${query}`);
  const files = new Map<string, PageDiffFile>(batch.diff_files.map((file) => [file.file_path, file]));
  return { project, row, batch, file: (path: string) => files.get(path) };
}

test('a change of line endings alone is named', async () => {
  const lines = ['one', 'two', 'three'];
  const { file } = await changesOf(
    { 'a.txt': lines.join('\r\n') + '\r\n', 'b.txt': 'x\n' },
    { 'a.txt': lines.join('\n') + '\n', 'b.txt': 'y\n' },
  );
  expect(file('a.txt')?.line_endings).toEqual({ old: 'crlf', new: 'lf' });
  expect(file('b.txt')?.line_endings).toBeNull();
});

test('a file has each of the documented fields', async () => {
  const { file } = await changesOf({ 'a.txt': 'one\n' }, { 'a.txt': 'two\n' });
  const FIELDS = `file_hash file_path old_path new_path new_file deleted_file renamed_file mode_changed a_mode b_mode
    added_lines removed_lines submodule submodule_compare stored_externally external_storage external_url
    code_navigation_path context_lines_path load_collapsed_diff_url view_path replaced_view_path edit_path ide_edit_path
    content_sha diff_refs blob is_fully_expanded can_modify_blob file_identifier_hash old_size new_size
    highlighted_diff_lines viewer alternate_viewer`;
  expect(Object.keys(file('a.txt') ?? {})).toEqual(expect.arrayContaining(FIELDS.split(/\s+/)));
  expect(file('a.txt')).toMatchObject({
    diff_refs: { base_sha: expect.any(String), start_sha: expect.any(String), head_sha: expect.any(String) },
    blob: { id: expect.any(String), readable_text: true },
    external_url: null,
    code_navigation_path: null,
  });
});

test('files made by tools are folded with the reason, and attributes have the last word', async () => {
  const attributes = '*.gen.ts linguist-generated\n*.snap -diff\nyarn.lock -linguist-generated\n';
  const minified = `${'var a=1;'.repeat(2_000)}\n`;
  const { file } = await changesOf(
    { '.gitattributes': attributes, 'Cargo.lock': 'x\n'.repeat(20) },
    {
      'Cargo.lock': `${'x\n'.repeat(20)}y\n`,
      'a.gen.ts': 'x\n',
      'b.snap': 'x\n',
      'yarn.lock': 'x\n',
      'go.sum': 'x\n',
      'lib.js': minified,
      'c.ts': 'x\n',
    },
  );
  const reason = (path: string) => [file(path)?.generated_reason, file(path)?.collapse_reason];
  expect(reason('a.gen.ts')).toEqual(['attribute', 'generated']);
  expect(reason('b.snap')).toEqual(['no_diff_attribute', 'generated']);
  expect(reason('yarn.lock')).toEqual([null, null]);
  expect(reason('go.sum')).toEqual(['lock_file', 'generated']);
  expect(reason('lib.js')).toEqual(['minified', 'generated']);
  expect(reason('c.ts')).toEqual([null, null]);
  // What is folded is not all there because nothing of it is shown.
  expect(file('Cargo.lock')).toMatchObject({ collapsed: true, is_fully_expanded: false });
  expect(file('go.sum')).toMatchObject({ collapsed: true, is_fully_expanded: true });
});

const LINES = [
  'export function interest(amount: number, rate: number): number {',
  '  if (amount <= 0) return 0;',
  '  const yearly = amount * rate;',
  '  return Math.round((yearly / 12) * 100) / 100;',
  '}',
  'export const DAYS_OF_THE_YEAR = 365;',
];

test('a block that moved to another file is told at both ends, with the edits inside alone', async () => {
  const edited = LINES.with(3, '  return Math.round((yearly / 12) * 1000) / 1000;');
  const { batch, file } = await changesOf(
    { 'a.ts': ['first', ...LINES, 'last', ''].join('\n'), 'b.ts': 'only\n' },
    { 'a.ts': 'first\nlast\n', 'b.ts': ['only', ...edited, ''].join('\n') },
  );
  expect(batch.diff_files.map(({ moved_lines: lines }) => lines)).toEqual([5, 5]);
  const [from, to] = [file('a.ts')?.moves[0], file('b.ts')?.moves[0]];
  expect(from).toMatchObject({
    side: 'old',
    start_line: 2,
    end_line: 7,
    other: { file_path: 'b.ts', file_hash: file('b.ts')?.file_hash, index: 1, start_line: 2, end_line: 7 },
    edited_lines: 1,
    reindented: false,
  });
  expect(to).toMatchObject({ id: from?.id, side: 'new', other: { file_path: 'a.ts', index: 0 } });
  const shown = to?.edits.map(({ type, old_line: old, new_line: now, text }) => [type, old, now, text]);
  expect(shown).toEqual([
    ['old', 5, null, LINES[3]],
    ['new', null, 5, edited[3]],
  ]);
  expect(from?.edits.map(({ text }) => text)).toEqual([LINES[3], edited[3]]);
  expect(to?.edits[1]?.changed_ranges?.length).toBeGreaterThan(0);
  // Comments are made on lines of the file itself.
  expect(to?.edits.map((line) => line.line_code)).toEqual([
    null,
    expect.stringContaining(file('b.ts')?.file_hash ?? '?'),
  ]);
  const moved = file('b.ts')?.highlighted_diff_lines.filter((line) => line.moved);
  expect(moved?.map((line) => [line.new_line, line.moved?.line])).toEqual([2, 3, 4, null, 6, 7].map((line, at) => [at + 2, line])); // prettier-ignore
});

test.runIf(IS_FULL)('a deleted file can be looked at where it was last', async () => {
  const { project, file } = await changesOf({ 'gone.txt': 'x\n', 'kept.txt': 'x\n' }, { 'gone.txt': null, 'kept.txt': 'y\n' }); // prettier-ignore
  const [gone, kept] = [file('gone.txt'), file('kept.txt')];
  const blob = (sha: string | undefined, name: string) => `/${project.full_path}/-/blob/${sha}/${name}`;
  expect(gone).toMatchObject({ content_sha: gone?.diff_refs.base_sha, replaced_view_path: null });
  expect(gone?.view_path).toBe(blob(gone?.diff_refs.base_sha, 'gone.txt'));
  expect(kept?.view_path).toBe(blob(kept?.diff_refs.head_sha, 'kept.txt'));
  expect(kept?.replaced_view_path).toBe(blob(kept?.diff_refs.base_sha, 'kept.txt'));
});

describe('changes of one file that are too long to be read at once', () => {
  const long = Array.from({ length: 17_000 }, (_unused, at) => `${at + 1} ${'x'.repeat(1_000)}`);
  let of: Awaited<ReturnType<typeof changesOf>>;

  beforeAll(async () => {
    of = await changesOf({}, { 'huge.txt': `${long.join('\n')}\n`, 'small.txt': 'x\n' });
  });

  const page = (query: string) =>
    answer<PageDiffFile>(of.project, `/${of.row.iid}/diff_for_path?new_path=huge.txt&${query}`);

  function resolve(newLine: number, range?: [from: number, to: number]) {
    const refs = of.file('huge.txt')?.diff_refs ?? { base_sha: '', start_sha: '', head_sha: '' };
    const hash = of.file('huge.txt')?.file_hash ?? '';
    const end = (line: number) => ({ line_code: `${hash}_1_${line}`, type: 'new' as const, old_line: null, new_line: line }); // prettier-ignore
    return resolvePosition(app.system, of.row, {
      ...refs,
      position_type: 'text',
      old_path: 'huge.txt',
      new_path: 'huge.txt',
      old_line: null,
      new_line: newLine,
      line_range: range ? { start: end(range[0]), end: end(range[1]) } : null,
    });
  }

  test('are read page by page, without git', async () => {
    expect(of.file('huge.txt')).toMatchObject({ too_large: true, collapse_reason: 'too_large' });
    expect(of.file('small.txt')?.highlighted_diff_lines.map(({ text }) => text)).toEqual(['x']);
    const spawned = gitSpawnCount();
    const shown: (number | null)[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const next: PageDiffFile = await page(`from_line=${from}`);
      expect(next.page).toEqual({ from, total: 17_000, old_line: 0, new_line: from });
      shown.push(...next.highlighted_diff_lines.map(({ new_line: line }) => line));
      from = next.next_line;
    }
    expect(shown).toEqual(long.map((_line, at) => at + 1));
    expect(gitSpawnCount() - spawned).toBe(0);
  });

  test('are gone to by the number of a line', async () => {
    const far = await page('at_new=16500');
    expect(far.highlighted_diff_lines.some(({ new_line: line }) => line === 16_500)).toBe(true);
    expect(far.page?.new_line).toBe((far.highlighted_diff_lines[0]?.new_line ?? 0) - 1);
    const code = await page('at_old=1&at_new=16500');
    expect(code.page).toEqual(far.page);
    // Beyond the end is the last page.
    expect((await page('at_new=999999')).next_line).toBeNull();
    expect((await ask(of.project, `/${of.row.iid}/diff_for_path?new_path=huge.txt&at_new=0`)).statusCode).toBe(400);
  });

  test('are commented on, with the lines above and ranges that begin on another page', async () => {
    const hash = of.file('huge.txt')?.file_hash;
    const { lineCode, snapshot } = await resolve(16_500);
    expect(lineCode).toBe(`${hash}_1_16500`);
    expect(snapshot?.map(({ new_line: line }) => line)).toEqual(Array.from({ length: 16 }, (_unused, at) => 16_485 + at)); // prettier-ignore
    const second = await page('from_line=5000');
    const start = second.page?.new_line ?? 0;
    const first = await resolve(start + 1, [start - 4, start + 1]);
    expect(first.snapshot).toHaveLength(16);
    expect(first.position.line_range?.start.new_line).toBe(start - 4);
    await expect(resolve(17_001)).rejects.toThrow('the line does not exist');
    await expect(resolve(17_000, [17_000, 17_001])).rejects.toThrow('a line of the range does not exist');
  });

  test.runIf(IS_FULL)('keep their comments on the same lines when others come before them', async () => {
    const files = { 'huge.txt': `new\nnew\n${long.join('\n')}\n` };
    await pushCommit(app, { project: of.project, branch: of.row.source_branch, files, by: owner });
    await app.runJobs();
    const { current } = await resolve(16_500);
    expect(current).toMatchObject({
      isActive: true,
      lineCode: `${of.file('huge.txt')?.file_hash}_1_16502`,
      placement: { on: 'line', confidence: 'moved' },
    });
  });
});

describe.runIf(IS_FULL)('a file of 6 MiB', () => {
  const lines = Array.from({ length: 60_000 }, (_unused, at) => `${at + 1} ${'x'.repeat(100)}`);
  const text = (changed: readonly string[]) => `${changed.join('\n')}\n`;
  const changed = lines.with(29_999, 'changed in the midst');
  let of: Awaited<ReturnType<typeof changesOf>>;

  beforeAll(async () => {
    const [before, after] = [text(lines), text(changed)];
    of = await changesOf(
      { 'large.js': before, 'old.txt': before.toUpperCase() },
      { 'large.js': after, 'old.txt': null, 'new.txt': before.toUpperCase() },
    );
  });

  async function linesOf(path: string, query: string) {
    const url = `${of.file(path)?.context_lines_path}&${query}`.replace(/^.*merge_requests/, '');
    const { statusCode, body } = await ask(of.project, url);
    return { statusCode, lines: statusCode === 200 ? (JSON.parse(body) as PageDiffLine[]) : [], body };
  }

  test('is opened between its changes and around them', async () => {
    const above = await linesOf('large.js', 'since=29977&to=29996&unfold=true');
    expect(above.lines.map(({ type, new_line: line, text: shown }) => [type, line, shown]).slice(0, 2)).toEqual([
      ['match', null, ''],
      [null, 29_977, lines[29_976]],
    ]);
    expect(above.lines).toHaveLength(21);
    const below = await linesOf('large.js', 'since=59990&to=60010&unfold=true&bottom=true');
    expect(below.lines.map(({ text: shown }) => shown)).toEqual(lines.slice(59_989));
    expect((await linesOf('large.js', 'since=60000&to=60000&bottom=true')).lines[0]?.rich_text).toBe(lines.at(-1));
  });

  test('is shown whole in parts', async () => {
    expect(text(lines).length).toBeGreaterThan(6 * 1024 * 1024);
    expect(of.file('large.js')).toMatchObject({ shown_in_parts: true, too_large_for: ['colours'] });
    const shown: string[] = [];
    for (let from: number | undefined = 0; from !== undefined;) {
      const part: PageDiffLine[] = (await linesOf('large.js', `full=true&from_line=${from}`)).lines;
      from = part.at(-1)?.meta_data?.new_pos;
      shown.push(...part.filter(({ type }) => type === null).map((line) => line.text));
    }
    expect(shown).toEqual(changed);
    const page = await linesOf('large.js', 'since=5001&to=10000&unfold=true&bottom=true');
    expect(page.lines.map(({ new_line: line }) => line).slice(0, -1)).toEqual(lines.slice(5_000, 10_000).map((_line, at) => 5_001 + at)); // prettier-ignore
    expect(page.lines.at(-1)?.meta_data).toEqual({ old_pos: 10_001, new_pos: 10_001, lines_left: 50_000 });
    expect(of.file('new.txt')).toMatchObject({ binary: false, viewer: { name: 'renamed' }, shown_in_parts: true });
  });

  test('takes comments on lines between its changes, with the lines above them', async () => {
    const refs = of.file('large.js')?.diff_refs ?? { base_sha: '', start_sha: '', head_sha: '' };
    const at = (line: number) => {
      const place = { position_type: 'text', old_path: 'large.js', new_path: 'large.js' } as const;
      return resolvePosition(app.system, of.row, { ...refs, ...place, old_line: line, new_line: line });
    };
    const { lineCode, snapshot } = await at(45_000);
    expect(lineCode).toBe(`${of.file('large.js')?.file_hash}_45000_45000`);
    expect(snapshot?.map(({ text: shown }) => shown)).toEqual(lines.slice(44_984, 45_000));
    await expect(at(60_001)).rejects.toThrow('the line does not exist');
  });
});

test('a name that is no text can be copied as a shell takes it, and read', async () => {
  const { file } = await changesOf({}, { '//caf%E9.txt': 'x\n', 'plain.txt': 'x\n' });
  const read = 'caf\uFFFD.txt';
  const names = { old_path: read, new_path: read, file_path: read, copied_from: null };
  expect(file('//caf%E9.txt')?.display).toEqual(names);
  expect(file('plain.txt')).not.toHaveProperty('display');
  expect(file('//caf%E9.txt')?.shell_path).toBe(String.raw`$'caf\xE9.txt'`);
  expect(file('plain.txt')).not.toHaveProperty('shell_path');
});

test('REST gives the lines of files that pages fold when it is asked to', async () => {
  const long = Array.from({ length: 6_000 }, (_unused, at) => `line ${at}\n`).join('');
  const { project, row } = await changesOf({}, { 'long.txt': long });
  const server = await app.server();
  const changes = async (query: string) => {
    const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/changes${query}`;
    const { overflow, changes: files } = (await server.inject({ url, headers: owner.headers })).json();
    return [overflow, files[0].too_large, files[0].diff.split('\n').length];
  };
  expect(await changes('')).toEqual([true, true, 1]);
  expect(await changes('?access_raw_diffs=true')).toEqual([false, false, 6_002]);
});

test.runIf(IS_FULL)('REST gives unified lines from the names of both sides on, whatever those are', async () => {
  const name = 'notes --- draft.md';
  const { project, row } = await changesOf(
    { [name]: 'one\n' },
    { [name]: 'two\n', 'new.md': 'x\n', 'a.bin': bytes('a') },
  );
  const server = await app.server();
  const get = async (path: string) => {
    const url = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/${path}`;
    return (await server.inject({ url, headers: owner.headers })).json();
  };
  const [{ id }] = await get('versions');
  for (const files of [
    await get('diffs?unidiff=true'),
    (await get('changes?unidiff=true')).changes,
    (await get(`versions/${id}?unidiff=true`)).diffs,
  ]) {
    const diffs = Object.fromEntries(
      files.map((file: { new_path: string; diff: string }) => [file.new_path, file.diff]),
    );
    expect(diffs).toEqual({
      [name]: `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-one\n+two\n`,
      'new.md': '--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+x\n',
      'a.bin': '',
    });
  }
});

test.runIf(IS_FULL)('a file that holds what another one held before says so', async () => {
  const { file } = await changesOf({ 'a.txt': 'one\ntwo\n' }, { 'a.txt': 'one\n', 'copy.txt': 'one\ntwo\n' });
  expect(file('copy.txt')).toMatchObject({ new_file: true, copied_from: 'a.txt' });
  expect(file('a.txt')?.copied_from).toBeNull();
});

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
const bytes = (...parts: string[]) => Buffer.from(`\0${parts.join('').repeat(200)}`);

test('a file without changed lines is told to be only renamed when it is', async () => {
  const poem = LINES.map((line) => `${line}\n`).join('');
  const { file, project, row } = await changesOf(
    { 'poem.ts': poem, 'a.png': tinyPng([1, 2, 3]), 'a.bin': bytes('one'), 'b.bin': bytes('two'), film: POINTER },
    {
      'poem.ts': null,
      'new/poem.ts': poem,
      'a.png': null,
      'new/a.png': tinyPng([1, 2, 3]),
      'a.bin': null,
      'new/a.bin': bytes('one'),
      'b.bin': null,
      'new/b.bin': Buffer.concat([bytes('two'), Buffer.from('more')]),
      film: null,
      'new/film': POINTER,
    },
  );
  const told = (path: string) => {
    const { collapse_reason: fold, viewer, binary, stored_externally: lfs, blob, comments_disabled_reason } = file(path) ?? {}; // prettier-ignore
    return [fold, viewer?.name, { binary, lfs, text: blob?.readable_text, said: comments_disabled_reason !== null }];
  };
  expect(told('new/poem.ts')).toEqual([
    'pure_rename',
    'renamed',
    { binary: false, lfs: false, text: true, said: true },
  ]);
  expect(told('new/a.png')).toEqual(['pure_rename', 'image', { binary: true, lfs: false, text: false, said: true }]);
  expect(told('new/a.bin')).toEqual(['pure_rename', 'no_preview', { binary: true, lfs: false, text: false, said: true }]); // prettier-ignore
  expect(told('new/b.bin')).toEqual([null, 'no_preview', { binary: true, lfs: false, text: false, said: false }]);
  expect(told('new/film')).toEqual([
    'pure_rename',
    'no_preview',
    { binary: false, lfs: true, text: false, said: true },
  ]);
  expect(file('new/a.png')?.new_pixels).toEqual({ width: 1, height: 1 });
  expect(file('new/film')).toMatchObject({ old_size: 12_345, new_size: 12_345, context_lines_path: null });
  // What is no text has no lines to show, whoever asks.
  expect(file('new/a.bin')?.context_lines_path).toBeNull();
  const query = new URLSearchParams({ sha: file('new/a.bin')?.content_sha ?? '', path: 'new/a.bin', full: 'true' });
  expect((await ask(project, `/${row.iid}/context_lines?${query}`)).statusCode).toBe(404);
  const text = await answer<unknown[]>(project, (file('new/poem.ts')?.context_lines_path ?? '?').replace(/^.*merge_requests/, '') + '&full=true'); // prettier-ignore
  expect(text).toHaveLength(LINES.length);
});

test.runIf(IS_FULL)('a renamed file in which only hidden white space changed is not told to be unchanged', async () => {
  const poem = (indent: string) => LINES.with(1, `${indent}if (amount <= 0) return 0;`).join('\n');
  const { file } = await changesOf({ 'a.ts': poem('  ') }, { 'a.ts': null, 'b.ts': poem('   ') }, '&w=1');
  expect(file('b.ts')).toMatchObject({
    renamed_file: true,
    whitespace_only: true,
    collapse_reason: null,
    viewer: { name: 'no_preview' },
    blob: { readable_text: true },
  });
});

test('before a branch is proposed the lines around its changes can be read as well', async () => {
  const lines = Array.from({ length: 60 }, (_unused, at) => `line ${at + 1}`);
  const project = await createProject(app, { owner: owner.user, files: { 'a b.txt': lines.join('\n') } });
  await createMergeRequest(app, { project, author: owner, branch: 'next', files: { 'a b.txt': lines.with(29, 'changed').join('\n') } }); // prettier-ignore
  const query = new URLSearchParams({ source_branch: 'next', target_branch: 'main', target_project_id: String(project.id) }); // prettier-ignore
  const { diff_files: files } = await answer<DiffsBatch>(project, `/new/diffs_batch.json?${query}`);
  const server = await app.server();
  const around = await server.inject({
    url: `${files[0]?.context_lines_path}?since=1&to=10&unfold=true&offset=0&view=inline&from_merge_request=true`,
    headers: owner.headers,
  });
  expect(around.json().map(({ text }: { text: string }) => text)).toEqual(lines.slice(0, 10));
});

test.runIf(IS_FULL)('a full file of more lines than an answer can hold comes in parts', async () => {
  const before = '\n'.repeat(100_001);
  const { file, project, row } = await changesOf({ bare: before }, { bare: `${before}x\n` });
  const around = `/${row.iid}/context_lines?sha=${file('bare')?.content_sha}&path=bare`;
  const first = await answer<PageDiffLine[]>(project, `${around}&full=true`);
  expect(first).toHaveLength(100_001);
  expect(first.at(-1)).toMatchObject({ type: 'match', meta_data: { new_pos: 100_001 } });
  const rest = await answer<PageDiffLine[]>(project, `${around}&full=true&from_line=100001`);
  expect(rest.map(({ new_line: line, text }) => [line, text])).toEqual([[100_001, ''], [100_002, 'x']]); // prettier-ignore
  expect(await answer<unknown[]>(project, `${around}&since=1&to=9`)).toHaveLength(9);
});

test.runIf(IS_FULL)('who has a batch is told so; others get it as it was kept', async () => {
  // Nobody asked for these texts before: colours are remembered by what they are of.
  const project = await createProject(app, { owner: owner.user, files: { 'a.ts': 'const unseen = 1;\n' } });
  const row = await createMergeRequest(app, { project, author: owner, files: { 'a.ts': 'const unseen = 2;\n' } });
  await app.runJobs();
  const path = `/${row.iid}/diffs_batch.json?page=0&per_page=7`;
  // Nobody waits for colours: as long as they are missing, the answer is not the last word, and has a tag that says so.
  const unfinished = await ask(project, path);
  expect(unfinished.headers['etag']).toMatch(/^W\/"u-/);
  expect(unfinished.json().diff_files[0]).toMatchObject({ is_highlighted: false, file_path: 'a.ts' });
  await expect.poll(async () => (await ask(project, path)).headers['etag']).toMatch(/^W\/"d-/);
  const first = await ask(project, path);
  const etag = String(first.headers['etag']);
  expect(first.json().diff_files[0]).toMatchObject({ is_highlighted: true });
  const later = await ask(project, path, { 'if-none-match': String(unfinished.headers['etag']) });
  expect([later.statusCode, later.headers['etag']]).toEqual([200, etag]);
  const again = await ask(project, path, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await expect.poll(async () => (await ask(project, path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip'); // prettier-ignore
  const packed = await ask(project, path, { 'accept-encoding': 'br;q=0.5, gzip' });
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(first.json());
  expect(packed.headers).toMatchObject({ etag, vary: 'accept-encoding' });
  const plain = await ask(project, path, { 'accept-encoding': 'gzip;q=0' });
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, first.body]);
  // Another window, view or comparison is another answer.
  for (const other of ['page=0&per_page=8', 'page=0&per_page=7&view=parallel', 'page=0&per_page=7&w=1']) {
    const answered = await ask(project, `/${row.iid}/diffs_batch.json?${other}`, { 'if-none-match': etag });
    expect(answered.statusCode).toBe(200);
  }
});

test('colours alone are made once and told apart by their ETag', async () => {
  const { project, row, file } = await changesOf({ 'a.ts': 'const a = 1;\n' }, { 'a.ts': 'const a = 2;\n' });
  const path = `/${row.iid}/diffs_highlight.json?file_hash=${file('a.ts')?.file_hash}`;
  const made = await ask(project, path);
  expect(made.body).toContain('hl-');
  const etag = String(made.headers['etag']);
  await expect.poll(async () => (await ask(project, path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip'); // prettier-ignore
  expect((await ask(project, path)).body).toBe(made.body);
  expect((await ask(project, path, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await ask(project, `${path}&w=1`, { 'if-none-match': etag })).statusCode).toBe(200);
});

test('a comparison that nobody asked for before is answered with its names first, its counts in time', async () => {
  const { project, row } = await changesOf({ 'a.txt': 'a\nb\n' }, { 'a.txt': 'a \nc\n', 'b.txt': 'b\n' });
  const metadata = () => answer<DiffsMetadata>(project, `/${row.iid}/diffs_metadata.json?w=1&diff_head=true`);
  const first = await metadata();
  expect(first.diff_files.map((file) => file.new_path)).toEqual(['a.txt', 'b.txt']);
  await expect.poll(async () => (await metadata()).counts_ready).toBe(true);
  expect(await metadata()).toMatchObject({ added_lines: 2, removed_lines: 1 });
});

test('the whole text is made once, kept compressed, and told apart by its ETag', async () => {
  const { project, row } = await changesOf({ 'a.txt': 'a\n' }, { 'a.txt': 'b\n', 'new.bin': '\0\u0001' });
  for (const kind of ['diff', 'patch']) {
    const before = await quietGit();
    const first = await ask(project, `/${row.iid}.${kind}`);
    expect(first.body).toContain('GIT binary patch');
    expect(gitSpawnCount() - before).toBe(1);
    const packed = () => ask(project, `/${row.iid}.${kind}`, { 'accept-encoding': 'gzip' });
    await expect.poll(async () => (await packed()).headers['content-encoding']).toBe('gzip');
    const made = await quietGit();
    expect(gunzipSync((await packed()).rawPayload).toString()).toBe(first.body);
    expect((await ask(project, `/${row.iid}.${kind}`)).body).toBe(first.body);
    const known = await ask(project, `/${row.iid}.${kind}`, { 'if-none-match': String(first.headers['etag']) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect(gitSpawnCount() - made).toBe(0);
  }
  const rest = `/api/v4/projects/${project.id}/merge_requests/${row.iid}/raw_diffs`;
  const raw = await (await app.server()).inject({ url: rest, headers: owner.headers });
  expect(raw.body).toBe((await ask(project, `/${row.iid}.diff`)).body);
});

test.runIf(IS_FULL)('a symbolic link is shown by its line, though it is named like an image', async () => {
  const link = (content: string) => ({ mode: '120000' as const, content });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>\n';
  const { file } = await changesOf(
    { 'a.svg': link('old.svg'), 'd.svg': svg, 'e.png': tinyPng([1, 2, 3]) },
    {
      'a.svg': link('new.svg'),
      'b.png': link('new.png'),
      'c.svg': svg,
      'd.svg': link('c.svg'),
      'e.png': link('b.png'),
    },
  );
  const told = (path: string) => [
    file(path)?.viewer.name,
    file(path)?.alternate_viewer,
    file(path)?.highlighted_diff_lines.map(({ text }) => text),
  ];
  expect(told('a.svg')).toEqual(['text', null, ['old.svg', 'new.svg']]);
  expect(told('b.png')).toEqual(['text', null, ['new.png']]);
  expect(told('c.svg')[0]).toBe('image');
  expect(told('d.svg')).toEqual(['text', null, [svg.trim(), 'c.svg']]);
  expect(told('e.png')).toEqual(['text', null, ['b.png']]);
});

test('a submodule says where its commits are compared, and what became another kind of file says what it was', async () => {
  const modules =
    '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n[submodule "x"]\n\tpath = x\n\turl = git@host:x.git\n';
  const commit = (digit: string) => ({ mode: '160000' as const, submoduleSha: digit.repeat(40) });
  const { project, file } = await changesOf(
    { '.gitmodules': modules, lib: commit('1'), x: commit('1'), link: { mode: '120000', content: 'x' } },
    { lib: commit('2'), x: commit('2'), link: 'a file now\n' },
  );
  const namespace = project.full_path.split('/').slice(0, -1).join('/');
  const url = `/${namespace}/lib/-/compare/${'1'.repeat(40)}...${'2'.repeat(40)}`;
  expect(file('lib')?.submodule_compare).toEqual({ old_sha: '1'.repeat(40), new_sha: '2'.repeat(40), url });
  expect(file('x')?.submodule_compare?.url).toBeNull();
  expect(file('link')?.type_change).toEqual({ from: 'symlink', to: 'file' });
});
