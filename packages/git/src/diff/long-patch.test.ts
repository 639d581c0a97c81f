import { afterAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository } from '../testing/index.ts';
import { buildDiffIndex } from './build-index.ts';
import { bufferReader, decodeDiffIndex, encodeDiffIndex, readIndexFiles, readIndexPages } from './index-format.ts';
import { LongPatchScan, PAGE_ROWS, pageOfLine, pageOfRow } from './long-patch.ts';
import { PatchLines } from './patch-lines.ts';
import { readDiff } from './stream-diff.ts';

afterAll(closeGitPools);

type Files = Record<string, string | Buffer | null>;

/** The index of a change, with hunks above 1,000 bytes kept as long ones, and the same hunks read at once. */
async function indexed(before: Files, after: Files) {
  const repository = await createTestRepository({
    commits: [
      { label: 'base', branch: 'main', files: before },
      { label: 'head', branch: 'next', parents: ['base'], files: after },
    ],
  });
  const [base, head] = [repository.sha('base'), repository.sha('head')];
  const { index, pack } = await buildDiffIndex(repository.dir, { base, head, maxFilePatchBytes: 1_000 });
  const whole = await readDiff(repository.dir, { from: base, to: head });
  await repository.remove();
  return { index: decodeDiffIndex(await encodeDiffIndex(index)), pack: bufferReader(pack), whole };
}

function rowsOf(lines: PatchLines) {
  return Array.from({ length: lines.count }, (_unused, at) => lines.inlineLine(at, 'f'));
}

/** The rows of all pages, one after the other. */
async function pagedRows({ index, pack }: Awaited<ReturnType<typeof indexed>>, path: string) {
  const file = index.files.find(({ newPath }) => newPath === path);
  if (!file) throw new Error(`no ${path}`);
  const pages = [];
  for (let page = 0; page < (file.long?.pages.length ?? 0); page += 1) {
    const part = await readIndexPages(index, pack, file, page);
    const rows = part ? rowsOf(new PatchLines(part.patch, { start: part.start, goesOn: !part.isLast })) : [];
    expect([part?.row, part?.end]).toEqual([pages.flat().length, pages.flat().length + rows.length]);
    pages.push(rows);
  }
  expect(file.long?.rows).toBe(pages.flat().length);
  return { file, pages };
}

const lines = (count: number, name = 'line') => Array.from({ length: count }, (_unused, at) => `${name} ${at + 1}`);
const text = (...parts: string[][]) => `${parts.flat().join('\n')}\n`;

describe('hunks that are too long to be read at once', () => {
  it('are read page by page, with the same lines as in one piece', async () => {
    const long = lines(12_000);
    const changed = long.flatMap((line, at) => (at % 3 === 0 ? [`new ${at}`] : at % 40 === 1 ? [] : [line]));
    const before = { 'a.txt': 'a\n', 'long.txt': text(long), 'z.txt': 'z\n' };
    const after = { 'a.txt': 'b\n', 'long.txt': text(changed), 'z.txt': 'y\n' };
    const of = await indexed(before, after);
    const { file, pages } = await pagedRows(of, 'long.txt');
    const whole = of.whole.find(({ newPath }) => newPath === 'long.txt')?.patchBytes ?? Buffer.alloc(0);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(rowsOf(new PatchLines(whole)));
    expect(file.patchLength).toBe(whole.length);
    // The others stand around it as ever.
    const others = await readIndexFiles(of.index, of.pack, of.index.files);
    expect(others.map(String)).toEqual(['@@ -1 +1 @@\n-a\n+b\n', '', '@@ -1 +1 @@\n-z\n+y\n']);
    const at = pageOfLine(file.long ?? { pages: [] }, 'new', 9_000);
    expect(pages[at]?.some(({ newLine }) => newLine === 9_000)).toBe(true);
    expect(pageOfRow(file.long ?? { pages: [] }, PAGE_ROWS * 2)).toBe(2);
  });

  it('have their gaps before, between and after the hunks, none of them at the end of a page', async () => {
    const long = lines(40_000);
    const changed = long.map((line, at) => (at % 10 === 5 ? `new ${at}` : line));
    const of = await indexed({ 'f.txt': text(long) }, { 'f.txt': text(changed) });
    const { pages } = await pagedRows(of, 'f.txt');
    const [whole] = of.whole;
    expect(pages.flat()).toEqual(rowsOf(new PatchLines(whole?.patchBytes ?? Buffer.alloc(0))));
    expect(pages.slice(0, -1).map((rows) => rows.at(-1)?.type)).not.toContain('match');
  });

  it.each([
    ['an added file', { keep: 'k' }, { keep: 'k', f: text(lines(7_000)) }],
    ['a removed file', { f: text(lines(7_000)) }, { f: null }],
    ['no line feed at the end', { f: 'x' }, { f: lines(7_000).join('\n') }],
  ])('of %s', async (_name, before: Files, after: Files) => {
    const of = await indexed(before, after);
    const { pages } = await pagedRows(of, 'f');
    const whole = of.whole.find(({ newPath }) => newPath === 'f')?.patchBytes ?? Buffer.alloc(0);
    expect(pages.flat()).toEqual(rowsOf(new PatchLines(whole)));
  });

  it('of a file that is not UTF-8 are read in what it is written in', async () => {
    const before = Buffer.from(text(lines(900, 'façade')), 'latin1');
    const after = Buffer.from(text(lines(900, 'café')), 'latin1');
    const { file, pages } = await pagedRows(await indexed({ f: before }, { f: after }), 'f');
    expect(file.encodings).toEqual({ old: 'windows-1252', new: 'windows-1252' });
    expect([pages.flat()[0]?.text, pages.flat().at(-1)?.text]).toEqual(['façade 1', 'café 900']);
  });

  it('are cut within a line that is too long alone', async () => {
    const of = await indexed({ f: 'x\n' }, { f: `${'é'.repeat(3_000_000)}\nlast\n` });
    const [file] = of.index.files;
    const part = file && (await readIndexPages(of.index, of.pack, file, 0));
    expect(part).toMatchObject({ isCut: true, isLast: false });
    const rows = rowsOf(new PatchLines(part?.patch ?? Buffer.alloc(0), { goesOn: true }));
    expect(rows.map(({ type, text: shown }) => [type, shown.length, /[^éx]/.test(shown)])).toEqual([
      ['old', 1, false],
      ['new', 2_097_143, false],
    ]);
    const { pages } = await pagedRows(of, 'f');
    expect(pages[1]?.map(({ text: shown, newLine }) => [newLine, shown])).toEqual([[2, 'last']]);
  });
});

describe('LongPatchScan', () => {
  function digest(patch: string, pieceBytes = patch.length) {
    const scan = new LongPatchScan();
    for (let at = 0; at < patch.length; at += pieceBytes) scan.add(Buffer.from(patch.slice(at, at + pieceBytes)));
    return scan.finish();
  }
  const plain = '@@ -3,3 +3,3 @@ f\n x\n-old\n+new\n y\n';

  it('finds the same in pieces of any size', () => {
    for (const bytes of [1, 2, 3, 7]) expect(digest(plain, bytes)).toEqual(digest(plain));
  });

  it('names what is changed, whatever stands around it', () => {
    expect(digest('@@ -90,3 +97,4 @@ g\n p\n-old\n+new\n q\n r\n').digest).toBe(digest(plain).digest);
  });

  it.each([
    ['another text', '@@ -3,3 +3,3 @@ f\n x\n-old\n+newer\n y\n'],
    ['another order', '@@ -3,3 +3,3 @@ f\n x\n+new\n-old\n y\n'],
    ['lines parted by an unchanged one', '@@ -3,3 +3,3 @@ f\n-old\n x\n+new\n y\n'],
    ['a missing newline at the end', '@@ -3,3 +3,3 @@ f\n x\n-old\n+new\n\\ No newline at end of file\n'],
  ])('tells %s from it', (_name, patch) => {
    expect(digest(patch).digest).not.toBe(digest(plain).digest);
  });
});
