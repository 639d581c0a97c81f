import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DiffScanner } from './diff-scanner.ts';
import { fileHash } from './line-code.ts';
import { toInlineLines } from './line-layout.ts';
import { parsePatch } from './parse-patch.ts';
import { PatchLines } from './patch-lines.ts';

const golden = new URL('golden/', import.meta.url);

function linesOf(patch: Buffer, newLineCount?: number) {
  const places = new PatchLines(patch, { newLineCount });
  return Array.from({ length: places.count }, (_, at) => places.inlineLine(at, fileHash('f')));
}

describe('PatchLines', () => {
  it.each(readdirSync(golden).filter((name) => name.endsWith('.diff')))('gives the lines of %s', (name) => {
    const bytes = Buffer.from(readFileSync(new URL(name, golden), 'utf8').replaceAll('␀', '\0'));
    const scanner = new DiffScanner({ maxFilePatchBytes: 100_000, ignoreWhitespace: true });
    for (const file of [...scanner.feed(bytes), ...scanner.finish()]) {
      const patch = Buffer.isBuffer(file) ? file : file.patchBytes;
      expect(linesOf(patch)).toEqual(toInlineLines('f', parsePatch(patch)));
    }
  });

  it.each([
    ['Windows-1252', Buffer.from('@@ -1 +1,2 @@ fa\xe7ade\n-caf\xe9\n+caf\xe8\n+\x80\n', 'latin1')],
    ['broken UTF-8', Buffer.concat([Buffer.from('@@ -1 +1 @@\n-é\n+'), Buffer.of(0xc3), Buffer.from('(\n')])],
    ['a byte order mark', Buffer.from('@@ -1 +1 @@\n-\ufeffa\n+a\n')],
  ])('shows %s as text', (_name, patch) => {
    expect(linesOf(patch)).toEqual(toInlineLines('f', parsePatch(patch)));
  });

  it('knows whether the file goes on after its last hunk', () => {
    const patch = Buffer.from('@@ -1,4 +1,4 @@\n-a\n+b\n c\n d\n e\n');
    expect(linesOf(patch).at(-1)?.type).toBe('match');
    expect(linesOf(patch, 4).at(-1)?.type).toBe(null);
    expect(linesOf(patch, 5).at(-1)?.type).toBe('match');
  });

  it('refuses what is no patch', () => {
    expect(() => new PatchLines(Buffer.from(' a\n'))).toThrow(/start with a hunk/);
    expect(() => new PatchLines(Buffer.from('@@ -1 +1 @@\nx\n'))).toThrow(/no sign/);
  });
});
