import { fc } from '@tributary/contract/testing/properties.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository } from '../testing/index.ts';
import { BigTexts, type BigTextsOptions } from './big-texts.ts';
import { buildDiffIndex } from './build-index.ts';
import { bufferReader, readIndexFiles, readIndexPages } from './index-format.ts';
import { parsePatch } from './parse-patch.ts';
import { readDiff } from './stream-diff.ts';

afterAll(closeGitPools);

type Content = string | Buffer | null;
/** Whatever has more counts as binary for git here. */
const BIG = 10_000;

async function changed(before: Record<string, Content>, after: Record<string, Content>) {
  const repository = await createTestRepository({
    commits: [
      { label: 'base', branch: 'main', files: { keep: 'k\n', ...before } },
      { label: 'head', branch: 'next', parents: ['base'], files: after },
    ],
  });
  return { repository, base: repository.sha('base'), head: repository.sha('head') };
}

/** The hunks as they are found for a big file, and as git gives them when it takes the file for text. */
async function compared(before: Content, after: Content, options: BigTextsOptions = {}) {
  const { repository, base, head } = await changed(before === null ? {} : { f: before }, { f: after });
  const { ignoreWhitespace } = options;
  const spec = { from: base, to: head, ignoreWhitespace };
  const [file] = await readDiff(repository.dir, { ...spec, bigFileBytes: BIG });
  const [plain] = await readDiff(repository.dir, spec);
  const hunks = file && (await new BigTexts(repository.dir, { bigFileBytes: BIG, ...options }).hunksOf(file));
  const pieces: Buffer[] = [];
  for await (const piece of hunks ?? []) pieces.push(piece);
  const found = hunks && String(Buffer.concat(pieces));
  await repository.remove();
  return { found, git: String(plain?.patchBytes), isBinary: file?.isBinary };
}

const lines = (count: number) => Array.from({ length: count }, (_unused, at) => `line ${at + 1} ${(at * 7_919) % 101}`);
const text = (all: readonly string[], end = '\n') => `${all.join('\n')}${end}`;
/** Without what git tells of the function around a hunk: of a part it may not see it. */
const plain = (patch: string | undefined) => patch?.replaceAll(/^(@@ .*? @@).*$/gm, '$1');

describe('text files that git takes for binary because of their size', () => {
  const long = lines(20_000);
  it.each<[string, Content, Content]>([
    ['one line in the midst', text(long), text(long.with(9_999, 'changed'))],
    ['a line at the top and one at the end', text(long), text(long.with(0, 'first').with(19_999, 'last'))],
    ['lines in many places', text(long), text(long.map((line, at) => (at % 300 === 7 ? `new ${at}` : line)))],
    ['lines that came and went', text(long), text(long.toSpliced(15_000, 40).toSpliced(2_000, 0, 'a', 'b', 'c'))],
    ['a new file', null, text(long)],
    ['a file that is gone', text(long), null],
    ['a file that was small', 'one\n', text(long)],
    ['a last line that does not end', text(long), text(long.with(19_999, 'last'), '')],
    ['lines that are all the same', 'x\n'.repeat(20_000), `y\n${'x\n'.repeat(19_999)}`],
  ])('%s: the hunks are those of git', async (_name, before, after) => {
    const { found, git, isBinary } = await compared(before, after);
    expect(isBinary).toBe(true);
    expect(plain(found)).toBe(plain(git));
  });

  it('white space that is ignored is no change', async () => {
    const spaced = text(long.map((line, at) => (at === 40 ? `  ${line}` : at === 12_000 ? 'changed' : line)));
    const { found, git } = await compared(text(long), spaced, { ignoreWhitespace: true });
    expect(plain(found)).toBe(plain(git));
  });

  it('what is too much to be compared is removed and added as a whole', async () => {
    const after = long.map((line, at) => (at > 4_000 && at < 16_000 ? `new ${line}` : line));
    const { found } = await compared(text(long), text(after), { mostComparedBytes: 20_000 });
    const [hunk, ...rest] = parsePatch(Buffer.from(found ?? ''));
    expect(rest).toEqual([]);
    const side = (type: string) => hunk?.lines.filter((line) => line.type === type).map((line) => line.text) ?? [];
    const [first, end] = [(hunk?.oldStart ?? 0) - 1, (hunk?.oldStart ?? 0) - 1 + (hunk?.oldLines ?? 0)];
    expect([side('removed'), side('added')]).toEqual([long.slice(first, end), after.slice(first, end)]);
    // Only what differs, up to the ends of the parts that it is in.
    expect([first > 3_000, first <= 4_001, end >= 16_000, end < 18_000]).toEqual([true, true, true, true]);
  });

  it('whatever changes: the hunks make the new text of the old one', async () => {
    const edit = fc.record({ at: fc.nat({ max: 1_999 }), gone: fc.nat({ max: 5 }), come: fc.nat({ max: 5 }) });
    const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
      const old = lines(2_000);
      let now: string[] = old;
      for (const { at, gone, come } of edits) now = now.toSpliced(at, gone, ...Array.from({ length: come }, (_, n) => `come ${at} ${n}`)); // prettier-ignore
      const { found = '' } = await compared(text(old), text([...now, 'end']), { mostComparedBytes: 8_000 });
      const made: string[] = [];
      let next = 0;
      for (const { lines: own, oldStart, oldLines } of parsePatch(Buffer.from(found))) {
        const start = oldStart - (oldLines === 0 ? 0 : 1);
        made.push(...old.slice(next, start), ...own.filter(({ type }) => type !== 'removed').map((line) => line.text));
        next = start + oldLines;
      }
      expect([...made, ...old.slice(next)]).toEqual([...now, 'end']);
    });
    await fc.assert(property, { numRuns: 6 });
  });

  it('what is no text stays binary', async () => {
    const other = Buffer.concat([Buffer.from('\0'), Buffer.from(text(long))]);
    expect((await compared(text(long), other)).found).toBeUndefined();
    expect((await compared('a\n', 'b\n')).found).toBeUndefined();
  });

  it('are in the index with their lines, few of them at once and many page by page', async () => {
    const after = { few: text(long.with(7, 'changed')), many: text(long.map((line) => `new ${line}`)), 'z.bin': '\0'.repeat(BIG + 1) }; // prettier-ignore
    const { repository, base, head } = await changed({ few: text(long), many: text(long) }, after);
    const { index, pack } = await buildDiffIndex(repository.dir, { base, head, bigFileBytes: BIG, maxFilePatchBytes: 4_000 }); // prettier-ignore
    await repository.remove();
    const [few, many, bin] = index.files;
    expect(few).toMatchObject({ isBinary: false, isTooLarge: false, addedLines: 1, removedLines: 1 });
    expect(many).toMatchObject({ isBinary: false, isTooLarge: true, addedLines: 20_000, removedLines: 20_000 });
    expect(many?.long?.pages.length).toBeGreaterThan(7);
    expect(bin).toMatchObject({ isBinary: true, addedLines: 0 });
    const [patch] = await readIndexFiles(index, bufferReader(pack), index.files);
    expect(String(patch)).toContain('+changed\n');
    const page = many && (await readIndexPages(index, bufferReader(pack), many, 5));
    expect(String(page?.patch)).toContain('+new line ');
  });
});
