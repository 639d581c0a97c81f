import { readFileSync, readdirSync } from 'node:fs';
import { fc } from '@tributary/contract/testing/properties.ts';
import { describe, expect, it } from 'vitest';
import { FileLines, type FileLinesOptions } from './file-lines.ts';
import { JsonBytes } from './json-bytes.ts';

const golden = new URL('../../../../git/src/diff/golden/', import.meta.url);
const patches = readdirSync(golden)
  .filter((name) => name.endsWith('.diff'))
  .map((name) => {
    const text = readFileSync(new URL(name, golden), 'utf8');
    const hunks = text.slice(text.indexOf('\n@@ ') + 1).split('\ndiff --git ')[0] ?? '';
    return [name, Buffer.from(hunks.startsWith('@@ ') ? hunks : '')] as const;
  })
  .filter(([, patch]) => patch.length > 0);

function written(lines: FileLines, from = 0, to = lines.count): string {
  const out = new JsonBytes();
  out.raw('[');
  lines.write(out, from, to);
  out.raw(']');
  return out.finish().toString();
}

function expectSame(patch: Buffer, options: FileLinesOptions = {}): FileLines {
  const lines = new FileLines('dir/näme.ts', patch, options);
  expect(written(lines)).toBe(JSON.stringify(lines.slice(0, lines.count)));
  return lines;
}

describe('written lines', () => {
  it.each(patches)('of %s are those that objects would give', (_name, patch) => {
    expect(expectSame(patch).count).toBeGreaterThan(0);
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
    const lines = expectSame(patch, {
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
    expect(JSON.parse(written(lines, 3_990, 4_000))).toEqual(lines.slice(3_990, 5_000));
    expect(lines.indexOfCode(lines.lineAt(17).line_code ?? '')).toBe(17);
    expect(lines.findLine('new', 18)?.text).toMatch(/17$/);
    expect(lines.findLine('old', 18)).toBeUndefined();
  });
});
