import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeFileText, patchAsUtf8 } from './decode-text.ts';
import { textEncodingOf } from './text-encoding.ts';

const folder = new URL('golden-texts/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder));
/** `<language>.<encoding>.txt`, each with the same text in UTF-8 beside it. */
const texts = readdirSync(folder).map((name) => {
  const [language = '', encoding = ''] = name.split('.');
  return { name, encoding, text: read(`${language}.utf-8.txt`).toString('utf8') };
});
const LATIN = new Set(['windows-1252', 'iso-8859-2']);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('what a file is written in', () => {
  it.each(texts.filter(({ encoding }) => !LATIN.has(encoding)))('$name is known by its bytes', (each) => {
    const bytes = read(each.name);
    const isHebrew = each.encoding === 'windows-1255';
    // The same letters are at the same places in both.
    expect(textEncodingOf(bytes)).toBe(isHebrew ? 'iso-8859-8' : each.encoding);
    expect(decodeFileText(bytes)).toBe(each.text);
  });

  it.each(texts.filter(({ encoding }) => LATIN.has(encoding)))('$name is one with Latin letters', (each) => {
    const bytes = read(each.name);
    expect(textEncodingOf(bytes)).toBe('windows-1252');
    expect(decodeFileText(bytes, textEncodingOf(bytes, each.encoding))).toBe(each.text);
  });

  it.each(['café', '© 2004 Müller', 'Größe', 'für', 'naïve', '°C ± 0.5 µm', 'räksmörgås', 'ÀÉÎÕÜ', 'x = "é" + "è";'])(
    'a single %s stays what old files mostly are',
    (text) => {
      expect(textEncodingOf(latin1(`int a;\n// ${text}\n`))).toBe('windows-1252');
      expect(decodeFileText(latin1(`// ${text}\n`))).toBe(`// ${text}\n`);
    },
  );

  it('is what is said of it, where its bytes allow', () => {
    const short = Buffer.from([0x8b, 0x43, 0x0a]);
    expect(decodeFileText(short, textEncodingOf(short, 'Shift_JIS'))).toBe('気\n');
    expect(textEncodingOf(short, 'sjis')).toBe('shift_jis');
    expect(textEncodingOf(Buffer.from('気\n'), 'Shift_JIS')).toBe('utf-8');
    expect(textEncodingOf(latin1('caf\xe9\n'), 'Shift_JIS')).toBe('windows-1252');
    for (const said of ['UTF-16LE', 'utf-8', 'no-such-thing', 'x'.repeat(1_000)])
      expect(textEncodingOf(latin1('caf\xe9\n'), said)).toBe('windows-1252');
  });

  it.each([
    ['colours', '\x1b[31mred\x1b[0m\x1b(B\n'],
    ['a run that is none of its characters', '\x1b$B\x7f\x1b(B\n'],
    ['half a character', '\x1b$B$\x1b(B\n'],
    ['signs of a terminal beside it', '\x1b$B$"\x1b(B \x1b[0m\n'],
    ['UTF-8 beside it', '\x1b$B$"\x1b(B é\n'],
  ])('is not ISO-2022-JP for %s', (_name, text) => {
    const bytes = Buffer.from(text);
    expect([textEncodingOf(bytes), decodeFileText(bytes)]).toEqual(['utf-8', text]);
    expect(textEncodingOf(bytes, 'iso-2022-jp')).toBe('utf-8');
  });

  it('is never one that cannot be decoded, whatever the bytes', () => {
    // Two bytes are enough for a guess such as UTF-32 or ISO-2022-CN.
    for (let high = 0x80; high <= 0xff; high += 1) {
      for (const before of ['', 'a', 'x = ']) {
        const [short, bytes] = [
          Buffer.from([high, 0x0a]),
          Buffer.concat([latin1(before), Buffer.from([high, high, 0x0a])]),
        ];
        expect(decodeFileText(short)).toBe(new TextDecoder('windows-1252').decode(short));
        expect(decodeFileText(bytes)).toHaveLength(decodeFileText(bytes, textEncodingOf(bytes)).length);
        expect(decodeFileText(bytes).startsWith(before)).toBe(true);
      }
    }
  });

  it('is nothing where lines of UTF-8 have odd ones among them', () => {
    const bytes = Buffer.concat([
      Buffer.from('// 設定ファイルを読み込みます。\n// 読み込み\n'),
      latin1('// caf\xe9\n'),
    ]);
    expect(textEncodingOf(bytes)).toBe(null);
    expect(decodeFileText(bytes)).toBe('// 設定ファイルを読み込みます。\n// 読み込み\n// café\n');
  });

  it('costs little, however long the file is', async () => {
    const long = Buffer.concat(Array.from({ length: 4_000 }, () => read('ja.shift_jis.txt')));
    expect(textEncodingOf(long)).toBe('shift_jis');
    expect(await cpuMsOf(() => textEncodingOf(long), 3)).toBeLessThan(150);
  });

  it('may differ between the sides of a patch', () => {
    const wide = Buffer.from('@@ -1,2 +1,2 @@\n-\x1b$B5$\x1b(B\n+気\n \x1b$A\n');
    expect(patchAsUtf8(wide, { old: 'iso-2022-jp', new: 'utf-8' }).toString()).toBe(
      '@@ -1,2 +1,2 @@\n-気\n+気\n \x1b$A\n',
    );
    const patch = Buffer.concat([Buffer.from('@@ -1 +1 @@\n-'), Buffer.from([0x8b, 0x43]), Buffer.from('\n+気\n')]);
    expect(patchAsUtf8(patch, { old: 'shift_jis', new: 'utf-8' }).toString()).toBe('@@ -1 +1 @@\n-気\n+気\n');
  });
});
