import { deflateSync, crc32 } from 'node:zlib';
import type { TestFileContent } from './fast-import.ts';

/** Paths that git takes in a push and that pages must survive. Path keys. */
export const ODD_NAMES: Readonly<Record<string, string>> = {
  newline: 'names/new\nline.txt',
  tab: 'names/tab\there.txt',
  doubleQuote: 'names/double"quote.txt',
  singleQuote: "names/single'quote.txt",
  backslash: 'names/back\\slash.txt',
  leadingDash: '-x',
  option: '--output=x',
  html: 'names/<img src=x onerror=alert(1)>.txt',
  template: 'names/${7*7}.txt',
  script: 'names/<script>alert(1)<',
  rightToLeft: 'names/\u202etxt.exe',
  zeroWidth: 'names/zero\u200bwidth.txt',
  composed: 'names/caf\u00e9.txt',
  decomposed: 'names/cafe\u0301.txt',
  notUtf8: '//names/caf%E9.txt',
  notUtf8Directory: '//names/%FF%FE/file.txt',
  longest: `names/${'n'.repeat(251)}.txt`,
  device: 'names/CON',
  deviceWithEnding: 'names/aux.txt',
  trailingSpace: 'names/trailing space ',
  trailingDot: 'names/trailing dot.',
  upperTwin: 'names/README',
  lowerTwin: 'names/readme',
  percent: 'names/%2e%2e%2fetc',
  query: 'names/a?b=c&d#e',
  colon: 'names/a:b',
  star: 'names/*',
  bracket: 'names/[a-z]',
  magic: ':(glob)**',
  at: 'names/@{u}',
  lineCode: 'names/8ec9a00bfd09b3190ac6b22251dbb1aa95a0579d_1_1',
  sha: '8ec9a00bfd09b3190ac6b22251dbb1aa95a0579d/file',
  emoji: 'names/👩‍👩‍👧‍👦.txt',
  spaces: 'names/  two  spaces  .txt',
  proto: '__proto__/constructor',
  deep: `${'d/'.repeat(300)}leaf.txt`,
};

export interface OddContent {
  /** The file before and after; null where there is none. */
  before: TestFileContent;
  after: TestFileContent;
}

export interface OddContentOptions {
  /** Default 200,000. */
  longLineBytes?: number;
  /** Default 20,000. */
  manyLines?: number;
}

const POINTER = (oid: string, size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;

/** Contents by name; the path in the repository is `contents/<name>`. */
export function oddContents(options: OddContentOptions = {}): Record<string, OddContent> {
  const long = 'x'.repeat(options.longLineBytes ?? 200_000);
  const many = Array.from({ length: options.manyLines ?? 20_000 }, (_unused, index) => `line ${index}`);
  return {
    empty: { before: null, after: '' },
    'became-empty': { before: 'text\n', after: '' },
    'no-newline': { before: 'one\ntwo\n', after: 'one\ntwo' },
    'only-newlines': { before: '\n\n', after: '\n\n\n' },
    crlf: { before: 'one\r\ntwo\r\n', after: 'one\r\n2\r\n' },
    'crlf-to-lf': { before: 'one\r\ntwo\r\n', after: 'one\ntwo\n' },
    cr: { before: 'one\rtwo\r', after: 'one\rTWO\r' },
    mixed: { before: 'one\r\ntwo\nthree\rfour\n', after: 'one\ntwo\r\nthree\rfour\n' },
    'utf16-bom': { before: Buffer.from('\ufeffone\n', 'utf16le'), after: Buffer.from('\ufefftwo\n', 'utf16le') },
    'utf8-bom': { before: 'one\n', after: '\ufeffone\n' },
    latin1: { before: Buffer.from('caf\xe9\n', 'latin1'), after: Buffer.from('th\xe9\n', 'latin1') },
    'nul-in-text': { before: 'a\0b\n', after: 'a\0c\n' },
    'late-nul': { before: `${'a\n'.repeat(9_000)}\0\n`, after: `${'a\n'.repeat(9_000)}\0b\n` },
    'long-line': { before: `${long}\n`, after: `${long}y\n` },
    'many-lines': { before: `${many.join('\n')}\n`, after: `${many.with(7, 'changed').join('\n')}\nmore\n` },
    binary: { before: null, after: tinyPng([255, 0, 0]) },
    'binary-change': { before: tinyPng([0, 255, 0]), after: tinyPng([0, 0, 255]) },
    'image.svg': { before: null, after: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n' },
    'page.html': { before: null, after: '<script>alert(document.domain)</script>\n' },
    'lfs-new': { before: null, after: POINTER('ab'.repeat(32), 12) },
    'lfs-change': { before: POINTER('cd'.repeat(32), 1), after: POINTER('ef'.repeat(32), 999_999_999_999) },
    'lfs-from-text': { before: 'was text\n', after: POINTER('01'.repeat(32), 5) },
    'submodule-new': { before: null, after: { mode: '160000', submoduleSha: '2'.repeat(40) } },
    'submodule-change': {
      before: { mode: '160000', submoduleSha: '1'.repeat(40) },
      after: { mode: '160000', submoduleSha: '2'.repeat(40) },
    },
    'submodule-gone': { before: { mode: '160000', submoduleSha: '1'.repeat(40) }, after: null },
    'broken-symlink': { before: null, after: { mode: '120000', content: 'nowhere/at/all' } },
    'escaping-symlink': { before: null, after: { mode: '120000', content: '../../../../etc/passwd' } },
    'symlink-to-file': { before: { mode: '120000', content: 'empty' }, after: 'now a file\n' },
    'file-to-symlink': { before: 'was a file\n', after: { mode: '120000', content: 'empty' } },
    'file-to-submodule': { before: 'was a file\n', after: { mode: '160000', submoduleSha: '3'.repeat(40) } },
    'mode-only': { before: 'same\n', after: { content: 'same\n', mode: '100755' } },
    bidi: { before: 'if (isAdmin) {\n', after: 'if (isAdmin\u202e \u2066// check\u2069 \u2066) {\n' },
    homoglyph: { before: 'const admin = 1;\n', after: 'const \u0430dmin = 1;\n' },
    'conflict-markers': { before: 'x\n', after: '<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n' },
    'looks-like-a-diff': {
      before: 'diff --git a/a b/b\n@@ -1 +1 @@\n-x\n',
      after: 'diff --git a/a b/b\n@@ -1 +1 @@\n+x\n--- a/a\n',
    },
    'ansi-escapes': { before: null, after: '\u001b[31mred\u001b[0m \u001b]0;title\u0007\n' },
    'whitespace-only': { before: 'a\n\tb\n', after: 'a \n  b\n' },
    'notebook.ipynb': {
      before: null,
      after: '{"cells":[{"cell_type":"code","source":["print(1)\\n"],"outputs":[]}],"nbformat":4}\n',
    },
    '.gitattributes': { before: null, after: '* diff=evil -text filter=evil export-subst\n' },
    '.gitmodules': {
      before: null,
      after: '[submodule "x"]\n\tpath = contents/submodule-new\n\turl = https://example.test/x.git\n',
    },
  };
}

/** A 1×1 image of one colour. */
export function tinyPng(rgb: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(1, 4);
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, ...rgb]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
