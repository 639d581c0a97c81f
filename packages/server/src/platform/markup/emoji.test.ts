import { describe, expect, it } from 'vitest';
import { EMOJI_CATEGORIES, findEmoji, listEmoji, replaceShortcodes } from './emoji.ts';

describe('emoji', () => {
  it('have names that clients send', () => {
    expect(findEmoji('thumbsup')?.unicode).toBe('👍');
    expect(findEmoji('+1')?.name).toBe('thumbsup');
    expect(findEmoji('-1')?.name).toBe('thumbsdown');
    expect(findEmoji('tada')?.unicode).toBe('🎉');
    expect(findEmoji('no_such')).toBeUndefined();
    expect(findEmoji('constructor')).toBeUndefined();
  });

  it('are many, in every category, with names of their own', () => {
    const list = listEmoji();
    expect(list.length).toBeGreaterThan(1_800);
    for (const category of EMOJI_CATEGORIES) expect(list.some((emoji) => emoji.category === category)).toBe(true);
    expect(new Set(list.map((emoji) => emoji.name)).size).toBe(list.length);
  });

  it('replace their names', () => {
    expect(replaceShortcodes('a :tada::heart: :x')).toBe('a 🎉❤️ :x');
    expect(replaceShortcodes('::tada:: :no:tada: 1:tada:')).toBe('::tada:: :no:tada: 1:tada:');
  });
});
