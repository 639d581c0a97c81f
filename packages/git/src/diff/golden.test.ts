import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository } from '../testing/index.ts';
import { GOLDEN_CHANGES, type GoldenChange } from '../testing/golden-changes.ts';
import { GOLDEN_FOLDER, goldenDiffs, linesAsText } from '../testing/golden-diffs.ts';
import { buildDiffIndex } from './build-index.ts';
import { DiffScanner } from './diff-scanner.ts';
import type { DiffFile, HunkLine } from './diff-file.ts';
import { bufferReader, readIndexFiles } from './index-format.ts';
import { markInlineChanges, type TextRange } from './inline-changes.ts';
import { pairChangedLines, toInlineLines } from './line-layout.ts';
import { parsePatch } from './parse-patch.ts';
import { PatchLines } from './patch-lines.ts';

afterAll(closeGitPools);

function scan(bytes: Buffer, chunkBytes: number): DiffFile[] {
  const scanner = new DiffScanner({ maxFilePatchBytes: 100_000, ignoreWhitespace: true });
  const files = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    files.push(...scanner.feed(bytes.subarray(at, at + chunkBytes)));
  return [...files, ...scanner.finish()].filter((each): each is DiffFile => !Buffer.isBuffer(each));
}

/** Both lines of a pair, with what changed inside them between brackets. */
function describeMarks({ removed, added }: { removed: HunkLine; added: HunkLine }): [string, string] {
  const marks = markInlineChanges(removed.text, added.text);
  const bracketed = (text: string, ranges: readonly TextRange[]): string => {
    let [result, at] = ['', 0];
    for (const { start, end } of ranges) {
      result += `${text.slice(at, start)}⟦${text.slice(start, end)}⟧`;
      at = end;
    }
    return result + text.slice(at);
  };
  return [bracketed(removed.text, marks.old), bracketed(added.text, marks.new)];
}

function render(files: readonly DiffFile[]): unknown {
  return files.map(({ patchBytes, ...facts }) => {
    const hunks = parsePatch(patchBytes);
    const path = facts.status === 'deleted' ? facts.oldPath : facts.newPath;
    const { inline, parallel } = linesAsText(toInlineLines(path, hunks));
    return { ...facts, inline, marks: hunks.flatMap((hunk) => pairChangedLines(hunk).map(describeMarks)), parallel };
  });
}

/** Both states made by git, compared by git, and what the index of that says. */
async function indexed({ before, after }: GoldenChange): Promise<DiffFile[]> {
  const repository = await createTestRepository({
    commits: [
      { label: 'before', files: before },
      { label: 'after', files: after },
    ],
  });
  try {
    const ends = { base: repository.sha('before'), head: repository.sha('after') };
    const { index, pack } = await buildDiffIndex(repository.dir, ends);
    const patches = await readIndexFiles(index, bufferReader(pack), index.files);
    return index.files.map(({ patchOffset: _offset, patchLength: _length, fileHash: _hash, ...facts }, at) => ({
      ...facts,
      patchBytes: patches[at] ?? Buffer.alloc(0),
    }));
  } finally {
    await repository.remove();
  }
}

function expectGolden(name: string, rendered: unknown): void {
  const expectedFile = new URL(`${name}.json`, GOLDEN_FOLDER);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(expectedFile, `${JSON.stringify(rendered, null, 1)}\n`);
  expect(rendered).toEqual(JSON.parse(readFileSync(expectedFile, 'utf8')));
}

describe('golden changes', () => {
  it.each(Object.entries(GOLDEN_CHANGES))('%s', async (name, change) => {
    const files = await indexed(change);
    expectGolden(`made-${name}`, render(files));
    // The places in the bytes say the same as the lines.
    for (const { patchBytes } of files) {
      const places = new PatchLines(patchBytes);
      const lines = toInlineLines('x', parsePatch(patchBytes)).filter(({ type }) => type !== 'match');
      const texts = Array.from({ length: places.count }, (_unused, at) => at)
        .filter((at) => places.typeOf(at) !== 'match')
        .map((at) => places.textOf(at));
      expect(texts).toEqual(lines.map(({ text }) => text));
    }
  });
});

describe('golden diffs', () => {
  const cases = goldenDiffs();

  it('are all there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(14);
  });

  it.each(cases)('$name', ({ name, bytes }) => {
    const rendered = render(scan(bytes, 64 * 1024));
    expectGolden(name.replace(/\.diff$/, ''), rendered);
    // The cut of the stream must not matter.
    for (const size of [1, 7, 64]) expect(render(scan(bytes, size))).toEqual(rendered);
  });
});
