import { fc } from '@tributary/contract/testing/properties.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { utf16Of } from '../objects/text-encoding.ts';
import { decodeFileText } from '../objects/decode-text.ts';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { readBlob } from '../objects/read-blob.ts';
import { isZeroOid } from '../objects/object-id.ts';
import { buildOddRepository, createTestRepository, rebuildSides } from '../testing/index.ts';
import { buildDiffIndex } from './build-index.ts';
import { splitLines } from './context-lines.ts';
import { bufferReader, type DiffIndex, type IndexFile, readIndexFiles } from './index-format.ts';
import { toInlineLines } from './line-layout.ts';
import { parsePatch } from './parse-patch.ts';

afterAll(closeGitPools);

async function textOf(repo: string, mode: string, oid: string): Promise<string> {
  if (isZeroOid(oid) || mode === '160000') return '';
  const content = await readBlob(repo, oid);
  return decodeFileText(content, utf16Of(content));
}

async function indexed(repo: string, base: string, head: string) {
  const { index, pack } = await buildDiffIndex(repo, { base, head });
  return { index, patches: await readIndexFiles(index, bufferReader(pack), index.files) };
}

const isShown = (file: IndexFile) => !file.isBinary && !file.isSubmodule;

async function checkShown(repo: string, index: DiffIndex, patches: readonly Buffer[]): Promise<number> {
  let checked = 0;
  for (const [at, file] of index.files.entries()) {
    const patch = patches[at] ?? Buffer.alloc(0);
    if (!isShown(file) || file.oldOid === file.newOid) continue;
    const [old, now] = [await textOf(repo, file.oldMode, file.oldOid), await textOf(repo, file.newMode, file.newOid)];
    const path = file.status === 'deleted' ? file.oldPath : file.newPath;
    const { inline, parallel } = rebuildSides(toInlineLines(path, parsePatch(patch)), old);
    expect([path, inline, parallel]).toEqual([path, { old, new: now }, { old, new: now }]);
    checked += 1;
  }
  return checked;
}

describe('what is shown of a comparison', () => {
  it('turns the old side into the new one, whatever the files hold and are called', async () => {
    const odd = await buildOddRepository();
    const { index, patches } = await indexed(odd.dir, odd.sha('before'), odd.sha('after'));
    expect(await checkShown(odd.dir, index, patches)).toBeGreaterThan(50);
    await odd.remove();
  });

  const line = fc.constantFrom<string[]>(
    'alpha one',
    'beta = two;',
    '  gamma(three)',
    'delta four',
    '',
    '}',
    'epsilon\r',
    'é',
  );
  const block = fc.array(
    fc.stringMatching(/^[a-z]{6,12} [a-z]{6,12}$/).chain((words) => fc.constantFrom(words, `  ${words}`)),
    { minLength: 4, maxLength: 12 },
  );
  const scene = fc.record({
    files: fc.array(fc.array(line, { maxLength: 25 }), { minLength: 2, maxLength: 5 }),
    block,
    from: fc.nat(),
    to: fc.nat(),
    fromLine: fc.nat(),
    toLine: fc.nat(),
    indent: fc.constantFrom('', '  ', '\t'),
  });

  it('is right about random edits, and calls only that a move which moved', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(scene, { minLength: 3, maxLength: 5 }), async (scenes) => {
        const before: Record<string, string> = {};
        const after: Record<string, string> = {};
        for (const [number, each] of scenes.entries()) {
          const put = (into: Record<string, string>, file: number, at: number, lines: readonly string[]) => {
            for (const [index, content] of each.files.entries()) {
              const all = index === file % each.files.length ? content.toSpliced(at % (content.length + 1), 0, ...lines) : content; // prettier-ignore
              into[`s${number}/f${index}.txt`] = `${all.join('\n')}\n`;
            }
          };
          put(before, each.from, each.fromLine, each.block);
          put(after, each.to, each.toLine, each.block.map((text) => each.indent + text)); // prettier-ignore
        }
        const repo = await createTestRepository({
          commits: [
            { label: 'before', files: before },
            { label: 'after', files: after },
          ],
        });
        const { index, patches } = await indexed(repo.dir, repo.sha('before'), repo.sha('after'));
        await checkShown(repo.dir, index, patches);
        found += checkMoves(index, before, after);
        await repo.remove();
      }),
      { numRuns: 12 },
    );
    expect(found).toBeGreaterThan(5);
  }, 120_000);
});

/** Every line is part of one move at most, its other end says the same, and both hold the same but for white space. */
function checkMoves(index: DiffIndex, before: Record<string, string>, after: Record<string, string>): number {
  const lineOf = (files: Record<string, string>, path: string, number: number) =>
    (splitLines(files[path] ?? '')[number - 1] ?? '').replaceAll(/\s/g, '');
  const used = new Set<string>();
  let count = 0;
  for (const [at, file] of index.files.entries()) {
    for (const move of file.moves) {
      count += 1;
      const other = index.files[move.otherFile];
      const twin = other?.moves.find(({ id, side }) => id === move.id && side !== move.side);
      expect(twin).toMatchObject({ otherFile: at, otherStart: move.start, otherEnd: move.end, start: move.otherStart });
      for (const [start, otherStart, length] of move.segments) {
        for (let offset = 0; offset < length; offset += 1) {
          const key = `${at}:${move.side}:${start + offset}`;
          expect(used).not.toContain(key);
          used.add(key);
          if (move.side !== 'new') continue;
          const now = lineOf(after, file.newPath, start + offset);
          expect(now).toBe(lineOf(before, other?.oldPath ?? '', otherStart + offset));
        }
      }
    }
  }
  return count / 2;
}
