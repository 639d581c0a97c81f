import type { TestFileContent } from './fast-import.ts';
import { tinyPng } from './odd-content.ts';

type Files = Readonly<Record<string, TestFileContent>>;

/** The files before and after; those that `after` does not name stay. */
export interface GoldenChange {
  before: Files;
  after: Files;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
/** `日本語` and `テスト`, as Windows and old mail write them. */
const [NIHONGO, TESUTO] = [Buffer.from('93fa967b8cea', 'hex'), Buffer.from('836583588367', 'hex')];
const shiftJis = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('\n')]);

const link = (target: string): TestFileContent => ({ mode: '120000', content: target });
const submodule = (digit: string): TestFileContent => ({ mode: '160000', submoduleSha: digit.repeat(40) });
const pointer = (digit: string, size: number) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize ${size}\n`;
const modules = (...names: string[]) =>
  names.map((name) => `[submodule "${name}"]\n\tpath = ${name}\n\turl = ../${name}.git\n`).join('');

const POEM = [
  'The old pond stands still',
  'A frog leaps into the pond',
  'Splash and silence then',
  'Nobody was there to hear',
  'But the moon above',
].map((line) => `${line}\n`);
const SONG = Array.from({ length: 8 }, (_unused, at) => `Verse ${at + 1} of a longer song\n`);

/** What real git makes of odd changes; read by `diff/golden.test.ts`, which keeps beside it what we make of that. */
export const GOLDEN_CHANGES: Readonly<Record<string, GoldenChange>> = {
  copies: {
    before: {
      'poem.txt': POEM.join(''),
      'same.txt': 'stays as it is\n'.repeat(4),
      'song.txt': SONG.join(''),
      'dot.png': tinyPng([1, 2, 3]),
      'empty.txt': '',
    },
    after: {
      'poem.txt': POEM.with(4, 'But the sun above\n').join(''),
      'poem-copy.txt': POEM.join(''),
      'tool.sh': { content: POEM.join(''), mode: '100755' },
      'poem-like.txt': POEM.with(0, 'The new pond stands still\n').join(''),
      'same-copy.txt': 'stays as it is\n'.repeat(4),
      'song.txt': null,
      'songs/first.txt': SONG.join(''),
      'songs/second.txt': SONG.join(''),
      'dot.png': tinyPng([3, 2, 1]),
      'dot-copy.png': tinyPng([1, 2, 3]),
      'empty.txt': 'no more\n',
      'empty-copy.txt': '',
    },
  },
  encodings: {
    before: {
      'latin1.txt': latin1('caf\xe9\nna\xefve\nplain\n'),
      'latin1-to-utf8.txt': latin1('caf\xe9\nna\xefve\n'),
      'utf8-to-latin1.txt': 'café\nnaïve\n',
      'mixed.txt': Buffer.concat([Buffer.from('utf-8: é\n'), latin1('latin-1: \xe9\n'), Buffer.from('end\n')]),
      'broken.txt': Buffer.concat([Buffer.from('good é, broken '), Buffer.from([0xc3]), Buffer.from('\n')]),
      'utf8-bom.txt': 'one\n',
      'utf16le.txt': utf16le('one\ntwo\n'),
      'utf16be.txt': utf16be('one\ntwo\n'),
      'utf16-to-utf8.txt': utf16le('one\ntwo\n'),
      'shift-jis.txt': shiftJis(NIHONGO),
      'windows.txt': Buffer.from([0x80, 0x31, 0x0d, 0x0a]),
    },
    after: {
      'latin1.txt': latin1('caf\xe9s\nna\xefve\nplain\n'),
      'latin1-to-utf8.txt': 'café\nnaïve\n',
      'utf8-to-latin1.txt': latin1('caf\xe9\nna\xefve\n'),
      'mixed.txt': Buffer.concat([Buffer.from('utf-8: è\n'), latin1('latin-1: \xe8\n'), Buffer.from('end\n')]),
      'broken.txt': 'good é, mended\n',
      'utf8-bom.txt': '\ufeffone\n',
      'utf16le.txt': utf16le('one\nTWO\n'),
      'utf16be.txt': utf16be('one\nTWO\n'),
      'utf16-to-utf8.txt': 'one\ntwo\n',
      'shift-jis.txt': shiftJis(NIHONGO, TESUTO),
      'windows.txt': Buffer.from([0x80, 0x32, 0x0d, 0x0a]),
      'new-utf16.txt': utf16le('one\n'),
      'new-latin1.txt': latin1('\xfcber\n'),
    },
  },
  symlinks: {
    before: {
      'target.txt': 'one\ntwo\n',
      'becomes-file': link('target.txt'),
      'becomes-program': link('target.txt'),
      'becomes-link': 'one\ntwo\n',
      'becomes-link-with-the-same': 'target.txt',
      'names-a-target': 'only/named/as/text',
      'becomes-folder': link('target.txt'),
      'was-folder/inside.txt': 'inside\n',
      'points-elsewhere': link('target.txt'),
      'goes-away': link('nowhere'),
      'is-moved': link('a/rather/long/way/to/somewhere'),
    },
    after: {
      'becomes-file': 'one\ntwo\n',
      'becomes-program': { content: '#!/bin/sh\n', mode: '100755' },
      'becomes-link': link('target.txt'),
      'becomes-link-with-the-same': link('target.txt'),
      'becomes-folder': null,
      'becomes-folder/inside.txt': 'new\n',
      'was-folder/inside.txt': null,
      'was-folder': link('target.txt'),
      'points-elsewhere': link('../outside'),
      'goes-away': null,
      'is-moved': null,
      'was-moved': link('a/rather/long/way/to/somewhere'),
      'is-new': link('target.txt'),
      'names-a-target': 'another\n',
      'is-no-copy': link('only/named/as/text'),
    },
  },
  submodules: {
    before: {
      '.gitmodules': modules('bumped', 'moved', 'moved-on', 'gone', 'unpacked'),
      bumped: submodule('1'),
      moved: submodule('2'),
      'moved-on': submodule('3'),
      gone: submodule('4'),
      unpacked: submodule('5'),
      'becomes-file': submodule('6'),
      'was-file': 'a file\n',
      'was-link': link('target'),
      'was-folder/inside.txt': 'inside\n',
    },
    after: {
      '.gitmodules': modules('bumped', 'lib/moved', 'lib/moved-on', 'was-folder'),
      bumped: submodule('a'),
      moved: null,
      'lib/moved': submodule('2'),
      'moved-on': null,
      'lib/moved-on': submodule('b'),
      gone: null,
      unpacked: null,
      'unpacked/inside.txt': 'now ours\n',
      'becomes-file': 'now a file\n',
      'was-file': submodule('7'),
      'was-link': submodule('8'),
      'was-folder/inside.txt': null,
      'was-folder': submodule('9'),
    },
  },
  renames: {
    before: {
      'poem.txt': POEM.join(''),
      'song.txt': SONG.join(''),
      'tool.sh': '#!/bin/sh\necho one\necho two\n',
      'picture.png': tinyPng([4, 5, 6]),
      'data.bin': Buffer.from('\0one\n'.repeat(200)),
      'film.mov': pointer('a', 12_345),
      'old-film.mov': pointer('b', 54_321),
      'late-nul.txt': `${'a line of a long file\n'.repeat(400)}\0\n`,
      'turned-executable.bin': Buffer.from('\0two\n'),
      link: link('a/rather/long/way/to/somewhere'),
    },
    after: {
      'poem.txt': null,
      'moved/poem.txt': POEM.join(''),
      'song.txt': null,
      'moved/song.txt': SONG.with(3, 'Another verse\n').join(''),
      'tool.sh': null,
      'moved/tool.sh': { content: '#!/bin/sh\necho one\necho two\n', mode: '100755' },
      'picture.png': null,
      'moved/picture.png': tinyPng([4, 5, 6]),
      'data.bin': null,
      'moved/data.bin': Buffer.from(`${'\0one\n'.repeat(200)}\0two\n`),
      'film.mov': null,
      'moved/film.mov': pointer('a', 12_345),
      'old-film.mov': null,
      'moved/old-film.mov': pointer('b', 54_320),
      'late-nul.txt': null,
      'moved/late-nul.txt': `${'a line of a long file\n'.repeat(400)}\0\n`,
      'turned-executable.bin': { content: Buffer.from('\0two\n'), mode: '100755' },
      link: null,
      'moved/link': link('a/rather/long/way/to/somewhere'),
    },
  },
};
