import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { gitSpawnCount } from '../process/run-git.ts';
import { createTestRepository } from '../testing/index.ts';
import type { TestFileContent, TestRepository } from '../testing/index.ts';
import { buildDiffIndex } from './build-index.ts';
import { contextLines, splitLines } from './context-lines.ts';
import { bufferReader, decodeDiffIndex, encodeDiffIndex, readIndexFiles } from './index-format.ts';
import { generatedByPath } from './generated-path.ts';
import { markInlineChanges } from './inline-changes.ts';
import { fileHash, lineCode, parseLineCode } from './line-code.ts';
import { pairChangedLines, toInlineLines } from './line-layout.ts';
import { formatHunks, parsePatch } from './parse-patch.ts';
import { listChangedFiles, readDiff, streamDiff, streamFormatPatch, streamRawDiff } from './stream-diff.ts';
import { tracePosition, traceRange } from './trace-position.ts';

let repository: TestRepository;
let repo: string;
const sha = (label: string): string => repository.sha(label);

beforeAll(async () => {
  const many: Record<string, TestFileContent> = {};
  for (let index = 0; index < 400; index += 1) many[`many/f${index}`] = `${'line of text\n'.repeat(300)}${index}\n`;
  repository = await createTestRepository({
    commits: [
      {
        label: 'root',
        files: {
          'a.txt': 'one\ntwo\n',
          '//caf%E9': 'odd\n',
          'ren.txt': 'x\n'.repeat(30),
          run: 'x\n',
          latin: Buffer.from('caf\xe9\n', 'latin1'),
        },
      },
      {
        label: 'next',
        files: {
          'a.txt': 'one\n2\n',
          '//caf%E9': 'ODD\n',
          'ren.txt': null,
          'moved/ren.txt': `${'x\n'.repeat(30)}y\n`,
          run: { content: 'x\n', mode: '100755' },
          latin: Buffer.from('th\xe9\n', 'latin1'),
        },
      },
      { label: 'big', branch: 'big', parents: ['root'], files: many },
      {
        label: 'huge',
        branch: 'huge',
        parents: ['root'],
        files: { long: `${'x'.repeat(3_000_000)}\n`, tall: 'y\n'.repeat(1_500_000), small: 's\n' },
      },
    ],
  });
  repo = repository.dir;
});

afterAll(async () => {
  await closeGitPools();
  await repository.remove();
});

describe('streamDiff', () => {
  it('compares with one process, also root commits and odd names', async () => {
    const before = gitSpawnCount();
    const root = await readDiff(repo, { from: null, to: sha('root') });
    expect(gitSpawnCount() - before).toBe(1);
    expect(root.map(({ newPath, status, addedLines }) => [newPath, status, addedLines])).toEqual([
      ['a.txt', 'added', 2],
      ['//caf%E9', 'added', 1],
      ['latin', 'added', 1],
      ['ren.txt', 'added', 30],
      ['run', 'added', 1],
    ]);
    const next = await readDiff(repo, { from: sha('root'), to: sha('next') });
    expect(next.map(({ oldPath, newPath, status, similarity }) => [oldPath, newPath, status, similarity])).toEqual([
      ['a.txt', 'a.txt', 'modified', null],
      ['//caf%E9', '//caf%E9', 'modified', null],
      ['latin', 'latin', 'modified', null],
      ['ren.txt', 'moved/ren.txt', 'renamed', 96],
      ['run', 'run', 'modified', null],
    ]);
    expect(parsePatch(next[2]?.patchBytes ?? Buffer.alloc(0))[0]?.lines.map(({ text }) => text)).toEqual([
      'café',
      'thé',
    ]);
    expect(await listChangedFiles(repo, { from: sha('root'), to: sha('next') })).toMatchObject(
      next.map(({ newPath, status }) => ({ newPath, status })),
    );
  });

  it('narrows to paths, and can be left early', async () => {
    expect(await readDiff(repo, { from: sha('root'), to: sha('next'), paths: ['//caf%E9', 'run'] })).toHaveLength(2);
    expect(await readDiff(repo, { from: sha('root'), to: sha('root') })).toEqual([]);
    await expect(readDiff(repo, { from: sha('root'), to: sha('next'), paths: ['../x'] })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(readDiff(repo, { from: '--output=/tmp/x', to: sha('next') })).rejects.toMatchObject({
      kind: 'invalid_ref',
    });
    let seen = 0;
    for await (const file of streamDiff(repo, { from: null, to: sha('big') })) {
      seen += file.addedLines > 0 ? 1 : 0;
      if (seen === 3) break;
    }
    expect(seen).toBe(3);
    const controller = new AbortController();
    controller.abort();
    await expect(readDiff(repo, { from: null, to: sha('big'), signal: controller.signal })).rejects.toMatchObject({
      kind: 'aborted',
    });
  });

  it('P-20: leaves out hunks that are too long, but counts them', async () => {
    const files = await readDiff(repo, { from: sha('root'), to: sha('huge'), maxFilePatchBytes: 1_000_000 });
    expect(
      files.map(({ newPath, isTooLarge, addedLines, patchBytes }) => [
        newPath,
        isTooLarge,
        addedLines,
        patchBytes.length,
      ]),
    ).toEqual([
      ['long', true, 1, 0],
      ['small', false, 1, 17],
      ['tall', true, 1_500_000, 0],
    ]);
  });

  it('gives patches that git and users can apply', async () => {
    const raw = Buffer.concat(
      await streamRawDiff(repo, { from: sha('root'), to: sha('next') }).stdout.toArray(),
    ).toString();
    expect(raw).toContain('rename to moved/ren.txt');
    const mails = Buffer.concat(await streamFormatPatch(repo, sha('root'), sha('next')).stdout.toArray()).toString();
    expect(mails).toContain('Subject: [PATCH] next');
    const [first] = await readDiff(repo, { from: sha('root'), to: sha('next'), paths: ['a.txt'] });
    if (first === undefined) throw new Error('no diff');
    expect(formatHunks(first)).toBe(`--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n`);
  });
});

describe('diff index', () => {
  it('gives back every patch, reading only the blocks it needs, after one git process', async () => {
    const spec = { from: sha('root'), to: sha('big') };
    const files = await readDiff(repo, spec);
    const before = gitSpawnCount();
    const { index, pack } = await buildDiffIndex(repo, { base: spec.from, head: spec.to });
    expect(gitSpawnCount() - before).toBeLessThanOrEqual(2);
    expect(index.totals).toEqual({
      files: 400,
      addedLines: 400 * 301,
      removedLines: 0,
      patchBytes: files.reduce((sum, { patchBytes }) => sum + patchBytes.length, 0),
    });
    expect(index.blocks.length).toBeGreaterThan(4);
    expect(pack.length).toBe(index.packBytes);
    const decoded = decodeDiffIndex(await encodeDiffIndex(index));
    expect(decoded).toEqual(index);
    expect(decoded.files[7]).toMatchObject({
      oldSize: null,
      newSize: 3904,
      fileHash: fileHash(decoded.files[7]?.newPath ?? ''),
    });
    const all = await readIndexFiles(decoded, bufferReader(pack), decoded.files);
    expect(all.every((bytes, at) => bytes.equals(files[at]?.patchBytes ?? Buffer.alloc(0)))).toBe(true);
    const reads: number[] = [];
    const page = await readIndexFiles(
      decoded,
      (offset, length) => (reads.push(offset), bufferReader(pack)(offset, length)),
      decoded.files.slice(100, 120),
    );
    expect(page.map((bytes) => bytes.length)).toEqual(files.slice(100, 120).map(({ patchBytes }) => patchBytes.length));
    expect(reads.length).toBeLessThanOrEqual(2);
    const blocks: Buffer[] = [];
    const streamed = await buildDiffIndex(repo, {
      base: spec.from,
      head: spec.to,
      writeBlock: (block) => void blocks.push(block),
    });
    expect(streamed.pack.length).toBe(0);
    expect(Buffer.concat(blocks).equals(pack)).toBe(true);
  });

  it('works for nothing, and refuses damaged bytes', async () => {
    const { index, pack } = await buildDiffIndex(repo, {
      base: sha('root'),
      head: sha('root'),
      ignoreWhitespace: true,
    });
    expect([index.files, index.blocks, pack.length, index.ignoreWhitespace]).toEqual([[], [], 0, true]);
    expect(() => decodeDiffIndex(Buffer.from('TDJ\u0001xx'))).toThrow(/unknown format/);
    const cut = (await encodeDiffIndex(index)).subarray(0, 20);
    expect(() => decodeDiffIndex(cut)).toThrow(/damaged/);
    const small = await buildDiffIndex(repo, { base: null, head: sha('root') });
    const broken = Buffer.from(small.pack).fill(0, 8, 20);
    await expect(readIndexFiles(small.index, bufferReader(broken), small.index.files)).rejects.toMatchObject({
      kind: 'corrupt',
    });
    await expect(
      readIndexFiles(small.index, bufferReader(small.pack.subarray(0, 9)), small.index.files),
    ).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('P-20: stays small in memory while the diff is not', async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const { index } = await buildDiffIndex(repo, { base: sha('root'), head: sha('huge'), writeBlock: () => undefined });
    clearInterval(timer);
    expect(index.totals.addedLines).toBe(1_500_002);
    expect((peak - before) / 1e6).toBeLessThan(150);
  });
});

describe('line codes and layout', () => {
  it('name files and lines like GitLab does', () => {
    expect(fileHash('README.md')).toBe('8ec9a00bfd09b3190ac6b22251dbb1aa95a0579d');
    expect(lineCode('README.md', 3, 4)).toBe('8ec9a00bfd09b3190ac6b22251dbb1aa95a0579d_3_4');
    expect(parseLineCode(lineCode('x', 3, 4))).toEqual({ fileHash: fileHash('x'), oldPosition: 3, newPosition: 4 });
    for (const bad of ['', 'x_1_2', `${fileHash('x')}_1`, `${fileHash('x')}_-1_2`, `${fileHash('x')}_1_99999999999`])
      expect(parseLineCode(bad)).toBeNull();
  });

  it('knows whether there is more below', () => {
    const hunks = parsePatch(Buffer.from('@@ -1,4 +1,4 @@\n-a\n+b\n c\n d\n e\n'));
    expect(toInlineLines('f', hunks).at(-1)).toMatchObject({
      type: 'match',
      metaData: { oldPosition: 5, newPosition: 5 },
    });
    expect(toInlineLines('f', hunks, { newLineCount: 4 }).at(-1)?.type).toBeNull();
    expect(toInlineLines('f', hunks, { newLineCount: 5 }).at(-1)?.type).toBe('match');
    expect(toInlineLines('f', [])).toEqual([]);
  });

  it('pairs lines only where as many left as came', () => {
    const [hunk] = parsePatch(Buffer.from('@@ -1,4 +1,5 @@\n-a\n-b\n+A\n+B\n c\n-d\n+D\n+E\n'));
    if (hunk === undefined) throw new Error('no hunk');
    expect(pairChangedLines(hunk).map(({ removed, added }) => [removed.text, added.text])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ]);
  });

  it.each(['x\n', '@@ nonsense\n', '@@ -1 +1 @@\n*x\n'])('refuses the patch %j', (patch) => {
    expect(() => parsePatch(Buffer.from(patch))).toThrow(/hunk|patch/);
  });
});

describe('generatedByPath', () => {
  it.each([
    ['package-lock.json', 'lock_file'],
    ['web/dist/app.min.js', 'minified'],
    ['api/v1/service.pb.go', 'name'],
    ['//caf%E9/go.sum', 'lock_file'],
    ['infra/.terraform.lock.hcl', 'lock_file'],
    ['Package.resolved', 'lock_file'],
    ['src/lock.ts', null],
    ['my-package-lock.json', null],
  ])('%s: %s', (path, reason) => {
    expect(generatedByPath(path)).toBe(reason);
  });
});

describe('markInlineChanges', () => {
  const marked = (a: string, b: string): [string[], string[]] => {
    const marks = markInlineChanges(a, b);
    return [
      marks.old.map(({ start, end }) => a.slice(start, end)),
      marks.new.map(({ start, end }) => b.slice(start, end)),
    ];
  };

  it.each([
    ['const a = 1;', 'const b = 1;', ['a'], ['b']],
    ['foo(bar, baz)', 'foo(baz)', ['bar, '], []],
    ['return old.value + 1;', 'return new.value + 2;', ['old', '1'], ['new', '2']],
    ['same', 'same', [], []],
    ['', 'new', [], []],
    ['completely different', 'nothing alike here!!', [], []],
    ['say 😀 now', 'say 😁 now', ['😀'], ['😁']],
    ['  indented', '    indented', [], ['  ']],
  ])('%j → %j', (a, b, old, now) => {
    expect(marked(a, b)).toEqual([old, now]);
  });

  it('stays fast on long lines', async () => {
    const mark = () => {
      markInlineChanges('a b '.repeat(1000), 'b a '.repeat(1000));
      markInlineChanges('x'.repeat(1_000_000), 'y'.repeat(1_000_000));
    };
    expect(await cpuMsOf(mark, 3)).toBeLessThan(200);
  });
});

describe('context lines and tracing', () => {
  it('cuts lines out of a text', () => {
    expect(splitLines('a\r\nb\n\nc')).toEqual(['a\r', 'b', '', 'c']);
    expect(splitLines('')).toEqual([]);
    expect(contextLines('1\n2\n3\n4\n', 2, 3)).toEqual({ lines: ['2', '3'], atEnd: false, lineCount: 4 });
    expect(contextLines('1\n2\n', -5, 99)).toEqual({ lines: ['1', '2'], atEnd: true, lineCount: 2 });
  });

  it('follows files and ranges', () => {
    const hunks = parsePatch(Buffer.from('@@ -3,2 +3,3 @@\n c\n-d\n+D\n+E\n'));
    const change = { oldPath: 'a', newPath: 'b', status: 'renamed', hunks } as const;
    expect(tracePosition({ path: 'a', line: 9 }, null)).toEqual({ kind: 'line', path: 'a', line: 9 });
    expect(tracePosition({ path: 'a', line: 9 }, change)).toEqual({ kind: 'line', path: 'b', line: 10 });
    expect(tracePosition({ path: 'a', line: 4 }, change)).toEqual({ kind: 'file', path: 'b' });
    expect(tracePosition({ path: 'a', line: 4 }, { ...change, status: 'deleted' })).toEqual({ kind: 'gone' });
    expect(tracePosition({ path: 'a', line: 4 }, { ...change, hunks: null })).toEqual({ kind: 'file', path: 'b' });
    expect(tracePosition({ path: 'a', line: 4 }, { ...change, status: 'copied' })).toEqual({
      kind: 'line',
      path: 'a',
      line: 4,
    });
    expect(traceRange({ path: 'a', start: 1, end: 3 }, change)).toEqual({ kind: 'range', path: 'b', start: 1, end: 3 });
    expect(traceRange({ path: 'a', start: 3, end: 5 }, change)).toEqual({ kind: 'file', path: 'b' });
    expect(traceRange({ path: 'a', start: 5, end: 6 }, change)).toEqual({ kind: 'range', path: 'b', start: 6, end: 7 });
  });
});
