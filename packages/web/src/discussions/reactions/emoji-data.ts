import { customEmojiPath, type EmojiEntry, emojiDataPath } from '@tributary/contract/discussions/emoji.ts';
import type { PickedEmoji } from '../model/awards.ts';
import { api } from '../../lib/http.ts';

let loading: Promise<EmojiEntry[]> | null = null;

/** All emoji, asked for once; a failure is tried again with the next wish. */
export function loadEmoji(): Promise<EmojiEntry[]> {
  loading ??= api.get<EmojiEntry[]>(emojiDataPath).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Those that can be used in a project or a group beside those everyone has; asked for with each opening, for they may have changed. */
export function loadCustomEmoji(place: string | null): Promise<EmojiEntry[]> {
  return place === null ? Promise.resolve([]) : api.get<EmojiEntry[]>(customEmojiPath(place));
}

/** There without asking: what most users take, until someone has habits of their own. */
export const USUAL: readonly PickedEmoji[] = [
  { name: 'thumbsup', emoji: '👍' },
  { name: 'thumbsdown', emoji: '👎' },
  { name: 'smile', emoji: '😄' },
  { name: 'tada', emoji: '🎉' },
  { name: 'confused', emoji: '😕' },
  { name: 'heart', emoji: '❤️' },
  { name: 'rocket', emoji: '🚀' },
  { name: 'eyes', emoji: '👀' },
  { name: 'white_check_mark', emoji: '✅' },
];

/** Best matches first: the name begins so, then holds it, then description and other names. */
export function searchEmoji(all: readonly EmojiEntry[], query: string, limit = 90): EmojiEntry[] {
  const wanted = query.trim().toLowerCase().replaceAll(':', '').replaceAll(' ', '_');
  if (wanted === '') return [];
  const words = wanted.replaceAll('_', ' ');
  const rank = (entry: EmojiEntry): number => {
    if (entry.n === wanted) return 0;
    if (entry.n.startsWith(wanted)) return 1;
    if (entry.n.includes(wanted)) return 2;
    if (entry.k.some((each) => each.startsWith(wanted))) return 3;
    return entry.d.toLowerCase().includes(words) ? 4 : 5;
  };
  return all
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((each) => each.rank < 5)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map((each) => each.entry);
}
