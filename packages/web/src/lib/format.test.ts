import { describe, expect, it } from 'vitest';
import { abbreviate, formatBytes, formatList, plural, shortenPath } from './format.ts';
import { fuzzyMatch } from './fuzzy.ts';

describe('formats', () => {
  it('writes sizes in binary units with two decimals', () => {
    expect([0, 1023, 1024, 1536, 5_242_880, 1024 ** 5].map(formatBytes)).toEqual([
      '0 bytes',
      '1,023 bytes',
      '1.00 KiB',
      '1.50 KiB',
      '5.00 MiB',
      '1048576.00 GiB',
    ]);
  });

  it('shortens counts without rounding up', () => {
    expect([0, 999, 1000, 1999, 999_999, 1_000_000, -1500].map(abbreviate)).toEqual([
      '0',
      '999',
      '1k',
      '1.9k',
      '999.9k',
      '1m',
      '-1.5k',
    ]);
  });

  it('chooses the plural and joins words', () => {
    expect([plural(0, 'file'), plural(1, 'file'), plural(1200, 'entry', 'entries')]).toEqual([
      '0 files',
      '1 file',
      '1,200 entries',
    ]);
    expect([formatList([]), formatList(['a']), formatList(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
  });

  it('leaves whole segments out of the middle of a path', () => {
    expect(shortenPath('src/a/b/parser/tokens.ts', 100)).toBe('src/a/b/parser/tokens.ts');
    expect(shortenPath('src/alpha/beta/parser/tokens.ts', 24)).toBe('src/…/parser/tokens.ts');
    expect(shortenPath('src/alpha/a-name-that-is-long.ts', 10)).toBe('…/a-name-that-is-long.ts');
    expect(shortenPath('a-name-that-is-long.ts', 5)).toBe('a-name-that-is-long.ts');
  });
});

describe('fuzzyMatch', () => {
  it('finds letters in order and nothing else', () => {
    expect(fuzzyMatch('mrl', 'Merge request list')?.ranges).toEqual([
      [0, 1],
      [2, 3],
      [14, 15],
    ]);
    expect(fuzzyMatch('xyz', 'Merge requests')).toBeNull();
    expect(fuzzyMatch('', 'anything')?.ranges).toEqual([]);
  });

  it('prefers whole words at word starts', () => {
    const score = (text: string): number => fuzzyMatch('set', text)?.score ?? 0;
    expect(score('Settings')).toBeGreaterThan(score('Offset'));
    expect(score('Offset')).toBeGreaterThan(score('Some event'));
  });
});
