import type { EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchEmoji } from './emoji-data.ts';
import { frequentlyUsed, rememberEmoji } from './frequently-used.ts';

const entry = (n: string, d: string, k: string[] = []): EmojiEntry => ({ n, e: '·', d, c: 'x', k });
const all = [
  entry('tada', 'party popper', ['hooray']),
  entry('partying_face', 'partying face'),
  entry('face', 'party'),
];

describe('searchEmoji', () => {
  it('has names before descriptions and other names', () => {
    expect(searchEmoji(all, 'party').map((each) => each.n)).toEqual(['partying_face', 'tada', 'face']);
    expect(searchEmoji(all, ':tada:').map((each) => each.n)).toEqual(['tada']);
    expect(searchEmoji(all, 'hoo').map((each) => each.n)).toEqual(['tada']);
    expect(searchEmoji(all, ' ')).toEqual([]);
  });
});

describe('frequently used', () => {
  const known = () => true;
  beforeEach(() => {
    document.cookie = 'frequently_used_emojis=; path=/; max-age=0';
  });
  it('has the last nine, newest first, each once', () => {
    for (let at = 1; at <= 11; at++) rememberEmoji(`e${at}`, known);
    rememberEmoji('e5', known);
    expect(frequentlyUsed()).toEqual(['e5', 'e11', 'e10', 'e9', 'e8', 'e7', 'e6', 'e4', 'e3']);
  });
  it('takes only names of emoji, also from a cookie that someone else wrote', () => {
    rememberEmoji('<img src=x>', known);
    rememberEmoji('unknown', () => false);
    expect(frequentlyUsed()).toEqual([]);
    document.cookie = `frequently_used_emojis=${encodeURIComponent('tada,<b>,../x,heart')}; path=/`;
    expect(frequentlyUsed()).toEqual(['tada', 'heart']);
  });
});
