import type { Gemoji } from 'gemoji';
import { createRequire } from 'node:module';

export type Emoji = {
  /** First name, as used for awards: `thumbsup`, `tada`. */
  name: string;
  /** All names, the first included. */
  names: readonly string[];
  unicode: string;
  description: string;
  tags: readonly string[];
  category: EmojiCategory;
};

export const EMOJI_CATEGORIES = [
  'Smileys & Emotion',
  'People & Body',
  'Animals & Nature',
  'Food & Drink',
  'Activities',
  'Travel & Places',
  'Objects',
  'Symbols',
  'Flags',
] as const;
export type EmojiCategory = (typeof EMOJI_CATEGORIES)[number];

/** Names that clients of the public API send although the data puts another one first. */
const PREFERRED: Record<string, string> = { '+1': 'thumbsup', '-1': 'thumbsdown' };

const load = createRequire(import.meta.url);
let byName: Map<string, Emoji> | undefined;
let all: readonly Emoji[] | undefined;

/** Every emoji in the order of the Unicode charts. */
export function listEmoji(): readonly Emoji[] {
  all ??= readAll();
  return all;
}

/** The data is loaded by the first name that needs it and then let go. */
function readAll(): readonly Emoji[] {
  const { gemoji }: { gemoji: readonly Gemoji[] } = load('gemoji');
  return gemoji.map((entry) => {
    const first = entry.names[0] ?? '';
    const name = PREFERRED[first] ?? first;
    const category = EMOJI_CATEGORIES.find((known) => known === entry.category) ?? 'Symbols';
    return {
      name,
      names: [name, ...entry.names.filter((other) => other !== name)],
      unicode: entry.emoji,
      description: entry.description,
      tags: entry.tags,
      category,
    };
  });
}

/** The emoji of a name without colons, or undefined. */
export function findEmoji(name: string): Emoji | undefined {
  if (!byName) {
    byName = new Map();
    for (const emoji of listEmoji()) for (const each of emoji.names) byName.set(each, emoji);
  }
  return byName.get(name);
}

/** A name between colons that no letter or digit touches, as in times and in paths. */
const SHORTCODE = /(?<![\p{L}\p{N}_]):([a-z0-9_+-]{1,60})(?=:(?![\p{L}\p{N}_]))/gu;

/** `:tada:` to the character; unknown names stay as written. */
export function replaceShortcodes(text: string): string {
  if (!text.includes(':')) return text;
  let result = '';
  let from = 0;
  for (const match of text.matchAll(SHORTCODE)) {
    // A colon before it is the end of another, or none of ours.
    if (match.index < from || (match.index > from && text[match.index - 1] === ':')) continue;
    const emoji = findEmoji(match[1] ?? '');
    if (!emoji) continue;
    result += text.slice(from, match.index) + emoji.unicode;
    from = match.index + match[0].length + 1;
  }
  return result + text.slice(from);
}
