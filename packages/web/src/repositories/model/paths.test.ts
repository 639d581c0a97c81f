import { execFileSync } from 'node:child_process';
import { displayPath, shellPath } from '@tributary/contract/projects/display-path.ts';
import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, it } from 'vitest';
import { displayName, joinPath } from './path-key.ts';
import { nameParts, accessibleName } from '../../ui/name-parts.ts';
import { narrowFiles, prepareFiles, rankFiles } from './find-files.ts';

describe('path keys', () => {
  it('are shown as text, with replacement characters for what is none', () => {
    expect(displayPath('src/a.ts')).toBe('src/a.ts');
    expect(displayPath('//caf%E9')).toBe('caf\uFFFD');
    expect(displayPath('//%E2%82%AC/x%FF%25')).toBe('€/x\uFFFD%');
    expect(displayName('//dir/%FF')).toBe('\uFFFD');
  });

  it.each([
    ['//caf%E9 %25.txt'.replace(' ', '%20'), [0x63, 0x61, 0x66, 0xe9, 0x20, 0x25, 0x2e, 0x74, 0x78, 0x74]],
    [`//it's%FFa\\b`, [0x69, 0x74, 0x27, 0x73, 0xff, 0x61, 0x5c, 0x62]],
  ])('are copied as a shell takes them: %s', (key, bytes) => {
    const named = execFileSync('bash', ['-c', `printf %s ${shellPath(key)}`]);
    expect([...named]).toEqual(bytes);
  });

  it('of text are copied as they are', () => {
    expect(shellPath('src/ein ö 名.txt')).toBe('src/ein ö 名.txt');
  });

  it('are joined so that the bytes of the directory stay', () => {
    expect(joinPath('', 'a/b')).toBe('a/b');
    expect(joinPath('src', '100%')).toBe('src/100%');
    expect(joinPath('//d%FF', '100%.txt')).toBe('//d%FF/100%25.txt');
    expect(displayPath(joinPath('//d%FF', 'ein ö 名.txt'))).toBe('d\uFFFD/ein ö 名.txt');
  });
});

describe('names', () => {
  it('are one part when everything in them is seen', () => {
    expect(nameParts('häßlich 名前 👩‍👩‍👧.txt')).toEqual([{ text: 'häßlich 名前 👩‍👩‍👧.txt', mark: null }]);
  });

  it('show line ends, direction marks, bad bytes and outer spaces', () => {
    expect(accessibleName('a\nb')).toBe('a\\nb');
    expect(accessibleName('gpj.\u202Etxt')).toBe('gpj.U+202Etxt');
    expect(accessibleName(' x ')).toBe('␣x␣');
    expect(nameParts('caf\uFFFD')).toEqual([
      { text: 'caf', mark: null },
      { text: '\uFFFD', mark: '\uFFFD' },
    ]);
  });
});

describe('find file', () => {
  const entries = prepareFiles([
    'docs/readme/index.md',
    'README.md',
    'src/read-me.ts',
    '//src/%FFread',
    'lib/other.rs',
  ]);

  it('puts matches in the name before matches in the folders', () => {
    const found = rankFiles(narrowFiles(entries, 'readme'), 'readme', 10);
    expect(found.map((file) => file.display).slice(0, 2)).toEqual(['README.md', 'src/read-me.ts']);
    expect(found.map((file) => file.display)).toContain('docs/readme/index.md');
    expect(found[0]?.ranges).toEqual([[0, 6]]);
  });

  it('marks the letters within the whole path', () => {
    expect(rankFiles(narrowFiles(entries, 'other'), 'other', 10)[0]?.ranges).toEqual([[4, 9]]);
  });

  it('narrows an earlier answer and finds names that are no text', () => {
    const first = narrowFiles(entries, 'src');
    expect(first).toHaveLength(2);
    expect(narrowFiles(first, 'src read').map((entry) => entry.key)).toEqual(['src/read-me.ts', '//src/%FFread']);
  });

  it('ranks a hundred thousand paths within a keystroke', async () => {
    const many = prepareFiles(Array.from({ length: 100_000 }, (_, at) => `packages/p${at % 97}/src/module-${at}.ts`));
    const find = () => rankFiles(narrowFiles(many, 'p5mod4242'), 'p5mod4242', 50);
    expect(find().length).toBeGreaterThan(0);
    expect(await cpuMsOf(find, 3)).toBeLessThan(500);
  });
});
