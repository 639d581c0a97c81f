import { fc } from '@tributary/contract/testing/properties.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { closeGitPools } from '../process/cat-file-pool.ts';
import { createTestRepository } from '../testing/index.ts';
import type { DiffFile, Hunk } from './diff-file.ts';
import { toInlineLines } from './line-layout.ts';
import { fileHash } from './line-code.ts';
import { parsePatch } from './parse-patch.ts';
import { PatchLines } from './patch-lines.ts';
import { readDiff } from './stream-diff.ts';
import { tracePosition } from './trace-position.ts';

afterAll(closeGitPools);

/** Texts made of few different lines, so that edits, moves and repeats meet. */
const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  ' ',
  '\t',
  'a\r',
  '+x',
  '-x',
  '@@ -1 +1 @@',
  '\\ No newline at end of file',
  'diff --git a/a b/a',
  'é',
  '😀',
  '\u202e',
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
  .map(([lines, ends]) => (lines.length === 0 ? '' : lines.join('\n') + (ends ? '\n' : '')));
const edit = text.chain((before) =>
  fc.oneof(
    text.map((after) => ({ before, after })),
    // Mostly small edits: some lines replaced, removed or added.
    fc
      .array(fc.tuple(fc.nat({ max: 60 }), fc.constantFrom('drop', 'put', 'swap'), line), { maxLength: 6 })
      .map((edits) => {
        const lines = before.split('\n');
        for (const [at, kind, value] of edits)
          lines.splice(at % (lines.length + 1), kind === 'put' ? 0 : 1, ...(kind === 'drop' ? [] : [value]));
        return { before, after: lines.join('\n') };
      }),
  ),
);

interface TextLine {
  text: string;
  ended: boolean;
}

function toLines(content: string): TextLine[] {
  const parts = content.split('\n');
  const tail = parts.pop() ?? '';
  return [
    ...parts.map((part) => ({ text: part, ended: true })),
    ...(tail === '' ? [] : [{ text: tail, ended: false }]),
  ];
}

function apply(before: string, hunks: readonly Hunk[]): string {
  const old = toLines(before);
  const result: TextLine[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    result.push(...old.slice(at, start));
    at = start;
    for (const each of hunk.lines) {
      if (each.type !== 'added') {
        expect(each.text).toBe(old[at]?.text);
        at += 1;
      }
      if (each.type !== 'removed') result.push({ text: each.text, ended: each.noNewline !== true });
    }
  }
  result.push(...old.slice(at));
  return result.map((each) => each.text + (each.ended ? '\n' : '')).join('');
}

async function diffAll(
  edits: readonly { before: string; after: string }[],
  contextLines: number,
): Promise<Map<string, DiffFile>> {
  const name = (index: number): string => `f${String(index).padStart(3, '0')}`;
  const repository = await createTestRepository({
    commits: [
      { label: 'before', files: Object.fromEntries(edits.map(({ before }, index) => [name(index), before])) },
      { label: 'after', files: Object.fromEntries(edits.map(({ after }, index) => [name(index), after])) },
    ],
  });
  const files = await readDiff(repository.dir, {
    from: repository.sha('before'),
    to: repository.sha('after'),
    contextLines,
  });
  await repository.remove();
  return new Map(files.map((file) => [file.newPath, file]));
}

describe('a parsed diff', () => {
  it('turns the old text into the new one, counts right and traces right', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 20, maxLength: 40 }),
        fc.nat({ max: 4 }),
        async (edits, contextLines) => {
          const files = await diffAll(edits, contextLines);
          edits.forEach(({ before, after }, index) => {
            const file = files.get(`f${String(index).padStart(3, '0')}`);
            const hunks = parsePatch(file?.patchBytes ?? Buffer.alloc(0));
            expect(apply(before, hunks)).toBe(after);
            const lines = hunks.flatMap((hunk) => hunk.lines);
            expect(lines.filter(({ type }) => type === 'added')).toHaveLength(file?.addedLines ?? 0);
            expect(lines.filter(({ type }) => type === 'removed')).toHaveLength(file?.removedLines ?? 0);
            checkTraces(before, after, hunks);
            checkLayout(hunks);
            checkPlaces(file?.patchBytes ?? Buffer.alloc(0), hunks, contextLines);
          });
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});

/** Lines that are only places in the bytes of the patch are the same as those made of its text. */
function checkPlaces(patch: Buffer, hunks: readonly Hunk[], contextLines: number): void {
  for (const options of [{}, { contextLines }, { newLineCount: 20 }]) {
    const places = new PatchLines(patch, options);
    const lines = Array.from({ length: places.count }, (_, at) => places.inlineLine(at, fileHash('f')));
    expect(lines).toEqual(toInlineLines('f', hunks, options));
  }
}

function checkTraces(before: string, after: string, hunks: readonly Hunk[]): void {
  const [old, now] = [toLines(before), toLines(after)];
  const change = { oldPath: 'f', newPath: 'g', status: 'renamed', hunks } as const;
  const removed = new Set(
    hunks.flatMap((hunk) => hunk.lines.filter(({ type }) => type === 'removed').map(({ oldLine }) => oldLine)),
  );
  old.forEach(({ text }, index) => {
    const traced = tracePosition({ path: 'f', line: index + 1 }, change);
    if (traced.kind === 'line') {
      expect(removed.has(index + 1)).toBe(false);
      expect(now[traced.line - 1]?.text).toBe(text);
    } else {
      expect([traced.kind, removed.has(index + 1)]).toEqual(['file', true]);
    }
  });
}

function checkLayout(hunks: readonly Hunk[]): void {
  const inline = toInlineLines('f', hunks);
  const codes = inline.flatMap(({ lineCode }) => (lineCode === null ? [] : [lineCode]));
  expect(new Set(codes).size).toBe(codes.length);
}
