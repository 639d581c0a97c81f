import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, it } from 'vitest';
import { findInvisible, markInvisible } from './find-invisible.ts';

describe('T-076: findInvisible', () => {
  it.each([
    ['\u202e', 'bidi', 'U+202E'],
    ['\u2066', 'bidi', 'U+2066'],
    ['\u200f', 'bidi', 'U+200F'],
    ['\u061c', 'bidi', 'U+061C'],
    ['\u200b', 'zero-width', 'U+200B'],
    ['\u200d', 'zero-width', 'U+200D'],
    ['\u2060', 'zero-width', 'U+2060'],
    ['\ufeff', 'bom', 'U+FEFF'],
    ['\u00ad', 'soft-hyphen', 'U+00AD'],
    ['\u3164', 'filler', 'U+3164'],
    ['\u{e0041}', 'tag', 'U+E0041'],
    ['\u{e0101}', 'variation', 'U+E0101'],
  ])('reports %j', (char, kind, label) => {
    expect(findInvisible(`ab${char}c`)).toEqual([
      { start: 2, end: 2 + char.length, kind, codePoints: [char.codePointAt(0)], label },
    ]);
    expect(markInvisible(`a&lt;${char}`)).toBe(`a&lt;<span class="bidi-mark" title="${label}">${char}</span>`);
  });

  it('reports neighbours one by one', () => {
    expect(findInvisible('\u202e\u202d').map((range) => [range.start, range.end])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it.each([
    'plain text',
    'نص عربي',
    'ä ö 漢字',
    '👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ])('leaves %s', (text) => {
    expect(findInvisible(text)).toEqual([]);
    expect(markInvisible(text)).toBe(text);
  });

  it('finds a joiner that joins nothing', () => {
    expect(findInvisible('👨\u200dx')).toHaveLength(1);
  });

  it('is linear', async () => {
    const spent = await cpuMsOf(() => {
      for (const text of ['👨\u200d', '👨\ufe0f', '🏴\u{e0067}', '\u{e0067}', '\u202e', '🏴'])
        findInvisible(text.repeat(100_000));
    });
    expect(spent).toBeLessThan(3_000);
  });
});
