import {
  type IndexFile,
  type InlineLine,
  bufferReader,
  buildDiffIndex,
  decodeFileText,
  encodingAt,
  isZeroOid,
  markInlineChanges,
  pairChangedLines,
  parsePatch,
  readBlob,
  readIndexFiles,
  toInlineLines,
} from '@tributary/git';
import {
  buildOddRepository,
  goldenDiffs,
  linesAsText,
  rebuildSides,
  type TestRepository,
} from '@tributary/git/testing';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { fc } from '@tributary/contract/testing/properties.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeLine } from '../../platform/highlight/index.ts';
import { FileLines, type FileLinesOptions } from './file-lines.ts';
import { JsonBytes } from './json-bytes.ts';

const PATH = 'dir/näme.ts';

function written(lines: FileLines, from = 0, to = lines.count): PageDiffLine[] {
  const out = new JsonBytes();
  out.raw('[');
  lines.write(out, from, to);
  out.raw(']');
  return JSON.parse(out.finish().toString()) as PageDiffLine[];
}

/** What pages are given of a line, made of the text of the patch and not of its bytes. */
function expectedLines(patch: Buffer): PageDiffLine[] {
  const hunks = parsePatch(patch);
  const ranges = new Map<string, PageDiffLine['changed_ranges']>();
  for (const { removed, added } of hunks.flatMap(pairChangedLines)) {
    const marks = markInlineChanges(removed.text, added.text);
    if (marks.old.length > 0) ranges.set(`old ${removed.oldLine}`, marks.old);
    if (marks.new.length > 0) ranges.set(`new ${added.newLine}`, marks.new);
  }
  return toInlineLines(PATH, hunks).map(({ type, lineCode, oldLine, newLine, text, noNewline, metaData }) => {
    const changed = ranges.get(`${type} ${type === 'old' ? oldLine : newLine}`);
    return {
      line_code: lineCode,
      type: noNewline && (type === 'old' || type === 'new') ? `${type}-nonewline` : type,
      old_line: oldLine,
      new_line: newLine,
      text,
      rich_text: escapeLine(text),
      meta_data: metaData ? { old_pos: metaData.oldPosition, new_pos: metaData.newPosition } : null,
      ...(changed && { changed_ranges: changed }),
    };
  });
}

/** The lines as they are written and as they are given as objects, which must be the same. */
function linesOf(patch: Buffer, options: FileLinesOptions = {}): FileLines {
  const lines = new FileLines(PATH, patch, options);
  expect(written(lines)).toEqual(lines.slice(0, lines.count));
  return lines;
}

function expectSame(patch: Buffer): FileLines {
  const lines = linesOf(patch);
  expect(written(lines)).toEqual(expectedLines(patch));
  return lines;
}

function toInline({ type, line_code, old_line, new_line, text, meta_data }: PageDiffLine): InlineLine {
  return {
    type: type === 'old-nonewline' ? 'old' : type === 'new-nonewline' ? 'new' : type,
    lineCode: line_code,
    oldLine: old_line,
    newLine: new_line,
    text,
    ...(type?.endsWith('-nonewline') === true && { noNewline: true as const }),
    ...(meta_data && { metaData: { oldPosition: meta_data.old_pos, newPosition: meta_data.new_pos } }),
  };
}

describe('written lines', () => {
  it.each(goldenDiffs())('of $name are those that objects would give, and stand as recorded', ({ patches, files }) => {
    const shown = patches().map((patch) => linesAsText(written(expectSame(patch)).map(toInline)));
    expect(shown).toEqual(files().map(({ inline, parallel }) => ({ inline, parallel })));
  });

  it('are those for any text', () => {
    const char = fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '<',
        '>',
        '&',
        "'",
        '\t',
        '\r',
        '\0',
        '\u001f',
        '\u007f',
        '\u2028',
        '\u202e',
        '\u200b',
        '\ufeff',
        'é',
        '😀',
        ' ',
      ),
      fc.string({ maxLength: 3 }),
    );
    const text = fc.array(char, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\n', ''));
    const line = fc.tuple(fc.constantFrom(' ', '+', '-'), text).map(([sign, rest]) => sign + rest);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.nat({ max: 2_000_000 }), (lines, start) => {
        const patch = Buffer.from(`@@ -${start + 1},9 +${start * 10 + 1},9 @@\n${lines.join('\n')}\n`);
        expect(expectSame(patch).count).toBeGreaterThanOrEqual(lines.length);
      }),
    );
  });

  it('have colours where there are some, and say what moved', () => {
    const patch = Buffer.from('@@ -1,2 +1,2 @@\n-const a = "<";\n+const b = "<";\n same\n');
    const move = { id: 3, side: 'new', start: 1, end: 1, otherFile: 0, otherStart: 9, otherEnd: 9 } as const;
    const lines = linesOf(patch, {
      colours: { old: undefined, new: ['<span class="hl-keyword">const</span> b é', 'same'] },
      moves: [{ ...move, segments: [[1, 9, 1]], editedLines: 0, isReindented: false }],
    });
    expect(lines.slice(0, 2)).toMatchObject([
      { type: 'old', rich_text: 'const a = "&lt;";', changed_ranges: [{ start: 6, end: 7 }] },
      { type: 'new', rich_text: expect.stringContaining('hl-keyword'), moved: { id: 3, line: 9 } },
    ]);
  });

  it('show what misleads, without colours too', () => {
    const lines = expectSame(Buffer.from('@@ -1 +1,2 @@\n-if (a) {\r\n+if (a\u202e) {\r\n+a\rb\0 "<"\n'));
    expect(lines.slice(0, 3).map(({ rich_text: html }) => html)).toEqual([
      'if (a) {',
      'if (a<span class="bidi-mark" title="U+202E">\u202e</span>) {',
      'a␍b␀ "&lt;"',
    ]);
  });

  it('are text also when the file is not UTF-8', () => {
    const lines = expectSame(Buffer.from('@@ -1 +1 @@\n-caf\xe9\n+caf\xe8 <\n', 'latin1'));
    expect(lines.slice(0, 2).map(({ text }) => text)).toEqual(['café', 'cafè <']);
  });

  it('can be a part, and many times what fits at first', () => {
    const long = Array.from({ length: 4_000 }, (_unused, at) => `+${'"'.repeat(50)}${at}`).join('\n');
    const lines = expectSame(Buffer.from(`@@ -0,0 +1,4000 @@\n${long}\n`));
    expect(written(lines, 3_990, 4_000)).toEqual(lines.slice(3_990, 5_000));
    expect(lines.indexOfCode(lines.lineAt(17).line_code ?? '')).toBe(17);
    expect(lines.findLine('new', 18)?.text).toMatch(/17$/);
    expect(lines.findLine('old', 18)).toBeUndefined();
  });
});

describe('the lines of a comparison', () => {
  let odd: TestRepository;
  let files: { file: IndexFile; patch: Buffer }[];

  beforeAll(async () => {
    odd = await buildOddRepository();
    const { index, pack } = await buildDiffIndex(odd.dir, { base: odd.sha('before'), head: odd.sha('after') });
    const patches = await readIndexFiles(index, bufferReader(pack), index.files);
    files = index.files.map((file, at) => ({ file, patch: patches[at] ?? Buffer.alloc(0) }));
  });

  afterAll(() => odd.remove());

  async function textOf(label: string, path: string, oid: string): Promise<string> {
    if (isZeroOid(oid)) return '';
    const content = await readBlob(odd.dir, oid);
    return decodeFileText(content, await encodingAt(odd.dir, odd.sha(label), path, content));
  }

  it('turn the old side into the new one, in one column and in two, whatever the files hold', async () => {
    const shown = files.filter(({ file }) => !file.isBinary && !file.isSubmodule && file.oldOid !== file.newOid);
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter(({ file }) => file.status === 'type_changed')).toHaveLength(2);
    for (const { file, patch } of shown) {
      const [old, now] = [
        await textOf('before', file.oldPath, file.oldOid),
        await textOf('after', file.newPath, file.newOid),
      ];
      const lines = written(expectSame(patch)).map(toInline);
      const whole = { old, new: now };
      expect([file.newPath, rebuildSides(lines, old)]).toEqual([file.newPath, { inline: whole, parallel: whole }]);
    }
  });
});
